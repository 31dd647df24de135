package site

import (
	"strings"
	"testing"
)

// The still is small, and its drawing covers every stage.
func TestStill(t *testing.T) {
	page := newSite(t, Options{}).files["index.html"]
	br, err := compressor{quality: Best}.brotli(page.sum, page.raw)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("index.html: %d bytes, %d by brotli", len(page.raw), len(br))
	const budget = 12_000
	if len(br) > budget || len(br) == 0 {
		t.Errorf("index.html takes %d bytes by brotli; its budget is %d", len(br), budget)
	}
	if strings.Contains(string(page.raw), inlineHash) {
		t.Error("the inline script is not allowed by the policy")
	}
	// Its names must not be global: they would be visible in the console of a page and of a frame.
	if _, script, _ := strings.Cut(string(page.raw), "<script>"); !strings.HasPrefix(strings.TrimSpace(script), "{") {
		t.Errorf("the inline script is no block: %.80s", script)
	}
	st, err := still()
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, l := range st.Layers {
		if l.Points {
			points += len(l.At) / 2
		}
		for _, shape := range l.Shapes {
			if shape.Fill < 0 && shape.Line < 0 || max(shape.Fill, shape.Line) >= len(st.Colors[0]) {
				t.Errorf("a shape has the colours %d and %d", shape.Fill, shape.Line)
			}
		}
	}
	if points != st.Points || points == 0 {
		t.Errorf("%d of %d points", points, st.Points)
	}
	// From a phone's stage to one nearly three times as wide as high, and one two and a half times as high as wide.
	for _, wh := range [][2]float64{{390, 433}, {1600, 986}, {1200, 420}, {360, 900}} {
		k := min(wh[0]/(st.X[1]-st.X[0]), wh[1]/(st.Y[1]-st.Y[0])) * st.Unit
		if wh[0] > float64(st.W)*k || wh[1] > float64(st.H)*k {
			t.Errorf("a stage of %v is not filled", wh)
		}
	}
}

func TestMovePath(t *testing.T) {
	got, err := movePath("M12.5-3l1 0 .05.02 3.95-.02z", 10, 0, 0.1)
	if want := "M25-30l50 0z"; got != want || err != nil {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	for _, bad := range []string{"L1 2", "M1 2c1 2 3 4 5 6", "M1 2l3z"} {
		if got, err := movePath(bad, 0, 0, 0.1); err == nil {
			t.Errorf("%q became %q", bad, got)
		}
	}
}
