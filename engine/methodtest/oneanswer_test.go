package methodtest

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// halves are two clusters, left and right of x = 1/2; points on the line between them belong to the left one, and
// points above y = 7/8 to none. Its faults are contradictions about a point.
type halves struct {
	p     *method.Problem
	fault fault
}

func (h halves) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: h, Partial: true},
		Drawing: method.Drawing{Layers: h.Layers, Groups: h.Groups},
		Words:   method.Words{Explain: h.Explain},
	}
}

func (h halves) of(x []float64) int {
	switch {
	case x[1] > 0.875:
		return method.NoGroup
	case x[0] > 0.5:
		return 1
	}
	return 0
}

func (h halves) Groups(method.Shown) method.Groups {
	g := method.Groups{K: 2, Name: "cluster", Says: "half that a point is in"}
	for i := range h.p.N {
		of := h.of(h.p.At(i))
		switch {
		case h.fault == "a tie by the nearer colour" && h.p.At(i)[0] == 0.5:
			of = 1
		case h.fault == "equal points of two colours" && i > 0 && slices.Equal(h.p.At(i), h.p.At(i-1)) && of == 0:
			of = 1
		case h.fault == "a colour for a point of none" && of == method.NoGroup:
			of = 0
		}
		g.Of = append(g.Of, of)
	}
	return g
}

func (h halves) Predict(x, out []float64) {
	for i := range out {
		out[i] = math.NaN()
		if of := h.of(x[2*i : 2*i+2]); of != method.NoGroup {
			out[i] = float64(of)
		}
	}
}

func (h halves) Facts() []method.Fact {
	labels := h.Groups(nil).Of
	if h.fault == "labels of another step" {
		labels = slices.Repeat([]int{0}, h.p.N)
	}
	return []method.Fact{{Name: "labels", Value: labels, Meaning: "Index of each point's cluster", Quiet: true}}
}

func (h halves) Status() method.Status {
	return method.Status{State: method.Exact, Sentence: "Two halves."}
}

func (h halves) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	g := h.Groups(nil)
	of := h.of(x[:2])
	if h.fault == "a readout by the nearer one" && x[0] == 0.5 && of == 0 {
		of = 1
	}
	if of == method.NoGroup {
		return method.Explanation{Answer: "none"}
	}
	return method.Explanation{Answer: g.Called(of)}
}

func (h halves) Layers(method.Job, picture.Viewport, *picture.Raster, method.Shown) (under, over []picture.Layer,
	err error) {
	edge := 0.53 // points on the line are inside the left cluster, which is painted last
	if h.fault == "a cell under the other one" {
		edge = 0.4
	}
	cell := func(class int, x0, x1 float64) *picture.Path {
		return &picture.Path{Role: picture.RoleCell, Class: class, Closed: true, Says: "half",
			XY: []float64{x0, -1, x1, -1, x1, 0.9, x0, 0.9}}
	}
	return []picture.Layer{cell(1, 0.3, 2), cell(0, -1, edge)}, nil, nil
}

// The check finds each contradiction, and none in a consistent model.
func TestOneAnswer(t *testing.T) {
	for f, words := range map[fault]string{
		none: "", "a tie by the nearer colour": "is coloured as cluster 2, and predicted as cluster 1",
		"equal points of two colours":  "are in one place",
		"a colour for a point of none": "predicted as of no group", "labels of another step": "the fact labels",
		"a readout by the nearer one": "the pointer reads", "a cell under the other one": "the cell under it",
	} {
		m := method.Method{Info: method.Info{ID: "halves", Name: "Halves", Family: "Fakes", Task: method.Cluster},
			Fit: func(_ method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
				return halves{p, f}, nil
			}}
		found := strings.Join(failures(func(t T) { oneAnswer(t, m) }), "\n")
		if words == "" && found != "" {
			t.Errorf("a sound method fails: %s", found)
		}
		if !strings.Contains(found, words) {
			t.Errorf("%s: found %q, want %q", f, found, words)
		}
	}
}

// ramp is x1 over the plane, as a value or, split at 1/2, as two classes. Its faults are rasters with other values.
type ramp struct {
	p     *method.Problem
	fault fault
}

func (s ramp) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s},
	}
}

func (s ramp) classes() bool { return s.p.Task == method.Classify }

func (s ramp) Predict(x, out []float64) {
	for i := range out {
		if out[i] = x[2*i]; s.classes() {
			out[i] = 0
			if x[2*i] > 0.5 && len(s.p.ClassIDs) > 1 {
				out[i] = 1
			}
		}
	}
}

func (s ramp) Facts() []method.Fact  { return nil }
func (s ramp) Status() method.Status { return method.Status{State: method.Exact, Sentence: "A ramp."} }

// raster has x1 minus middle at each node; with the fault it is shifted to the right by a node.
func (s ramp) raster(g picture.Grid, middle float64) *picture.Raster {
	r := &picture.Raster{Grid: g, Planes: [][]float32{make([]float32, g.W*g.H)}, Lo: 0, Hi: 1}
	for n := range g.W * g.H {
		x := g.X(n % g.W)
		if s.fault == "painted a node too far" {
			x += g.DX
		}
		r.Planes[0][n] = float32(x - middle)
	}
	return r
}

type fieldRamp struct{ ramp }

func (s fieldRamp) Can() *method.Capabilities {
	can := s.ramp.Can()
	can.FieldRaster = s.FieldRaster
	return can
}

func (s fieldRamp) FieldRaster(_ method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	return s.raster(g, 0), nil
}

type scoreRamp struct{ ramp }

func (s scoreRamp) Can() *method.Capabilities {
	can := s.ramp.Can()
	can.ScoreRaster = s.ScoreRaster
	return can
}

func (s scoreRamp) ScoreRaster(_ method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	if len(s.p.ClassIDs) < 2 {
		return nil, nil
	}
	r := s.raster(g, 0.5)
	r.Kind, r.Classes = picture.Decision, s.p.ClassIDs
	return r, nil
}

// The raster at a point is compared with the prediction there, for values and for classes.
func TestOneAnswerOfRasters(t *testing.T) {
	for _, task := range []method.Task{method.Regress2D, method.Classify} {
		for _, f := range []fault{none, "painted a node too far"} {
			m := method.Method{Info: method.Info{ID: "ramp", Name: "Ramp", Family: "Fakes", Task: task},
				Fit: func(_ method.Job, p *method.Problem, _ method.Values, _ method.Model) (method.Model, error) {
					if task == method.Classify {
						return scoreRamp{ramp{p, f}}, nil
					}
					return fieldRamp{ramp{p, f}}, nil
				}}
			found := strings.Join(failures(func(t T) { oneAnswer(t, m) }), "\n")
			if strings.Contains(found, "and painted as") != (f != none) {
				t.Errorf("task %v, %q: found %q", task, f, found)
			}
		}
	}
}
