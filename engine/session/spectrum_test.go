package session_test

import (
	"fmt"
	"math"
	"testing"

	"pointscape/engine/assess"
)

// For independent rows, covariances converge to the true ones like 1/√n, and under the source condition β = Cz, with
// the penalty n^(-1/4) per row, the estimation risk decreases like n^(-γ/(γ+1)) = n^(-1/2), in ten dimensions as in
// forty.
func TestRateUnderASourceCondition(t *testing.T) {
	for _, d := range []int{10, 40} {
		c, r := survey(t, fmt.Sprintf(`{"method":"ridge","table":{"name":"spectrum","n":100,"d":%d,"noise":0.5,"seed":1,
			"decay":1,"gamma":1},"study":{"over":"n","values":[40,160,640,2560],"draws":10,"log":true,
			"rules":{"alpha":"n^(3/4)"}}}`, d))
		if len(c.Moments()) != 3 {
			t.Fatalf("%d columns: moments %v", d, c.Moments())
		}
		for _, m := range c.Moments() {
			if math.Abs(m.Slope+0.5) > 0.07 {
				t.Errorf("%d columns: %s goes like n to the power %v", d, m.Name, m.Slope)
			}
			if factOf(r.Facts, m.Fact) != m.Slope {
				t.Errorf("%d columns: the fact %s is %v, the slope %v", d, m.Fact, factOf(r.Facts, m.Fact), m.Slope)
			}
		}
		if slope, ok := factOf(r.Facts, "estimation_slope").(float64); !ok || math.Abs(slope+0.5) > 0.05 {
			t.Errorf("%d columns: the estimation risk falls like n to the power %v, not -1/2", d, slope)
		}
		fresh := c.Line(assess.Fresh)
		for i, e := range fresh.Mean {
			if e < 0.25 || e > 0.25+0.2*math.Sqrt(40/c.Over.At[i]) || c.Bayes != 0.25 {
				t.Errorf("%d columns, n = %v: fresh error %v, noise %v", d, c.Over.At[i], e, c.Bayes)
			}
		}
	}
}

// Over the dimension each fit is compared with the true coefficients of its own dimension.
func TestEstimationRiskOverTheDimension(t *testing.T) {
	c, _ := survey(t, `{"method":"ridge","params":{"alpha":1e-6},"table":{"name":"spectrum","n":4000,"noise":0,"seed":1,
		"decay":1,"gamma":0.5},"study":{"over":"d","values":[2,5,40],"draws":2}}`)
	l := c.Line(assess.Estimation)
	if l == nil || len(l.Mean) != 3 {
		t.Fatal("no estimation risk over the dimension")
	}
	for i, e := range l.Mean {
		if !(e >= 0 && e < 1e-8) {
			t.Errorf("d = %v: without noise the estimation risk is %v", c.Over.At[i], e)
		}
	}
}
