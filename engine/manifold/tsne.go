package manifold

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"strconv"
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Values of parameters.
const (
	byPCA     = "pca"
	byRandom  = "random"
	barnesHut = "barnes_hut"
	exact     = "exact"
)

// As in scikit-learn: the number of steps with early exaggeration, the momentum during and after them, and the smallest
// gain.
const (
	exaggerated            = 250
	momentum, lateMomentum = 0.5, 0.8
	leastGain              = 0.01
)

// maxTSNE is the largest number of points: all pairs are compared to find the neighbours.
const maxTSNE = 2000

//go:embed tsne.jsonl
var tsneExamples string

// TSNE declares t-distributed stochastic neighbour embedding, id "tsne".
func TSNE() method.Method {
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: maxTSNE},
			ID:    "tsne",
			Name:  "t-SNE",
			Aliases: []string{"t-distributed stochastic neighbour embedding", "Stochastic neighbor embedding", "SNE",
				"Barnes–Hut", "Embedding", "Visualisation", "Réduction de dimension"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Places the points in a plane so that neighbours, by probabilities, " +
				"stay neighbours. Groups become islands; sizes of islands and distances between them mean little.",
			Formula: "min KL(P‖Q) = Σ pᵢⱼ ln(pᵢⱼ/qᵢⱼ),  pᵢⱼ = (pⱼ|ᵢ + pᵢ|ⱼ)/2n,  pⱼ|ᵢ ∝ exp(−βᵢ‖xᵢ − xⱼ‖²),  " +
				"qᵢⱼ ∝ 1/(1 + ‖yᵢ − yⱼ‖²)",
			Source: "van der Maaten and Hinton, Visualizing data using t-SNE, JMLR 9, 2008; van der Maaten, Accelerating " +
				"t-SNE using tree-based algorithms, JMLR 15, 2014 (Barnes–Hut); " +
				"Wattenberg, Viégas and Johnson, How to use t-SNE effectively, Distill, 2016",
			Params: []method.Param{
				{Name: "perplexity", Label: "Perplexity",
					Kind:    method.Number{Range: method.Range{Min: 1, MinOpen: true, Max: 500, SoftMin: 2, SoftMax: 100, Log: true}},
					Default: 30.0,
					Help: "Approximate number of neighbours of each point: e to the entropy of pⱼ|ᵢ. At most a third of the other " +
						"points."},
				{Name: "learning_rate", Label: "Learning rate η",
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 5000, SoftMin: 5, SoftMax: 1000,
						Log: true}},
					Default: 50.0,
					Help: "Too small: points stay in a ball. Too large: they fly apart; scikit-learn's auto is 50 " +
						"here."},
				{Name: "early_exaggeration", Label: "Early exaggeration",
					Kind: method.Number{Range: method.Range{Min: 1, Max: 100, SoftMax: 30}}, Default: 12.0,
					Help: "Factor by which near points attract each other more in the first 250 steps, so that groups form"},
				{Name: "max_iter", Label: "Steps", Kind: method.Integer{Range: method.Range{Min: 250, Max: 5000, SoftMax: 2000}},
					Default: 1000.0,
					Help:    "Number of steps of gradient descent"},
				{Name: "init", Label: "Start", Default: byPCA, Help: "Where the points start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byPCA, Label: "Principal components", Help: "The first two, scaled very small: distant points start " +
							"apart"},
						{Value: byRandom, Label: "At random", Help: "At random near the origin: another seed " +
							"leads to another map"},
					}}},
				{Name: "method", Label: "Forces", Default: barnesHut, Help: "How the forces between all pairs are added up",
					Advanced: true,
					Kind: method.Choose{Choices: []method.Choice{
						{Value: barnesHut, Label: "Barnes–Hut", Help: "Distant points are combined, and only neighbours attract " +
							"(three times " +
							"the perplexity)"},
						{Value: exact, Label: "Exact", Help: "Pair by pair"},
					}}},
				{Name: "angle", Label: "Angle", Kind: method.Number{Range: method.Range{Min: 0, Max: 1}}, Default: 0.5,
					Advanced: true,
					Help:     "Barnes–Hut θ: points in a square narrower than θ times its distance count as one; 0 is exact and slow",
					When:     &method.When{Name: "method", In: []string{barnesHut}}},
			},
			Shows: []method.Show{
				{Name: "embedding", Label: "Embedding", On: true, Help: "A plot: the points at their positions in this step, " +
					"when the plane " +
					"shows something else"},
			},
			Examples: method.ExamplesIn(tsneExamples),
		},
		Python: tsnePython,
		Fit:    fitTSNE,
	}
}

// embedding is common to all states of a run.
type embedding struct {
	p           *method.Problem
	asked, used float64 // perplexity asked for, and the one used
	rate, early float64
	end         int
	angle       float64
	tree        bool
	near        *affinities
	begun       method.Begun[*state, *halfStep]
}

// state is the state after some steps, with what the next step needs.
type state struct {
	*embedding
	step  int
	y     []float64 // two coordinates per row
	speed []float64
	gains []float64
	attr  []float64 // Σ pᵢⱼ wᵢⱼ (yᵢ − yⱼ)
	rep   []float64 // Σ wᵢⱼ² (yᵢ − yⱼ)
	z     float64   // Σ wᵢⱼ
	wild  bool      // a force or z is not finite

	once sync.Once
	kl   float64
}

func (s *state) Can() *method.Capabilities {
	return draw.Parts{Problem: s.p, Keys: s.keys}.Give(&method.Capabilities{
		Answers: method.Answers{PointScorer: s},
		Drawing: method.Drawing{Panels: s.Panels, Projected: s.Projected},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, End: s.End},
	})
}

func fitTSNE(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if err := varies(p, 4); err != nil {
		return nil, err
	}
	m := &embedding{p: p, asked: v.Float("perplexity"), rate: v.Float("learning_rate"),
		early: v.Float("early_exaggeration"), end: v.Int("max_iter"), tree: v.String("method") == barnesHut}
	m.angle = v.Float("angle")
	m.used = min(m.asked, float64(p.N-1)/3)
	k := p.N - 1
	if m.tree {
		k = min(k, int(3*m.used)+1)
	}
	var err error
	if old, ok := prev.(*state); ok && old.p.SameRows(p) && old.used == m.used && old.tree == m.tree {
		m.near = old.near
	} else if m.near, err = newAffinities(job, p, m.used, k); err != nil {
		return nil, err
	}
	s := &state{embedding: m, speed: make([]float64, 2*p.N), gains: make([]float64, 2*p.N)}
	for i := range s.gains {
		s.gains[i] = 1
	}
	if v.String("init") == byPCA {
		if s.y, err = firstTwo(job, p); err != nil {
			return nil, err
		}
	} else {
		random := rand.New(rand.NewPCG(p.Seed, 1))
		s.y = make([]float64, 2*p.N)
		for i := range s.y {
			s.y[i] = steady(random.NormFloat64())
		}
	}
	for i := range s.y {
		s.y[i] *= 1e-4
	}
	h := &halfStep{next: s}
	if err := h.goOn(job); err != nil {
		return nil, err
	}
	return s, nil
}

// halfStep is a state whose forces are partly computed.
type halfStep struct {
	next *state
	tree *quadtree
	row  int
}

// together is the number of rows between two checks for cancellation.
const together = 32

// goOn computes the forces of the remaining rows, always in the same order, so that interruptions do not change the
// bits.
func (h *halfStep) goOn(job method.Job) error {
	s := h.next
	n := s.p.N
	if s.attr == nil {
		s.attr, s.rep = make([]float64, 2*n), make([]float64, 2*n)
	}
	byTree := s.tree
	if byTree && h.tree == nil {
		h.tree = &quadtree{}
		h.tree.build(s.y)
	}
	for ; h.row < n; h.row++ {
		if h.row%together == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		i := h.row
		px, py := s.y[2*i], s.y[2*i+1]
		var ax, ay, fx, fy, z float64
		for c := s.near.start[i]; c < s.near.start[i+1]; c++ {
			j := 2 * s.near.to[c]
			dx, dy := px-s.y[j], py-s.y[j+1]
			w := s.near.p[c] / (1 + dx*dx + dy*dy)
			ax += w * dx
			ay += w * dy
		}
		if byTree {
			fx, fy, z = h.tree.push(i, s.y, s.angle)
		} else {
			fx, fy, z = pushed(i, s.y)
		}
		s.attr[2*i], s.attr[2*i+1], s.rep[2*i], s.rep[2*i+1] = ax, ay, fx, fy
		s.z += z
	}
	s.wild = !method.Finite(s.attr...) || !method.Finite(s.rep...) || !(s.z > 0) || math.IsInf(s.z, 0)
	return nil
}

// gradient returns the partial derivative of KL(P‖Q) by y[i], with P multiplied by exaggeration.
func (s *state) gradient(i int, exaggeration float64) float64 {
	return 4 * (exaggeration*s.attr[i] - s.rep[i]/s.z)
}

// begin returns the next state, whose forces are not computed yet.
func (s *state) begin() *halfStep {
	ex, m := 1.0, lateMomentum
	if s.step < exaggerated {
		ex, m = s.early, momentum
	}
	n := len(s.y)
	next := &state{embedding: s.embedding, step: s.step + 1, y: make([]float64, n), speed: make([]float64, n),
		gains: make([]float64, n)}
	var middle [2]float64
	for i := range s.y {
		speed, gain := s.speed[i], s.gains[i]
		if s.step == exaggerated {
			// As in scikit-learn, the descent begins anew. Small groups vibrate at the end of the exaggerated steps; with those
			// speeds and the larger momentum they would fly far apart, and few points come back.
			speed, gain = 0, 1
		}
		g := s.gradient(i, ex)
		if speed*g < 0 {
			gain += 0.2
		} else {
			gain *= 0.8
		}
		gain = max(gain, leastGain)
		next.gains[i] = gain
		next.speed[i] = m*speed - s.rate*gain*g
		next.y[i] = s.y[i] + next.speed[i]
		middle[i&1] += next.y[i] / float64(n/2)
	}
	for i := range next.y { // centre, for precision
		next.y[i] -= middle[i&1]
	}
	return &halfStep{next: next}
}

func (s *state) Step() int { return s.step }

func (s *state) StepName() string { return "step" }

func (s *state) End() int { return s.end }

func (s *state) Bytes() int { return 8*5*len(s.y) + 256 }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	for last := s.step + n; s.step < last && !s.wild; {
		h, err := s.begun.Step(s, s.begin, func(h *halfStep) error { return h.goOn(job) })
		if err != nil {
			return nil, err
		}
		s = h.next
		method.Progress(job, float64(s.step)/float64(s.end))
	}
	return s, nil
}

// divergence returns KL(P‖Q) = Σ p ln p + Σ p ln(1 + ‖yᵢ − yⱼ‖²) + ln Σ w, since Σ p = 1.
func (s *state) divergence() float64 {
	s.once.Do(func() {
		sum := 0.0
		for i := range s.p.N {
			for c := s.near.start[i]; c < s.near.start[i+1]; c++ {
				j := 2 * s.near.to[c]
				dx, dy := s.y[2*i]-s.y[j], s.y[2*i+1]-s.y[j+1]
				sum += s.near.p[c] * math.Log1p(dx*dx+dy*dy)
			}
		}
		s.kl = s.near.plogp + sum + math.Log(s.z)
	})
	return s.kl
}

func (s *state) Measures() []method.Measure {
	kl := s.divergence()
	if s.wild {
		kl = math.NaN()
	}
	return []method.Measure{{Name: "KL divergence", Value: kl}}
}

func (s *state) Status() method.Status {
	why := ""
	if s.used < s.asked {
		why = words.Sprintf(" The perplexity is %s: a third of the number of other points, the maximum.",
			words.Number(s.used))
	}
	switch {
	case s.wild:
		return method.Status{State: method.Diverged, Sentence: words.Text("The coordinates became too large for "+
			"floating-point arithmetic: choose a smaller learning rate.%s", why)}
	case s.step == s.end:
		return method.Status{State: method.Limited, Sentence: words.Text("After %s the divergence is %s.%s",
			words.Count(s.step, "step"), words.Number(s.divergence()), why)}
	case s.step < exaggerated:
		return method.Status{State: method.Running, Sentence: words.Text("Step %s: near points attract each other %s "+
			"times as strongly for the first 250 steps, so that groups form.%s", strconv.Itoa(s.step), words.Number(s.early),
			why)}
	}
	return method.Status{State: method.Running, Sentence: words.Text("Step %s: the divergence is %s.%s",
		strconv.Itoa(s.step), words.Number(s.divergence()), why)}
}

func (s *state) Facts() []method.Fact {
	var f method.FactList
	far := 0.0
	for _, v := range s.y {
		far = max(far, math.Abs(v))
	}
	f.Add("kl_divergence", s.divergence(), "nats", "Kullback–Leibler divergence of the neighbours' probabilities in "+
		"the embedding from those in the data; it is minimised").Call("KL divergence")
	f.Add("n_iter", s.step, "", "Steps so far").Call("Steps")
	f.Add("perplexity_used", s.used, "", "Perplexity of each point's probabilities").Call("Perplexity")
	f.Add("reach", far, "", "Largest coordinate in the embedding").Call("Reach of the embedding")
	return f
}

func (s *state) Formula() string {
	ex := ""
	if s.step < exaggerated && s.early != 1 {
		ex = words.Number(s.early) + " "
	}
	return words.Text("KL(P‖Q) = Σ pᵢⱼ ln(pᵢⱼ/qᵢⱼ) = %s\n∂KL/∂yᵢ = 4 Σⱼ (%spᵢⱼ − qᵢⱼ)(yᵢ − yⱼ)/(1 + ‖yᵢ − "+
		"yⱼ‖²)\nperplexity of pⱼ|ᵢ = %s", words.Number(s.divergence()), ex, words.Number(s.used))
}

// likest is the largest number of a row's neighbours shown.
const likest = 8

// Explain describes the row nearest to x: its embedding, and the neighbours that attract it most, to which it draws
// lines in the plane.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) (e method.Explanation) {
	i := rowAt(s.p, x[:s.p.D])
	e.Answer = words.Capital(called(s.p, i))
	e.Lines = append(e.Lines, "y = ("+words.Number(s.y[2*i])+", "+words.Number(s.y[2*i+1])+")")
	from, to := s.near.start[i], s.near.start[i+1]
	sum := 0.0
	for _, p := range s.near.p[from:to] {
		sum += p
	}
	most := method.LargestOf(s.near.p[from:to], likest)
	part := 0.0
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "neighbours that attract it most"}
	x0, y0 := s.p.Drawn(i)
	for _, c := range most {
		part += s.near.p[from+c]
		x1, y1 := s.p.Drawn(int(s.near.to[from+c]))
		lines.AddLine(x0, y0, x1, y1)
	}
	if sum > 0 {
		e.Lines = append(e.Lines, words.Sprintf("its %s have %s of its probability",
			words.Count(len(most), "nearest neighbour"), words.Percent(part/sum)))
	}
	if s.p.Principal != 3 && len(lines.XY) > 0 {
		e.Layers = append(e.Layers, lines)
	}
	if s.p.Across > 0 {
		e.Layers = append(e.Layers, s.p.Album(s.p.At(i), v,
			[]method.Tile{{Values: s.p.At(i), Name: "row", Says: "the row", Title: "row"}})...)
	}
	return e
}

// PointScores returns the embedding of the nearest row.
func (s *state) PointScores(x []float64) [][]float64 {
	return placesOf(s.p, x, func(i int) []float64 { return s.y[2*i : 2*i+2 : 2*i+2] })
}

// Projected returns the embedding if rows are shown in the plane; a space keeps its principal components.
func (s *state) Projected() (pl method.Projection) {
	if s.p.Principal == 2 && !s.wild {
		pl = method.Projection{Q: 2, At: s.y, Names: []string{"t-SNE 1", "t-SNE 2"}}
	}
	return pl
}

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if show["embedding"] && s.p.Principal != 2 {
		list = append(list, chart.Plain(method.PanelInfo{ID: "embedding", Title: "Embedding", Bare: true,
			Help: "The points at their positions after this step. The plot grows with them; directions and distances between " +
				"islands mean little."}, s.scattered).Rows(keyedRows(s.p)))
	}
	return list
}

// scattered draws the embedded points.
func (s *state) scattered() *chart.Chart {
	c := scatter(s.p, s.y, 2, "points at their positions")
	c.Alt = words.Text("After %s.", words.Count(s.step, "step"))
	return c
}

// keys are the things that keys name: the rows.
func (s *state) keys(b *draw.Board) []draw.Reader { return tellRows(b, s.Explain) }
