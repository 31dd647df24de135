package doc

import "testing"

func TestSampleLines(t *testing.T) {
	plain := Sample{Kept: 4, Of: 8000, Seed: 1}
	drawn := plain
	drawn.Strata = true
	for line, want := range map[string]Sample{
		"Sample: 4 of 8000 rows, drawn with seed 1.":                                plain,
		"Sample: 4 of 8000 rows, drawn with seed 1 in proportion to the classes.\n": drawn,
	} {
		if s, ok := ReadSample(line); !ok || s != want {
			t.Errorf("%q is read as %+v, %t", line, s, ok)
		}
	}
	for _, line := range []string{"Sample: of another file.", "Sample: 4 of 8000 rows, drawn with seed 1",
		"4 of 8000 rows", "Sample: 4 of 8000 rows, drawn with seed 1. And more."} {
		if s, ok := ReadSample(line); ok {
			t.Errorf("%q is read as %+v", line, s)
		}
	}
}
