//go:build !js

package catalog

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
)

// capabilities returns the names of the capabilities that models of a method have: those of its example documents and,
// in the long run, of its variants on random points; each at its step, at its end, and, of a Stepper, at the start.
func capabilities(t *testing.T, m *method.Method) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	look := func(model method.Model) {
		c := reflect.ValueOf(model.Can()).Elem()
		for i := range c.NumField() {
			part := c.Field(i)
			for k := range part.NumField() {
				if !part.Field(k).IsZero() {
					found[part.Type().Field(k).Name] = true
				}
			}
		}
	}
	s := session.New(All())
	fit := func(d doc.Document) {
		d, err := s.Resolve(method.Unstopped, d)
		if err != nil {
			return // a variant that these points don't suit
		}
		f, err := s.Fit(t.Context(), d)
		if err != nil {
			return
		}
		look(f.Model)
		look(f.Whole)
		if st := f.Whole.Can().Stepper; st != nil {
			look(st.Stage(0))
		}
	}
	documents := m.Documents()
	if testing.Short() {
		documents = documents[:1] // the example
	}
	for _, text := range documents {
		d, err := doc.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		fit(d)
	}
	variants, _ := methodtest.Variants(m)
	if testing.Short() {
		variants = nil
	}
	for _, v := range variants {
		d := doc.Document{Method: m.ID, Params: v.Params}
		if m.TakesPoints() {
			d.Points = methodtest.Points(m.TaskOf(v.Params), 30, 6)
		} else {
			d = methodtest.Rows(m, v.Params)
		}
		fit(d)
	}
	return found
}

// The page capabilities.md says which methods have each capability, and is up to date. Every capability
// is one of some method.
func TestCapabilities(t *testing.T) {
	t.Parallel()
	kept, err := os.ReadFile(capabilitiesPage)
	if err != nil {
		t.Fatal(err)
	}
	list := All()
	having := found(t, string(kept), list)
	if testing.Short() { // the examples alone: what they have, the page lists
		for name, with := range having {
			if said := listed(string(kept), name, list); len(said) == 0 || slices.ContainsFunc(with, func(id string) bool {
				return !slices.Contains(said, id)
			}) {
				t.Errorf("%s lists %s for %v; the examples of %v have it", capabilitiesPage, name, said, with)
			}
		}
		return
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Which methods have which capabilities\n\nThis page lists, for each field of `method.Capabilities` "+
		"([guide](../docs/capabilities.md)), the\nmethods that have it for some of their parameters. It is made by\n\n"+
		"    go test ./engine/catalog -run TestCapabilities -update\n")
	all := reflect.TypeFor[method.Capabilities]()
	for i := range all.NumField() {
		part := all.Field(i)
		fmt.Fprintf(&b, "\n## %s\n\n| field | methods |\n|---|---|\n", part.Name)
		for k := range part.Type.NumField() {
			name := part.Type.Field(k).Name
			with := having[name]
			if len(with) == 0 {
				t.Errorf("no method has %s", name)
			}
			var without []string
			for i := range list {
				if id := list[i].ID; !slices.Contains(with, id) {
					without = append(without, id)
				}
			}
			text := fmt.Sprintf("%d: %s", len(with), strings.Join(with, ", "))
			if len(without) == 0 {
				text = "all"
			} else if len(without) < len(with) {
				text = fmt.Sprintf("%d: all but %s", len(with), strings.Join(without, ", "))
			}
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, text)
		}
	}
	if *update {
		if err := os.WriteFile(capabilitiesPage, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(kept, b.Bytes()) {
		t.Errorf("%s is not up to date: go test ./engine/catalog -run TestCapabilities -update", capabilitiesPage)
	}
}

// found returns the methods that have each capability, in the order of the list. Of methods that are not tested, it is
// what the page says.
func found(t *testing.T, page string, list []method.Method) map[string][]string {
	t.Helper()
	having := map[string][]string{}
	all := reflect.TypeFor[method.Capabilities]()
	for i := range list {
		m := &list[i]
		if Tests(m.ID) {
			for name := range capabilities(t, m) {
				having[name] = append(having[name], m.ID)
			}
			continue
		}
		for part := range all.NumField() {
			for k := range all.Field(part).Type.NumField() {
				if name := all.Field(part).Type.Field(k).Name; slices.Contains(listed(page, name, list), m.ID) {
					having[name] = append(having[name], m.ID)
				}
			}
		}
	}
	return having
}

// capabilitiesPage is where the capabilities of all methods are listed.
const capabilitiesPage = "capabilities.md"

// listed returns the ids of the methods that the page lists for a capability.
func listed(text, name string, all []method.Method) (ids []string) {
	_, rest, _ := strings.Cut(text, "\n| `"+name+"` | ")
	row, _, _ := strings.Cut(rest, " |\n")
	_, row, counted := strings.Cut(row, ": ")
	without, but := strings.CutPrefix(row, "all but ")
	named := strings.Split(without, ", ")
	for i := range all {
		if id := all[i].ID; !counted || slices.Contains(named, id) != but {
			ids = append(ids, id)
		}
	}
	return ids
}
