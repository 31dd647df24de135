package kernelparam

import (
	"strings"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Doubt adds to a status what is known about the kernel on the points. If the kernel is not positive semi-definite, the
// state is at most limited, and follows is the end of the sentence, after "…: ": the consequence for this method. Every
// method that accepts such kernels uses it for its status.
func Doubt(s method.Status, found kernel.Soundness, follows string) method.Status {
	switch found {
	case kernel.Indefinite:
		if s.State == method.Converged || s.State == method.Exact {
			s.State, s.Sentence = method.Limited, unclaimed(s.Sentence)
		}
		s.Sentence = words.Text("%s %s: %s", s.Sentence, words.Say(kernel.NotDefinite), follows)
		s.Indefinite = true
	case kernel.Sampled:
		s.Sentence = words.Say(s.Sentence) + words.Sprintf(" Whether this kernel is positive semi-definite was checked "+
			"on %d of the points only.",
			kernel.MaxChecked)
	}
	return s
}

// unclaimed returns a sentence without "Exact: " at its beginning.
func unclaimed(sentence string) string {
	said, claim := words.Say(sentence), words.Say(words.Text("Exact: %s", ""))
	if rest, ok := strings.CutPrefix(said, claim); ok {
		return words.Capital(rest)
	}
	return said
}
