package cli

import (
	"bytes"
	"fmt"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files returns the names in a folder.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// One call draws a folder of documents into a folder of figures. Errors are reported with the document's name, and the
// others are drawn.
func TestDrawFolder(t *testing.T) {
	dir := t.TempDir()
	docs, figures := filepath.Join(dir, "docs"), filepath.Join(dir, "figures")
	if err := os.Mkdir(docs, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a.json": svmDoc, "b.json": `{"version":1,"method":"svm","params":{"C":-1}}`,
		"c.json": kmeansDoc, "notes.txt": "no document"} {
		if err := os.WriteFile(filepath.Join(docs, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	more := filepath.Join(dir, "more.json")
	if err := os.WriteFile(more, []byte(svmDoc), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := run(Draw, "", docs, more, "-o", figures+"/", "-size", "160x120")
	if code != Fault || out != "" || !strings.HasPrefix(errs, filepath.Join(docs, "b.json")+": params.C must be ") ||
		strings.Count(errs, "\n") != 1 {
		t.Errorf("status %d, %q, %q", code, out, errs)
	}
	if got := files(t, figures); !slices.Equal(got, []string{"a.svg", "c.svg", "more.svg"}) {
		t.Errorf("figures %q", got)
	}
	// The figure of a single document is the same.
	if _, alone, _ := run(Draw, svmDoc, "-", "-size", "160x120"); alone != "" {
		for _, name := range []string{"a.svg", "more.svg"} {
			if b, err := os.ReadFile(filepath.Join(figures, name)); err != nil || string(b) != alone {
				t.Errorf("%s is another figure: %v", name, err)
			}
		}
	}
	for _, kind := range []string{"png", "pdf"} {
		if code, _, errs := run(Draw, "", more, "-o", figures, "-format", kind, "-size", "160x120"); code != Done {
			t.Errorf("%s: %s", kind, errs)
		}
	}
	if got := files(t, figures); !slices.Contains(got, "more.png") || !slices.Contains(got, "more.pdf") {
		t.Errorf("figures %q", got)
	}
}

// Steps and sweeps can be drawn as GIFs, too, with as many frames as PNGs.
func TestDrawGIF(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.gif")
	for _, c := range []struct {
		doc  string
		args []string
		want int
	}{
		{networkDoc, []string{"-steps", "0:9", "-every", "3"}, 4},
		{svmDoc, []string{"-sweep", "C=0.01:100", "-every", "50", "-colors", "32", "-back"}, 8},
	} {
		code, out, errs := run(Draw, c.doc, append([]string{"-", "-o", file, "-size", "160x120", "-scale", "1", "-fps", "5",
			"-pause", "3"}, c.args...)...)
		if code != Done || out != "" {
			t.Errorf("%q: status %d, %q", c.args, code, errs)
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(b))
		if err != nil || len(g.Image) != c.want || g.Delay[0] != 20 || g.Delay[c.want-1] != 320 || g.Config.Width != 160 {
			t.Errorf("%q: %d frames of %v, %v", c.args, len(g.Image), g.Delay, err)
		}
	}
	if code, _, errs := run(Draw, "", "-", "-o", file, "-steps", "0:9", "-background", "transparent"); code != Usage ||
		!strings.Contains(errs, "-background must be filled in a GIF") {
		t.Errorf("%d, %q", code, errs)
	}
}

// A wall is one figure of all its pictures, with their headings, in every vector format.
func TestDrawWall(t *testing.T) {
	dir := t.TempDir()
	wall := filepath.Join(dir, "wall.json")
	if err := os.WriteFile(wall,
		[]byte(`{"version":1,"method":"knn","dataset":{"name":"moons","n":40,"noise":0.2,"seed":1},
		"params":{"n_neighbors":1},"wall":{"over":"n_neighbors","values":[1,9,25]}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"svg", "pdf", "tex"} {
		if code, _, errs := run(Draw, "", wall, "-o", dir, "-format", kind, "-legend", "-width", "160"); code != Done {
			t.Fatalf("%s: %s", kind, errs)
		}
	}
	read := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	svg, tex, pdf := read("wall.svg"), read("wall.tex"), read("wall.pdf")
	for _, heading := range []string{"(a) Neighbours k = 1", "(b) Neighbours k = 9", "(c) Neighbours k = 25"} {
		if !strings.Contains(svg, ">"+heading+"<") || !strings.Contains(tex, "{"+heading+"}") {
			t.Errorf("%q is missing", heading)
		}
	}
	if n := strings.Count(tex, `\begin{axis}`); n != 3 {
		t.Errorf("%d axes for three pictures", n)
	}
	for i := 1; i <= 3; i++ { // the regions of nearest neighbours are rasters
		name := fmt.Sprintf("wall-%d.png", i)
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil || !strings.Contains(tex, "{"+name+"}") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := strings.Count(pdf, "/Subtype /Image"); n < 3 || !strings.Contains(pdf, "/MediaBox [0 0 453.54") {
		t.Errorf("%d images in the PDF", n)
	}
	// Without rasters there is one file, and no mention of others.
	alone := filepath.Join(dir, "alone.tex")
	if code, _, errs := run(Draw, "", wall, "-o", alone, "-fields=false"); code != Done {
		t.Fatal(errs)
	}
	if strings.Contains(read("alone.tex"), ".png") {
		t.Error("rasters are not left out")
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "alone*")); len(list) != 1 {
		t.Errorf("files %q", list)
	}
}
