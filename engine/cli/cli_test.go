package cli

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func run(f func([]string, io.Reader, io.Writer, io.Writer) int, stdin string, args ...string) (code int, out,
	errs string) {
	var o, e bytes.Buffer
	code = f(args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

const svmDoc = `{"version":1,"method":"svm","params":{"kernel":"linear","C":10,"tol":1e-8},
	"points":[[0,0,0],[0,1,0],[1,0,1],[1,1,1]]}`

func TestFit(t *testing.T) {
	path := write(t, "doc.json", svmDoc)
	at := write(t, "at.json", `[[0.25, 0.3], [0.75, 2]]`)
	code, out, errs := run(Fit, "", path, "-at", at)
	if code != Done {
		t.Fatalf("status %d: %s", code, errs)
	}
	var got struct {
		Method, Task string
		Status       struct{ State, Sentence string }
		Facts        map[string]any
		Predictions  []float64
		Scores       [][]float64
		Warnings     []string
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	// The boundary is x1 = 1/2, f(x) = 2 x1 - 1.
	want := [][]float64{{-0.5}, {0.5}}
	for i, w := range want {
		if math.Abs(got.Scores[i][0]-w[0]) > 1e-6 {
			t.Errorf("score %d is %v, want %v", i, got.Scores[i], w)
		}
	}
	if got.Predictions[0] != 0 || got.Predictions[1] != 1 || got.Method != "svm" || got.Task != "classify" {
		t.Errorf("got %s", out)
	}
	for _, name := range []string{"n_support", "support", "dual_coef", "intercept", "objective", "margin",
		"training_error"} {
		if _, ok := got.Facts[name]; !ok {
			t.Errorf("no fact %s in %s", name, out)
		}
	}
	if m, _ := got.Facts["margin"].(float64); math.Abs(m-1) > 1e-6 {
		t.Errorf("the margin is %v, want 1", got.Facts["margin"])
	}
	// The same from standard input, for the document's own points.
	code, out, errs = run(Fit, svmDoc, "-")
	if code != Done || !strings.Contains(out, `"predictions": [`) {
		t.Errorf("status %d: %s%s", code, out, errs)
	}
}

func TestFitGP(t *testing.T) {
	code, out, errs := run(Fit,
		`{"version":1,"method":"gp","params":{"kernel":"rbf(0.2)","alpha":0.01},"points":[[0,0],[0.5,1],[1,0]]}`, "-")
	if code != Done {
		t.Fatal(errs)
	}
	var got struct {
		Task        string
		Std         []float64
		StdY        []float64 `json:"std_y"`
		Predictions []float64
		Facts       map[string]any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if got.Task != "regress" || len(got.Std) != 3 || len(got.StdY) != 3 || len(got.Predictions) != 3 {
		t.Errorf("got %s", out)
	}
	if _, ok := got.Facts["log_marginal_likelihood"]; !ok {
		t.Error("no log_marginal_likelihood")
	}
}

func TestFaults(t *testing.T) {
	cases := []struct {
		f     func([]string, io.Reader, io.Writer, io.Writer) int
		stdin string
		args  []string
		code  int
		says  string
	}{
		{Fit, `{"version":1,"method":"svm","params":{"C":-1}}`, []string{"-"}, Fault, "params.C"},
		{Fit, `{"version":1,"method":"svm","params":{"kernel":"rbf(0.2"}}`, []string{"-"}, Fault, "params.kernel"},
		{Fit, `{"version":1,"method":"perceptrom"}`, []string{"-"}, Fault, "method"},
		{Fit, `{"version":9,"method":"svm"}`, []string{"-"}, Fault, "version"},
		{Fit, `{"version":1,`, []string{"-"}, Fault, ""},
		{Fit, svmDoc, []string{"-", "-at", "no-such-file"}, Fault, "no-such-file"},
		{Fit, svmDoc, nil, Usage, "usage"},
		{Fit, svmDoc, []string{"-", "more"}, Usage, "more"},
		{Fit, svmDoc, []string{"-nonsense", "-"}, Usage, "nonsense"},
		{Fit, "", []string{"-h"}, Done, "usage"},
		{Draw, svmDoc, []string{"-", "-size", "3"}, Usage, "-size"},
		{Draw, svmDoc, []string{"-", "-palette", "neon"}, Usage, "-palette"},
		{Draw, svmDoc, []string{"-", "-o", "fig.eps"}, Usage, ".svg, .pdf, .tex, .png or .gif"},
		{Draw, svmDoc, []string{"-", "-o", "a.webm", "-sweep", "C=1:2"}, Usage,
			"-o must be a .png or a .gif for an animation"},
		{Draw, svmDoc, []string{"-", "-format", "eps"}, Usage, "-format must be one of svg, pdf, tex, png, gif"},
		{Draw, svmDoc, []string{"-", "-format", "pdf", "-o", "a.svg"}, Usage, "-format must be svg, as the ending of " +
			"a.svg says"},
		{Draw, svmDoc, []string{"-", "-format", "tex"}, Usage, "-o must be given with TikZ"},
		{Draw, svmDoc, []string{"-", "-o", "a.gif"}, Usage, "-steps must be given with a GIF or with -sweep"},
		{Draw, svmDoc, []string{"a.json", "b.json", "-o", "a.svg"}, Usage, "-o must be a folder, such as figures/"},
		{Draw, svmDoc, []string{"..", "-o", "figures/"}, Usage, "in a folder with files that end in .json"},
		{Draw, svmDoc, []string{"a/x.json", "b/x.json", "-o", "figures/"}, Usage,
			"document must be named differently from a/x.json: both figures would be written to x.svg"},
		{Fit, svmDoc, []string{"a.json", "b.json"}, Usage, "one document at a time"},
		{Draw, svmDoc, []string{"-", "-o", "no-such-folder/fig.svg"}, Fault, "open no-such-folder/fig.svg"},
		{Draw, `{"version":1,"method":"svm","points":[[0,0,0]]}`, []string{"-"}, Fault, "class"},
		{Draw, "", []string{"-h"}, Done, "usage"},
	}
	for _, c := range cases {
		code, out, errs := run(c.f, c.stdin, c.args...)
		if code != c.code || !strings.Contains(errs, c.says) || out != "" {
			t.Errorf("%v on %.60s: status %d, want %d; stderr %q should say %q", c.args, c.stdin, code, c.code, errs, c.says)
		}
	}
}

func TestFaultyAt(t *testing.T) {
	for at, says := range map[string]string{
		`nonsense`:               `-at must be a JSON list of [x1, x2]; got "nonsense"`,
		`null`:                   `-at must be a JSON list`,
		`[0.1, 0.2]`:             `-at[0] must be [x1, x2]`,
		`[[0.1, 0.2], [0.3]]`:    `-at[1] must be [x1, x2]`,
		`[[0.1, "x"]]`:           `-at[0] must be [x1, x2]`,
		`[[0, 0], [null, 0.2]]`:  `-at[1] must be [x1, x2]`,
		`[[1e300, 0]]`:           `1e+12 in size; got "[1e300, 0]"`,
		`[[0.1, 0.2, 0.3, 1e9]]`: `-at[0]`,
	} {
		code, out, errs := run(Fit, svmDoc, "-", "-at", write(t, "at.json", at))
		if code != Fault || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%s: status %d, want %d; stderr %q should say %q", at, code, Fault, errs, says)
		}
	}
}

// endless is an endless input that counts what was read.
type endless struct{ taken int }

func (e *endless) Read(b []byte) (int, error) {
	e.taken += len(b)
	if e.taken > 4*doc.MaxBytes {
		return 0, errors.New("who reads this reads for ever")
	}
	return len(b), nil
}

// No input is read beyond the largest length of a document.
func TestLongInput(t *testing.T) {
	big := write(t, "big.json", "")
	if err := os.Truncate(big, 100<<20); err != nil {
		t.Fatal(err)
	}
	path := write(t, "doc.json", svmDoc)
	for _, c := range []struct {
		f    func([]string, io.Reader, io.Writer, io.Writer) int
		args []string
		says string
	}{
		{Fit, []string{"-"}, "document must be at most 16 MB long; got more\n"},
		{Draw, []string{"-"}, "document must be at most 16 MB long; got more\n"},
		{Fit, []string{path, "-at", "-"}, "-at must be at most 16 MB long; got more\n"},
		{Fit, []string{big}, "document must be at most 16 MB long; got 100.0 MB\n"},
		{Draw, []string{big}, "document must be at most 16 MB long; got 100.0 MB\n"},
		{Fit, []string{path, "-at", big}, "-at must be at most 16 MB long; got 100.0 MB\n"},
	} {
		var in endless
		var out, errs bytes.Buffer
		if code := c.f(c.args, &in, &out, &errs); code != Fault || errs.String() != c.says {
			t.Errorf("%v: status %d, %q, want %q", c.args, code, errs.String(), c.says)
		}
		if in.taken > 2*doc.MaxBytes {
			t.Errorf("%v: %d bytes were read", c.args, in.taken)
		}
	}
}

// Without points to predict, lists are empty, not null.
func TestFitPrior(t *testing.T) {
	code, out, errs := run(Fit, `{"method":"gp","points":[]}`, "-")
	if code != Done || !strings.Contains(out, `"predictions": []`) {
		t.Errorf("status %d, stderr %q, got %s", code, errs, out)
	}
}

// Every method's example can be drawn as SVG and as PNG.
func TestDrawExamples(t *testing.T) {
	for i, m := range catalog.All() {
		t.Run(m.ID, func(t *testing.T) {
			if i%2 == 0 || !testing.Short() { // in short runs, methods are drawn as SVG and as PNG in turn
				svgOfExample(t, m.Example)
			}
			if i%2 == 1 || !testing.Short() {
				pngOfExample(t, m.Example)
			}
		})
	}
}

func svgOfExample(t *testing.T, example string) {
	t.Helper()
	code, out, errs := run(Draw, example, "-", "-size", "320x240")
	if code != Done {
		t.Fatal(errs)
	}
	paths := 0
	for dec := xml.NewDecoder(strings.NewReader(out)); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "path" {
			paths++
		}
	}
	if paths < 3 {
		t.Errorf("%d vector paths in the SVG", paths)
	}
	// Base64 may contain any word.
	words := regexp.MustCompile(`base64,[^"]*`).ReplaceAllString(out, "")
	if strings.Contains(words, "NaN") || strings.Contains(words, "Inf") {
		t.Error("a number that is none in the SVG")
	}
}

func pngOfExample(t *testing.T, example string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "fig.png")
	if code, _, errs := run(Draw, example, "-", "-size", "320x240", "-scale", "1", "-o", file); code != Done {
		t.Fatal(errs)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil || img.Bounds().Dx() != 320 || img.Bounds().Dy() != 240 {
		t.Errorf("%v, %v", img.Bounds(), err)
	}
}

// NaN and infinities are encoded as null, without an error.
func TestNumbersThatAreNone(t *testing.T) {
	b, err := json.Marshal(numbers([]float64{1.5, math.NaN(), math.Inf(1), math.Inf(-1), 0}))
	if err != nil || string(b) != "[1.5,null,null,null,0]" {
		t.Errorf("%s, %v", b, err)
	}
}

// Figures that need too much memory, and invalid file names, are refused before anything is computed; no file is left
// behind.
func TestFiguresThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder.svg")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"-size", "8192x8192", "-scale", "8", "-o", filepath.Join(dir, "a.png")},
			"-size times -scale must be such that the PNG has at most 100 million pixels; got \"4295 million\""},
		{[]string{"-size", "8192x8192", "-scale", "1.3", "-o", filepath.Join(dir, "a.PNG")}, "at most 100 million pixels"},
		{[]string{"-o", folder}, "document must be a file, with a folder of figures"},
	} {
		code, out, errs := run(Draw, `nothing is read`, append([]string{"-"}, c.args...)...)
		if code != Usage || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%q: %d, %q, %q", c.args, code, out, errs)
		}
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
}

// The flags of a figure have the effects of the page's options, and errors name the flag.
func TestDrawOptions(t *testing.T) {
	code, out, errs := run(Draw, svmDoc, "-", "-width", "90", "-type", "8", "-legend", "-background", "transparent",
		"-titles=false")
	if code != Done || !strings.Contains(out, `<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="`) {
		t.Fatalf("%d, %s, %.300s", code, errs, out)
	}
	for text, want := range map[string]bool{">Class 1<": true, ">Decision boundary, f = 0<": true, ">x₁<": false,
		"<rect": false} {
		if strings.Contains(out, text) != want {
			t.Errorf("%q is in the figure: %v", text, !want)
		}
	}
	file := filepath.Join(t.TempDir(), "fig.png")
	if code, _, errs := run(Draw, svmDoc, "-", "-width", "60", "-unit", "mm", "-dpi", "150", "-o", file); code != Done {
		t.Fatal(errs)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil || img.Bounds().Dx() != 354 || !bytes.Contains(b, []byte("pHYs")) {
		t.Errorf("%v, %v", img.Bounds(), err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"-width", "0"}, "-width must be from 28 to"},
		{[]string{"-width", "9000"}, "mm for type of 8 pt; got 9000"},
		{[]string{"-width", "90", "-unit", "cm"}, `-unit must be mm or px; got "cm"`},
		{[]string{"-unit", "mm"}, "-width must be given with -unit"},
		{[]string{"-width", "90", "-type", "1"}, "-type must be from 3 to 96 pt; got 1"},
		{[]string{"-width", "90", "-dpi", "1", "-o", "a.png"}, "-dpi must be from 36 to 2400 pixels per inch; got 1"},
		{[]string{"-width", "900", "-dpi", "1200", "-o", "a.png"}, "-width times -dpi must be such that the PNG has at " +
			"most 100 million pixels"},
		{[]string{"-size", "40x300"}, "-size across must be from 96 to 8192 px"},
		{[]string{"-background", "red"}, `-background must be filled or transparent; got "red"`},
		{[]string{"-palette", "pink"}, `-palette must be one of light, dark, projector, print; got "pink"`},
	} {
		code, out, errs := run(Draw, `nothing is read`, append([]string{"-"}, c.args...)...)
		if code != Usage || out != "" || !strings.Contains(errs, c.says) {
			t.Errorf("%q: %d, %q, %q", c.args, code, out, errs)
		}
	}
}

func TestFitTellsOfRoles(t *testing.T) {
	code, out, errs := run(Fit,
		`{"version":1,"method":"knn","params":{"n_neighbors":1},"points":[[0,0,0],[1,0,1],[0.2,0,1],[0.9,0,1]],"split":{"roles":"2.vt"}}`, "-")
	if code != Done {
		t.Fatal(errs)
	}
	var got struct {
		Roles []string
		Facts struct {
			Errors []float64 `json:"error_by_role"`
			Points []int     `json:"points_by_role"`
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Roles, []string{"train", "train", "validation", "test"}) ||
		!slices.Equal(got.Facts.Errors, []float64{0, 1, 0}) || !slices.Equal(got.Facts.Points, []int{2, 1, 1}) {
		t.Errorf("got %s", out)
	}
	_, out, _ = run(Fit, `{"version":1,"method":"kmeans","points":[[0,0],[1,0],[0.2,0],[0.9,0]],"split":{"roles":"2.vt"}}`,
		"-")
	if strings.Contains(out, `"roles"`) || !strings.Contains(out, "uses all points") {
		t.Errorf("of a method that uses all points: %s", out)
	}
}

func TestFitLeavesOneOut(t *testing.T) {
	// Without (3, 9) the line is y = x.
	code, out, errs := run(Fit,
		`{"version":1,"method":"least_squares","params":{"degree":1},"points":[[0,0],[1,1],[2,2],[3,9]]}`, "-",
		"-leave-one-out")
	if code != Done {
		t.Fatal(errs)
	}
	var got struct {
		LeaveOneOut struct {
			Facts  map[string]any
			Points []int
			Notes  []string
		} `json:"leave_one_out"`
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	r, _ := got.LeaveOneOut.Facts["leave_one_out_residuals"].([]any)
	if len(r) != 4 || math.Abs(r[3].(float64)-6) > 1e-9 || got.LeaveOneOut.Points[0] != 3 ||
		len(got.LeaveOneOut.Notes) == 0 {
		t.Errorf("%+v", got)
	}
	if code, _, errs = run(Fit, `{"version":1,"method":"kmeans","points":[[0,0],[1,1],[2,2],[3,9]]}`, "-",
		"-leave-one-out"); code == Done || !strings.Contains(errs, "given answers") {
		t.Errorf("%d %s", code, errs)
	}
}

// "code -lang scikit-learn" prints a program that fits the document; for methods without a counterpart it says so.
func TestCodeOfAFit(t *testing.T) {
	code, out, errs := run(Code, svmDoc, "-", "-lang", "scikit-learn")
	if code != Done || !strings.Contains(out, `model = SVC(C=10, kernel="linear", tol=1e-8)`) ||
		!strings.Contains(out, "    [0, 0], [0, 1], [1, 0], [1, 1],\n") {
		t.Errorf("status %d: %s\n%s", code, errs, out)
	}
	som := `{"version":1,"method":"som","points":[[0,0],[0,1],[1,0]]}`
	code, _, errs = run(Code, som, "-", "-lang", "scikit-learn")
	if code != Fault || !strings.Contains(errs, "scikit-learn 1.2 has no self-organising maps") {
		t.Errorf("status %d: %s", code, errs)
	}
}

// "code -lang notebook" prints a notebook. -site and -language are checked, and refused with other languages.
func TestCodeAsNotebook(t *testing.T) {
	code, out, errs := run(Code, svmDoc, "-", "-lang", "notebook", "-site", "https://example.org/p/")
	if code != Done || !strings.Contains(out, `IFrame(\"https://example.org/p/?embed=1#`) ||
		!strings.Contains(out, `"nbformat": 4`) {
		t.Errorf("status %d: %s\n%s", code, errs, out)
	}
	for _, args := range [][]string{{"-lang", "notebook", "-site", "ftp://example.org/"},
		{"-site", "https://example.org/"},
		{"-lang", "notebook", "-site", "dist"}, {"-lang", "notebook", "-language", "tlh"}} {
		if code, _, errs = run(Code, svmDoc, append([]string{"-"}, args...)...); code != Usage ||
			!strings.Contains(errs, args[len(args)-2]) {
			t.Errorf("%v: status %d: %s", args, code, errs)
		}
	}
}
