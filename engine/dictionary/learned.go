package dictionary

import (
	_ "embed"
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// family is the heading of these methods in the picker.
const family = "Sparse representations"

// Values of parameters.
const (
	byDescent              = "cd"
	byGradient             = "gradient"
	bySVD                  = "ksvd"
	fromRows               = "data"
	fromHand               = "given"
	ofLengthOne, ofUpToOne = "sphere", "ball"
)

// most is the largest number of atoms of a dictionary.
const most = 64

//go:embed dictionary.jsonl
var dictionaryExamples string

// Learned declares dictionary learning, id "dictionary".
func Learned() method.Method {
	pursued := &method.When{Name: "fit_algorithm", In: []string{bySVD}}
	coded := &method.When{Name: "fit_algorithm", In: []string{bySVD}, Not: true}
	return method.Method{
		Random: true,
		Info: method.Info{
			Takes: method.Takes{Wide: true, MaxPoints: 20000},
			ID:    "dictionary",
			Name:  "Dictionary learning",
			Aliases: []string{"Sparse coding", "K-SVD", "DictionaryLearning", "Sparse dictionary", "Alternating minimisation",
				"Matrix factorization", "Atoms", "Sparse PCA",
				"Apprentissage de dictionnaire", "Codage parcimonieux"},
			Family: family,
			Task:   method.Cluster,
			Summary: "Finds atoms, vectors of length 1, so that each point is nearly a " +
				"combination of few of them. It alternates: codes for the atoms, then atoms for the codes. The result depends " +
				"on the initial atoms.",
			Formula: "min_{D, A} Σᵢ ½‖xᵢ − Daᵢ‖² + λ‖aᵢ‖₁,  ‖dₖ‖ = 1",
			Source: "Olshausen and Field, Nature 381, 1996; Mairal, Bach, Ponce and Sapiro, Online learning for matrix " +
				"factorization and sparse coding, JMLR 11, 2010; " +
				"K-SVD: Aharon, Elad and Bruckstein, IEEE Trans. Signal Processing 54, 2006",
			Seen: "Dictionaries by alternating minimisation and K-SVD: atoms of digits as pictures, a digit " +
				"put together atom by atom.",
			Params: []method.Param{
				{Name: "n_components", Label: "Atoms p", Kind: method.Integer{Range: method.Range{Min: 1, Max: most, SoftMax: 25}},
					Default: 3.0, Help: "Number of atoms in the dictionary",
					When: &method.When{Name: "dict_init", In: []string{fromHand}, Not: true}},
				{Name: "fit_algorithm", Label: "Codes and atoms by", Default: byDescent,
					Help: "How codes and atoms are computed alternately",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byDescent, Label: "Lasso, block descent", Help: "Codes minimise the objective with λ‖a‖₁, by " +
							"coordinate descent; then each atom in turn is fitted"},
						{Value: byGradient, Label: "Lasso, projected gradient", Help: "Codes minimise the objective with λ‖a‖₁; " +
							"then a gradient step moves " +
							"all atoms, which are normalised"},
						{Value: bySVD, Label: "Matching pursuit, K-SVD", Help: "Codes use a fixed number of atoms; then an SVD of " +
							"the residual " +
							"updates each atom and its coefficients"},
					}}},
				{Name: "sparsity", Label: "Sparse by", Default: byPenalty, When: coded, Help: sparsityHelp,
					Kind: method.Choose{Choices: []method.Choice{
						{Value: byPenalty, Label: penaltyLabel, Help: "An L1 penalty on the coefficients"},
						{Value: byBall, Label: ballLabel, Help: "Each code is the best among the admissible ones"},
					}}},
				{Name: "alpha", Label: "Penalty λ", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.001, SoftMax: 20, Log: true}}, Default: 0.05,
					Help: "L1 penalty on the coefficients; usually, a larger λ leads to fewer " +
						"atoms and smaller coefficients",
					When: &method.When{Name: "sparsity", In: []string{byPenalty}, And: coded}},
				{Name: "radius", Label: radiusLabel, Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.1, SoftMax: 100, Log: true}}, Default: 0.8, Help: radiusHelp,
					When: &method.When{Name: "sparsity", In: []string{byBall}, And: coded}},
				{Name: "transform_n_nonzero_coefs", Label: "Atoms in a code s",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 16, SoftMax: 8}}, Default: 1.0,
					Help: "At most this many atoms are added up for a point", When: pursued},
				{Name: "atom_norm", Label: "Length of an atom", Default: ofLengthOne, When: coded,
					Help: "Constraint that prevents atoms from growing while coefficients shrink",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ofLengthOne, Label: "‖d‖ = 1", Help: "Each atom is projected onto the sphere, a nonconvex set"},
						{Value: ofUpToOne, Label: "‖d‖ ≤ 1", Help: "Atoms longer than 1 are projected onto the ball; with optimal " +
							"codes, " +
							"all end on its boundary"},
					}}},
				{Name: "inner_steps", Label: "Steps of the atoms", Kind: method.Integer{Range: method.Range{Min: 1, Max: 200,
					SoftMax: 50, Log: true}}, Default: 5.0, Help: "Gradient steps of length 1/L before new codes are found",
					When: &method.When{Name: "fit_algorithm", In: []string{byGradient}}},
				{Name: "dict_init", Label: "Start", Default: fromRows, Help: "Where the atoms start",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: fromRows, Label: "Along points", Help: "Each along a point drawn at random"},
						{Value: fromHand, Label: "Own positions", Where: method.OnlyPoints, Help: "Towards the positions you choose: " +
							"one atom for each"},
					}}},
				{Name: "starts", Label: "Starting atoms",
					Kind: method.Places{Max: 12, Handle: &method.Handle{Name: "starting atom", Many: "starting atoms",
						Colored: true}},
					Default: [][]float64{{0.9, 0.55}, {0.6, 0.9}, {0.2, 0.8}},
					When:    &method.When{Name: "dict_init", In: []string{fromHand}},
					Help:    "Positions that you drag: each atom starts towards one of them"},
				{Name: "center", Label: "Centre the points", Kind: method.Bool{}, Default: true,
					Help: "On: atoms add up to the point minus the mean. Off: to the point itself, as in scikit-learn."},
				{Name: "max_iter", Label: "Iterations", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1,
					SoftMax: 300, Log: true}}, Default: 100.0, Advanced: true,
					Help: "At most this many turns; it stops earlier when a turn lowers the objective by less than a millionth"},
			},
			Shows: []method.Show{
				{Name: "atoms", Label: "Atoms", On: true, Help: "The atoms as arrows; for tables, a plot of them, or of " +
					"pictures if the rows are pictures"},
				{Name: "lines", Label: "Lines of the atoms", Where: method.PointsAndSpace, Help: "The line that each atom spans; " +
					"in space, also planes of pairs"},
				{Name: "reconstructions", Label: "Reconstructions", Where: method.OnlyPoints, On: true,
					Help: "From each point to its reconstruction, a sum of atoms"},
				{Name: "projection", Label: "Projection of the atoms", Where: method.OnlyPoints, When: coded,
					Help: "Each atom after the last gradient step, and its projection onto the unit circle"},
				{Name: "use", Label: "Use of the atoms", On: true, Help: "A plot: the share of the points that use each atom"},
				method.BothMapsShow(),
			},
			Examples: method.ExamplesIn(dictionaryExamples),
		},
		Python: dictionaryPython,
		Fit:    fitLearned,
	}
}

func fitLearned(_ method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	l, err := newLearning(p, v.Bool("center"))
	if err != nil {
		return nil, err
	}
	l.k, l.end = v.Int("n_components"), 2*v.Int("max_iter")
	l.ksvd, l.nonzero, l.alpha = v.String("fit_algorithm") == bySVD, v.Int("transform_n_nonzero_coefs"), v.Float("alpha")
	l.lambda = min(l.alpha/l.scale, 1e300)
	if !l.ksvd {
		l.short = v.String("atom_norm") == ofUpToOne
		if v.String("sparsity") == byBall {
			l.radius, l.lambda = min(max(v.Float("radius")/l.scale, 1e-300), 1e300), 0
		}
	}
	if v.String("fit_algorithm") == byGradient {
		l.inner = v.Int("inner_steps")
	}
	if l.given = v.String("dict_init") == fromHand; !l.given {
		return &learned{l.start(l.drawn())}, nil
	}
	starts := v.Places("starts")
	if len(starts) == 0 {
		if p.Wide() {
			return nil, &method.Need{Sentence: "Choose how the atoms start: no position is given."}
		}
		return nil, &method.Need{Sentence: "Set clicks to add starting atoms, then click to place them."}
	}
	l.k = len(starts)
	var at []float64
	for k, place := range starts {
		u := make([]float64, p.D)
		for j := range u {
			u[j] = place[j] - l.base[j]
		}
		if !unit(u) {
			where := "the origin"
			if l.centred {
				where = "the points' mean"
			}
			return nil, &method.Need{Sentence: words.Text("Starting atom %s lies at %s, so it has no direction: move it.",
				name(k), where)}
		}
		at = append(at, u...)
	}
	return &learned{l.start(at)}, nil
}

// learned is the model: a state of the run.
type learned struct{ *state }

func (m *learned) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{PointScorer: m, Transformer: m},
		Drawing: method.Drawing{Layers: m.Layers, SpaceLayers: m.SpaceLayers, Panels: m.Panels, Groups: m.Groups,
			Maps: m.Maps},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Grower: m, End: m.End},
		Pointer: method.Pointer{Tell: m.Tell, Places: m.Places},
	}
}

func (m *learned) Step() int { return m.step }

func (m *learned) StepName() string { return "step" }

func (m *learned) End() int { return m.end }

func (m *learned) Bytes() int {
	return 8*(len(m.code)+len(m.err)+len(m.b.at)+len(m.b.gram)+len(m.asked)) + 256
}

func (m *learned) Grow(job method.Job, n int) (method.Grower, error) {
	s, err := m.grown(job, n)
	if err != nil {
		return nil, err
	}
	return &learned{s}, nil
}

// squared converts a sum of squares from units of scale² to those of the data.
func (m *learned) squared(sum float64) float64 { return m.scale * (m.scale * sum) }

// mse returns the mean squared distance between rows and their reconstructions.
func (m *learned) mse() float64 { return m.squared(m.lost / float64(m.p.N)) }

// kept returns the share of the sum of squares about the base that the reconstructions explain.
func (m *learned) kept() float64 {
	return 1 - m.lost/(m.far*m.far*float64(m.p.N))
}

// perRow returns the mean number of atoms per row.
func (m *learned) perRow() float64 { return float64(m.used) / float64(m.p.N) }

func (m *learned) Measures() []method.Measure {
	return []method.Measure{
		{Name: "objective", Value: m.squared(m.energy())},
		{Name: "mean squared error", Value: m.mse()},
		{Name: "atoms of a point", Value: m.perRow()},
	}
}

// Places returns the initial atoms of points in the plane as handles, at most 12; nil if they are given, or for a
// table.
func (m *learned) Places() map[string][][]float64 {
	if m.given || m.p.D != 2 || m.p.Wide() {
		return nil
	}
	at := m.drawn()
	var list [][]float64
	for k := range min(m.k, 12) {
		place := make([]float64, 2)
		for j := range place {
			place[j] = m.base[j] + m.scale*m.far*at[2*k+j]
		}
		list = append(list, place)
	}
	return map[string][][]float64{"starts": list}
}

// leading returns the atom with the coefficient of largest absolute value in a code; method.NoGroup if all are 0.
func leading(code []float64) int {
	best := method.NoGroup
	for k, a := range code {
		if a != 0 && (best < 0 || math.Abs(a) > math.Abs(code[best])) {
			best = k
		}
	}
	return best
}

// Groups returns the atom with the largest coefficient for each point.
func (m *learned) Groups(method.Shown) method.Groups {
	g := method.Groups{K: m.k, Of: make([]int, m.p.N), Name: "atom", Says: "atom with the largest coefficient"}
	for i := range g.Of {
		g.Of[i] = leading(m.codeOf(i))
	}
	return g
}

// coded returns the code of a position or row for the present dictionary, its reconstruction, and the squared error, in
// the units of the data.
func (m *learned) coded(x []float64) (code []float64, rebuilt []float64, lost float64) {
	off := make([]float64, m.p.D)
	for j := range off {
		off[j] = (x[j] - m.base[j]) / m.scale
	}
	q, rest := make([]float64, m.k), make([]float64, m.k)
	code, rebuilt = make([]float64, m.k), make([]float64, m.p.D)
	m.b.products(off, q)
	switch {
	case m.ksvd:
		newPursuit(m.k, m.nonzero).run(m.b, q, m.nonzero, code)
	case m.radius > 0:
		m.b.inBall(q, m.radius, code, rest, codeTol, 10*sweeps)
	default:
		m.b.lasso(q, m.lambda, code, rest, codeTol, 10*sweeps)
	}
	m.b.rebuild(code, rebuilt)
	for j := range rebuilt {
		lost += (off[j] - rebuilt[j]) * (off[j] - rebuilt[j])
		rebuilt[j] = m.base[j] + m.scale*rebuilt[j]
	}
	for k := range code {
		code[k] *= m.scale
	}
	return code, rebuilt, m.squared(lost)
}

// PointScores returns the codes of positions or rows for the present dictionary.
func (m *learned) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/m.p.D)
	for i := range rows {
		rows[i], _, _ = m.coded(x[i*m.p.D : (i+1)*m.p.D])
	}
	return rows
}

func (m *learned) Codes() (names []string) {
	for k := range m.k {
		names = append(names, "a"+words.Subscript(k+1))
	}
	return names
}

func (m *learned) Transform(x, out []float64) {
	for i := range len(x) / m.p.D {
		code, _, _ := m.coded(x[i*m.p.D : (i+1)*m.p.D])
		copy(out[i*m.k:], code)
	}
}

func (m *learned) Directions() [][]float64 { return nil }

// uses returns the number of rows that use each atom.
func (m *learned) uses() []int {
	n := make([]int, m.k)
	for i := range m.p.N {
		for k, a := range m.codeOf(i) {
			if a != 0 {
				n[k]++
			}
		}
	}
	return n
}

// order returns the atoms in a code in descending order of the absolute values of their coefficients.
func order(code []float64) (list []int) {
	for k, a := range code {
		if a != 0 {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		switch x, y := math.Abs(code[a]), math.Abs(code[b]); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}
