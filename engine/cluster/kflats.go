package cluster

import (
	_ "embed"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/flats"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

//go:embed kflats.jsonl
var kflatsExamples string

// KFlats declares k-flats, id "kflats".
func KFlats() method.Method {
	return method.Method{
		Info: method.Info{
			Takes: method.Takes{Wide: true},
			ID:    "kflats",
			Name:  "k-flats",
			Aliases: []string{"k-lines", "k-planes", "k-plane clustering", "k-subspaces", "Subspace clustering",
				"Hybrid linear modeling", "Piecewise PCA", "Lines and planes",
				"Regroupement par droites et plans", "Sous-espaces"},
			Family: "Clustering",
			Task:   method.Cluster,
			Summary: "k-means with lines or planes instead of centres: each point goes to its nearest flat, then each flat " +
				"is fitted to its points (through their mean, along their leading principal directions), until nothing changes. " +
				"Among equally near flats a point stays with its own, otherwise the first wins.",
			Formula: "min Σᵢ minⱼ dist(xᵢ, Fⱼ)²,  Fⱼ = cⱼ + span(uⱼ₁, …, uⱼ_q)",
			Source: "Bradley and Mangasarian, k-Plane clustering, Journal of Global Optimization 16, 2000; Tseng, Nearest " +
				"q-flat to m points, Journal of Optimization Theory and Applications 105, 2000; " +
				"starts along the points near one: Zhang, Szlam, Wang and Lerman, Hybrid linear modeling via local best-fit " +
				"flats, CVPR 2010",
			Seen: "Lines in the plane, planes among rows in space; the distances of the points to them.",
			Params: append([]method.Param{
				{Name: "n_clusters", Label: "Clusters k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 12}}, Default: 3.0,
					Help: "Number of flats"},
				{Name: "dim", Label: "Dimension q", Kind: method.Integer{Range: method.Range{Max: doc.MaxColumns, SoftMax: 2},
					Inputs: true}, Default: 1.0,
					Help: "Dimension of each affine flat: 0 a centre (k-means), 1 a line, 2 a plane; less " +
						"than the number of inputs"},
			}, turnParams(10)...),
			Shows: append([]method.Show{
				{Name: method.Regions, Label: "Regions", Where: method.OnlyPoints, On: true, Help: "The region nearest to one " +
					"flat, fainter where another is nearly as near"},
				{Name: method.Boundary, Label: "Borders", Where: method.OnlyPoints, On: true, Help: "Where two flats are equally " +
					"near: for two lines, the lines halfway between them"},
				{Name: "flats", Label: "Flats", On: true, Help: "The flats with their numbers, and before a move; for tables as " +
					"far as the rows reach, or their means"},
				{Name: "members", Label: "Lines to the flats", On: true, Help: "From each point to its projection onto its " +
					"flat; the sum of the " +
					"squared lengths is minimised"},
			}, turnShows()...),
			Examples: method.ExamplesIn(kflatsExamples),
		},
		Random: true, Divisible: true,
		Python: kflatsPython,
		Fit:    fitFlats,
	}
}

// flatModel is k-flats after some steps.
type flatModel struct {
	turn[*flats.Flat]
	total float64 // sum of the squared distances of the rows to their mean
}

// Can states that Predict gives no answer before the first flat.
func (m *flatModel) Can() *method.Capabilities {
	return draw.Parts{Problem: m.p, Shapes: m.shapes, Space: true, Keys: m.keys}.Give(
		&method.Capabilities{
			Answers: method.Answers{Predictor: m, Partial: len(m.flats) == 0},
			Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, PartSays: m.PartSays, Panels: m.Panels, Groups: m.Groups},
			Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
			Run:     method.Run{Stepper: m},
		})
}

func fitFlats(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	q := v.Int("dim")
	o := turnOptions(job, p, v, q)
	if err := grouping.Enough(p, o.K); err != nil {
		return nil, err
	}
	if q > p.D {
		return nil, &method.Need{Sentence: words.Sprintf("Flats of dimension %d need at least %d inputs, and there are "+
			"%d: choose a dimension of less than %d.", q, q+1, p.D, p.D)}
	}
	r, err := flats.Rows(p.X, p.N, p.D, o)
	if err != nil {
		return nil, err
	}
	m := &flatModel{turn: newTurns(p, r, o)}
	rows := method.Indices(p.N)
	mean, err := flats.FitRows(job.Err, p.X, p.D, 0, rows)
	if err != nil {
		return nil, err
	}
	for i := range p.N {
		m.total += mean.Residual(p.At(i))
	}
	return m.Stage(m.Steps()), nil
}

func (m *flatModel) Stage(k int) method.Model { return &flatModel{m.at(k), m.total} }

// nearestTwo returns the nearest and the second nearest flat to x with their squared distances. x is assigned to first.
// second is −1 if there is only one flat. There must be at least one.
func (m *flatModel) nearestTwo(x []float64) (first int, least float64, second int, next float64) {
	d2 := make([]float64, len(m.flats))
	for c, f := range m.flats {
		d2[c] = f.Residual(x)
	}
	first, second, next = m.nearest(x, d2), -1, math.Inf(1)
	for c, d := range d2 {
		if c != first && d < next {
			second, next = c, d
		}
	}
	return first, d2[first], second, next
}

// Predict writes the index of the nearest flat; at the position of a row, of the row's own flat.
func (m *flatModel) Predict(x, out []float64) {
	for i := range out {
		out[i] = math.NaN()
		if len(m.flats) > 0 {
			at, _, _, _ := m.nearestTwo(x[i*m.p.D : (i+1)*m.p.D])
			out[i] = float64(at)
		}
	}
}

// squares returns the squared distances of the rows to their flats.
func (m *flatModel) squares() []float64 {
	return m.own(func(i, c int) float64 { return m.flats[c].Residual(m.p.At(i)) })
}

func (m *flatModel) Facts() []method.Fact {
	var facts method.FactList
	m.begin(&facts, m.p.SquaredUnit(), m.squares())
	if e, ok := m.reached(); ok && m.total > 0 {
		facts.Add("explained_share", max(0, 1-e/m.total), "", words.Text("1 − the energy divided by that of one centre: "+
			"the share of the points' variance that the %s explain", m.many)).Call("Share explained")
	}
	rows, directions := make([][]float64, len(m.flats)), [][]float64{}
	var of []string
	for c, f := range m.flats {
		rows[c] = f.Base
		for l, u := range f.Basis {
			directions = append(directions, u)
			label := words.Capital(grouping.Name(c))
			if m.o.Q > 1 {
				label = words.Sprintf("%s, direction %d", label, l+1)
			}
			of = append(of, label)
		}
	}
	if len(rows) > 0 {
		means := facts.Add("means", rows, "", "A point of each flat: the mean of its points").Call("Mean").By(
			m.in.Names()[:len(m.flats)], m.p.InputNames()...)
		if m.p.D > grouping.ShownInputs {
			means.Hide()
		}
		if len(directions) > 0 {
			list := facts.Add("directions", directions, "", "Unit vectors along each flat").Call("Direction").By(of,
				m.p.InputNames()...)
			if m.p.D > grouping.ShownInputs {
				list.Hide()
			}
		}
	}
	m.finish(&facts, m.p.SquaredUnit())
	return facts
}

func (m *flatModel) Status() method.Status {
	s := m.turn.Status()
	if m.o.Q == m.p.D {
		s.Sentence = words.Say(s.Sentence) + words.Say(" Such flats fill the whole space: each point lies on all of "+
			"them. Choose a smaller dimension.")
	}
	if s.State != method.Running && m.p.Wide() {
		s.Sentence = words.Say(s.Sentence) + words.Sprintf(" Distances use all %d columns.", m.p.D)
	}
	return s
}

// Formula returns the objective with its value, and the step; in the plane also the equations of the lines.
func (m *flatModel) Formula() string {
	value := ""
	if e, ok := m.reached(); ok {
		value = words.Text(" = %s", words.Number(e))
	}
	if m.seeding() {
		text := words.Text("Σᵢ D(xᵢ)²%s,  D(x) = distance of x to the nearest %s", value, m.one)
		if m.o.Init == flats.PlusPlus {
			text += words.Say("\nP(xᵢ is the next) = D(xᵢ)² / Σⱼ D(xⱼ)²")
		}
		return text
	}
	text := words.Text("min Σᵢ dist(xᵢ, F(xᵢ))²%s,  F(xᵢ) = %s of the cluster of xᵢ", value, m.one)
	assignment, refit := words.Text("F(xᵢ) ← the nearest of the %s", words.Count(m.K, m.one)),
		words.Text("Fⱼ ← mean of its points + their %s", words.CountOf(m.o.Q, "leading principal direction",
			"leading principal directions"))
	if m.o.Q == 0 {
		refit = "Fⱼ ← mean of the points with F(xᵢ) = Fⱼ"
	}
	switch {
	case m.step == m.Steps():
		text += words.Text("\n%s\n%s", assignment, refit)
	case m.moving():
		text += "\n" + words.Say(refit)
	default:
		text += "\n" + words.Say(assignment)
	}
	if m.o.Q == 1 && m.p.D == 2 && !m.p.Wide() {
		for c := range m.flats {
			text += "\n" + m.equation(c)
		}
	}
	return text
}

// equation returns the equation of a line in the plane: unit normal, and distance from the origin.
func (m *flatModel) equation(c int) string {
	f := m.flats[c]
	a, b := -f.Basis[0][1], f.Basis[0][0]
	if a < 0 || a == 0 && b < 0 {
		a, b = -a, -b
	}
	n := m.p.InputNames()
	return words.Text("F%s: %s %s%s %s = %s", words.Index(c+1), words.Number(a), n[0], words.Term(b), n[1],
		words.Number(a*f.Base[0]+b*f.Base[1]))
}
