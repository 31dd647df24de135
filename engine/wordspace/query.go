package wordspace

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/method"
)

// query is what people ask: a word, or a sum of words such as king − man + woman.
type query struct {
	asked   string // as it was typed
	terms   []term
	missing []string // what is asked, and is none of the words
}

// term is a word with its sign.
type term struct {
	word int
	sign float64
}

// parse reads a question. A sign that stands before a word is its own, a hyphen within a word is the word's.
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
		if name = strings.Trim(strings.ReplaceAll(name, "’", "'"), "'-"); name == "" { // as the corpus has it
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

// answers tells whether there is something to be answered.
func (q *query) answers() bool { return len(q.terms) > 0 && len(q.missing) == 0 }

// title is the question as people read it.
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

// alike is a word with the cosine of its vector and another.
type alike struct {
	word   int
	cosine float64
}

// unit is the vector of a word with length 1; one without a length stays 0.
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

// nearest are the n words whose vectors have the largest cosine with a sum of words of length 1
// (3CosAdd), without these words, the most alike first.
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
	slices.SortStableFunc(list, func(a, b alike) int {
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
