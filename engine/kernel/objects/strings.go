package objects

import (
	"cmp"
	"math"

	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// readWord splits a word into characters.
func readWord(_ Kernel, text string) (thing, error) { return thing{word: []rune(text)}, nil }

// readPieces counts the substrings of p consecutive characters. With these counts, counted is the p-spectrum kernel
// (Leslie, Eskin and Noble 2002).
func readPieces(k Kernel, text string) (thing, error) {
	s, count := []rune(text), map[string]float64{}
	for i := 0; i+k.P <= len(s); i++ {
		count[string(s[i:i+k.P])]++
	}
	return thing{word: s, count: count}, nil
}

// counted returns the sum over all pieces of the product of their counts in both objects. The counts are integers, so
// the order of summation does not matter.
func counted(_ Kernel, a, b thing) (sum float64) {
	few, many := a.count, b.count
	if len(few) > len(many) {
		few, many = many, few
	}
	for name, n := range few {
		sum += n * many[name]
	}
	return sum
}

// subsequences is the gap-weighted subsequence kernel (Lodhi et al. 2002, definitions 1 and 2): the sum, over all
// words u of p characters and all ways to find u in s and in t in its order, of λ to the number of characters that
// both ways span. It takes p·|s|·|t| steps:
//
//	K'₀(s, t) = 1
//	K”ᵢ(sx, ty) = λ K”ᵢ(sx, t) + [x = y] λ² K'ᵢ₋₁(s, t)
//	K'ᵢ(sx, t) = λ K'ᵢ(s, t) + K”ᵢ(sx, t)
//	Kₚ(sx, t) = Kₚ(s, t) + Σ_{j: tⱼ = x} λ² K'ₚ₋₁(s, t₁…tⱼ₋₁)
func subsequences(k Kernel, a, b thing) float64 {
	s, t := a.word, b.word
	n, m, l := len(s), len(t), k.Lambda
	if min(n, m) < k.P {
		return 0
	}
	// ways[i*(m+1)+j] is K' of the first i characters of s and the first j of t.
	ways, next := make([]float64, (n+1)*(m+1)), make([]float64, (n+1)*(m+1))
	for i := range ways {
		ways[i] = 1
	}
	for range k.P - 1 {
		clear(next)
		for i := 1; i <= n; i++ {
			run := 0.0 // K”
			for j := 1; j <= m; j++ {
				run *= l
				if s[i-1] == t[j-1] {
					run += l * l * ways[(i-1)*(m+1)+j-1]
				}
				next[i*(m+1)+j] = l*next[(i-1)*(m+1)+j] + run
			}
		}
		ways, next = next, ways
	}
	sum := 0.0
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			if s[i-1] == t[j-1] {
				sum += l * l * ways[(i-1)*(m+1)+j-1]
			}
		}
	}
	return sum
}

func sharedCounts(_ Kernel, a, b thing) ([]Piece, bool) { return common(a.count, b.count), true }

// mostListed is the largest number of subsequences of a word that are listed one by one.
const mostListed = 20_000

// sharedSubsequences lists the common subsequences; ok is false if a word has more than mostListed.
func sharedSubsequences(k Kernel, a, b thing) ([]Piece, bool) {
	var have [2]map[string]float64
	for i, s := range [][]rune{a.word, b.word} {
		ways := 1.0
		for j := range k.P {
			ways *= float64(len(s)-j) / float64(j+1)
		}
		if ways > mostListed {
			return nil, false
		}
		have[i] = map[string]float64{}
		each(s, k.P, nil, 0, 0, func(u []rune, from, to int) { have[i][string(u)] += math.Pow(k.Lambda, float64(to-from)) })
	}
	return common(have[0], have[1]), true
}

// each calls f for each choice of more further characters of s, at index from or later, appended to u. first is the
// index of the first character of u; f gets the extended u and the range of s that it spans.
func each(s []rune, more int, u []rune, first, from int, f func(u []rune, first, end int)) {
	if more == 0 {
		f(u, first, from)
		return
	}
	for i := from; i+more <= len(s); i++ {
		at := first
		if len(u) == 0 {
			at = i
		}
		each(s, more-1, append(u, s[i]), at, i+1, f)
	}
}

// common returns the pieces that both objects have, in descending order of their contribution, then by name.
func common(a, b map[string]float64) (list []Piece) {
	for name, x := range a {
		if y := b[name]; y != 0 {
			list = append(list, Piece{name, x, y})
		}
	}
	sorts.Func(list, func(p, q Piece) int {
		return cmp.Or(cmp.Compare(q.A*q.B, p.A*p.B), cmp.Compare(p.Name, q.Name))
	})
	return list
}

func spectrumFormula(k Kernel) string {
	return words.Sprintf("Σ over pieces u of %s in a row: (number of u in s)·(number of u in t)",
		words.Count(k.P, "character"))
}

func subsequenceFormula(k Kernel) string {
	return words.Sprintf("Σ over subsequences u of %s: Σ λ^(span in s + span in t),  λ = %s", words.Count(k.P,
		"character"),
		words.Number(k.Lambda))
}
