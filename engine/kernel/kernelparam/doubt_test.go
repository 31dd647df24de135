package kernelparam

import (
	"testing"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// A model with an indefinite kernel does not claim to be exact, in no language.
func TestDoubtInLanguage(t *testing.T) {
	words.Speak(&words.Language{Tag: "la", Marks: map[string]string{": ": " : "}, Texts: map[string]string{
		"Exact": "Exacta", "Exact: %s": "Exactum : %s", "Exact: it is solved.": "Exactum : solutum est.",
		kernel.NotDefinite: "Nucleus non definitus est", "beware.": "cave."}})
	defer words.Speak(nil)
	s := Doubt(method.Status{State: method.Exact, Sentence: "Exact: it is solved."}, kernel.Indefinite, "beware.")
	if want := "Solutum est. Nucleus non definitus est: cave."; s.Sentence != want || s.State != method.Limited ||
		!s.Indefinite {
		t.Errorf("the status is %+v, want %q", s, want)
	}
}
