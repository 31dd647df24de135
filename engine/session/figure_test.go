package session

import (
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// measured holds the sizes in a figure's SVG.
type measured struct {
	width, height string
	box           [4]float64
	sizes         map[string]float64 // font sizes by text
	grounds       int
	ground        string // background color of the last rectangle
	paths         int
	fills         map[string]int // number of paths by fill
}

func measure(t *testing.T, svg []byte) (m measured) {
	t.Helper()
	m.sizes, m.fills = map[string]float64{}, map[string]int{}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	depth := 0
	for dec := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			return m
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := tok.(xml.StartElement)
		if _, end := tok.(xml.EndElement); end {
			depth--
		}
		if !ok {
			continue
		}
		depth++
		attr := map[string]string{}
		for _, a := range e.Attr {
			attr[a.Name.Local] = a.Value
		}
		switch e.Name.Local {
		case "svg":
			if depth == 1 {
				m.width, m.height = attr["width"], attr["height"]
				for i, f := range strings.Fields(attr["viewBox"]) {
					m.box[i] = number(f)
				}
			}
		case "rect":
			m.grounds, m.ground = m.grounds+1, attr["fill"]
		case "path":
			m.paths++
			m.fills[attr["fill"]]++
		case "text":
			var text string
			size := number(attr["font-size"])
			if err := dec.DecodeElement(&text, &e); err != nil {
				t.Fatal(err)
			}
			depth--
			m.sizes[text] = size
		}
	}
}

func figure(t *testing.T, d doc.Document, set func(o *picture.ExportOptions)) measured {
	t.Helper()
	o := picture.DefaultExport()
	set(&o)
	s, _ := newSession(withPanels("p", "q"))
	b, _, err := s.Export(t.Context(), Request{Doc: d, View: view}, "svg", o)
	if err != nil {
		t.Fatal(err)
	}
	return measure(t, b)
}

// A figure has the requested width and font size for every palette and unit, as measured in the file.
func TestFiguresHaveTrueSizes(t *testing.T) {
	d := document(4)
	for _, pal := range picture.PaletteNames() {
		for _, c := range []struct {
			width, typ float64
			unit       string
			inch       float64
		}{{90, 8, "mm", 25.4}, {180, 12, "mm", 25.4}, {640, 9, "px", 96}} {
			m := figure(t, d, func(o *picture.ExportOptions) {
				o.Width, o.Type, o.Unit, o.Palette = c.width, c.typ, c.unit,
					pal
			})
			if want := strconv.FormatFloat(c.width, 'g', -1, 64) + strings.TrimPrefix(c.unit, "px"); m.width != want {
				t.Errorf("%s: the width is %s, want %s", pal, m.width, want)
			}
			h, err := strconv.ParseFloat(strings.TrimSuffix(m.height, "mm"), 64)
			if err != nil || math.Abs(h/c.width-m.box[3]/m.box[2]) > 1e-3 {
				t.Errorf("%s: %s high, of %v", pal, m.height, m.box)
			}
			n := 0
			for text, size := range m.sizes {
				if _, err := strconv.ParseFloat(strings.ReplaceAll(text, "−", "-"), 64); err != nil {
					continue
				}
				n++
				if pt := size * c.width / m.box[2] / c.inch * 72; math.Abs(pt-c.typ) > 0.01*c.typ {
					t.Errorf("%s, %g %s: %q is %.2f pt, want %g", pal, c.width, c.unit, text, pt, c.typ)
				}
			}
			if n < 4 {
				t.Errorf("%s: only %d numbers at the axes", pal, n)
			}
		}
	}
}

// A single panel that leaves half of the width free has its legend there, so that the figure does not become higher.
func TestLegendBesideASinglePanel(t *testing.T) {
	s, _ := newSession(withPanels("p"))
	o := picture.DefaultExport()
	o.Width, o.Panels = 180, true
	sheet, err := s.Sheet(t.Context(), Request{Doc: document(4), View: view}, o)
	if err != nil {
		t.Fatal(err)
	}
	key := sheet.Parts[len(sheet.Parts)-1]
	panel := sheet.Parts[len(sheet.Parts)-2]
	if len(key.Entries) != 1 || key.Entries[0].Says != "Line of p" || key.X <= sheet.W/2 || key.Y != panel.Y {
		t.Errorf("the legend %+v stands at %d, %d of %d, the panel at %d, %d", key.Entries, key.X, key.Y, sheet.W, panel.X,
			panel.Y)
	}
	if w, _ := key.Size(); key.X+w > sheet.W {
		t.Errorf("the legend ends at %d of %d", key.X+w, sheet.W)
	}
}

// Each option of a figure has its effect.
func TestFiguresHaveWhatIsAskedFor(t *testing.T) {
	d := document(4)
	d.Names = doc.Names{X: "width of the sepal (cm)", Classes: []string{"setosa"}}
	bare := func(o *picture.ExportOptions) { o.Legend, o.Titles, o.Panels = false, false, false }
	m := figure(t, d, bare)
	if m.grounds != 1 || m.sizes["setosa"] > 0 || m.sizes["width of the sepal (cm)"] > 0 {
		t.Errorf("%d grounds, texts %v", m.grounds, m.sizes)
	}
	if m := figure(t, d, func(o *picture.ExportOptions) { bare(o); o.Background = picture.Transparent }); m.grounds != 0 {
		t.Errorf("a transparent figure has %d grounds", m.grounds)
	}
	titled := figure(t, d, func(o *picture.ExportOptions) { bare(o); o.Titles = true })
	if titled.sizes["width of the sepal (cm)"] == 0 {
		t.Errorf("no title among %v", titled.sizes)
	}
	key := figure(t, d, func(o *picture.ExportOptions) { bare(o); o.Legend = true })
	if key.sizes["setosa"] == 0 || key.sizes["Class 2"] == 0 || key.sizes["Decision boundary"] == 0 ||
		key.box[3] <= m.box[3] || key.paths <= m.paths {
		t.Errorf("legend: texts %v, %v high, %d paths; without it %v and %d", key.sizes, key.box[3], key.paths, m.box[3],
			m.paths)
	}
	if m.sizes["p"] > 0 {
		t.Error("a panel that was not asked for")
	}
	// Panels are below each other, or side by side if there is room.
	for _, width := range []float64{90, 180} {
		bare := func(o *picture.ExportOptions) { bare(o); o.Width = width }
		m := figure(t, d, bare)
		more := figure(t, d, func(o *picture.ExportOptions) { bare(o); o.Panels = true })
		if more.sizes["p"] == 0 || more.sizes["q"] == 0 || more.sizes["Line of p"] > 0 || more.box[3] <= m.box[3]+
			more.box[2]/4 {
			t.Errorf("%g mm, panels: texts %v, %v high, without them %v", width, more.sizes, more.box[3], m.box[3])
		}
		all := figure(t, d, func(o *picture.ExportOptions) { bare(o); o.Panels, o.Legend = true, true })
		if all.sizes["Line of p"] == 0 || all.sizes["Line of q"] == 0 {
			t.Errorf("%g mm: the legends of the panels are not among %v", width, all.sizes)
		}
	}
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		if m := figure(t, d, func(o *picture.ExportOptions) {
			bare(
				o)
			o.Palette = name
		}); m.ground != pal.Background().CSS() {
			t.Errorf("the ground in %s is %s", name, m.ground)
		}
	}
	print, _ := picture.PaletteByName("print")
	for id := range 2 {
		if mark := print.Class[id].Mark.CSS(); key.fills[mark] != m.fills[mark]+1 {
			t.Errorf("the legend has %d marks of class %d, %s", key.fills[mark]-m.fills[mark], id, mark)
		}
	}
	for _, o := range []picture.ExportOptions{{}, {Kind: "svg", Unit: "mm", Palette: "print", Background: "filled",
		Type: 8, Width: 1}} {
		s, _ := newSession((&fake{}).method())
		if _, err := s.Sheet(t.Context(), Request{Doc: d, View: view}, o); err == nil ||
			!strings.Contains(err.Error(), "must be") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// A figure with too many pixels is refused before anything is fitted.
func TestLargeFiguresAreRefusedAtOnce(t *testing.T) {
	o := picture.DefaultExport()
	o.Kind, o.Width, o.DPI = picture.KindPNG, 2000, 300
	f := &fake{}
	s, _ := newSession(f.method())
	if _, err := s.Sheet(t.Context(), Request{Doc: document(4), View: view}, o); err == nil ||
		!strings.Contains(err.Error(), "dpi must be such that") || f.fits > 0 {
		t.Errorf("%v after %d fits", err, f.fits)
	}
}

// Rasters in an SVG have the resolution of print, but are no larger than a browser can hold.
func TestRastersInVectorFigures(t *testing.T) {
	o := picture.DefaultExport()
	for _, c := range []struct{ width, least, most float64 }{{90, 1e5, 2e6}, {2000, 15e6, 16e6}} {
		o.Width = c.width
		w, scale := o.Lay()
		v := inVector(picture.Viewport{W: w, H: w, Scale: scale})
		if n := v.Scale * v.Scale * float64(w) * float64(w); n < c.least || n > c.most {
			t.Errorf("%g mm: %.0f pixels", c.width, n)
		}
	}
}

// A file is named after its document's title, with characters valid on every system, or else after its method.
func TestFigureNames(t *testing.T) {
	for title, want := range map[string]string{
		"":                                "svm.svg",
		"Two moons, γ = 10":               "two-moons-γ-10.svg",
		"../../etc/passwd":                "etc-passwd.svg",
		"  Été à  l'école!  ":             "été-à-l-école.svg",
		"CON":                             "con-figure.svg",
		"\u202egpj.exe":                   "gpj-exe.svg",
		"???":                             "svm.svg",
		"数据":                              "数据.svg",
		strings.Repeat("long words ", 30): "long-words-long-words-long-words-long-words-long.svg",
	} {
		if got := FigureName(doc.Document{Method: "svm", Title: title}, "svg"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
	if got := FigureName(doc.Document{Title: strings.Repeat("x", 500)}, "png"); len(got) != 64 {
		t.Errorf("%q", got)
	}
}
