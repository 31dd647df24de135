package dictionary

import (
	_ "embed"
	"fmt"
	"math"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameter transform_algorithm.
const (
	byISTA  = "ista"
	byFISTA = "fista"
	byOMP   = "omp"
)

// Values of the parameter sparsity.
const byPenalty, byBall = "penalty", "constraint"

// Texts shared by both methods.
const (
	sparsityHelp = "Penalty or constraint on the coefficients"
	penaltyLabel = "Penalty λ‖a‖₁"
	ballLabel    = "Constraint ‖a‖₁ ≤ τ"
	radiusLabel  = "Radius τ"
	radiusHelp   = "Limit on the sum of the absolute values of a code's coefficients"
)

//go:embed sparse_coding.jsonl
var sparseCodingExamples string

// Coding declares sparse coding with given atoms, id "sparse_coding".
func Coding() method.Method {
	iterated := &method.When{Name: "transform_algorithm", In: []string{byOMP}, Not: true}
	penalised := &method.When{Name: "sparsity", In: []string{byPenalty}, And: iterated}
	constrained := &method.When{Name: "sparsity", In: []string{byBall}, And: iterated}
	return method.Method{
		Info: method.Info{
			ID:   "sparse_coding",
			Name: "Sparse coding",
			Aliases: []string{"ISTA", "FISTA", "Soft thresholding", "SparseCoder", "Proximal gradient", "Lasso",
				"Basis pursuit denoising", "Orthogonal matching pursuit", "OMP", "Shrinkage",
				"Codage parcimonieux", "Seuillage doux"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Writes each point as a sum of a few of your atoms, which are vectors from the origin: by gradient " +
				"steps, each followed by a threshold that makes small coefficients 0, or greedily, one atom after " +
				"the other.",
			Formula: "min_{a} ½‖x − Da‖² + λ‖a‖₁,  a ← S_{λ/L}(a + Dᵀ(x − Da)/L)",
			Source: "ISTA: Daubechies, Defrise and De Mol, Comm. Pure Appl. Math. 57, 2004; FISTA: Beck and Teboulle, SIAM " +
				"J. Imaging Sciences 2, 2009; " +
				"matching pursuit: Pati, Rezaiifar and Krishnaprasad, Asilomar, 1993; " +
				"projection onto the l1 ball: Duchi, Shalev-Shwartz, Singer and Chandra, ICML 2008",
			Seen:  "ISTA, FISTA and matching pursuit on atoms that are dragged, step by step.",
			Takes: method.Takes{MaxPoints: drawn},
			Params: []method.Param{
				{Name: "dictionary", Label: "Atoms", Kind: method.Places{Min: 0, Max: 8,
					Handle: &method.Handle{Name: "atom", Many: "atoms", Colored: true}},
					Default: [][]float64{{0.8, 0.15}, {0.5, 0.65}, {-0.35, 0.75}},
					Help: "Vectors from the origin to points that you drag. A longer atom needs a smaller, less penalised " +
						"coefficient."},
				{Name: "transform_algorithm", Label: "Code by", Default: byISTA, Help: "How the codes are computed",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byISTA, Label: "ISTA", Help: "A gradient step for ½‖x − Da‖², then soft thresholding: the objective " +
							"never increases"},
						{Value: byFISTA, Label: "FISTA", Help: "ISTA from a point extrapolated along the last move: far fewer steps; " +
							"the objective may increase"},
						{Value: byOMP, Label: "Matching pursuit", Help: "Orthogonal: adds the atom most correlated with the " +
							"residual, then " +
							"refits all coefficients; no shrinkage"},
					}}},
				{Name: "sparsity", Label: "Sparse by", Default: byPenalty, When: iterated, Help: sparsityHelp,
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byPenalty, Label: penaltyLabel, Help: "An L1 penalty on the coefficients: every step ends " +
							"with the threshold λ/L"},
						{Value: byBall, Label: ballLabel, Help: "Every step ends with the nearest admissible code: soft thresholding " +
							"with a separate threshold for each point"},
					}}},
				{Name: "alpha", Label: "Penalty λ", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.001, SoftMax: 2, Log: true}}, Default: 0.1, When: penalised,
					Help: "L1 penalty on the coefficients; if λ is above all |dₖ·x|, the code is 0"},
				{Name: "radius", Label: radiusLabel, Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.1, SoftMax: 3, Log: true}}, Default: 0.8, When: constrained,
					Help: radiusHelp},
				{Name: "transform_n_nonzero_coefs", Label: "Atoms in a code s",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 8}}, Default: 2.0,
					When: &method.When{Name: "transform_algorithm", In: []string{byOMP}},
					Help: "At most this many atoms are added up for a point"},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMax: 300,
					Log: true}}, Default: 100.0, When: iterated, Advanced: true,
					Help: "At most this many steps; it stops earlier when no code moves by more than a billionth"},
				method.SampleParam("Watched point", drawn, "Point whose code and path are shown"),
			},
			Shows: []method.Show{
				{Name: "atoms", Label: "Atoms", On: true, Help: "The atoms as arrows from the origin"},
				{Name: "reconstructions", Label: "Reconstructions", On: true, Help: "From each point to its reconstruction, a " +
					"sum of atoms"},
				{Name: "watched", Label: "The watched point", On: true, Help: "Its sum atom by atom, and the path of its " +
					"reconstruction from the origin"},
				{Name: "code", Label: "Code of the watched point", On: true, Help: "A plot: the watched point's coefficients " +
					"before and after the threshold, at the end, and by matching pursuit"},
				{Name: "threshold", Label: "Graph of the threshold", When: iterated, Help: "A plot: the soft-thresholding " +
					"function, with the selected point's coefficients"},
				{Name: "ball", Label: "Admissible sums", On: true, When: constrained, Help: "All sums of the " +
					"atoms with " +
					"‖a‖₁ ≤ τ: a polygon; each point is " +
					"projected onto it"},
			},
			Examples: method.ExamplesIn(sparseCodingExamples),
		},
		Python: sparseCodingPython,
		Fit:    fitCoding,
	}
}

// coding is the sparse coding of points with given atoms, with the steps of the algorithm.
type coding struct {
	p       *method.Problem
	b       *basis
	by      string
	lambda  float64
	radius  float64  // radius of the ball of codes; 0 for a penalty
	ball    *polygon // the ball for two inputs; nil for a penalty
	nonzero int
	lip     float64
	watched int       // index of the watched row
	q       []float64 // Dᵀx of all rows
	steps   int
	settled bool
	// energy has the objective, summed over the rows, after each step from 0: by ISTA and by FISTA. nil for matching
	// pursuit.
	energy [2][]float64
	least  float64   // the minimum of the objective, by coordinate descent or from the polygon
	errors []float64 // mean squared error of matching pursuit, by the number of atoms from 0
	goal   []float64 // code of the watched row at the minimum of the objective
	way    []float64 // reconstructions (x, y) of the watched row after each step from 0
}

// at returns the index of the chosen iteration in energy: 0 for ISTA, 1 for FISTA.
func (c *coding) at() int {
	if c.by == byFISTA {
		return 1
	}
	return 0
}

func (c *coding) row(i int) []float64 { return c.p.At(i) }

// moved is the largest change of a coefficient, relative to the largest coefficient of all codes, at which an iteration
// has converged.
const moved = 1e-9

func fitCoding(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	c := &coding{p: p, by: v.String("transform_algorithm"), lambda: v.Float("alpha"),
		nonzero: v.Int("transform_n_nonzero_coefs")}
	places := v.Places("dictionary")
	switch {
	case len(places) == 0:
		return nil, &method.Need{Sentence: "Set clicks to add atoms, then click to place them: each is the " +
			"vector from the " +
			"origin to its position."}
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points: they are written as sums of the atoms."}
	}
	var at []float64
	longest := 0.0
	for _, u := range places {
		at = append(at, u...)
		longest = max(longest, length(u))
	}
	for k, u := range places {
		if l := length(u); !(l > 1e-6*longest) || l < 1e-100 {
			return nil, &method.Need{Sentence: words.Text("Atom %s is far shorter than the others: move it away from the "+
				"origin.", name(k))}
		}
	}
	c.b = newBasis(at, 2)
	c.watched = p.Sample(v)
	c.q = make([]float64, p.N*c.b.p)
	for i := range p.N {
		c.b.products(c.row(i), c.q[i*c.b.p:(i+1)*c.b.p])
	}
	if c.by == byOMP {
		c.pursue()
		return &coded{c, c.steps, c.codes(c.steps)}, nil
	}
	if v.String("sparsity") == byBall {
		c.radius, c.lambda = v.Float("radius"), 0
		c.ball = newPolygon(c.b, c.radius)
	}
	c.lip = c.b.lipschitz() * (1 + 1e-12)
	if !(c.lip > 0) {
		return nil, fmt.Errorf("sparse_coding: the eigenvalues of these atoms' products were not found")
	}
	if err := c.iterate(job, v.Int("max_iter")); err != nil {
		return nil, err
	}
	return &coded{c, c.steps, c.codes(c.steps)}, nil
}

// objective returns the objective for the code of row i.
func (c *coding) objective(i int, a []float64) float64 {
	var room [2]float64
	return c.b.lost(c.row(i), a, room[:])/2 + c.lambda*norm1(a)
}

// best writes the code of a row x with the least objective.
func (c *coding) best(x, q, a, rest []float64) {
	if c.ball != nil {
		c.ball.code(x, a)
	} else {
		c.b.lasso(q, c.lambda, a, rest, 1e-13, 5000)
	}
}

// walk returns a new iteration for row i, starting from the code 0.
func (c *coding) walk(i int, fast bool) *walk {
	return newWalk(c.b, c.lip, c.lambda, c.qOf(i), fast).within(c.radius)
}

// price returns the λ for which the penalty gives the same code as the constraint: where the constraint is active, it
// is the largest absolute product of an atom with the residual; elsewhere it is 0.
func (c *coding) price(x, a []float64) float64 {
	if norm1(a) < c.radius*(1-1e-9) {
		return 0
	}
	var at [2]float64
	c.b.rebuild(a, at[:])
	most := 0.0
	for k := range c.b.p {
		u := c.b.atom(k)
		most = max(most, math.Abs(u[0]*(x[0]-at[0])+u[1]*(x[1]-at[1])))
	}
	return most
}

// iterate runs the chosen iteration to its end, and the other one for as many steps.
func (c *coding) iterate(job method.Job, most int) error {
	n, p := c.p.N, c.b.p
	rest := make([]float64, p)
	for i := range n {
		if err := method.AskEvery(job, i, 16); err != nil {
			return err
		}
		a := make([]float64, p)
		c.best(c.row(i), c.qOf(i), a, rest)
		c.least += c.objective(i, a)
		if i == c.watched {
			c.goal = a
		}
	}
	for _, which := range [2]int{c.at(), 1 - c.at()} {
		walks := make([]*walk, n)
		sum := 0.0
		for i := range walks {
			walks[i] = c.walk(i, which == 1)
			sum += c.objective(i, walks[i].a)
		}
		list := []float64{sum}
		if which == c.at() {
			c.steps = most
		}
		for t := 1; t <= c.steps; t++ {
			sum, change, size := 0.0, 0.0, 0.0
			for i, w := range walks {
				if err := method.AskEvery(job, i, 64); err != nil {
					return err
				}
				w.step()
				sum += c.objective(i, w.a)
				change = max(change, w.change)
				for _, a := range w.a {
					size = max(size, math.Abs(a))
				}
			}
			list = append(list, sum)
			if which == c.at() && t > 1 && change <= moved*size {
				c.steps, c.settled = t, true
			}
			method.Progress(job, float64(t)/float64(2*most))
		}
		c.energy[which] = list
	}
	// The minimum includes values that are smaller only by rounding.
	for _, list := range c.energy {
		for _, e := range list {
			c.least = min(c.least, e)
		}
	}
	w := c.walk(c.watched, c.at() == 1)
	c.way = make([]float64, 2*c.steps+2)
	for t := 1; t <= c.steps; t++ {
		w.step()
		c.b.rebuild(w.a, c.way[2*t:2*t+2])
	}
	return nil
}

// pursue runs matching pursuit with each number of atoms.
func (c *coding) pursue() {
	c.steps = min(c.nonzero, c.b.p)
	c.way = make([]float64, 0, 2*c.steps+2)
	for s := 0; s <= c.steps; s++ {
		codes, sum := c.codes(s), 0.0
		var room [2]float64
		for i := range c.p.N {
			sum += c.b.lost(c.row(i), codes[i*c.b.p:(i+1)*c.b.p], room[:])
		}
		c.errors = append(c.errors, sum/float64(c.p.N))
		c.b.rebuild(codes[c.watched*c.b.p:(c.watched+1)*c.b.p], room[:])
		c.way = append(c.way, room[:]...)
	}
}

func (c *coding) qOf(i int) []float64 { return c.q[i*c.b.p : (i+1)*c.b.p] }

// codes returns the codes of all rows after so many steps.
func (c *coding) codes(steps int) []float64 {
	p := c.b.p
	codes := make([]float64, c.p.N*p)
	o := newPursuit(p, steps)
	for i := range c.p.N {
		if c.by == byOMP {
			o.run(c.b, c.qOf(i), steps, codes[i*p:(i+1)*p])
			continue
		}
		w := c.walk(i, c.by == byFISTA)
		for range steps {
			w.step()
		}
		copy(codes[i*p:], w.a)
	}
	return codes
}

// coded is a stage: the codes after so many steps.
type coded struct {
	*coding
	step int
	code []float64
}

func (s *coded) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: s},
		Drawing: method.Drawing{Layers: s.Layers, Panels: s.Panels, Groups: s.Groups},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Stepper: s},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

func (s *coded) codeOf(i int) []float64 { return s.code[i*s.b.p : (i+1)*s.b.p] }

func (c *coding) Steps() int { return c.steps }

func (c *coding) Stage(k int) method.Model { return &coded{c, k, c.codes(k)} }

func (c *coding) StepName() string {
	if c.by == byOMP {
		return "atom"
	}
	return "iteration"
}

// Trace returns the objective, and how far both iterations are above its minimum, the chosen one first.
func (c *coding) Trace() []method.Series {
	if c.by == byOMP {
		return []method.Series{{Name: "mean squared error", Values: c.errors}}
	}
	list := []method.Series{{Name: "objective", Values: c.energy[c.at()]}}
	for i, which := range [2]int{c.at(), 1 - c.at()} {
		above := make([]float64, len(c.energy[which]))
		for t, e := range c.energy[which] {
			if above[t] = e - c.least; !(above[t] > 1e-14*c.energy[which][0]) {
				above[t] = math.NaN() // a rounding error
			}
		}
		list = append(list, method.Series{Name: words.Text("above the minimum, by %s", [2]string{"ISTA", "FISTA"}[which]),
			Values: above,
			Log:    true, Same: i > 0})
	}
	return list
}

// Groups returns the atom with the largest coefficient for each point.
func (s *coded) Groups(method.Shown) method.Groups {
	g := method.Groups{K: s.b.p, Of: make([]int, s.p.N), Name: "atom", Says: "atom with the largest coefficient"}
	for i := range g.Of {
		g.Of[i] = leading(s.codeOf(i))
	}
	return g
}

// of returns the optimal code of a position, not the code of the step.
func (c *coding) of(x []float64) []float64 {
	q, a := make([]float64, c.b.p), make([]float64, c.b.p)
	c.b.products(x, q)
	if c.by == byOMP {
		newPursuit(c.b.p, c.nonzero).run(c.b, q, c.nonzero, a)
	} else {
		c.best(x, q, a, make([]float64, c.b.p))
	}
	return a
}

// PointScores returns the optimal codes of positions.
func (s *coded) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/2)
	for i := range rows {
		rows[i] = s.of(x[2*i : 2*i+2])
	}
	return rows
}

// mse returns the mean squared distance between points and their reconstructions.
func (s *coded) mse() (sum float64) {
	var room [2]float64
	for i := range s.p.N {
		sum += s.b.lost(s.row(i), s.codeOf(i), room[:])
	}
	return sum / float64(s.p.N)
}

// perRow returns the mean number of atoms per point.
func (s *coded) perRow() float64 {
	n := 0
	for _, a := range s.code {
		if a != 0 {
			n++
		}
	}
	return float64(n) / float64(s.p.N)
}

func (s *coded) Facts() []method.Fact {
	var f method.FactList
	list := names(s.b.p)
	f.Add("reconstruction_error", s.mse(), s.p.SquaredUnit(), "Mean squared distance between the points and their "+
		"sums of atoms").Call("Reconstruction error")
	f.Add("n_nonzero_coefs", s.perRow(), "", "Mean number of atoms in the code of a point").Call("Atoms of a point")
	uses := make([]int, s.b.p)
	for i, a := range s.code {
		if a != 0 {
			uses[i%s.b.p]++
		}
	}
	f.Add("atom_uses", uses, "", "Number of points that use each atom").Call("Points").By(list)
	f.Add("code", s.codeOf(s.watched), "", "Coefficients of the watched point").Call(words.Text("Code of point %s",
		fmt.Sprint(s.p.Number(s.watched)))).By(list)
	if s.by != byOMP {
		meaning, how := "Half the squared error plus λ‖a‖₁, summed over the points",
			"The smallest possible objective, found by coordinate descent"
		if s.ball != nil {
			meaning, how = "Half the squared error, summed over the points", "The smallest objective under "+
				"the constraint, from projections onto the polygon of all sums"
		}
		f.Add("objective", s.energy[s.at()][s.step], "", meaning)
		if s.ball != nil {
			f.Add("same_alpha", s.price(s.row(s.watched), s.goal), "", "The penalty λ with which the watched "+
				"point has the same code as with the constraint; each point has its own λ").Call("Same as penalty λ")
		}
		f.Add("least_objective", s.least, "", how).Call("Least objective").In(method.Solver)
		f.Add("lipschitz", s.lip, "", "Largest eigenvalue of DᵀD: 1/L is the length of a step").Call("L").In(method.Solver)
		f.Add("n_iter", s.step, "", "Steps so far")
	}
	return f
}

func (s *coded) Status() method.Status {
	if s.by == byOMP {
		if s.step < s.steps {
			return method.Status{State: method.Running, Sentence: words.Sprintf("With at most %s in a code the mean "+
				"squared error is %s.", words.Count(s.step, "atom"), words.Number(s.errors[s.step]))}
		}
		more := ""
		if s.nonzero > s.b.p {
			more = " There are no more atoms."
		}
		return method.Status{State: method.Exact, Sentence: words.Sprintf("With at most %s in a code the mean squared "+
			"error is %s. Pursuit is greedy: no atom is ever removed.%s", words.Count(s.step, "atom"),
			words.Number(s.errors[s.step]), more)}
	}
	e := s.energy[s.at()][s.step]
	above := "the minimum, to machine precision"
	if share := (e - s.least) / s.least; share > 1e-12 && e-s.least > 1e-14*s.energy[0][0] {
		above = words.Text("%s above the minimum", words.Percent(share))
		if share < 1e-3 {
			above = words.Text("above the minimum by a share of %s", words.Number(share))
		}
	}
	what := words.Sprintf("the objective is %s, %s, with %s atoms in the code of a point", words.Number(e), above,
		words.Number(s.perRow()))
	switch {
	case s.step == 0:
		return method.Status{State: method.Running, Sentence: "No step yet: all codes are 0, and all reconstructions at " +
			"the origin."}
	case s.step < s.steps:
		then := "soft thresholding"
		if s.ball != nil {
			then = "to the nearest code with ‖a‖₁ ≤ τ"
		}
		return method.Status{State: method.Running, Sentence: words.Sprintf("Step %d: down the gradient, then %s; %s.",
			s.step,
			then, what)}
	case s.settled:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("After %s no code moves any more: %s.",
			words.Count(s.steps, "step"), what)}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped at the limit of %s: %s.",
		words.Count(s.steps, "step"), what)}
}

func (s *coded) Formula() string {
	if s.by == byOMP {
		return words.Text("min ‖x − Da‖²,  at most s = %s of a not 0\nk ← the largest |dₖ·r|/‖dₖ‖,  r = x − Da\na ← the "+
			"least ‖x − Da‖² of the atoms that are there", fmt.Sprint(s.nonzero))
	}
	if s.ball != nil {
		text := words.Text("min Σᵢ ½‖xᵢ − Daᵢ‖² = %s,  ‖aᵢ‖₁ ≤ τ = %s\n", words.Number(s.energy[s.at()][s.step]),
			words.Number(s.radius))
		if s.by == byISTA {
			text += "a ← P(a + Dᵀ(x − Da)/L)"
		} else {
			text += words.Say("a ← P(b + Dᵀ(x − Db)/L),  b = a + (tₙ − 1)/tₙ₊₁ (a − a before)")
		}
		return words.Text("%s,  L = %s\nP(z) = S_{θ}(z),  the θ with ‖S_{θ}(z)‖₁ = τ, 0 where ‖z‖₁ ≤ τ\nS_{t}(z) = "+
			"sign(z) max(|z| − t, 0)", text, words.Number(s.lip))
	}
	text := words.Text("min Σᵢ ½‖xᵢ − Daᵢ‖² + λ‖aᵢ‖₁ = %s,  λ = %s\n", words.Number(s.energy[s.at()][s.step]),
		words.Number(s.lambda))
	if s.by == byISTA {
		text += "a ← S_{λ/L}(a + Dᵀ(x − Da)/L)"
	} else {
		text += words.Say("a ← S_{λ/L}(b + Dᵀ(x − Db)/L),  b = a + (tₙ − 1)/tₙ₊₁ (a − a before)")
	}
	return words.Text("%s,  L = %s,  λ/L = %s\nS_{t}(z) = sign(z) max(|z| − t, 0)", text, words.Number(s.lip),
		words.Number(s.lambda/s.lip))
}
