package kernelparam

import (
	"fmt"
	"strings"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Doubt says in a status what is known of the kernel on the points. Where it is not positive
// semi-definite nothing is exact or converged, and follows is the end of the sentence: what that
// means for this method, after "...: ". Every method that goes on with such a kernel has its
// status from here.
func Doubt(s method.Status, found kernel.Soundness, follows string) method.Status {
	switch found {
	case kernel.Indefinite:
		if s.State == method.Converged || s.State == method.Exact {
			s.State, s.Sentence = method.Limited, words.Capital(strings.TrimPrefix(s.Sentence, "Exact: "))
		}
		s.Sentence += " " + kernel.NotDefinite + ": " + follows
	case kernel.Sampled:
		s.Sentence += fmt.Sprintf(" Whether this kernel is positive semi-definite was checked on %d of the points only.",
			kernel.MaxChecked)
	}
	return s
}
