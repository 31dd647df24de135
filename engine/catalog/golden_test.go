package catalog

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/method/methodtest"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
	"pointscape/engine/wire"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// TestGolden draws every example and lesson as the page shows it, and compares
// with testdata/golden what is drawn and what is said: see package golden. Each
// layer is switched, each stepper stopped in the middle; each method also gets
// data of each kind that it takes, three classes, and each of its choices.
func TestGolden(t *testing.T) {
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			var all []golden.Section
			for i, text := range append([]string{m.Example}, m.Lessons...) {
				d, err := doc.Decode([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				name := "example"
				if i > 0 {
					name = "lesson " + d.Title
				}
				all = append(all, drawn(t, &m, name, d)...)
			}
			all = append(all, variants(t, &m)...)
			golden.Check(t, filepath.Join("testdata", "golden", m.ID+".txt"), all, *update, golden.Command("./engine/catalog", "Golden"))
		})
	}
	if *update {
		t.Log("written anew: read the diff of testdata/golden before it is committed")
	}
}

const goldenW, goldenH = 400, 300

// drawn describes a document in all its states.
func drawn(t *testing.T, m *method.Method, name string, d doc.Document) []golden.Section {
	t.Helper()
	whole, f := described(t, d, false)
	out := []golden.Section{{Name: name, Lines: whole}}
	on, err := m.Shown(d.View.Show)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Shows {
		if !m.Applies(s.When, d.Params) {
			continue
		}
		e := d.Clone()
		e.View.Show = []string{}
		for _, other := range m.Shows {
			if on[other.Name] != (other.Name == s.Name) {
				e.View.Show = append(e.View.Show, string(other.Name))
			}
		}
		how := "with"
		if on[s.Name] {
			how = "without"
		}
		lines, _ := described(t, e, false)
		out = append(out, golden.Section{Name: fmt.Sprintf("%s, %s %q", name, how, s.Name), Lines: golden.Change(whole, lines)})
	}
	if st, ok := f.Whole.(method.Stepper); ok {
		e := d.Clone()
		middle := st.Steps() / 2
		e.View.Step = &middle
		lines, _ := described(t, e, false)
		out = append(out, golden.Section{Name: name + ", half-way", Lines: golden.Change(whole, lines)})
	}
	return out
}

// variants describes a method on data of each kind, and with each of its choices.
func variants(t *testing.T, m *method.Method) []golden.Section {
	var out []golden.Section
	list, _ := methodtest.Variants(m)
	for _, v := range list {
		recipe := doc.Dataset{Name: "blobs", N: 45, Noise: 0.3, Seed: 3}
		task := m.TaskOf(v.Params)
		switch task {
		case method.Regress:
			recipe = doc.Dataset{Name: "sine", N: 24, Noise: 0.2, Seed: 3}
		case method.Regress2D:
			recipe = doc.Dataset{Name: "hills", N: 40, Noise: 0.1, Seed: 3}
		}
		// In full once for each kind of data.
		name, brief := v.Name, v.Name != "" && task == m.TaskOf(nil)
		if v.Name == "" {
			name = "other data"
		}
		lines, _ := described(t, doc.Document{Method: m.ID, Params: v.Params, Dataset: &recipe, Seed: 1}, brief)
		out = append(out, golden.Section{Name: name, Lines: lines})
	}
	return out
}

func described(t *testing.T, d doc.Document, brief bool) ([]string, *session.Fit) {
	t.Helper()
	s := session.New(All())
	// Nothing takes any time: how fine a picture is does not depend on the machine.
	s.SetClock(func() time.Time { return time.Unix(0, 0) })
	d, err := s.Resolve(d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, goldenW, goldenH, 1), Fine: true}
	if p, ok := f.Model.(method.Panels); ok && !brief {
		for _, x := range p.PanelList(f.Show) {
			req.Panels = append(req.Panels, wire.PanelAsk{ID: x.ID, W: golden.PanelW, H: golden.PanelH})
		}
	}
	var last *session.Result
	for range 2 { // the first picture tells the session how fine the next should be
		if err := s.DrawFit(t.Context(), f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
			t.Fatal(err)
		}
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
	return lines, last.Fit
}
