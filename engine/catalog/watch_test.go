package catalog

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Lessons about training open at a step from which training can still be watched: opened is the least training error
// there, and then the training error, to 0.02, after steps more steps.
func TestTrainingsAreToBeWatched(t *testing.T) {
	t.Parallel()
	watch := map[string]struct {
		opened, then float64
		steps        int
	}{
		"Can two layers unroll two spirals?":                {0.3, 0, 480},
		"What does too large a learning rate do?":           {0.25, 0.5, 5},
		"When does a threshold have nothing more to learn?": {0.1, 0, 75},
	}
	for _, m := range All() {
		for _, text := range m.Lessons {
			d, err := doc.Decode([]byte(text))
			x, ok := watch[d.Title]
			if err != nil || !ok {
				continue
			}
			delete(watch, d.Title)
			s := session.New(All())
			if d, _, err = s.Load(method.Unstopped, wire.Load{Kind: "json", Text: text}); err != nil {
				t.Fatal(err)
			}
			errorAt := func(step int) float64 {
				d.View.Step = &step
				f, err := s.Fit(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range f.Facts(picture.Viewport{X1: 1, Y1: 1, W: 40, H: 30, Scale: 1}) {
					if e, ok := x.Value.(float64); ok && x.Name == "training_error" {
						return e
					}
				}
				t.Fatalf("%s: there is no training error", d.Title)
				return 0
			}
			first := *d.View.Step
			if e := errorAt(first); e < x.opened {
				t.Errorf("%s is opened with a training error of %v", d.Title, e)
			}
			if e := errorAt(first + x.steps); math.Abs(e-x.then) > 0.02 {
				t.Errorf("%s: the training error becomes %v", d.Title, e)
			}
		}
	}
	for title := range watch {
		t.Errorf("there is no example %q", title)
	}
}
