package cli

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const noted = `{"method":"svm","points":[[0,0,0],[1,1,1],[0,1,0],[1,0,1]],"view":{"x":[-1,2],"y":[-1,2]}%s}`

const notes = `,"annotations":[{"kind":"arrow","at":[-0.6,1.6,0,1],"text":"a corner"},` +
	`{"kind":"label","at":[0.5,-0.5],"text":"$w^Tx+b_{ij}\\le\\gamma$"},` +
	`{"kind":"area","at":[0.75,-0.25,1.25,0.25],"text":"here"}]`

// Figures of every kind contain the annotations; SVG and LaTeX contain their texts as text.
func TestDrawAnnotations(t *testing.T) {
	with, without := strings.Replace(noted, "%s", notes, 1), strings.Replace(noted, "%s", "", 1)
	dir := t.TempDir()
	draw := func(doc, kind string) []byte {
		t.Helper()
		file := filepath.Join(dir, "fig."+kind)
		if code, _, errs := run(Draw, doc, "-", "-size", "480x400", "-scale", "1", "-o", file); code != Done {
			t.Fatal(errs)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	svg := string(draw(with, "svg"))
	for _, want := range []string{`data-role="annotation"`, `data-role="area"`, ">a corner<", ">wᵀx + bᵢⱼ ≤ γ<", ">here<",
		"Arrow: a corner, from −0.6, 1.6 to 0, 1.", "Label: wᵀx + bᵢⱼ ≤ γ, at 0.5, −0.5."} {
		if !strings.Contains(strings.ReplaceAll(svg, "\u00a0", " "), want) {
			t.Errorf("the SVG has no %s", want)
		}
	}
	if strings.Contains(string(draw(without, "svg")), `data-role="annotation"`) {
		t.Error("a document without annotations has some")
	}
	tex := string(draw(with, "tex"))
	for _, want := range []string{"{a corner}", "{here}", `{$w^{T}x$~+~$b_{ij}$~$\le $~$\gamma $}`, "ps annotation"} {
		if !strings.Contains(tex, want) {
			t.Errorf("the figure of LaTeX has no %s", want)
		}
	}
	if a, b := draw(with, "pdf"), draw(without, "pdf"); len(a) <= len(b) {
		t.Error("the PDF is as if there were no annotations")
	}
	// In a PNG, annotations change the pixels of the arrow, the outline of the area and the texts.
	load := func(doc string) image.Image {
		img, err := png.Decode(bytes.NewReader(draw(doc, "png")))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	a, b := load(with), load(without)
	changed := func(x0, y0, x1, y1 int) (n int) {
		for x := x0; x < x1; x++ {
			for y := y0; y < y1; y++ {
				if a.At(x, y) != b.At(x, y) {
					n++
				}
			}
		}
		return n
	}
	if n := changed(0, 0, a.Bounds().Dx(), a.Bounds().Dy()); n < 1500 || n > 20_000 {
		t.Errorf("%d pixels are others", n)
	}
}

// Annotations that were made in another plane of a table are not shown.
func TestAnnotationsOfAnotherPlane(t *testing.T) {
	const doc = `{"method":"knn","table":{"name":"iris","plane":[2,3]},"annotations":[` +
		`{"kind":"label","at":[4,1],"text":"petals","plane":"columns 2 3"},` +
		`{"kind":"label","at":[6,3],"text":"sepals","plane":"columns 0 1"},{"kind":"label","at":[0,0],"text":"components"}]}`
	code, out, errs := run(Draw, doc, "-", "-size", "480x400")
	if code != Done || !strings.Contains(out, ">petals<") || strings.Contains(out, ">sepals<") ||
		strings.Contains(out, ">components<") {
		t.Errorf("%d, %s, %.2000s", code, errs, out)
	}
}
