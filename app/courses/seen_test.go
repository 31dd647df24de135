package courses

import "testing"

// A page's text describes its picture, so the user must see that before a step changes it. A first step begins when its
// page opens, and sets nothing, because that would remove the picture before it was seen; a note may come first. A step
// that hides the picture without another in its place asks what the picture will be, and shows it with the answer.
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
