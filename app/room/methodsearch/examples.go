package methodsearch

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Examples owns what is typed in the list of examples, and which of them Enter would open.
type Examples struct {
	// Methods are all that there are; Chosen is the one that is chosen now, whose examples come first.
	Methods func() []method.Info
	Chosen  func() string

	query     string
	candidate string
	titles    map[string][]string // by method: read once, as there are hundreds
}

// Example is a document that shows a method.
type Example struct {
	ID     string // of the example
	Method string
	Number int // among those of its method
	Title  string
}

// Shelf is a method's examples that were found, or those for who begins, which has no ID. Family is a heading above
// it, "" where the shelf before it has the same.
type Shelf struct {
	Family, ID, Name string
	Examples         []Example
}

// The headings of a few examples for who begins, and of those of the method that is chosen.
const (
	Start = "Start here"
	Now   = "For this method"
)

// starts are the methods whose first examples are for who begins.
var starts = []string{"svm", "knn", "tree", "kmeans", "mlp", "gp"}

// of are a method's examples.
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

// Found are the examples that answer to what is typed, by family and method; of all of them those of the chosen
// method come first.
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

// answers tells how well an example answers to words, all of which must be found in its title or in what its method
// is called; 0 = it does not.
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
		if at = max(at, rank(in, w)); at < 8 { // not by what is said of the method: too much would answer
			return 0
		}
		best += at
	}
	return best
}

// Ask filters the list, and proposes the best; of the whole list none.
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

// Candidate is the example that Enter would open; ok is false where there is none.
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

// Key walks the list with the arrow and page keys; false when a key is none of them.
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
