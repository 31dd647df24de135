package method

import (
	"math"
	"strings"
	"testing"
)

func TestSettled(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		violation, tolerance, rounding float64
		want                           State
	}{
		{0, 1e-3, 0, Converged},
		{1e-3, 1e-3, 1e-3, Converged},
		{1.1e-3, 1e-3, 0, Limited},
		{0, 1e-3, 1, Limited}, // measured as 0, but within rounding errors
		{nan, 1e-3, 0, Diverged},
		{0, 1e-3, nan, Diverged},
		{inf, 1e-3, 0, Diverged},
	} {
		if got := Settled(c.violation, c.tolerance, c.rounding); got != c.want {
			t.Errorf("Settled(%g, %g, %g) = %s, want %s", c.violation, c.tolerance, c.rounding, got, c.want)
		}
	}
}

func TestSolved(t *testing.T) {
	for _, c := range []struct {
		condition float64
		want      State
	}{{1, Exact}, {1e12, Exact}, {5e13, Limited}, {math.Inf(1), Limited}, {math.NaN(), Diverged}} {
		if got := Solved(c.condition); got != c.want {
			t.Errorf("Solved(%g) = %s, want %s", c.condition, got, c.want)
		}
	}
	if s := SolvedSentence(5e13, "K + αI", "Increase α."); !strings.Contains(s, "5e+13") ||
		!strings.HasSuffix(s, "Increase α.") {
		t.Errorf("sentence %q", s)
	}
}

func TestCheckKernelNamesThePoint(t *testing.T) {
	p := &Problem{N: 2, D: 1, X: []float64{0, 1}, Row: []int{3, 7}}
	if err := p.CheckKernel([]float64{1, 1e100}); err != nil {
		t.Error(err)
	}
	for _, v := range []float64{1.1e100, math.Inf(1), math.NaN(), -1e101} {
		err := p.CheckKernel([]float64{1, v})
		if n, ok := err.(*Need); !ok || !strings.Contains(n.Sentence, "point 8") {
			t.Errorf("k(x, x) = %g: %v", v, err)
		}
	}
}

type watcher struct{ heard []float64 }

func (*watcher) Err() error              { return nil }
func (w *watcher) Progress(done float64) { w.heard = append(w.heard, done) }

func TestStretch(t *testing.T) {
	w := &watcher{}
	p := Stretch(Stretch(w, 0.5, 1), 0.5, 1)
	Progress(p, 0)
	Progress(p, 1)
	if len(w.heard) != 2 || w.heard[0] != 0.75 || w.heard[1] != 1 {
		t.Errorf("heard %v", w.heard)
	}
	Progress(Stretch(Unstopped, 0, 1), 0.5) // does nothing
}
