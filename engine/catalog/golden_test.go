//go:build amd64 && !amd64.v3

// Golden pictures hold for amd64. Other processors compute exp and sums of products with other last bits, as amd64 does
// with fused multiply-adds (GOAMD64=v3); iterations then end elsewhere within their tolerance. Exact references in the
// methods' packages check the numbers on every processor.

package catalog

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

// TestGolden draws every example and lesson as the page shows it, and each method on data of each kind that it
// supports, with three classes and with each of its choices, and compares the pictures and texts with testdata/golden
// (see package golden). The long run also has the lessons of all digits, which take longer to fit than all others
// together, switches each layer of examples and lessons separately, and stops them half-way.
func TestGolden(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			var whole, changes []golden.Section
			for _, d := range documents(t, &m) {
				if testing.Short() && d.title != example && d.Table != nil && d.Table.Name == "digits" {
					continue
				}
				w, c := drawn(t, &m, d)
				whole = append(whole, w...)
				if len(c.Lines) > 0 {
					changes = append(changes, c)
				}
			}
			golden.File{Path: filepath.Join("testdata", "golden", m.ID+".txt"), Update: *update, Part: testing.Short(),
				Again: golden.Command("./engine/catalog", "Golden")}.Check(t, slices.Concat(whole, variants(t, &m), changes))
		})
	}
	if *update {
		t.Log("written anew: read the diff of testdata/golden before it is committed")
	}
}

const goldenW, goldenH = 400, 300

// drawn describes a document, the example also with all layers and plots, and the changes when one of them is switched,
// or when the document is stopped half-way.
func drawn(t *testing.T, m *method.Method, named titled) (whole []golden.Section, changes golden.Section) {
	t.Helper()
	s, d := still(), named.Document
	lines, f := described(t, s, d, false)
	whole = append(whole, golden.Section{Name: named.title, Lines: lines, Whole: named.title == example})
	if named.title == example {
		e := d.Clone()
		e.View.Show = []string{}
		for _, show := range m.Shows {
			e.View.Show = append(e.View.Show, string(show.Name))
		}
		all, _ := described(t, s, e, false)
		whole = append(whole, golden.Section{Name: "all layers of the example", Lines: golden.Changed(lines, all)})
	}
	changes.Name = named.title + ", changed"
	if testing.Short() {
		return whole, changes
	}
	on, err := m.Shown(d.View.Show)
	if err != nil {
		t.Fatal(err)
	}
	change := func(s *session.Session, e doc.Document, what string) {
		changed, _ := described(t, s, e, false)
		changes.Lines = append(append(changes.Lines, golden.Label(what)), golden.Changed(lines, changed)...)
	}
	for _, show := range m.Shows {
		if !m.Applies(show.When, d.Params) || show.Where == method.OnlyRows && d.Table == nil {
			continue
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
		change(s, e, fmt.Sprintf("%s %q", how, show.Name))
	}
	steps := f.Whole.Can().LastStep()
	if st := f.Whole.Can().Stepper; st != nil {
		steps = st.Steps()
	}
	if steps > 0 {
		e := d.Clone()
		middle := steps / 2
		e.View.Step = &middle
		if f.Model.Can().Grower != nil {
			s = still() // in which no later step has been computed
		}
		change(s, e, "half-way")
	}
	return whole, changes
}

// variants describes a method on data of each kind and with each of its choices.
func variants(t *testing.T, m *method.Method) []golden.Section {
	var out []golden.Section
	whole := map[string][]golden.Line{} // descriptions in full, by parameters
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
		if m.Pictures || m.Objects {
			d = methodtest.Rows(m, v.Params)
		}
		lines, _ := described(t, still(), d, brief)
		if !brief {
			whole[fmt.Sprint(v.Params)] = lines
		}
		out = append(out, golden.Section{Name: name, Lines: lines, Brief: brief})
	}
	// Layers and panels that do not apply by default, with parameters for which they do: those with the same parameters
	// together.
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
		lines, _ := described(t, still(), d, false)
		name := "all layers"
		if len(params) > 0 {
			name += " with " + strings.TrimSuffix(strings.TrimPrefix(key, "map["), "]")
		}
		if old, ok := whole[key]; ok {
			lines = golden.Changed(old, lines)
		}
		out = append(out, golden.Section{Name: name, Lines: lines})
	}
	return out
}

// described fits a document and describes its picture and texts.
func described(t *testing.T, s *session.Session, d doc.Document, brief bool) ([]golden.Line, *session.Fit) {
	t.Helper()
	d, f := fitted(t, s, d)
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, goldenW, goldenH, 1), Fine: true}
	if !brief {
		req.Panels = session.AllPanels(f, golden.PanelW, golden.PanelH)
	}
	last := drawnFor(t, s, f, req)
	w := golden.Writer{Brief: brief}
	w.Result(last, d)
	if !brief {
		for _, at := range [][2]float64{{0.37, 0.29}, {0.58, 0.47}, {0.71, 0.83}} {
			w.Explain(last.Fit, req.View, at[0]*goldenW, at[1]*goldenH)
		}
	}
	for _, l := range w.Lines() {
		if strings.Contains(l, "NaN") {
			t.Errorf("%s: %s", d.Method, l)
		}
	}
	return w.Described(), last.Fit
}
