// Package methodsearch finds methods by their names and synonyms, and examples of methods.
package methodsearch

import (
	"slices"
	"strings"

	"pointscape/engine/method"
)

// Search has the text typed in the list of methods, and the method that Enter would choose.
type Search struct {
	// Methods returns all methods; Chosen the present one.
	Methods func() []method.Info
	Chosen  func() string

	query     string
	candidate string
}

// Group is a family with the methods that were found.
type Group struct {
	Family  string
	Methods []method.Info
}

// Candidate returns the id of the method that Enter would choose, "" if none was found.
func (f *Search) Candidate() string { return f.candidate }

// Propose makes a method the candidate because the pointer is over it.
func (f *Search) Propose(id string) { f.candidate = id }

// Found returns the methods that match the query, by family.
func (f *Search) Found() []Group {
	var list []Group
	found := search(f.Methods(), f.query)
	for _, in := range f.Methods() {
		if found[in.ID] == 0 {
			continue
		}
		i := slices.IndexFunc(list, func(g Group) bool { return g.Family == in.Family })
		if i < 0 {
			i = len(list)
			list = append(list, Group{Family: in.Family})
		}
		list[i].Methods = append(list[i].Methods, in)
	}
	return list
}

// order returns the ids of the methods found, in the order of the list.
func (f *Search) order() (ids []string) {
	for _, g := range f.Found() {
		for _, in := range g.Methods {
			ids = append(ids, in.ID)
		}
	}
	return ids
}

// Ask filters the list and proposes the best match; without a query it proposes the present method.
func (f *Search) Ask(query string) {
	f.query, f.candidate = query, ""
	if strings.TrimSpace(query) == "" {
		f.candidate = f.Chosen()
		return
	}
	found := search(f.Methods(), query)
	best := 0
	for _, id := range f.order() {
		if found[id] > best {
			best, f.candidate = found[id], id
		}
	}
}

// Accepts reports whether the candidate matches the query.
func (f *Search) Accepts() bool { return search(f.Methods(), f.query)[f.candidate] > 0 }

// page is the number of entries that a page key moves.
const page = 8

// Key moves through the list by the arrow and page keys; it returns false for other keys.
func (f *Search) Key(key string) bool {
	id, ok := walk(f.order(), f.candidate, key)
	if ok {
		f.candidate = id
	}
	return ok
}

// walk returns the entry that a key leads to; ok is false for a key that does not move.
func walk(ids []string, from, key string) (to string, ok bool) {
	at := slices.Index(ids, from)
	switch key {
	case "ArrowDown":
		at++
	case "ArrowUp":
		if at--; at < -1 {
			at = -1 // from no entry to the last
		}
	case "PageDown":
		at = min(at+page, len(ids)-1)
	case "PageUp":
		at = max(at-page, 0)
	default:
		return from, false
	}
	if n := len(ids); n > 0 {
		return ids[(at+n)%n], true
	}
	return from, true
}

// search returns a score for each method that matches a query, by id; larger is better. Each word must be found
// somewhere.
func search(list []method.Info, query string) map[string]int {
	words := strings.Fields(fold(query))
	found := map[string]int{}
	for i := range list {
		in := &list[i]
		best := 0
		for _, w := range words {
			at := rank(in, w)
			if at == 0 {
				best = -1
				break
			}
			best += at
		}
		if best >= 0 {
			found[in.ID] = 1 + best + phrase(in, strings.Join(words, " "))
		}
	}
	return found
}

// phrase returns the additional score for a name that equals the whole query: "linear regression" must find least
// squares before other linear regressions.
func phrase(in *method.Info, query string) int {
	if query == "" {
		return 0
	}
	if fold(in.Name) == query {
		return 200
	}
	for i, alias := range in.Aliases {
		if fold(alias) == query {
			return 100 - i
		}
	}
	return 0
}

// rank returns a score for where a word is found in a method's texts: 0 = nowhere, larger is better.
func rank(in *method.Info, word string) int {
	name, id := fold(in.Name), fold(in.ID)
	switch {
	case id == word:
		return 100
	case strings.HasPrefix(name, word):
		return 40
	case strings.Contains(" "+name, " "+word):
		return 30
	case strings.Contains(id, word):
		return 20
	case strings.Contains(name, word):
		return 15
	}
	// Aliases: the first are the usual ones.
	best := 0
	for i, alias := range in.Aliases {
		alias = fold(alias)
		at := 0
		switch {
		case alias == word:
			at = 60
		case strings.Contains(" "+alias, " "+word):
			at = 12
		}
		best = max(best, at-min(i, 3))
	}
	switch {
	case best > 0:
		return best
	case strings.Contains(fold(in.Family), word):
		return 8
	case strings.Contains(" "+fold(in.Summary), " "+word):
		return 2
	}
	return 0
}

// fold normalises texts for comparison: k-NN becomes knn, and accents are removed.
func fold(s string) string { return folding.Replace(strings.ToLower(s)) }

var folding = strings.NewReplacer("-", "", "_", "", "’", "", "'", "",
	"à", "a", "â", "a", "ä", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e", "î", "i", "ï", "i",
	"ô", "o", "ö", "o", "ù", "u", "û", "u", "ü", "u", "œ", "oe", "ν", "nu", "ε", "epsilon")
