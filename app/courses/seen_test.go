package courses

import "testing"

// A page's text speaks of its picture, so people see that before a step changes it. A first step begins when its page
// opens: what it sets would take the picture away before anybody saw it, so it sets nothing; a note may go before it.
// One that hides the picture without another in its place asks what it will be, and shows it with the answer.
func TestPicturesAreSeen(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		for i := range c.Pages {
			if p := &c.Pages[i]; len(p.Steps) > 0 && p.Steps[0].Set != "" {
				t.Errorf("%s/%s: its first step sets something: nobody sees the page's own picture", c.Course, p.ID)
			}
		}
	}
}
