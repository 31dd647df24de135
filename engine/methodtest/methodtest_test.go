package methodtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// centroids is a classifier by the nearest class center; the centers are approached in steps from random positions. The
// suite must find its faults.
type centroids struct {
	p     *method.Problem
	start []float64 // x, y of each class
	mean  []float64
	k, n  int // step of this state; last step
	fault fault
	state *int // for the fault of a model that changes
	turns bool // for the fault of a rotated start
}

func (m *centroids) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: m, LeaveOneOut: m.LeaveOneOut},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, Groups: m.Groups, Cuts: m.Cuts},
		Run:     method.Run{Stepper: m},
		Pointer: method.Pointer{Tell: m.Tell, Hits: m.Hits, Take: m.Take},
	}
	if m.fault == "hits without words" && m.k == m.n || m.fault == "hits without words at a step" && m.k < m.n {
		can.Tell = nil
	}
	return can
}

type fault string

var fits int // number of fits of all fakes

const none fault = ""

func fake(f fault) method.Method {
	params := []method.Param{
		{Name: "max_iter", Label: "Steps", Kind: method.Integer{Range: method.Range{Min: 1, Max: 100}}, Default: 8.0,
			Help: "How many steps are made"},
		{Name: "rate", Label: "Rate", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1, SoftMin: 0.1,
			SoftMax: 1}}, Default: 0.5, Help: "How far a step goes", When: &method.When{Name: "noisy", In: []string{"true"}}},
		{Name: "noisy", Label: "Random starts", Kind: method.Bool{}, Default: true,
			Help: "Whether the centres start at random places"},
	}
	switch f {
	case "control that is dead in places":
		params[1].When = nil
	case "condition that can't hold":
		params[1].When.In = []string{"yes"}
	case "conditions that can't hold together":
		params[1].When.And = &method.When{Name: "noisy", In: []string{"false"}}
	case "dead parameter":
		params = append(params, method.Param{Name: "gamma", Label: "γ",
			Kind: method.Number{Range: method.Range{Min: 0, Max: 2}}, Default: 1.0, Help: "Nothing"})
	}
	info := method.Info{ID: "fake", Name: "Fake", Family: "Fakes", Task: method.Classify,
		Summary: "A class is where its centre is nearest.",
		Formula: "argmin ‖x − c‖", Source: "None", Params: params,
		Shows: []method.Show{{Name: "centres", Label: "Centres", On: true}}}
	switch f {
	case "help that begins small":
		info.Params[0].Help = "how many steps are made"
	case "summary that does not end":
		info.Summary = "A class is where its centre is nearest"
	case "two sentences without an end":
		info.Shows[0].Help = "The centres. They move"
	case "words of one day":
		info.Params[0].Help = "Today's steps"
	case "show that draws nothing":
		info.Shows = append(info.Shows, method.Show{Name: "nothing", Label: "Nothing"})
	case "show that is declared twice":
		info.Shows = append(info.Shows, info.Shows[0])
	case "layer that is drawn in places":
		info.Shows[0].On = false
	}
	return method.Method{Info: info, Random: f != "randomness not declared",
		Fit: func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
			if len(p.ClassIDs) < 2 {
				return nil, &method.Need{Sentence: "Add points of two classes."}
			}
			for range p.N {
				if f == "fit that can't be stopped" {
					continue
				}
				if err := job.Err(); err != nil {
					return nil, err
				}
			}
			m := &centroids{p: p, n: v.Int("max_iter"), fault: f, state: new(int)}
			m.k = m.n
			seed := p.Seed
			if f == "seed that is ignored" {
				seed = 1
			}
			rng := rand.New(rand.NewPCG(seed, 1))
			rate := v.Float("rate")
			switch f {
			case "misspelt name":
				if v.Bool("noisy") == false { // a fault with other than the default parameters
					rate = v.Float("rrate")
				}
			case "choice that fails":
				if !v.Bool("noisy") {
					return nil, &method.Need{Sentence: "Nothing will do."}
				}
			}
			count := make([]float64, len(p.ClassIDs))
			m.mean, m.start = make([]float64, 2*len(count)), make([]float64, 2*len(count))
			for i, c := range p.Class {
				count[c]++
				m.mean[2*c] += p.At(i)[0]
				m.mean[2*c+1] += p.At(i)[1]
			}
			for c, n := range count {
				for d := range 2 {
					m.mean[2*c+d] /= n
					// The distance of a start from its center decays at rate 1/2 and is zero after 8 steps.
					if m.start[2*c+d] = m.mean[2*c+d]; v.Bool("noisy") {
						m.start[2*c+d] += rng.Float64() * rate
					}
				}
			}
			if m.start[0] == m.mean[0] {
				m.start[0] += 0.4
			}
			switch f {
			case "another answer each time":
				fits++
				m.mean[0] += 0.1 * float64(fits%2)
			}
			if old, ok := prev.(*centroids); ok {
				switch f {
				case "warm start from other data":
					m.mean = old.mean
				case "warm start from another parameter":
					if m.n != old.n {
						m.mean = old.start
					}
				case "warm start that changes the old model":
					old.mean[0]++
				}
			}
			if strings.HasPrefix(string(f), "probabilities ") {
				return probable{m}, nil
			}
			return m, nil
		}}
}

// centres returns the centers of the step.
func (m *centroids) centres() []float64 {
	out, k := slices.Clone(m.mean), m.k
	if m.fault == "stepper that does not move" {
		k = m.n
	}
	rest := math.Ldexp(1, -k)
	for i := range out {
		out[i] += (m.start[i] - m.mean[i]) * rest
		if m.fault == "steps of another run" {
			out[i] += 0.02 * float64(m.n)
		}
	}
	return out
}

// probable is centroids with probabilities.
type probable struct{ *centroids }

func (m probable) Can() *method.Capabilities {
	can := m.centroids.Can()
	can.PointScorer = m
	can.Proba = m.Proba
	return can
}

func (m probable) Proba() method.Proba { return method.OnGrids }

func (m probable) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/2)
	for i := range rows {
		s, sum := m.scores(x[2*i:2*i+2]), 0.0
		for _, v := range s {
			sum += math.Exp(v)
		}
		for c := range s {
			s[c] = math.Exp(s[c]) / sum
		}
		switch m.fault {
		case "probabilities that do not add up":
			s[0] /= 2
		case "probabilities of the other classes":
			slices.Reverse(s)
		case "probabilities that are not the raster's":
			for c := range s {
				s[c] = 0.9*s[c] + 0.1/float64(len(s))
			}
		}
		rows[i] = s
	}
	return rows
}

// inFacts are faults of facts.
var inFacts = map[fault]func(f *method.Fact){
	"fact without a label":          func(f *method.Fact) { f.Label = "" },
	"fact whose label begins small": func(f *method.Fact) { f.Label = "centres" },
	"fact without a meaning":        func(f *method.Fact) { f.Meaning = "" },
	"rows without names":            func(f *method.Fact) { f.Rows = nil },
	"a row without a name":          func(f *method.Fact) { f.Rows[0] = "" },
	"columns that are not there":    func(f *method.Fact) { f.Cols = []string{"x"} },
	"matrix without columns":        func(f *method.Fact) { f.Value = [][]float64{f.Value.([]float64)} },
}

func (m *centroids) Facts() []method.Fact {
	facts := []method.Fact{{Name: "n_iter", Value: float64(m.k), Meaning: "Steps"}}
	ends := []int{0, m.p.N - 1}
	if m.fault != "indices of rows" {
		ends = m.p.Ordinals(ends)
	}
	facts = append(facts, method.Fact{Name: "ends", Value: ends, Meaning: "Indices of the first point and the last",
		Quiet: true})
	if m.fault == "model that changes" {
		facts = append(facts, method.Fact{Name: "asked", Value: float64(*m.state), Meaning: "How often it was drawn",
			Quiet: true})
	}
	centres := method.Fact{Name: "centres", Label: "Centres", Value: m.centres(), Meaning: "Coordinates",
		Rows: strings.Fields("x₁ y₁ x₂ y₂ x₃ y₃ x₄ y₄ x₅ y₅ x₆ y₆ x₇ y₇ x₈ y₈ x₉ y₉ x₁₀ y₁₀ x₁₁ y₁₁ x₁₂ y₁₂")[:len(m.mean)]}
	if spoil := inFacts[m.fault]; spoil != nil {
		spoil(&centres)
	}
	facts = append(facts, centres)
	return facts
}

func (m *centroids) Status() method.Status {
	if m.k < m.n {
		return method.Status{State: method.Running, Sentence: fmt.Sprintf("Step %d.", m.k)}
	}
	if m.fault == "status that does not end" {
		return method.Status{State: method.Limited, Sentence: "Stopped"}
	}
	return method.Status{State: method.Limited, Sentence: fmt.Sprintf("Stopped after %d steps.", m.n)}
}

func (m *centroids) scores(x []float64) []float64 {
	c := m.centres()
	out := make([]float64, len(c)/2)
	for k := range out {
		out[k] = -math.Hypot(x[0]-c[2*k], x[1]-c[2*k+1])
	}
	return out
}

func (m *centroids) Predict(x, out []float64) {
	for i := range out {
		s := m.scores(x[2*i : 2*i+2])
		best := 0
		for k := range s {
			if s[k] > s[best] {
				best = k
			}
		}
		switch m.fault {
		case "predictor that ignores its input":
			best = 0
		case "answers that depend on the batch":
			best = (best + len(out)/20) % len(s)
		case "classes swapped":
			best = len(s) - 1 - best
		}
		out[i] = float64(best)
	}
}

// Cuts returns no cut, although the boundary is slanted.
func (m *centroids) Cuts(func(int, float64)) bool { return m.fault == "cuts that are not all" }

func (m *centroids) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := &picture.Raster{Kind: picture.Scores, Grid: g, Classes: slices.Clone(m.p.ClassIDs), Hi: 1}
	for range r.Classes {
		r.Planes = append(r.Planes, make([]float32, g.W*g.H))
	}
	if m.fault == "a plane of the raster that is too short" {
		defer func() { r.Planes[0] = r.Planes[0][1:] }()
	}
	for j := range g.H {
		for i := range g.W {
			at := []float64{g.X(i), g.Y(j)}
			if m.fault == "raster that disagrees" {
				at[0] += g.DX
			}
			s := m.scores(at)
			if m.fault == "predictor that ignores its input" {
				s[0] = 1
			}
			if m.fault == "classes swapped" {
				slices.Reverse(s)
			}
			for k := range s {
				r.Planes[k][j*g.W+i] = float32(s[k])
			}
		}
	}
	return r, nil
}

func (m *centroids) Layers(_ method.Job, _ picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	*m.state++
	if show["centres"] && !(m.fault == "layer that is drawn in places" && m.n == 8) {
		centres := &picture.Marks{Role: picture.RoleCentroid, XY: m.centres(), Class: slices.Clone(m.p.ClassIDs),
			Says: "centre of a class"}
		number := &picture.Label{Role: picture.RoleGuide, X: 0.5, Y: 0.5, Text: "12", Says: "number of steps"}
		switch m.fault {
		case "marks without words":
			centres.Says = ""
		case "a number without words":
			number.Says = ""
		case "a sentence for words":
			centres.Says = "These are the centres of the classes."
		case "words for points":
			centres.Role, centres.Value = picture.RolePoint, make([]float64, len(m.centres())/2)
		}
		for c := range m.p.ClassIDs {
			centres.Keys = append(centres.Keys, fmt.Sprint("class", c))
		}
		switch m.fault {
		case "more keys than marks":
			centres.Keys = append(centres.Keys, "class0")
		case "key of two words":
			centres.Keys[0] = "class 0"
		case "key that nobody knows":
			centres.Keys[0] = "klass0"
		}
		over = append(over, centres, number)
	}
	if m.fault == "nonsense instead of a place" {
		over = append(over, &picture.Marks{Role: picture.RoleCentroid, XY: []float64{math.NaN(), 0}})
	}
	return nil, over, nil
}

// Groups assigns rows to the nearest center.
func (m *centroids) Groups(method.Shown) method.Groups {
	g := method.Groups{K: len(m.p.ClassIDs), Name: "cluster", Says: "nearest centre", Fainter: "far from its centre"}
	for i := range m.p.N {
		s := m.scores(m.p.At(i))
		g.Of, g.Weight = append(g.Of, method.Largest(s)), append(g.Weight, 1/(1+slices.Max(s)*slices.Max(s)))
	}
	switch m.fault {
	case "groups of too few points":
		g.Of = g.Of[1:]
	case "weights of too few points":
		g.Weight = g.Weight[1:]
	case "group that there is not":
		g.Of[0] = g.K
	case "no group is -2":
		g.Of[0] = -2
	case "weight above 1":
		g.Weight[1] = 1.5
	case "weight that is no number":
		g.Weight[1] = math.NaN()
	case "group without a name":
		g.Name = ""
	case "name with a number":
		g.Name = "cluster 1"
	case "name that begins large":
		g.Name = "Cluster"
	case "colours without words":
		g.Says = ""
	case "faintness without words":
		g.Fainter = ""
	case "words of faintness for nothing":
		g.Weight = nil
	case "groups that change":
		*m.state++
		g.Of[0] = *m.state % g.K
	}
	return g
}

func (m *centroids) Hits(picture.Viewport, method.Shown) picture.Hits {
	all := picture.Spot{Kind: picture.Area, XY: []float64{0, 0, 1, 0, 0, 1}, Key: "class0"}
	switch m.fault {
	case "key at no place":
		all.XY[0] = math.NaN()
	case "area of two corners":
		all.XY = all.XY[:4]
	}
	return picture.Hits{all}
}

func (m *centroids) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	at := strings.TrimPrefix(key, "class")
	for c := range m.p.ClassIDs {
		if fmt.Sprint("class", c) != key && fmt.Sprint("class ", c) != key {
			continue
		}
		t.Answer = "Centre " + at
		t.Lines = []string{"Where its class is"}
		if m.turns {
			t.Knob = &method.Knob{Param: "starts", Index: 2 * c, Scale: 0.5}
			switch m.fault {
			case "number that there is not":
				t.Knob.Index += 100
			case "number without a size":
				t.Knob.Scale = 0
			}
		}
		for i, k := range m.p.Class {
			if k == c {
				t.Click.Rows = append(t.Click.Rows, i)
			}
		}
		step := 0
		if m.k == 0 {
			step = m.n
		}
		set := func(a method.Action) { t.Click = a }
		switch m.fault {
		case "keys with one name":
			t.Answer = "Centre"
		case "key with a line that ends in a blank":
			t.Lines[0] += " "
		case "key that changes its words":
			*m.state++
			t.Lines[0] = fmt.Sprint("Asked ", *m.state)
		case "click on a parameter that there is not":
			set(method.Action{Set: map[string]any{"max_depth": 1.0}})
		case "click beyond a range":
			set(method.Action{Set: map[string]any{"max_iter": 1e9}})
		case "click beyond the steps":
			step = m.n + 1
			set(method.Action{Step: &step})
		case "click that stays":
			step = m.k
			set(method.Action{Step: &step})
		case "click on points that there are not":
			t.Click.Rows[0] = -1
		case "click on no points":
			t.Click.Rows = []int{}
		case "click that does two things":
			t.Click.Step = &step
		}
		return t, true
	}
	return t, m.fault == "words for any key"
}

func (m *centroids) LeaveOneOut(method.Job) ([]float64, []bool, error) {
	if m.fault != "shortcut that is another answer" {
		return nil, nil, nil
	}
	answers := make([]float64, m.p.N)
	for i, c := range m.p.Class {
		answers[i] = float64(1 - c)
	}
	return answers, nil, nil
}

func (m *centroids) Steps() int { return m.n }

func (m *centroids) Stage(k int) method.Model {
	s := *m
	if s.k = k; m.fault == "stages that are lost" {
		*m.state++
		s.start = slices.Clone(m.start)
		s.start[0] += float64(*m.state)
	}
	return &s
}

func (m *centroids) StepName() string { return "step" }

func (m *centroids) Trace() []method.Series {
	s := method.Series{Name: "distance"}
	for k := range m.n + 1 {
		if m.fault == "trace that is flat" {
			k = 0
		}
		s.Values = append(s.Values, math.Pow(0.5, float64(k)))
	}
	if m.fault == "trace that is short" {
		s.Values = s.Values[1:]
	}
	return []method.Series{s}
}

// listed is a sound fake with all kinds of lists: choices for each entry of another list, a set, numbers for each
// entry, and numbers that are copied from the model.
func listed(f fault) method.Method {
	m := fake(f)
	m.Params = append(slices.Clone(m.Params),
		method.Param{Name: "sizes", Label: "Sizes",
			Kind: method.Numbers{Range: method.Range{Min: 1, Max: 9}, List: method.List{MinLen: 1, MaxLen: 3, Entry: "part"},
				Whole: true}, Default: []float64{1}, Help: "How far each part goes"},
		method.Param{Name: "ways", Label: "Ways", Kind: method.Options{List: method.List{Per: "sizes", MinLen: 1,
			Entry: "part"}, Choices: []method.Choice{{Value: "up", Label: "Up"}, {Value: "down", Label: "Down"}}},
			Default: []string{"up"}, Help: "Where each part goes"},
		method.Param{Name: "gains", Label: "Gains",
			Kind:    method.Numbers{Range: method.Range{Max: 9}, List: method.List{Per: "sizes", More: 1, MinLen: 1, MaxLen: 4}},
			Default: []float64{1}, Help: "How much of each part, and of all"},
		method.Param{Name: "axes", Label: "Axes", Kind: method.Options{List: method.List{MinLen: 1}, Distinct: true,
			Choices: []method.Choice{{Value: "x", Label: "x"}, {Value: "y", Label: "y"}}}, Default: []string{"x"},
			Help: "Along what the parts go"},
		method.Param{Name: "starts", Label: "Starts", Kind: method.Numbers{Range: method.Range{Min: -1e9, Max: 1e9},
			List: method.List{MaxLen: 100, Entry: "number"}, Taken: "Draw again"}, Default: []float64{},
			Help: "Where the centres start"})
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, prev)
		if err != nil {
			return nil, err
		}
		c := model.(*centroids)
		gains := v.Floats("gains")
		by := gains[len(gains)-1]
		for i, way := range v.Strings("ways") {
			if part := 0.1 * gains[i] * v.Floats("sizes")[i]; way == "up" {
				by += part
			} else {
				by -= part
			}
		}
		for _, axis := range v.Strings("axes") {
			c.start[strings.Index("xy", axis)] += by
		}
		c.turns = true
		if list := v.Floats("starts"); len(list) > 0 && c.fault != "numbers that nobody starts from" {
			if len(list) != len(c.start) {
				return nil, doc.Errorf("params.starts", fmt.Sprintf("%d numbers", len(c.start)), len(list))
			}
			c.start = list
		}
		return c, nil
	}
	return m
}

func (m *centroids) Take(param string) []float64 { return m.start }

func TestLists(t *testing.T) {
	broken := func(change func(p *method.Param)) method.Method {
		m := listed(none)
		for i := range m.Params {
			change(&m.Params[i])
		}
		return m
	}
	fails := func(m method.Method) (names []string) {
		for _, c := range checks {
			if c.name == controlsCheck && testing.Short() {
				continue // of the long suite
			}
			if list := failures(func(t T) { c.run(t, m) }); len(list) > 0 {
				names = append(names, c.name+": "+list[0])
			}
		}
		return names
	}
	if found := fails(listed(none)); len(found) > 0 {
		t.Errorf("a sound method fails: %v", found)
	}
	for what, change := range map[string]func(p *method.Param){
		"a list for each of nothing": func(p *method.Param) {
			if p.Name == "ways" {
				method.Change(p, func(k *method.Options) { k.Per = "noisy" })
			}
		},
		"neither a set nor for each": func(p *method.Param) {
			method.Change(p,
				func(k *method.Options) { k.Distinct = false })
		},
		"a list that may be empty": func(p *method.Param) {
			if p.Name == "ways" {
				method.Change(p, func(k *method.Options) { k.MinLen = 0 })
			}
		},
		"taken over without a limit": func(p *method.Param) {
			if p.Taken() != "" {
				method.Change(p, func(k *method.Numbers) { k.MaxLen = 0 })
			}
		},
	} {
		if found := failures(func(t T) { declaration(t, broken(change)) }); len(found) == 0 {
			t.Errorf("nobody finds %s", what)
		}
	}
	for _, f := range []fault{"number that there is not", "number without a size", "numbers that nobody starts from"} {
		if found := failures(func(t T) { keys(t, listed(f)) }); len(found) == 0 {
			t.Errorf("nobody finds a %s", f)
		}
	}
	dead := listed(none) // the parameter has no effect
	fit := dead.Fit
	dead.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		n := len(v.Strings("ways"))
		return fit(job, p, v.With("ways", slices.Repeat([]string{"up"}, n)).With("starts", []float64{}), prev)
	}
	found := strings.Join(failures(func(t T) { controls(t, dead) }), "\n")
	if !strings.Contains(found, "ways changes nothing") || !strings.Contains(found, "starts changes nothing") {
		t.Errorf("dead lists: %s", found)
	}
}

// A sound method passes the suite, and each fault is found by the check that should find it.
func TestSuite(t *testing.T) {
	find := func(f fault, wanted func(check string) bool) map[string]string {
		m := fake(f)
		found := map[string]string{}
		for _, c := range checks {
			if !wanted(c.name) {
				continue
			}
			if list := failures(func(t T) { c.run(t, less(m, f)) }); len(list) > 0 {
				found[c.name] = strings.Join(list, "\n")
			}
		}
		return found
	}
	every := func(string) bool { return true }
	if found := find(none, every); len(found) > 0 {
		t.Fatalf("a sound method fails: %v", found)
	}
	finders := map[fault]string{
		"shortcut that is another answer":         "leave one out",
		"stepper that does not move":              "steps",
		"stages that are lost":                    "steps",
		"hits without words at a step":            "steps",
		"hits without words":                      "batch equals one by one",
		"steps of another run":                    "steps",
		"trace that is flat":                      "steps",
		"trace that is short":                     "steps",
		"iterates and does not step":              "steps",
		"raster that disagrees":                   "raster equals predict",
		"probabilities that do not add up":        "probabilities",
		"probabilities of the other classes":      "probabilities",
		"probabilities that are not the raster's": "probabilities",
		"nothing painted":                         "raster equals predict",
		"predictor that ignores its input":        "learns",
		"classes swapped":                         "learns",
		"answers that depend on the batch":        "batch equals one by one",
		"no predictor":                            "batch equals one by one",
		"model that changes":                      "drawing changes nothing",
		"misspelt name":                           "parameters are read",
		"dead parameter":                          "parameters are read",
		"control that is dead in places":          "controls",
		"layer that is drawn in places":           "controls",
		"condition that can't hold":               "declaration",
		"conditions that can't hold together":     "controls",
		"choice that fails":                       "choices",
		"help that begins small":                  "words",
		"summary that does not end":               "words",
		"two sentences without an end":            "words",
		"words of one day":                        "words",
		"status that does not end":                "choices",
		"show that draws nothing":                 "shows",
		"show that is declared twice":             "shows",
		"marks without words":                     "legend",
		"a number without words":                  "legend",
		"a sentence for words":                    "legend",
		"words for points":                        "legend",
		"seed that is ignored":                    "another seed",
		"randomness not declared":                 "another seed",
		"warm start from other data":              "warm equals cold",
		"warm start from another parameter":       "warm equals cold",
		"warm start that changes the old model":   "warm equals cold",
		"fit that can't be stopped":               "cancelling",
		"another answer each time":                "same seed same bits",
		"nonsense instead of a place":             "choices",
		"a plane of the raster that is too short": "choices",
		"groups of too few points":                "groups",
		"weights of too few points":               "groups",
		"group that there is not":                 "groups",
		"no group is -2":                          "groups",
		"weight above 1":                          "groups",
		"weight that is no number":                "groups",
		"group without a name":                    "groups",
		"name with a number":                      "groups",
		"name that begins large":                  "groups",
		"colours without words":                   "legend",
		"faintness without words":                 "groups",
		"words of faintness for nothing":          "groups",
		"groups that change":                      "groups",
		"more keys than marks":                    "keys",
		"key of two words":                        "keys",
		"key that nobody knows":                   "keys",
		"key at no place":                         "keys",
		"area of two corners":                     "keys",
		"keys with one name":                      "keys",
		"key with a line that ends in a blank":    "keys",
		"key that changes its words":              "keys",
		"click on a parameter that there is not":  "keys",
		"click beyond a range":                    "keys",
		"click beyond the steps":                  "keys",
		"click that stays":                        "keys",
		"click on points that there are not":      "keys",
		"click on no points":                      "keys",
		"click that does two things":              "keys",
		"words for any key":                       "keys",
		"keys that the model does not know":       "keys",
		"indices of rows":                         "held out",
		"cuts that are not all":                   "boxes",
	}
	for f := range inFacts {
		finders[f] = "choices"
	}
	for f, check := range finders {
		if found := find(f, func(name string) bool { return name == check }); len(found) == 0 {
			t.Errorf("%s: the check %q does not find it; found: %v", f, check, find(f, every))
		}
	}
}

// less is a fake with fewer capabilities.
func less(m method.Method, f fault) method.Method {
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		model, err := fit(job, p, v, prev)
		if err != nil {
			return nil, err
		}
		c := model.(*centroids)
		all, can := c.Can(), method.Capabilities{}
		can.Predictor, can.ScoreRaster, can.Stepper, can.Layers = all.Predictor, all.ScoreRaster, all.Stepper, all.Layers
		switch f {
		case "iterates and does not step":
			can.Stepper = nil
		case "nothing painted":
			can.ScoreRaster = nil
		case "keys that the model does not know":
		case "no predictor":
			can.Predictor = nil
		default:
			return c, nil
		}
		return limited{c, &can}, nil
	}
	return m
}

// limited is a model with other capabilities.
type limited struct {
	method.Model
	can *method.Capabilities
}

func (m limited) Can() *method.Capabilities {
	can := *m.can
	return &can
}
