package session_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// interpreter is the Python that runs the notebooks; it needs NumPy, scikit-learn and Matplotlib:
//
//	go test ./engine/session -run Notebooks -python python3
var interpreter = flag.String("python", "", "run the cells of the notebooks with this `interpreter`")

// cell and book have the members of cells and notebooks that nbformat 4.5 requires; there must be no others.
type cell struct {
	Type     string           `json:"cell_type"`
	ID       string           `json:"id"`
	Metadata *struct{}        `json:"metadata"`
	Source   []string         `json:"source"`
	Count    json.RawMessage  `json:"execution_count"`
	Outputs  *json.RawMessage `json:"outputs"`
}

type book struct {
	Cells    []cell `json:"cells"`
	Metadata struct {
		Kernel struct {
			Name    string `json:"name"`
			Display string `json:"display_name"`
			Lang    string `json:"language"`
		} `json:"kernelspec"`
		Language struct {
			Name string `json:"name"`
		} `json:"language_info"`
	} `json:"metadata"`
	Format int `json:"nbformat"`
	Minor  int `json:"nbformat_minor"`
}

var cellID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// readBook decodes a notebook and checks the rules of nbformat's schema.
func readBook(t *testing.T, b []byte) (n book) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&n); err != nil {
		t.Fatal(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		t.Error("there is something behind the notebook")
	}
	if n.Format != 4 || n.Minor != 5 || n.Metadata.Kernel.Name != "python3" || n.Metadata.Kernel.Display == "" ||
		n.Metadata.Language.Name != "python" {
		t.Errorf("nbformat %d.%d, metadata %+v", n.Format, n.Minor, n.Metadata)
	}
	var ids []string
	for _, c := range n.Cells {
		if !cellID.MatchString(c.ID) || slices.Contains(ids, c.ID) || c.Metadata == nil || len(c.Source) == 0 {
			t.Errorf("cell %q: metadata %v, %d lines", c.ID, c.Metadata, len(c.Source))
		}
		ids = append(ids, c.ID)
		for i, line := range c.Source {
			if at := strings.IndexByte(line, '\n'); at >= 0 != (i < len(c.Source)-1) || at >= 0 && at < len(line)-1 {
				t.Errorf("cell %q: line %q", c.ID, line)
			}
		}
		switch c.Type {
		case "code":
			if string(c.Count) != "null" || c.Outputs == nil || string(*c.Outputs) != "[]" {
				t.Errorf("cell %q has been run: %s", c.ID, c.Count)
			}
		case "markdown":
			if c.Count != nil || c.Outputs != nil {
				t.Errorf("cell %q of text has outputs", c.ID)
			}
		default:
			t.Errorf("cell %q is of type %q", c.ID, c.Type)
		}
	}
	return n
}

// text returns the source of a cell; "" if there is no such cell.
func (n *book) text(id string) string {
	for _, c := range n.Cells {
		if c.ID == id {
			return strings.Join(c.Source, "")
		}
	}
	return ""
}

// defined returns the names that code defines outside of functions.
func defined(code string) (names []string) {
	for _, m := range regexp.MustCompile(`(?m)^(?:def )?([A-Za-z_][\w, ]*?)(?: = |\()`).FindAllStringSubmatch(code, -1) {
		names = append(names, strings.Split(m[1], ", ")...)
	}
	return names
}

// notebook returns the notebook of a document.
func notebook(t *testing.T, s *session.Session, text, site string) ([]byte, error) {
	t.Helper()
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	return s.Notebook(context.Background(), d, site)
}

// Each method's example that has a program has a valid notebook, the same each time. The cell of its picture does not
// redefine names of the program, and its live picture shows the document.
func TestNotebooks(t *testing.T) {
	if testing.Short() && *interpreter == "" {
		t.Skip("long: make test-all runs it")
	}
	a, b := session.New(catalog.All()), session.New(catalog.All())
	books, pictures := 0, 0
	for _, m := range catalog.All() {
		file, err := notebook(t, a, m.Example, "https://example.org/p/?lang=fr#old")
		var need *method.Need
		if errors.As(err, &need) {
			continue
		} else if err != nil {
			t.Errorf("%s: %v", m.ID, err)
			continue
		}
		books++
		if again, _ := notebook(t, b, m.Example, "https://example.org/p/?lang=fr#old"); !bytes.Equal(again, file) {
			t.Errorf("%s: two notebooks of one document", m.ID)
		}
		n := readBook(t, file)
		if !strings.HasPrefix(n.text("text"), "# ") || !strings.Contains(n.text("text"), "Data: ") {
			t.Errorf("%s: %s", m.ID, n.text("text"))
		}
		if n.text("picture") != "" {
			pictures++
		}
		program := defined(n.text("program"))
		for _, name := range defined(n.text("picture")) {
			if slices.Contains(program, name) {
				t.Errorf("%s: the picture's cell gives %s another value", m.ID, name)
			}
		}
		_, link, _ := strings.Cut(n.text("live"), `IFrame("https://example.org/p/?lang=fr&embed=1#`)
		link, _, _ = strings.Cut(link, `"`)
		if d, err := doc.DecodeLink(link); err != nil || d.Method != m.ID {
			t.Errorf("%s: the live picture shows %q (%v)", m.ID, d.Method, err)
		}
		if *interpreter != "" {
			code := "import matplotlib\nmatplotlib.use('Agg')\n" + n.text("program") + "\n" + n.text("picture")
			run := exec.Command(*interpreter, "-W", "ignore", "-c", code)
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", m.ID, err, out)
			}
		}
	}
	if books < 50 || pictures < 50 {
		t.Errorf("%d notebooks, %d with pictures", books, pictures)
	}
}

// The texts and pictures of notebooks, by kinds of methods.
func TestNotebook(t *testing.T) {
	s := session.New(catalog.All())
	const moons = `"dataset":{"name":"moons","n":20,"noise":0.1,"seed":3}`
	for _, c := range []struct{ document, site, id, has string }{
		{`{"method":"svm",` + moons + `}`, "", "picture", "levels=[-1, 0, 1]"},
		{`{"method":"svm",` + moons + `}`, "", "text", "Noise 0.1, seed 3."},
		{`{"method":"svm","view":{"x":[-1,2],"y":[-2,0.25]},` + moons + `}`, "", "picture", "xlim=(-1, 2), ylim=(-2, 0.25)"},
		{`{"method":"knn","names":{"x":"a $b$","classes":["_c"]},` + moons + `}`, "", "picture", `xlabel="a \\$b\\$"`},
		{`{"method":"knn","names":{"x":"a $b$","classes":["_c"]},` + moons + `}`, "", "picture", `[" _c", "class 2"]`},
		{`{"method":"knn","title":"<script> *a* [b](c)",` + moons + `}`, "", "text", `# &lt;script\> \*a\* \[b\](c)`},
		{`{"method":"knn","split":{"test":0.3,"seed":1},` + moons + `}`, "", "picture", `X_test[y_test == c]`},
		{`{"method":"gp","points":[[0,1],[1,2]]}`, "", "picture", "return_std=True"},
		{`{"method":"gp","points":[[0,1],[1,2]]}`, "", "text", "Data: 2 points of the document."},
		{`{"method":"svr","points":[[0,1],[1,2]]}`, "", "picture", "curve + e"},
		{`{"method":"kmeans",` + moons + `}`, "", "picture", "F = model.predict(grid)"},
		{`{"method":"dbscan",` + moons + `}`, "", "about-picture", "only its own points"},
		{`{"method":"pca",` + moons + `}`, "", "picture", "back = model.inverse_transform(Z)"},
		{`{"method":"isomap",` + moons + `}`, "", "picture", `xlabel="z₁"`},
		{`{"method":"sparse_coding","points":[[0.5,0.4],[0.2,0.6]]}`, "", "about-picture", "drawn alone"},
		{`{"method":"knn","params":{"inputs":"all"},"table":{"name":"iris"}}`, "", "picture", "wrong = model.predict(X) != y"},
		{`{"method":"knn","params":{"inputs":"all"},"table":{"name":"iris"}}`, "", "text", "Source: R. A. Fisher 1936"},
		{`{"method":"knn",` + moons + `}`, "my/play.html", "live", `page = Path("play.html").read_bytes()`},
		{`{"method":"knn",` + moons + `}`, "file:///home/a%20b/play.html#x", "live", `page = Path("play.html").read_bytes()`},
	} {
		b, err := notebook(t, s, c.document, c.site)
		if err != nil {
			t.Errorf("%s: %v", c.document, err)
			continue
		}
		n := readBook(t, b)
		if !strings.Contains(n.text(c.id), c.has) {
			t.Errorf("%s: no %q in\n%s", c.document, c.has, n.text(c.id))
		}
		if c.site == "" && n.text("live") != "" {
			t.Errorf("%s: a live picture of no site", c.document)
		}
	}
	var need *method.Need
	if _, err := notebook(t, s, `{"method":"som","points":[[0,0],[1,1],[0,1]]}`, ""); !errors.As(err, &need) {
		t.Errorf("a notebook without a program: %v", err)
	}
}

// A notebook says what the picture shows, without drawing it: it asks the clock, by which drawing is measured, no more
// often than the fit alone.
func TestNotebookDrawsNothing(t *testing.T) {
	d, err := doc.Decode([]byte(`{"method":"gp","dataset":{"name":"sine","n":20,"noise":0.1,"seed":3},` +
		`"split":{"test":0.3,"seed":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	asked := func(does func(s *session.Session, d doc.Document)) (times int) {
		s := session.New(catalog.All())
		d, err := s.Resolve(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		s.SetClock(func() time.Time { times++; return time.Time{} })
		does(s, d)
		return times
	}
	var says, shows string
	alone := asked(func(s *session.Session, d doc.Document) {
		if _, err := s.Python(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	})
	with := asked(func(s *session.Session, d doc.Document) {
		b, err := s.Notebook(context.Background(), d, "")
		if err != nil {
			t.Fatal(err)
		}
		n := readBook(t, b)
		says = n.text("text")
	})
	if with != alone {
		t.Errorf("the clock is asked %d times, not %d", with, alone)
	}
	asked(func(s *session.Session, d doc.Document) {
		req := session.Request{Doc: d, View: session.Viewport(d, method.Regress, 720, 540, 1)}
		if err := s.Draw(context.Background(), req, func(r *session.Result) error {
			shows = r.Info.Alt
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
	plain := strings.NewReplacer("\\", "", "&lt;", "<", "&amp;", "&")
	if !strings.Contains(plain.Replace(says), shows) || !strings.Contains(shows, "Held out: ") {
		t.Errorf("%s\nis not in\n%s", shows, says)
	}
}
