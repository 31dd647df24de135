package courses

import (
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/course/trial"
)

// Each number in a course's texts is tested, or given, or has a source (trial.LooseOf), and translations have the same
// numbers.
func TestNumbersAreBacked(t *testing.T) {
	l, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Order {
		s, err := l.Source(name, "")
		if err != nil {
			t.Fatal(err)
		}
		var said []*course.Source
		for _, tag := range l.Translations(name) {
			in, err := l.Source(name, tag)
			if err != nil {
				t.Fatal(err)
			}
			said = append(said, in)
		}
		for _, n := range trial.LooseOf(s, said...) {
			t.Error(n)
		}
	}
}
