package tikz

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/picture"
)

// sheet returns a plane with regions, a line, points of two classes, axes and a legend, and a drawing beside it.
func sheet() *picture.Sheet {
	pal, _ := picture.PaletteByName("print")
	v := picture.Viewport{X0: 0, X1: 2, Y0: -1, Y1: 1, W: 300, H: 200, Scale: 1}
	r := &picture.Raster{Kind: picture.Decision, Grid: v.Grid(60, 40), Planes: [][]float32{make([]float32, 2400)},
		Classes: []int{0, 1}, Hi: 1}
	for i := range r.Planes[0] {
		r.Planes[0][i] = float32(r.Grid.X(i%60) - 1)
	}
	boundary := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{1, -1, 0.5, 1},
		Says: "boundary"}
	points := picture.PointMarks([]float64{0.25, 0.5, 1.5, -0.5, 0.375, 0.25}, []int{0, 1, 0}, nil)
	p := &picture.Picture{View: v, Title: "γ = 10"}
	p.Add(r, boundary, points, &picture.Label{Role: picture.RoleIsoline, X: 1, Y: 0, Text: "f = ξ₁"})
	p.AddAxes(picture.FigureFrame(360, pal.Text(), picture.AxisOptions{XLabel: "width (cm)", YLabel: "x₂"}),
		picture.AxisOptions{XLabel: "width (cm)", YLabel: "x₂"})
	w, h := p.Size()
	var entries []picture.Entry
	for _, k := range picture.KeysOf(boundary) {
		entries = append(entries, picture.Entry{Says: "α & β: 50 %", Shows: k.Layers})
	}
	return &picture.Sheet{W: w, H: h + 80, Palette: pal, Title: p.Title, Wide: 120, Unit: picture.Millimetres,
		Parts: []picture.Part{
			{Picture: p}, {X: p.Frame.Left, Y: h, Picture: picture.Legend(entries, 300, pal), Entries: entries},
			{Y: h + 40, Picture: picture.Heading("Panel of ‖w‖", 200, pal)}}}
}

// check returns an error for a figure's text with unclosed groups or environments, undefined names, or invalid
// coordinates.
func check(tex string) error {
	var open []string
	for _, m := range regexp.MustCompile(`\\(begin|end)\{(\w+)\}`).FindAllStringSubmatch(tex, -1) {
		switch {
		case m[2] == "document": // within the commands for a separate document
		case m[1] == "begin":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			return fmt.Errorf("%s ends, and did not begin", m[2])
		default:
			open = open[:len(open)-1]
		}
	}
	depth := 0
	for i, r := range tex {
		if i > 0 && tex[i-1] == '\\' {
			continue
		}
		switch r {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return errors.New("a group ends that did not begin")
			}
		}
	}
	if depth != 0 || len(open) > 0 {
		return fmt.Errorf("%d groups and %q stay open", depth, open)
	}
	if n := strings.Count(tex, "$"); n%2 != 0 {
		return errors.New("a formula stays open")
	}
	for _, x := range []struct{ used, defined string }{{`\\path\[(ps [^\]]+)\]`, `\tikzset{%s/.style`},
		{`mark=(ps [^\]]+)\]`, `\pgfdeclareplotmark{%s}`}, {`(?:fill|draw|text)=(ps\d+)`, `\definecolor{%s}`}} {
		for _, m := range regexp.MustCompile(x.used).FindAllStringSubmatch(tex, -1) {
			if at := strings.Index(tex, fmt.Sprintf(x.defined, m[1])); at < 0 || at > strings.Index(tex, m[0]) &&
				!strings.Contains(
					m[0], "ps"+m[1]) {
				return fmt.Errorf("%s is not defined before it is used", m[1])
			}
		}
	}
	for _, m := range regexp.MustCompile(`coordinates \{([^}]*)\}`).FindAllStringSubmatch(tex, -1) {
		for _, p := range strings.Fields(m[1]) {
			x, y, ok := strings.Cut(strings.Trim(p, "()"), ",")
			_, err := strconv.ParseFloat(x, 64)
			_, err2 := strconv.ParseFloat(y, 64)
			if !ok || err != nil || err2 != nil {
				return fmt.Errorf("%s is no place", p)
			}
		}
	}
	return nil
}

// A plane with tick labels is an axis with its ticks, titles, points in data coordinates, lines and a legend.
func TestWrite(t *testing.T) {
	tex, images := Write(sheet(), "fig", true)
	text := string(tex)
	if err := check(text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`\begin{axis}`, "xmin=0, xmax=2, ymin=-1, ymax=1", "xlabel={width (cm)}",
		"ylabel={$x_{2}$}",
		"(0.25,0.5) (0.375,0.25)", "(1.5,-0.5)", `(1,-1)--(0.5,1)`, `\addlegendentry{$\alpha $ \& $\beta $: 50 \%}`,
		`{f = $\xi _{1}$}`, `Panel of $\|$w$\|$`, `graphics[xmin=0, xmax=2, ymin=-1, ymax=1] {fig-1.png}`,
		"% γ = 10\n", `paperwidth=340.16bp`} {
		if !strings.Contains(text, want) {
			t.Errorf("the figure has no %s", want)
		}
	}
	if n := strings.Count(text, `\addplot[forget plot, only marks`); n != 2 {
		t.Errorf("%d plots of points of two classes", n)
	}
	if m := regexp.MustCompile(`xtick=\{([^}]*)\}`).FindStringSubmatch(text); m == nil || !strings.Contains(m[1], "0.5") {
		t.Errorf("ticks %q", m)
	}
	if len(images) != 1 || images[0].Name != "fig-1.png" {
		t.Fatalf("%d images", len(images))
	}
	im, err := png.Decode(bytes.NewReader(images[0].Data))
	if err != nil || im.Bounds().Dx() != 300 || im.Bounds().Dy() != 200 {
		t.Errorf("the image of the regions: %v", err)
	}
	// TeX can find the images whatever the figure is called.
	for _, x := range [][2]string{{"two moons: γ", "two-moons:-1.png"}, {"γ", "figure-1.png"}, {"50%", "50-1.png"}} {
		if tex, images := Write(sheet(), x[0], true); images[0].Name != x[1] || !bytes.Contains(tex, []byte("{"+x[1]+"}")) {
			t.Errorf("%q: an image %q", x[0], images[0].Name)
		}
	}
	// Without rasters there is no file, and no reference to one.
	tex, images = Write(sheet(), "fig", false)
	if len(images) > 0 || bytes.Contains(tex, []byte(".png")) || check(string(tex)) != nil {
		t.Error("rasters are not left out")
	}
}

// The check detects broken figures.
func TestFaultsAreFound(t *testing.T) {
	tex, _ := Write(sheet(), "fig", true)
	for _, x := range [][2]string{{`\end{axis}`, ""}, {"(1.5,-0.5)", "(1.5,NaN.)"},
		{`\definecolor{ps1}`, `\definecolor{pt1}`},
		{`\pgfdeclareplotmark{ps point}`, `\pgfdeclareplotmark{point}`}, {`{$x_{2}$}`, `{$x_{2}}`}, {"ylabel={", "ylabel="}} {
		bad := strings.Replace(string(tex), x[0], x[1], 1)
		if bad == string(tex) {
			t.Fatalf("the figure has no %s", x[0])
		}
		if check(bad) == nil {
			t.Errorf("%s for %s is not found", x[1], x[0])
		}
	}
}

// Texts for TeX: letters with indices are variables, symbols are commands, and special characters are printed.
func TestText(t *testing.T) {
	for _, x := range [][2]string{
		{"petal length (cm)", "petal length (cm)"},
		{"x₁", "$x_{1}$"}, {"ξᵢ ≥ 0", `$\xi _{i}$ $\ge $ 0`}, {"‖w‖²", `$\|$w$\|^{2}$`}, {"10⁻³", "10$^{-3}$"},
		{"−0.5", "$-0.5$"}, {"50 % & 3 < 4_a", `50 \% \& 3 $<$ 4\_a`}, {"m²", "$m^{2}$"}, {"cm²", "cm$^{2}$"},
		{"ŵ", `$\hat{w}$`}, {"x̂ᵢ", `$\hat{x}_{i}$`}, {"fenêtre", "fenêtre"}, {`a\b{c}$`, `a\textbackslash{}b\{c\}\$`},
		{"γ=10", `$\gamma $=10`}, {"2·10⁵", `2$\cdot 10^{5}$`}, {"μm", `$\mu $m`},
	} {
		if got := Text(x[0]); got != x[1] {
			t.Errorf("%q: %q; want %q", x[0], got, x[1])
		}
	}
}

// pdflatex can print every character in a golden picture, in legends, labels and all other texts.
func TestEveryCharacterIsPrinted(t *testing.T) {
	files, err := filepath.Glob("../../catalog/testdata/golden/*.txt")
	if err != nil || len(files) < 60 {
		t.Fatal("no golden pictures", err)
	}
	seen := map[rune]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(text) {
			if r > 127 && !seen[r] && foreign(Text("1"+string(r))) {
				t.Errorf("%q (%U), which %s has", r, r, filepath.Base(file))
			}
			seen[r] = true
		}
	}
}

// In texts of annotations, formulas become formulas of TeX, and each line is a separate node.
func TestAnnotationText(t *testing.T) {
	s := sheet()
	s.Parts[0].Picture.Add(&picture.Label{Role: picture.RoleNote, X: 1, Y: 0.5, Ground: true, Own: true,
		Text: "the line\nwᵀx₁ + ŷ ≤ γᵢⱼ"})
	b, _ := Write(s, "fig", true)
	if err := check(string(b)); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"{the line}", `{$w^{T}x_{1}$`, `$\hat{y}$`, `$\le $`, `$\gamma _{ij}$}`} {
		if !strings.Contains(strings.ReplaceAll(string(b), "\u00a0", " "), want) {
			t.Errorf("no %s in the figure", want)
		}
	}
}
