package methodtest

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// vine is a linear classifier, trained on random single rows without an end. The check "growing" must find its faults.
type vine struct {
	p     *method.Problem
	w     [3]float64
	step  int
	fault fault
	rng   *rand.Rand // for the fault in which random numbers come from a common stream
	bulk  []float64
	given []float64 // initial numbers
}

func (v *vine) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: v},
		Run:     method.Run{Grower: v, Adopt: v.Adopt},
		Pointer: method.Pointer{Take: v.Take},
	}
}

func (v *vine) Facts() []method.Fact { return []method.Fact{{Name: "coef", Value: v.w[:2]}} }
func (v *vine) Status() method.Status {
	return method.Status{State: method.Running, Sentence: "It grows."}
}
func (v *vine) Take(string) []float64 { return v.w[:] }
func (v *vine) Step() int             { return v.step }
func (v *vine) StepName() string      { return "row" }
func (v *vine) Bytes() int {
	if v.fault == "memory that is not told" {
		return 64
	}
	return 96 + 8*len(v.bulk)
}

func (v *vine) at(x []float64) float64 { return v.w[0]*x[0] + v.w[1]*x[1] + v.w[2] }

func (v *vine) Predict(x []float64, out []float64) {
	for i := range out {
		if out[i] = 0; v.at(x[2*i:]) > 0 {
			out[i] = 1
		}
	}
}

func (v *vine) Measures() []method.Measure {
	loss := 0.0
	for i, c := range v.p.Class {
		loss += math.Log1p(math.Exp(-v.at(v.p.At(i)) * float64(2*c-1)))
	}
	switch v.fault {
	case "measure that is no number":
		loss = math.NaN()
	case "measure that stands still":
		loss = 1
	case "measure that changes its name":
		if v.step > 3 {
			return []method.Measure{{Name: "late loss", Value: loss}}
		}
	}
	return []method.Measure{{Name: "loss", Value: loss}}
}

func (v *vine) Grow(job method.Job, n int) (method.Grower, error) {
	next := *v
	next.bulk = make([]float64, 500)
	for k := range n {
		if v.fault != "growing that can't be stopped" {
			if err := job.Err(); err != nil {
				return nil, err
			}
		}
		rng := rand.New(rand.NewPCG(v.p.Seed, uint64(next.step)))
		switch v.fault {
		case "randomness of a stream":
			rng = v.rng
		case "slices that count":
			rng = rand.New(rand.NewPCG(v.p.Seed, uint64(v.step)))
			for range k {
				rng.Uint64()
			}
		}
		i := rng.IntN(v.p.N)
		y, x := float64(2*v.p.Class[i]-1), v.p.At(i)
		push := y / (1 + math.Exp(y*next.at(x)))
		next.w[0] += push * x[0]
		next.w[1] += push * x[1]
		next.w[2] += push
		next.step++
	}
	if v.fault == "state that changes" {
		v.w = next.w
	}
	if v.fault == "steps that are not counted" {
		next.step = v.step + 1
	}
	return &next, nil
}

func (v *vine) Adopt(_ method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*vine)
	if !ok || v.fault == "weights that don't go on" || v.fault != "weights that overrule the document" &&
		!slices.Equal(f.given, v.given) {
		return nil, false
	}
	next := *f
	next.step, next.bulk = v.step, v.bulk
	if next.w = v.w; v.fault == "weights that are forgotten" {
		next.w = f.w
	}
	return &next, true
}

func vines(f fault) method.Method {
	m := fake(none)
	m.Params, m.Shows = []method.Param{{Name: "starts", Label: "Starts",
		Kind: method.Numbers{Range: method.Range{Min: -1e9, Max: 1e9}, List: method.List{MaxLen: 3, Entry: "number"},
			Taken: "Draw again"}, Default: []float64{}, Help: "Where it starts"}}, nil
	m.Divisible = f == "growing in parts"
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		g := &vine{p: p, fault: f, rng: rand.New(rand.NewPCG(1, 2)), w: [3]float64{0.1, -0.3, 0.2},
			bulk: make([]float64, 500)}
		if old, ok := prev.(*vine); ok && f == "start that is warm" {
			g.w = old.w
		}
		if g.given = v.Floats("starts"); len(g.given) == 3 {
			copy(g.w[:], g.given)
		}
		return g, nil
	}
	return m
}

// pole is a vine with an end.
type pole struct {
	*vine
	end int
}

func (p *pole) Can() *method.Capabilities {
	can := p.vine.Can()
	can.Grower = p
	can.End = p.End
	can.Adopt = nil // it has an end instead
	return can
}

func (p *pole) End() int {
	if p.fault == "end that moves" {
		return p.end + p.step
	}
	return p.end
}

func (p *pole) Status() method.Status {
	if p.step == p.end && p.fault != "end that is none" || p.fault == "end at once" {
		return method.Status{State: method.Exact, Sentence: "It is there."}
	}
	return p.vine.Status()
}

func (p *pole) Grow(job method.Job, n int) (method.Grower, error) {
	g, err := p.vine.Grow(job, n)
	if err != nil {
		return nil, err
	}
	return &pole{g.(*vine), p.end}, nil
}

func poles(f fault, end int) method.Method {
	m := vines(f)
	fit := m.Fit
	m.Fit = func(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
		g, err := fit(job, p, v, nil)
		return &pole{g.(*vine), end}, err
	}
	return m
}

func TestGrowingWithAnEnd(t *testing.T) {
	for _, end := range []int{1, 7, 400} {
		if list := failures(func(t T) { growing(t, poles(none, end)) }); len(list) > 0 {
			t.Errorf("a sound method that ends at step %d fails: %v", end, list)
		}
		p, err := method.NewProblem(Points(method.Classify, 30, 21), method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		m := Grown(poles(none, end))
		v, err := m.Validate(nil)
		if err != nil {
			t.Fatal(err)
		}
		if model, err := m.Fit(t.Context(), p, v, nil); err != nil || model.Can().Grower.Step() != end {
			t.Errorf("the other checks see it at another step than %d: %v", end, err)
		}
	}
	for f, says := range map[fault]string{
		"end that moves":         "the end is step 7 at the start, and 14 there",
		"end that is none":       "it is running",
		"end at once":            "at step 1 of 7 it is exact",
		"randomness of a stream": "other slices",
	} {
		list := failures(func(t T) { growing(t, poles(f, 7)) })
		if all := strings.Join(list, "\n"); !strings.Contains(all, says) {
			t.Errorf("%s: the check does not say %q; it found: %v", f, says, list)
		}
	}
}

func TestGrowing(t *testing.T) {
	both := func(f fault) []string {
		return failures(func(t T) {
			growing(t, vines(f))
			weighs(t, vines(f))
		})
	}
	if list := both(none); len(list) > 0 {
		t.Fatalf("a sound method fails: %v", list)
	}
	for f, says := range map[fault]string{
		"randomness of a stream":             "other slices",
		"slices that count":                  "other slices",
		"state that changes":                 "changes it",
		"steps that are not counted":         "at step 1",
		"growing that can't be stopped":      "whether to go on",
		"memory that is not told":            "bytes",
		"measure that is no number":          "the state is running",
		"measure that stands still":          "no measure moves",
		"measure that changes its name":      "first it was",
		"weights that don't go on":           "do not go on",
		"weights that are forgotten":         "not been trained",
		"weights that overrule the document": "kept weights overrule starts",
		"growing in parts":                   "divisible",
		"start that is warm":                 "begins elsewhere",
	} {
		list := both(f)
		if all := strings.Join(list, "\n"); !strings.Contains(all, says) {
			t.Errorf("%s: the check does not say %q; it found: %v", f, says, list)
		}
	}
}
