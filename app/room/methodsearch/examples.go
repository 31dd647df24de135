package methodsearch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Examples has the text typed in the list of examples, and the example that Enter would open.
type Examples struct {
	// Methods returns all methods; Chosen the present one, whose examples come first.
	Methods func() []method.Info
	Chosen  func() string

	query     string
	candidate string
	titles    map[string][]string // titles of the examples by method, parsed once because there are hundreds
}

type Example struct {
	ID     string // the example's
	Method string
	Number int // index among the method's examples
	Title  string
}

// Shelf is a group of examples that were found: those of a method, or those for beginners, which have no ID. Family is
// the heading above it, "" if it is that of the shelf before.
type Shelf struct {
	Family, ID, Name string
	Examples         []Example
}

// The headings of the examples for beginners, and of those of the present method.
const (
	Start = "Start here"
	Now   = "For this method"
)

// starts are the methods whose first examples are for beginners.
var starts = []string{"svm", "knn", "tree", "kmeans", "mlp", "gp"}

// of returns a method's examples.
func (e *Examples) of(in *method.Info) (list []Example) {
	titles, ok := e.titles[in.ID]
	if !ok {
		for _, text := range in.Documents() {
			d, err := doc.Decode([]byte(text))
			if err != nil {
				d.Title = ""
			}
			titles = append(titles, cmp.Or(d.Title, in.Name))
		}
		if e.titles == nil {
			e.titles = map[string][]string{}
		}
		e.titles[in.ID] = titles
	}
	for i, title := range titles {
		list = append(list, Example{in.ID + "-" + strconv.Itoa(i), in.ID, i, title})
	}
	return list
}

// Found returns the examples that match the query, by family and method. Without a query, the examples for beginners
// (Start) come first, then those of the present method (Now).
func (e *Examples) Found() (list []Shelf) {
	words := strings.Fields(fold(e.query))
	all := e.Methods()
	var families []string
	for i := range all {
		if !slices.Contains(families, all[i].Family) {
			families = append(families, all[i].Family)
		}
	}
	add := func(in *method.Info, family string) {
		s := Shelf{Family: family, ID: in.ID, Name: in.Name}
		for _, x := range e.of(in) {
			if answers(in, &x, words) > 0 {
				s.Examples = append(s.Examples, x)
			}
		}
		if len(s.Examples) > 0 {
			list = append(list, s)
		}
	}
	first := ""
	if len(words) == 0 {
		start := Shelf{Family: Start}
		for _, id := range starts {
			if i := slices.IndexFunc(all, func(in method.Info) bool { return in.ID == id }); i >= 0 {
				if of := e.of(&all[i]); len(of) > 0 {
					of[0].ID = "start-" + id
					start.Examples = append(start.Examples, of[0])
				}
			}
		}
		if len(start.Examples) > 0 {
			list = append(list, start)
		}
		first = e.Chosen()
		if i := slices.IndexFunc(all, func(in method.Info) bool { return in.ID == first }); i >= 0 {
			add(&all[i], Now)
		}
	}
	for _, family := range families {
		n := len(list)
		for i := range all {
			if in := &all[i]; in.Family == family && in.ID != first {
				add(in, "")
			}
		}
		if len(list) > n {
			list[n].Family = family
		}
	}
	return list
}

// answers returns how well an example matches words, each of which must be found in its title, or in a name or the
// family of its method; 0 = not at all.
func answers(in *method.Info, x *Example, words []string) int {
	title := " " + fold(x.Title)
	best := 1
	for _, w := range words {
		at := 0
		switch {
		case strings.Contains(title, " "+w):
			at = 50
		case strings.Contains(title, w):
			at = 20
		}
		if at = max(at, rank(in, w)); at < 8 { // not by the method's description: that would match too much
			return 0
		}
		best += at
	}
	return best
}

// Ask filters the list and proposes the best match; without a query it proposes none.
func (e *Examples) Ask(query string) {
	e.query, e.candidate = query, ""
	words := strings.Fields(fold(query))
	if len(words) == 0 {
		return
	}
	best, all := 0, e.Methods()
	for _, s := range e.Found() {
		i := slices.IndexFunc(all, func(in method.Info) bool { return in.ID == s.ID })
		for k := range s.Examples {
			if at := answers(&all[i], &s.Examples[k], words); at > best {
				best, e.candidate = at, s.Examples[k].ID
			}
		}
	}
}

// Candidate returns the example that Enter would open; ok is false if there is none.
func (e *Examples) Candidate() (x Example, ok bool) {
	for _, s := range e.Found() {
		for _, x := range s.Examples {
			if x.ID == e.candidate {
				return x, true
			}
		}
	}
	return x, false
}

// Key moves through the list by the arrow and page keys; it returns false for other keys.
func (e *Examples) Key(key string) bool {
	var ids []string
	for _, s := range e.Found() {
		for _, x := range s.Examples {
			ids = append(ids, x.ID)
		}
	}
	id, ok := walk(ids, e.candidate, key)
	if ok {
		e.candidate = id
	}
	return ok
}
