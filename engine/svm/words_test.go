package svm

import (
	"errors"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// listener is a job that counts the checks for cancellation between two reports of progress, and cancels the fit in the
// end.
type listener struct{ asked, silent, longest int }

func (l *listener) Err() error {
	l.silent++
	l.longest = max(l.longest, l.silent)
	if l.asked++; l.asked > 300 {
		return method.ErrStopped
	}
	return nil
}

func (l *listener) Progress(float64) { l.silent = 0 }

// A machine that does not approach its optimum for a long time, or moves away from it, must still report the remaining
// effort: one percent of it is 5 checks.
func TestWordsWithoutProgress(t *testing.T) {
	for _, s := range methodtest.NastyData(method.Regress2D) {
		if s.Name != "scales 1e-9 and 1e9" {
			continue
		}
		m := SVR()
		v, err := m.Validate(map[string]any{"domain": "plane", "kernel": "poly", "coef0": -100.0})
		if err != nil {
			t.Fatal(err)
		}
		p, err := method.NewProblem(s.Points, method.Regress2D, 7)
		if err != nil {
			t.Fatal(err)
		}
		var l listener
		if _, err := m.Fit(&l, p, v, nil); err != nil && !errors.Is(err, method.ErrStopped) {
			t.Fatal(err)
		}
		if t.Logf("%+v", l); l.longest > 60 {
			t.Errorf("%d of %d questions without a word", l.longest, l.asked)
		}
		return
	}
	t.Fatal("no such data")
}

// The text about the side of the margin must agree with the four digits of the value shown.
func TestWhere(t *testing.T) {
	for f, want := range map[float64]string{
		1: "on the edge of the margin", -1: "on the edge of the margin", 0.99999: "on the edge of the margin",
		1.00004: "on the edge of the margin", 0.9996: "inside the margin", -0.3: "inside the margin",
		1.002: "outside the margin", -7: "outside the margin", 0: "on the boundary", 1e-16: "on the boundary",
	} {
		if got := where(f); got != want {
			t.Errorf("f = %.4g: %s, want %s", f, got, want)
		}
	}
}
