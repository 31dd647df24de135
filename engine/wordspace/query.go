package wordspace

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/sorts"
)

// query is a user's query: a word, or a sum of words such as king − man + woman.
type query struct {
	asked   string // as typed
	terms   []term
	missing []string // words of the query that are not in the corpus
}

// term is a word with its sign.
type term struct {
	word int
	sign float64
}

// parse reads a query. A sign before a word belongs to it; a hyphen within a word is part of the word.
func (c *corpus) parse(asked string) (q query) {
	q.asked = strings.TrimSpace(asked)
	sign := 1.0
	for _, f := range strings.Fields(strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(asked), "+", " + "), "−",
		" - ")) {
		name := strings.TrimLeft(f, "-–")
		if len(name) < len(f) {
			sign = -1
		} else if f == "+" {
			sign, name = 1, ""
		}
		if name = strings.Trim(strings.ReplaceAll(name, "’", "'"), "'-"); name == "" { // as in the corpus
			continue
		}
		if w, ok := c.index[name]; ok {
			q.terms = append(q.terms, term{w, sign})
		} else {
			q.missing = append(q.missing, name)
		}
		sign = 1
	}
	return q
}

// answers reports whether the query has a result.
func (q *query) answers() bool { return len(q.terms) > 0 && len(q.missing) == 0 }

// title formats the query.
func (c *corpus) title(q *query) string {
	s := ""
	for i, t := range q.terms {
		switch {
		case t.sign < 0 && i == 0:
			s += "−"
		case t.sign < 0:
			s += " − "
		case i > 0:
			s += " + "
		}
		s += c.words[t.word]
	}
	return s
}

// alike is a word with the cosine between its vector and that of the query.
type alike struct {
	word   int
	cosine float64
}

// unit returns the vector of a word scaled to norm 1; a zero vector stays 0.
func (s *state) unit(word int) []float64 {
	s.once.Do(func() {
		s.units = make([]float64, len(s.in))
		for i := 0; i < len(s.in); i += s.size {
			v := s.in[i : i+s.size]
			far := 0.0
			for _, x := range v {
				far = max(far, math.Abs(x))
			}
			if !(far > 0) {
				continue
			}
			sum := 0.0
			for _, x := range v {
				sum += x / far * (x / far)
			}
			length := far * math.Sqrt(sum)
			for j, x := range v {
				s.units[i+j] = x / length
			}
		}
	})
	return s.units[word*s.size : (word+1)*s.size]
}

// nearest returns the n words whose vectors have the largest cosines with a sum of unit word vectors (3CosAdd), except
// for the words of the sum, in decreasing order.
func (s *state) nearest(terms []term, n int) []alike {
	sum := make([]float64, s.size)
	for _, t := range terms {
		for j, x := range s.unit(t.word) {
			sum[j] += t.sign * x
		}
	}
	length := math.Sqrt(dot(sum, sum))
	cosines := make([]float64, len(s.c.words))
	for w := range cosines {
		if slices.ContainsFunc(terms, func(t term) bool { return t.word == w }) {
			cosines[w] = math.Inf(-1)
		} else if length > 0 {
			cosines[w] = min(max(dot(sum, s.unit(w))/length, -1), 1)
		}
	}
	var list []alike
	for _, w := range method.LargestOf(cosines, n) {
		if !math.IsInf(cosines[w], -1) {
			list = append(list, alike{w, cosines[w]})
		}
	}
	sorts.StableFunc(list, func(a, b alike) int {
		switch {
		case a.cosine > b.cosine:
			return -1
		case a.cosine < b.cosine:
			return 1
		}
		return 0
	})
	return list
}
