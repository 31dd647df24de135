// Package objects holds kernels of objects that are not vectors: words, compared by their common substrings and
// subsequences, and graphs that are written as words, compared by their common walks and paths. Each kernel is an inner
// product of (possibly very many) weighted counts, so it is positive semi-definite. Its values become a
// kernel.Numbered, which every method with a kernel can use.
package objects

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Names of the kernels.
const (
	Spectrum      = "spectrum"
	Subsequence   = "subsequence"
	RandomWalk    = "random_walk"
	ShortestPaths = "shortest_path"
)

// Limits of the number of objects, including repeated ones, and of the length p of pieces of words. An object has at
// most doc.MaxLabel characters.
const (
	MaxThings = 300
	MaxLength = 8
)

// Kernel is a kernel with its parameters.
type Kernel struct {
	Name      string
	P         int     // length of the pieces of words, in characters
	Lambda    float64 // factor for each character that a subsequence spans, or each step of a walk
	Normalize bool    // divide k(s, t) by √(k(s, s) k(t, t))
}

// kind holds the functions of a kernel.
type kind struct {
	// read prepares a text for value. The error says what is wrong with the text.
	read func(k Kernel, text string) (thing, error)
	// value returns the kernel of two prepared texts.
	value func(k Kernel, a, b thing) float64
	// limit returns a bound on λ below which all values are finite; nil if they are finite for any λ.
	limit func(all []thing) float64
	// shared lists the common pieces; ok is false if there are too many to list.
	shared func(k Kernel, a, b thing) (list []Piece, ok bool)
	// formula returns the kernel in mathematical notation.
	formula func(k Kernel) string
}

// thing is a text prepared for its kernel.
type thing struct {
	word  []rune
	graph *Graph             // kernels on graphs only
	count map[string]float64 // number of each piece, for kernels that count pieces
}

var kinds = map[string]kind{
	Spectrum:      {readPieces, counted, nil, sharedCounts, spectrumFormula},
	Subsequence:   {readWord, subsequences, nil, sharedSubsequences, subsequenceFormula},
	RandomWalk:    {readGraph, walks, walkLimit, sharedWalks, walkFormula},
	ShortestPaths: {readPaths, counted, nil, sharedCounts, pathFormula},
}

// Piece is a common piece of two objects. It contributes A·B to their kernel, with A from the first object and B from
// the second.
type Piece struct {
	Name string
	A, B float64
}

// Things is a list of objects with the values of a kernel.
type Things struct {
	Kernel
	Texts []string
	read  []thing
	// Numbered holds the values, normalised if the kernel is. Values of an object with k(s, s) = 0 (a word shorter than
	// its pieces) are 0 in both cases.
	Numbered *kernel.Numbered
	plain    []float64 // values before normalisation
}

// Of computes the kernel of each pair of texts. If the kernel cannot read a text, needs graphs and finds no edge, or
// has sums that diverge for this λ, the error is a *method.Need. Any other error is the job's.
func Of(job method.Job, k Kernel, texts []string) (*Things, error) {
	kind := kinds[k.Name]
	t := &Things{Kernel: k, Texts: texts}
	for _, text := range texts {
		x, err := kind.read(k, text)
		if err != nil {
			return nil, &method.Need{Sentence: words.Text("The kernel %s is of graphs, written as “a1-b1 b1-c1”: “%s” %s.",
				k.Name, text, err.Error())}
		}
		t.read = append(t.read, x)
	}
	if t.OfGraphs() && !slices.ContainsFunc(t.read, func(x thing) bool { return len(x.graph.Edges) > 0 }) {
		return nil, &method.Need{Sentence: "None of these words has an edge, and this kernel needs graphs, written as " +
			"“a1-b1 b1-c1”: choose a kernel for words, or a table of graphs."}
	}
	if kind.limit != nil {
		if most := kind.limit(t.read); k.Lambda >= most {
			return nil, &method.Need{Sentence: words.Text("With λ = %s the sum over walks diverges: λ must be below 1/ρ² "+
				"= %s, where ρ is the largest eigenvalue of a graph's adjacency matrix.", words.Number(k.Lambda),
				words.Number(most))}
		}
	}
	n := len(texts)
	t.plain = make([]float64, n*n)
	for i := range n {
		method.Progress(job, float64(i)*float64(i)/float64(n)/float64(n))
		for j := range i + 1 {
			if err := method.AskEvery(job, j, 8); err != nil { // a random walk may take milliseconds
				return nil, err
			}
			v := kind.value(k, t.read[i], t.read[j])
			t.plain[i*n+j], t.plain[j*n+i] = v, v
		}
	}
	values := t.plain
	if k.Normalize {
		values = make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				v := 0.0
				switch a, b := t.plain[i*n+i], t.plain[j*n+j]; {
				case i == j && a > 0:
					v = 1
				case a > 0 && b > 0:
					v = t.plain[i*n+j] / math.Sqrt(a) / math.Sqrt(b)
				}
				values[i*n+j], values[j*n+i] = v, v
			}
		}
	}
	t.Numbered = kernel.NewNumbered(k.String(), n, values)
	return t, nil
}

// String returns the kernel with its parameters.
func (k Kernel) String() string {
	s := kinds[k.Name].formula(k)
	if k.Normalize {
		s += words.Say(",  divided by √(k(s, s) k(t, t))")
	}
	return s
}

// Value returns k(s, t) of two objects, by their indices.
func (t *Things) Value(i, j int) float64 {
	return t.Numbered.Eval([]float64{float64(i)}, []float64{float64(j)})
}

// Plain is Value before normalisation.
func (t *Things) Plain(i, j int) float64 { return t.plain[i*len(t.Texts)+j] }

// Shared lists the common pieces of two objects in descending order of their contribution before normalisation, walks
// by their number of steps; ok is false if there are too many to list.
func (t *Things) Shared(i, j int) (list []Piece, ok bool) {
	return kinds[t.Name].shared(t.Kernel, t.read[i], t.read[j])
}

// OfGraphs reports whether the objects are graphs.
func (t *Things) OfGraphs() bool { return t.Name == RandomWalk || t.Name == ShortestPaths }

// Params declares the kernel and its parameters.
func Params() []method.Param {
	of := func(names ...string) *method.When { return &method.When{Name: "kernel", In: names} }
	return []method.Param{
		{Name: "kernel", Label: "Kernel", Default: Spectrum, Help: "Definition of the similarity",
			Kind: method.Choose{Choices: []method.Choice{
				{Value: Spectrum, Label: "Spectrum", Help: "Words: substrings of p consecutive characters"},
				{Value: Subsequence, Label: "Subsequences", Help: "Words: p characters in their order, with penalised gaps"},
				{Value: RandomWalk, Label: "Random walks", Help: "Graphs: walks over vertices with the same labels"},
				{Value: ShortestPaths, Label: "Shortest paths",
					Help: "Graphs: pairs of vertices with the same labels and distance"},
			}}},
		{Name: "p", Label: "Length p", Kind: method.Integer{Range: method.Range{Min: 1, Max: MaxLength, SoftMax: 5}},
			Default: 2.0, When: of(Spectrum, Subsequence), Help: "Number of characters of a substring"},
		{Name: "lambda", Label: "Decay λ",
			Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1, SoftMin: 0.05, SoftMax: 1}},
			Default: 0.1, When: of(Subsequence, RandomWalk),
			Help: "Factor for each character that a subsequence spans, or each step of a walk: small values favour short ones"},
		{Name: "normalize", Label: "Normalise", Kind: method.Bool{}, Default: true,
			Help: "Divide k(s, t) by √(k(s, s) k(t, t)), so that long words and large graphs do not count more"},
	}
}

// KernelOf returns the kernel of validated parameters.
func KernelOf(v method.Values) Kernel {
	return Kernel{Name: v.String("kernel"), P: v.Int("p"), Lambda: v.Float("lambda"), Normalize: v.Bool("normalize")}
}

// For computes the values for all words of a problem's table (Problem.Things), including those of rows that are not
// fitted. If the earlier result before is still valid, it is returned; before may be nil.
func For(job method.Job, p *method.Problem, v method.Values, before *Things) (*Things, error) {
	texts := p.Things()
	if texts == nil {
		return nil, &method.Need{Sentence: words.Text("These rows have %s: choose the column with the words or graphs "+
			"(Data).", words.Count(p.D, "column"))}
	}
	for i := range p.N {
		if x := p.At(i)[0]; x != x {
			return nil, &method.Need{Sentence: words.Text("Row %s has no word: fill it in, or leave the row out.",
				strconv.Itoa(p.Number(i)))}
		}
	}
	k := KernelOf(v)
	if before != nil && before.same(k) && slices.Equal(before.Texts, texts) {
		return before, nil
	}
	return Of(job, k, texts)
}

// same reports whether two kernels have the same values.
func (k Kernel) same(o Kernel) bool { return k.applied() == o.applied() }

// applied returns the kernel without the parameters that do not apply.
func (k Kernel) applied() Kernel {
	if k.Name != Subsequence && k.Name != RandomWalk {
		k.Lambda = 0
	}
	if k.Name != Spectrum && k.Name != Subsequence {
		k.P = 0
	}
	return k
}

// Said returns a word in quotation marks.
func Said(s string) string { return "“" + s + "”" }

// String returns the contribution of a piece: "ca 2·1".
func (p Piece) String() string {
	return fmt.Sprintf("%s %s·%s", p.Name, words.Number(p.A), words.Number(p.B))
}
