// Package wordspace learns word vectors from a text, such that words with similar neighbours get similar vectors:
// skip-gram, with negative sampling or the full softmax, trained by stochastic gradient descent.
package wordspace

import (
	_ "embed"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Values of the parameter text.
const (
	ofValley  = "valley"
	ofKingdom = "kingdom"
	ofOwn     = "own"
)

// maxText is the maximum length of the user's own text in characters, maxQuery that of a query.
const maxText, maxQuery = 20_000, 100

// own is the default of the user's own text.
const own = "The cat chases the mouse. The dog chases the cat. The cat eats fish. The dog eats meat. The mouse " +
	"eats cheese.\n" +
	"The cat sleeps on the sofa. The dog sleeps on the floor. The mouse sleeps in a hole.\n" +
	"The cat drinks milk. The dog drinks water. The mouse drinks water.\n" +
	"The boy loves the dog. The girl loves the cat. The boy eats bread. The girl eats bread and cheese. The boy drinks " +
	"milk. The girl drinks milk.\n" +
	"The boy sleeps in a bed. The girl sleeps in a bed. Write your own text here: words need to come several times, " +
	"each in several sentences."

// least is the minimum number of words.
const least = 4

//go:embed skip_gram.jsonl
var skipGramExamples string

// Method returns the method of skip-gram word vectors, id "skip_gram".
func Method() method.Method {
	sampled := &method.When{Name: "objective", In: []string{bySamples}}
	asked := &method.When{Name: "query", In: []string{""}, Not: true}
	return method.Method{
		Random: true,
		Info: method.Info{
			ID:   "skip_gram",
			Name: "Skip-gram word embedding",
			Aliases: []string{"word2vec", "Word2Vec", "Word vectors", "Skip-gram with negative sampling", "SGNS",
				"Word embedding", "Analogies", "Vecteurs de mots", "Plongement lexical"},
			Family: "Neural networks",
			Task:   method.Embed,
			Summary: "Learns a vector for each word of a text that predicts which words " +
				"occur near it: words used in similar contexts get similar vectors. Choose a text, or write your own.",
			Formula: "min Σ −ln p(o | c),  p(o | c) = exp(uₒ·v_c) / Σ exp(u_w·v_c);  negative sampling: min Σ −ln σ(uₒ·v_c) − " +
				"Σ ln σ(−uₖ·v_c)",
			Source: "Mikolov, Chen, Corrado and Dean, Efficient estimation of word representations in vector space, ICLR " +
				"workshop 2013; " +
				"Mikolov, Sutskever, Chen, Corrado and Dean, Distributed representations of words and phrases and their " +
				"compositionality, NIPS 2013 (negative sampling, subsampling); " +
				"Levy and Goldberg, Linguistic regularities in sparse and explicit word representations, CoNLL 2014 " +
				"(sums of words)",
			Takes:  method.Takes{MaxPoints: 100},
			Traits: method.Traits{Asks: ", joined to the nearest word", Range: []float64{-3.5, 3.5, -3.5, 3.5}},
			Params: []method.Param{
				{Name: "text", Label: "Text", Default: ofKingdom, Help: "The text that is read",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: ofKingdom, Label: "A kingdom by the sea", Help: "About a king and a queen, a man and a woman"},
						{Value: ofValley, Label: "A valley and its village", Help: "About animals, food, days, seasons and numbers"},
						{Value: ofOwn, Label: "Your own", Help: "What you write or paste below"},
					}}},
				{Name: "own_text", Label: "Your text", Kind: method.Text{Max: maxText}, Default: own,
					When: &method.When{Name: "text", In: []string{ofOwn}},
					Help: "Up to 20,000 characters, in a language with spaces between words. Sentences end at . " +
						"! ? ; : or an empty line."},
				{Name: "query", Label: "Ask for", Kind: method.Text{Max: maxQuery}, Default: "",
					Help: "A word whose nearest words you want to see, or a sum such as king − man + woman"},
				{Name: "vector_size", Label: "Numbers in a vector",
					Kind: method.Integer{Range: method.Range{Min: 2, Max: 50, SoftMin: 2, SoftMax: 30}}, Default: 10.0,
					Help: "With 2, the plane shows the vectors; with more, their first two principal components"},
				{Name: "window", Label: "Window", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10, SoftMin: 1,
					SoftMax: 6}}, Default: 2.0,
					Help: "Number of words on each side that count as near, within the sentence"},
				{Name: "objective", Label: "Loss", Default: bySamples, Help: "How the words near a word are distinguished " +
					"from others",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: bySamples, Label: "Negative sampling", Help: "From a few sampled words: fast for any vocabulary size"},
						{Value: bySoftmax, Label: "Whole softmax", Help: "Over all words: probabilities that add " +
							"up to 1"},
					}}},
				{Name: "negative", Label: "Drawn words", Kind: method.Integer{Range: method.Range{Min: 1, Max: 30, SoftMin: 1,
					SoftMax: 15}}, Default: 5.0, When: sampled,
					Help: "Number of words drawn for each pair, by their frequency to the power 3/4"},
				{Name: "epochs", Label: "Epochs", Kind: method.Integer{Range: method.Range{Min: 1, Max: 500, SoftMin: 10,
					SoftMax: 100}}, Default: 50.0,
					Help: "How many times the text is read, each time with its sentences in another order"},
				{Name: "learning_rate", Label: "Learning rate η",
					Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 5, SoftMin: 0.01, SoftMax: 1, Log: true}},
					Default: 0.15,
					Help:    "Size of a step at the start; it falls to 0 at the last epoch"},
				{Name: "min_count", Label: "Least frequency",
					Kind: method.Integer{Range: method.Range{Min: 1, Max: 50, SoftMin: 1, SoftMax: 10}}, Default: 3.0,
					Help: "Words that occur less often are left out"},
				{Name: "sample", Label: "Subsampling", Kind: method.Number{Range: method.Range{Min: 0, Max: 1, SoftMin: 0.001,
					SoftMax: 1, Log: true}}, Default: 0.01, Advanced: true,
					Help: "A word with a larger share of the text is read with probability √(this ∕ its share). 0: always read."},
			},
			Shows: []method.Show{
				{Name: "names", Label: "Names of words", On: true, Help: "As many as fit, the most frequent first"},
				{Name: "asked", Label: "What is asked", On: true, Help: "The words of the query, connected to the words found",
					When: asked},
				{Name: "nearest", Label: "Nearest words", On: true, Help: "A plot: cosines with the query", When: asked},
			},
			Examples: method.ExamplesIn(skipGramExamples),
		},
		Python: skipGramPython,
		Fit:    fit,
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	text, often := "", v.Int("min_count")
	switch v.String("text") {
	case ofValley:
		text = valley
	case ofKingdom:
		text = kingdom
	default:
		text = v.String("own_text")
	}
	r := &run{p: p, size: v.Int("vector_size"), window: v.Int("window"), rate: v.Float("learning_rate"),
		sample: v.Float("sample"), end: v.Int("epochs"), seed: p.Seed, often: often}
	if v.String("objective") == bySamples {
		r.samples = v.Int("negative")
	}
	if old, ok := prev.(*state); ok && old.c.text == text && old.often == often {
		r.c = old.c
	} else {
		r.c = newCorpus(text, often)
	}
	if err := job.Err(); err != nil {
		return nil, err
	}
	if n := len(r.c.words); n < least || !r.c.pairs() {
		more := "write more"
		if often > 1 {
			more = "write more, or choose a smaller minimum frequency"
		}
		return nil, &method.Need{Sentence: words.Sprintf("The text has too few words that occur %s: %s. At least %d "+
			"words are needed, some of them in one sentence.", words.Count(often, "time"), more, least)}
	}
	r.query = r.c.parse(v.String("query"))
	r.chances()
	s := r.start()
	if err := job.Err(); err != nil {
		return nil, err
	}
	return s, nil
}
