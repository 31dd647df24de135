package courses

import (
	"fmt"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/course/trial"
	"pointscape/engine/method"
)

// said lists the steps whose answer may be among the visible facts: the user must look it up there, or another fact has
// the same value by chance.
var said = map[string]bool{
	"linear/newton: step 1": true, "linear/perceptron: step 2": true, "representations/kernel-pca: step 4": true, // shown
	"linear/many: step 1": true, "kernels/space: step 2": true, // by chance
	"recognition/words: step 2": true, // by chance: 4 leaves, and an error of 3.9 %
}

// All documents can be fitted. No task is solved at first, or by what is listed as wrong, and each is solved by its
// solution. Numbers in marked parts of texts are those that the engine computes, in all languages.
func TestCourses(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	translated := map[string][]*course.Course{}
	l, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range l.Tags() {
		list, err := l.In(tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			translated[c.Course] = append(translated[c.Course], c)
		}
	}
	for _, c := range all {
		t.Run(c.Course, func(t *testing.T) {
			t.Parallel()
			tr := trial.New()
			for _, in := range append([]*course.Course{c}, translated[c.Course]...) {
				if err := trial.Front(in); err != nil {
					t.Errorf("%s: %v", c.Course, err)
				}
			}
			for i := range c.Pages {
				if err := tr.Page(method.Unstopped, &c.Pages[i], trial.Same(translated[c.Course], i)...); err != nil {
					t.Errorf("%s/%s: %v", c.Course, c.Pages[i].ID, err)
				}
				// The answer to a question is not already shown below the plane, unless that is where to look it up.
				for j := range c.Pages[i].Steps {
					at := fmt.Sprintf("%s/%s: step %d", c.Course, c.Pages[i].ID, j+1)
					if given := tr.Given[&c.Pages[i].Steps[j]]; (given != nil) != said[at] {
						t.Errorf("%s asks for what is shown as %q", at, given)
					}
				}
			}
		})
	}
}
