package bitmap

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/sfnt"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The fonts have, or picture.Small makes, every character in a golden picture: in legends, labels and all other texts
// of every method's examples.
func TestEveryCharacterHasAGlyph(t *testing.T) {
	files, err := filepath.Glob("../../catalog/testdata/golden/*.txt")
	if err != nil || len(files) < 60 {
		t.Fatal("no golden pictures", err)
	}
	seen := map[rune]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(text) {
			if r > 127 && seen[r] == "" {
				seen[r] = filepath.Base(file)
			}
		}
	}
	for _, r := range words.Raised + words.Lowered + "ŵŷȳỹ\u0302\u0303\u0304\u0307\u0308ℝℕℤℚℂ⟶≲≳⋆⋮⋱ħ" {
		seen[r] = "words.Formulas"
	}
	var buf sfnt.Buffer
	for r, file := range seen {
		large, _, _ := picture.Small(r)
		for i, faces := range fonts() {
			if _, _, ok := glyphOf(&buf, faces, large); !ok {
				t.Errorf("font %d has no %q (%U), which %s has", i, r, r, file)
			}
		}
	}
}
