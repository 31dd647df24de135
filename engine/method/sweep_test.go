package method_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// A sweep goes monotonically from its first value to its last, evenly or by logarithm, in round numbers.
func TestSweepValues(t *testing.T) {
	c := &method.Param{Name: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6, SoftMin: 0.01,
		SoftMax: 100, Log: true}}}
	k := &method.Param{Name: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMax: 10, SoftMin: 1}}}
	s := c.Sweep()
	if want := (doc.Sweep{Param: "C", From: 0.01, To: 100, Log: true}); s == nil || *s != want {
		t.Fatalf("the sweep of C is %+v", s)
	}
	list := c.SweepValues(s)
	if len(list) != doc.SweepSteps+1 || list[0] != 0.01 || list[len(list)-1] != 100 || list[doc.SweepSteps/2] != 1 ||
		list[1] != 0.0105 {
		t.Errorf("%d values, the first two %v", len(list), list[:2])
	}
	for i := 1; i < len(list); i++ {
		if r := list[i] / list[i-1]; math.Abs(r-math.Pow(1e4, 1.0/doc.SweepSteps)) > 0.01 {
			t.Errorf("from %g to %g", list[i-1], list[i])
		}
	}
	for _, x := range []struct {
		p    *method.Param
		s    doc.Sweep
		want []float64
	}{
		{k, doc.Sweep{From: 1, To: 4}, []float64{1, 2, 3, 4}},
		{k, doc.Sweep{From: 4, To: 1, Steps: 600}, []float64{4, 3, 2, 1}},
		{k, doc.Sweep{From: 1, To: 8, Steps: 3, Log: true}, []float64{1, 2, 4, 8}},
		{c, doc.Sweep{From: 0, To: 1, Steps: 3}, []float64{0, 0.33, 0.67, 1}},
		{c, doc.Sweep{From: 1, To: -1, Steps: 4}, []float64{1, 0.5, 0, -0.5, -1}},
		{c, doc.Sweep{From: 1e6, To: 1e6 + 1, Steps: 2}, []float64{1e6, 1e6 + 0.5, 1e6 + 1}},
		{c, doc.Sweep{From: 1, To: 1.0001, Steps: 2, Log: true}, []float64{1, 1.00005, 1.0001}},
	} {
		if got := x.p.SweepValues(&x.s); !slices.Equal(got, x.want) {
			t.Errorf("%+v goes through %v", x.s, got)
		}
	}
	open := &method.Param{Name: "a", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1}}}
	if s := open.Sweep(); s.From != 0.005 || s.To != 1 {
		t.Errorf("beside an open end it is %+v", s)
	}
	for _, p := range []*method.Param{{Name: "a", Kind: method.Number{}}, {Name: "b", Kind: method.Bool{}}} {
		if s := p.Sweep(); s != nil {
			t.Errorf("%s has the sweep %+v", p.Name, s)
		}
	}
}

func TestSweepIsOfANumberOfTheMethod(t *testing.T) {
	in := &method.Info{Name: "Nearest", Params: []method.Param{
		{Name: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 50}}}, {Name: "even", Kind: method.Bool{}},
	}}
	for want, s := range map[string]*doc.Sweep{
		"": {Param: "k", From: 1, To: 50},
		"view.sweep.param must be one of k; got \"C\"":    {Param: "C", From: 1, To: 2},
		"view.sweep.param must be one of k; got \"even\"": {Param: "even", From: 0, To: 1},
		"view.sweep.from must be a whole number":          {Param: "k", From: 0.5, To: 2},
		"view.sweep.to must be a whole number at least 1": {Param: "k", From: 1, To: 51},
	} {
		err := in.CheckSweep(&doc.Document{View: doc.View{Sweep: s}})
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v", s, err)
		}
	}
	if err := in.CheckSweep(&doc.Document{}); err != nil {
		t.Error(err)
	}
}
