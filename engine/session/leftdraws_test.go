package session_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/assess"
)

// Over draws of independent points the mean leave-one-out error is the expected error of fits to one point fewer, which
// nearly equals the mean fresh error; in each draw the number of leave-one-out mistakes is at most the number of
// support vectors.
func TestLeaveOneOutOverDraws(t *testing.T) {
	const text = `{"method":"svm","params":{"kernel":"rbf","gamma":5,"C":3},"dataset":{"name":"linear_noisy","n":%d,"noise":0.2,"seed":4},"study":{%s}}`
	c, r := survey(t, fmt.Sprintf(text, 40, `"draws":150,"bounds":true`))
	left, fresh, share := c.Line(assess.LeaveOneOut), c.Line(assess.Fresh), c.Line("support vectors / n")
	if left == nil || len(left.Each[0]) != 150 {
		t.Fatalf("%+v", c.Lines)
	}
	for i, e := range left.Each[0] {
		if wrong := e * 40; math.Abs(wrong-math.Round(wrong)) > 1e-9 || e > share.Each[0][i]+1e-9 {
			t.Errorf("draw %d: leave-one-out error %v, support vectors %v", i, e, share.Each[0][i])
		}
	}
	// The error with 39 points exceeds that with 40 by less than half a standard error of this mean.
	if math.Abs(left.Mean[0]-fresh.Mean[0]) > 4*left.SE[0] {
		t.Errorf("leave-one-out %v ± %v, fresh %v", left.Mean[0], left.SE[0], fresh.Mean[0])
	}
	if fact(r, "leave_one_out_error") != left.Mean[0] || !strings.Contains(r.Says, "Leave-one-out error") ||
		!strings.Contains(strings.Join(r.Notes, " "), "Leave-one-out errors need") {
		t.Errorf("%q %q", r.Says, r.Notes)
	}
	panel := c.Panel(math.NaN(), math.NaN())
	if p, err := panel.Draw(t.Context(), 300, 200); err != nil || !strings.Contains(p.Alt, "fresh error of 150 fits") {
		t.Errorf("%v, a law of %q", err, p.Alt)
	}
	for _, without := range []string{`"draws":10`, `"draws":10,"bootstrap":true,"bounds":true`,
		`"over":"C","values":[1,2],"draws":10,"bounds":true`, `"over":"n","values":[20,30],"draws":10,"bounds":true`} {
		if c, _ := survey(t, fmt.Sprintf(text, 40, without)); c.Line(assess.LeaveOneOut) != nil {
			t.Errorf("%s has leave-one-out errors", without)
		}
	}
	c, r = survey(t, fmt.Sprintf(text, 30, `"draws":700,"bounds":true`))
	if c.Line(assess.LeaveOneOut) != nil || !strings.Contains(strings.Join(r.Notes, " "), "No leave-one-out errors") {
		t.Errorf("21,000 fits: %q", r.Notes)
	}
}
