package method

import (
	"slices"
	"testing"
)

// A newly chosen method shows its Fresh parts; a document without a list of layers shows what it always showed.
func TestBegins(t *testing.T) {
	in := &Info{Shows: []Show{{Name: "mean", On: true}, {Name: "edges"}, {Name: "band"}}}
	if got := in.Begins(); got != nil {
		t.Errorf("it begins with %q, which is the default", got)
	}
	in.Shows[2].Fresh = true
	if got := in.Begins(); !slices.Equal(got, []string{"mean", "band"}) {
		t.Errorf("it begins with %q", got)
	}
	if got, err := in.Shown(nil); err != nil || !got["mean"] || got["band"] || got["edges"] {
		t.Errorf("without a list %v is shown, %v", got, err)
	}
}
