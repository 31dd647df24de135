package assess

import (
	"errors"
	"math"
	"testing"

	"pointscape/engine/doc"
)

// FuzzParseRule parses rules: a valid rule can be evaluated for each number of points, and parsed again.
func FuzzParseRule(f *testing.F) {
	for _, text := range []string{"n", "n^(2/3)/2", "sqrt(n)", "log2(n) - -1", "round(n/3)", "((((", "1e9^1e9", "0/0",
		"n n", "\xff",
		"-2^2", "2^-n", "ceil(floor(exp(n)))"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRule("study.rules", text)
		if err != nil {
			var e *doc.Error
			if !errors.As(err, &e) || e.Field != "study.rules" || e.Want == "" || len(err.Error()) > 500 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := ParseRule("study.rules", r.String())
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for _, n := range []int{0, 1, 7, doc.MaxPoints} {
			if a, b := r.At(n), again.At(n); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				t.Fatalf("%q of %d is %g and %g", text, n, a, b)
			}
		}
	})
}
