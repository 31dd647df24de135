package workers

import "testing"

// The title of a document is its file's name without folder and extension.
func TestTitleOfAFile(t *testing.T) {
	for name, want := range map[string]string{
		"baeume.csv": "baeume", "Trees of May.2026.tsv": "Trees of May.2026", "data": "data", ".hidden": ".hidden",
		`C:\data\a.csv`: "a", "x/y/b.csv": "b", "": "", "\u202ec.csv": "c",
	} {
		if got := (File{Name: name}).Title(); got != want {
			t.Errorf("%q is called %q, not %q", name, got, want)
		}
	}
}
