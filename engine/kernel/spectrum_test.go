package kernel

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// The waves of the spectrum must add up to the kernel (Bochner's theorem) at all distances.
func TestWavesAddUp(t *testing.T) {
	for _, text := range []string{"rbf(0.5)", "matern12(0.7)", "matern32(0.7)", "matern52(0.7)", "rq(0.6,1.5)",
		"rq(0.6,0.4)", "rq(1,30)",
		"periodic(0.8,1.3)", "2*rbf(0.5)+0.5*matern52(2)+constant(3)", "periodic(0.8,1.3)+periodic(2,1.3)"} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := SpectrumOf(k, 0)
		if !ok {
			t.Errorf("%s has no spectrum", text)
			continue
		}
		for _, r := range []float64{0, 0.1, 0.5, 1.1, 2} {
			got := 0.0
			for _, l := range s.Lines {
				got += l.Weight * math.Cos(l.Omega*r)
			}
			if s.Density != nil { // w = tan(u) maps the line to an interval
				got += 2 * quad.Fixed(func(u float64) float64 {
					w := 10 * math.Tan(u)
					return s.Density(w) * math.Cos(w*r) * 10 * (1 + math.Tan(u)*math.Tan(u))
				}, 0, math.Pi/2, 4000, nil, 0)
			}
			if want := k.Eval([]float64{0}, []float64{r}); math.Abs(got-want) > 2e-3*math.Max(1,
				k.Eval([]float64{0}, []float64{0})) {
				t.Errorf("%s at distance %g: waves add up to %.5f, the kernel is %.5f", text, r, got, want)
			}
		}
	}
	// For kernels whose waves add up too slowly: the density must be the integral of the kernel times the wave, divided
	// by π.
	for text, end := range map[string]float64{"box(0.7)": 0.7, "triangle(0.7)": 0.7, "2*box(0.3) - triangle(0.4)": 0.4,
		"rbf(0.2) - 0.9*rbf(0.3)": 4} {
		k := mustParse(t, text)
		s, ok := SpectrumOf(k, 0)
		if !ok || len(s.Lines) > 0 || !(s.Reach > 0) {
			t.Fatalf("%s: spectrum %v", text, s)
		}
		least, largest := math.Inf(1), math.Inf(-1)
		for i := range 200 {
			w, nodes, want := s.Reach*float64(i)/200, 4000, 0.0
			for j := range nodes {
				r := end * (float64(j) + 0.5) / float64(nodes)
				want += k.Eval([]float64{0}, []float64{r}) * math.Cos(w*r) * end / float64(nodes) / math.Pi
			}
			if got := s.Density(w); math.Abs(got-want) > 1e-4 {
				t.Fatalf("%s at frequency %g: density %.6f, want %.6f", text, w, got, want)
			}
			least, largest = min(least, s.Density(w)), max(largest, s.Density(w))
		}
		if (least < -1e-6) == (text == "triangle(0.7)") {
			t.Errorf("%s: the least density is %g", text, least)
		}
		if worst, most := s.Range(); worst > least || worst < least-0.01*largest || most < largest || most > 1.01*largest {
			t.Errorf("%s: Range is from %g to %g, and from %g to %g was seen", text, worst, most, least, largest)
		}
	}
	if s, ok := SpectrumOf(Sum(Periodic(0.8, 1), Minus(Cos(0.5))), 0); !ok || len(s.Lines) < 5 {
		t.Errorf("waves of a period: %v", s)
	} else if worst, _ := s.Range(); worst > -0.5 {
		t.Errorf("the wave taken away has the weight %g", worst)
	}
	for _, text := range []string{"linear()", "rbf(1)*linear()", "poly(2,1,1)"} {
		if k, err := Parse(text); err != nil {
			t.Error(err)
		} else if _, ok := SpectrumOf(k, 0); ok {
			t.Errorf("%s is not stationary, and has a spectrum", text)
		}
	}
	// With a length scale per coordinate, each coordinate's spectrum is that of its own scale.
	k := RBF(0.5, 2)
	for c, l := range []float64{0.5, 2} {
		s, _ := SpectrumOf(k, c)
		if want := l / math.Sqrt(2*math.Pi); math.Abs(s.Density(0)-want) > 1e-12 {
			t.Errorf("coordinate %d: %g, want %g", c, s.Density(0), want)
		}
	}
}
