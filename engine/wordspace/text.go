package wordspace

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode"
)

// Texts written for this project; they are described in Method.
var (
	//go:embed valley.txt
	valley string
	//go:embed kingdom.txt
	kingdom string
)

// token is an occurrence of a word, from byte from to byte to of the text.
type token struct {
	word     int
	from, to int
}

// corpus is a text as skip-gram uses it: sentences of sufficiently frequent words. Rare words are removed first, so
// that windows extend over them, as in word2vec.
type corpus struct {
	text      string
	words     []string // in lower case, by decreasing frequency
	count     []int    // frequency of each word
	sentences [][]token
	read      int // number of words of the text, including rare ones
	tokens    int // number of tokens in sentences
	index     map[string]int
}

// newCorpus reads a text. Words are runs of letters and digits, with apostrophes and hyphens inside; a sentence ends at
// . ! ? ; : or an empty line. Words of equal frequency are in the order of their first occurrence.
func newCorpus(text string, least int) *corpus {
	c := &corpus{text: text, index: map[string]int{}}
	type found struct {
		name            string
		from, to, after int // after is the index of its sentence
	}
	var all []found
	sentence, start, newlines := 0, -1, 0
	end := func(at int) {
		if start >= 0 {
			name := strings.ToLower(strings.TrimRight(text[start:at], "'’-"))
			all = append(all, found{strings.ReplaceAll(name, "’", "'"), start, at, sentence})
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			if start < 0 {
				start = i
			}
			newlines = 0
			continue
		case start >= 0 && strings.ContainsRune("'’-", r):
			continue
		}
		end(i)
		if r == '\n' {
			newlines++
		}
		if strings.ContainsRune(".!?;:", r) || newlines == 2 {
			sentence++
		}
	}
	end(len(text))
	c.read = len(all)
	number := map[string]int{}
	var names []string
	var counts []int
	for _, f := range all {
		k, ok := number[f.name]
		if !ok {
			k = len(names)
			number[f.name] = k
			names, counts = append(names, f.name), append(counts, 0)
		}
		counts[k]++
	}
	var order []int
	for k, n := range counts {
		if n >= least {
			order = append(order, k)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	for i, k := range order {
		c.words, c.count = append(c.words, names[k]), append(c.count, counts[k])
		c.index[names[k]] = i
	}
	last := -1
	for _, f := range all {
		w, ok := c.index[f.name]
		if !ok {
			continue
		}
		if f.after != last {
			c.sentences = append(c.sentences, nil)
			last = f.after
		}
		k := len(c.sentences) - 1
		c.sentences[k] = append(c.sentences[k], token{w, f.from, f.to})
		c.tokens++
	}
	return c
}

// pairs reports whether some sentence has two words.
func (c *corpus) pairs() bool {
	return slices.ContainsFunc(c.sentences, func(s []token) bool { return len(s) > 1 })
}

// snippet returns a piece of the text around a token, within its sentence, with about the given number of bytes on each
// side.
func (c *corpus) snippet(t token, letters int) string {
	from, to := t.from, t.to
	before, after := "… ", " …"
	for {
		if from == 0 || ends(c.text[:from-1]) {
			before = ""
			break
		}
		k := strings.LastIndexAny(c.text[:from-1], " \n")
		if t.from-(k+1) > letters {
			break
		}
		from = k + 1
	}
	for to < len(c.text) {
		k := strings.IndexAny(c.text[to+1:], " \n")
		next := to + 1 + k
		if k < 0 {
			next = len(c.text)
		}
		if next-t.to > letters && to > t.to {
			break
		}
		to = next
		if ends(c.text[:to]) {
			after = ""
			break
		}
		if to-t.to > letters {
			break
		}
	}
	return before + strings.Join(strings.Fields(c.text[from:to]), " ") + after
}

// ends reports whether a sentence ends after s.
func ends(s string) bool {
	return s == "" || strings.ContainsRune(".!?;:\n", rune(s[len(s)-1]))
}
