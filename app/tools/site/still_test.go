package site

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// The page and the still are small: they are the first files that a visit waits for.
func TestStill(t *testing.T) {
	s := newSite(t, Options{Quality: Best})
	page := s.files["index.html"]
	for name, budget := range map[string]int{"index.html": 6_500, stillFile("light", ""): 11_500} {
		f := s.files[name]
		t.Logf("%s: %d bytes, %d by brotli, %d by gzip", name, len(f.raw), len(f.br), len(f.gz))
		if len(f.br) > budget {
			t.Errorf("%s takes %d bytes by brotli; its budget is %d", name, len(f.br), budget)
		}
	}
	if strings.Contains(string(page.raw), inlineHash) {
		t.Error("the inline script is not allowed by the policy")
	}
	// Its names would be everybody's: what stands in a page's console, in a frame's.
	if _, script, _ := strings.Cut(string(page.raw), "<script>"); !strings.HasPrefix(strings.TrimSpace(script), "{") {
		t.Errorf("the inline script is no block: %.80s", script)
	}
	d, err := doc.Decode([]byte(catalog.Start))
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range galleryThemes {
		still := s.files[stillFile(theme, "")]
		if still == nil {
			t.Fatalf("there is no still of the theme %s", theme)
		}
		count := map[string]int{}
		for x := xml.NewDecoder(bytes.NewReader(still.raw)); ; {
			token, err := x.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok {
				count[e.Name.Local]++
			}
		}
		t.Log(theme, count)
		if count["use"] < len(d.Points) || count["text"] < 100 || count["image"]+count["script"]+count["a"] > 0 {
			t.Errorf("%s: %v for %d points", theme, count, len(d.Points))
		}
		if bad := regexp.MustCompile(`%!|NaN|Inf`).Find(still.raw); bad != nil {
			t.Errorf("%s: %s", theme, bad)
		}
	}
	for _, tongue := range s.tongues {
		if tongue.Decimal == "," {
			f := s.files[stillFile("dark", tongue.Tag)]
			if f == nil || bytes.Contains(f.raw, []byte(".5</text>")) || !bytes.Contains(f.raw, []byte(">0,5</text>")) ||
				!bytes.Contains(f.raw, []byte(`font-size="10.5"`)) {
				t.Errorf("the numbers of the still in %s are not as that language has them", tongue.Name)
			}
		}
	}
}

// The still has the steps of engine/picture, and all numbers of each as that writes them.
func TestStillSteps(t *testing.T) {
	for n := 3; n <= stillTicks; n++ {
		for span := 1.0; span <= stillWide; span += 0.0173 {
			ticks, want := picture.NiceTicks(0.5-span/2, 0.5+span/2, n)
			i := 0
			for span/float64(n) >= stillSteps[i].most {
				i++
			}
			got := stillSteps[i].step
			if math.Abs(got-want) > 1e-9 && span/float64(n) < math.Sqrt2 { // beyond, three ticks of a few dozen pixels
				t.Fatalf("%d ticks for %g are %g apart; the still has %g", n, span, want, got)
			}
			text := picture.LinearTicks(0.5-span/2, 0.5+span/2, n, 6).Text
			for k, v := range ticks {
				ok := math.Abs(got-want) > 1e-9
				for _, tick := range ticksAt(v, 0.5) {
					ok = ok || tick.text == text[k] && strings.Contains(tick.steps, string(rune('0'+i)))
				}
				if !ok {
					t.Fatalf("the still lacks %s of %d ticks for %g: it has %v", text[k], n, span, ticksAt(v, 0.5))
				}
			}
		}
	}
}
