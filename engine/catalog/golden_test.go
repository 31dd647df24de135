package catalog

import (
	"flag"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// TestGolden draws every example and lesson as the page shows it, and compares
// with testdata/golden what is drawn and what is said: see package golden. Each
// layer is switched, each stepper stopped in the middle, each swatch of the legend
// painted (looks); each method also gets data of each kind that it takes, three
// classes, and each of its choices. In WebAssembly it leaves out what holds no other
// numbers: swatches, pictures of the same fit with other layers, the middle of what grows,
// some of many rows.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			var all []golden.Section
			known := map[string]bool{} // swatches
			for i, text := range append([]string{m.Example}, m.Lessons...) {
				d, err := doc.Decode([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				name := "example"
				if i > 0 {
					name = "lesson " + d.Title
				}
				if runtime.GOOS == "js" && many(d) {
					continue
				}
				all = append(all, drawn(t, &m, name, d, known)...)
			}
			all = append(all, variants(t, &m)...)
			path, again := filepath.Join("testdata", "golden", m.ID+".txt"), golden.Command("./engine/catalog", "Golden")
			if runtime.GOOS == "js" {
				golden.CheckSome(t, path, all, again)
				return
			}
			golden.Check(t, path, all, *update, again)
		})
	}
	if *update {
		t.Log("written anew: read the diff of testdata/golden before it is committed")
	}
}

// many tells whether a document's rows are so many that it would take long in WebAssembly, where fewer do for what
// holds no other numbers: the same steps on them are looked at with other documents.
func many(d doc.Document) bool { return d.Table != nil && d.Table.Name == "digits" && slow[d.Method] }

// slow are the methods that take seconds for 1,797 digits.
var slow = map[string]bool{"tsne": true, "mds": true, "representations": true, "dictionary": true}

const goldenW, goldenH = 400, 300

// still is a session to which nothing takes any time: how fine its pictures are does not depend on the machine.
func still() *session.Session {
	s := session.New(All())
	s.SetClock(func() time.Time { return time.Unix(0, 0) })
	return s
}

// looksAt is what else is looked at of a document that is fitted already; nil = nothing.
var looksAt func(t *testing.T, s *session.Session, m *method.Method, d doc.Document, known map[string]bool)

// drawn describes a document in all its states, of one fit.
func drawn(t *testing.T, m *method.Method, name string, d doc.Document, known map[string]bool) []golden.Section {
	t.Helper()
	s := still()
	shown, whole, f := described(t, s, d, false)
	if looksAt != nil {
		looksAt(t, s, m, shown, known)
	}
	out := []golden.Section{{Name: name, Lines: whole}}
	on, err := m.Shown(d.View.Show)
	if err != nil {
		t.Fatal(err)
	}
	for _, show := range m.Shows {
		if !m.Applies(show.When, d.Params) || show.Whole && d.Table == nil {
			continue
		}
		if runtime.GOOS == "js" {
			continue // the numbers are the same; that each layer can be drawn, TestNastyDrawn holds there, too
		}
		e := d.Clone()
		e.View.Show = []string{}
		for _, other := range m.Shows {
			if on[other.Name] != (other.Name == show.Name) {
				e.View.Show = append(e.View.Show, string(other.Name))
			}
		}
		how := "with"
		if on[show.Name] {
			how = "without"
		}
		_, lines, _ := described(t, s, e, false)
		out = append(out, golden.Section{Name: fmt.Sprintf("%s, %s %q", name, how, show.Name),
			Lines: golden.Change(whole, lines)})
	}
	steps := method.EndOf(f.Whole)
	if st, ok := f.Whole.(method.Stepper); ok {
		steps = st.Steps()
	}
	_, grows := f.Model.(method.Grower)
	if steps > 0 && !(grows && runtime.GOOS == "js") { // where it ends it has been half-way
		e := d.Clone()
		middle := steps / 2
		e.View.Step = &middle
		if grows {
			s = still() // in which no later step has been made
		}
		_, lines, _ := described(t, s, e, false)
		out = append(out, golden.Section{Name: name + ", half-way", Lines: golden.Change(whole, lines)})
	}
	return out
}

// variants describes a method on data of each kind, and with each of its choices.
func variants(t *testing.T, m *method.Method) []golden.Section {
	var out []golden.Section
	whole := map[string][]string{} // what was described in full, by its parameters
	list, _ := methodtest.Variants(m)
	data := func(params map[string]any) (*doc.Dataset, method.Task) {
		task := m.TaskOf(params)
		switch task {
		case method.Regress:
			return &doc.Dataset{Name: "sine", N: 24, Noise: 0.2, Seed: 3}, task
		case method.Regress2D:
			return &doc.Dataset{Name: "hills", N: 40, Noise: 0.1, Seed: 3}, task
		}
		return &doc.Dataset{Name: "blobs", N: 45, Noise: 0.3, Seed: 3}, task
	}
	for _, v := range list {
		recipe, task := data(v.Params)
		// In full once for each kind of data.
		name, brief := v.Name, v.Name != "" && task == m.TaskOf(nil)
		if v.Name == "" {
			name = "other data"
		}
		d := doc.Document{Method: m.ID, Params: v.Params, Dataset: recipe, Seed: 1}
		if m.Watches != "" && v.Params[m.Watches] == true {
			d.Split = doc.Split{Validate: 0.3, Seed: 1}
		}
		if m.Pictures {
			d = methodtest.Pictures(m, v.Params)
		}
		_, lines, _ := described(t, still(), d, brief)
		if !brief {
			whole[fmt.Sprint(v.Params)] = lines
		}
		out = append(out, golden.Section{Name: name, Lines: lines})
	}
	// Layers and panels that do not apply by default, where they do: those of the
	// same setting together.
	apply := map[string][]string{} // names of layers, by parameters
	for _, s := range m.Shows {
		if m.Applies(s.When, nil) {
			continue
		}
		params := map[string]any{}
		methodtest.Apply(m, s.When, params)
		key := fmt.Sprint(params)
		apply[key] = append(apply[key], string(s.Name))
		if len(apply[key]) > 1 {
			continue
		}
		d := doc.Document{Method: m.ID, Params: params, Seed: 1}
		d.Dataset, _ = data(params)
		d.View.Show = []string{}
		for _, other := range m.Shows {
			more := map[string]any{}
			methodtest.Apply(m, other.When, more)
			if other.On || fmt.Sprint(more) == key {
				d.View.Show = append(d.View.Show, string(other.Name))
			}
		}
		_, lines, _ := described(t, still(), d, false)
		name := "all layers"
		if len(params) > 0 {
			name += " with " + strings.TrimSuffix(strings.TrimPrefix(key, "map["), "]")
		}
		if old, ok := whole[key]; ok {
			lines = golden.Change(old, lines)
		}
		out = append(out, golden.Section{Name: name, Lines: lines})
	}
	return out
}

// described is a document as it is drawn, what is drawn and said of it, and its fit.
func described(t *testing.T, s *session.Session, d doc.Document, brief bool) (doc.Document, []string, *session.Fit) {
	t.Helper()
	d, err := s.Resolve(d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := f.Model.(method.Adopter); ok && d.View.Step == nil {
		step := 60 // at the start nothing has been learnt yet
		d.View.Step = &step
		if f, err = s.Fit(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	d = f.Placed(d)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, goldenW, goldenH, 1), Fine: true}
	if !brief {
		req.Panels = session.AllPanels(f, golden.PanelW, golden.PanelH)
	}
	var last *session.Result
	if err := s.DrawFit(t.Context(), f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	w := golden.Writer{Brief: brief}
	w.Result(last, d)
	if !brief {
		for _, at := range [][2]float64{{0.37, 0.29}, {0.58, 0.47}, {0.71, 0.83}} {
			w.Explain(last.Fit, req.View, at[0]*goldenW, at[1]*goldenH)
		}
	}
	lines := w.Lines()
	for _, l := range lines {
		if strings.Contains(l, "NaN") {
			t.Errorf("%s: %s", d.Method, l)
		}
	}
	return d, lines, last.Fit
}
