package wordspace

import (
	"math"
	"math/rand/v2"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Values of parameters.
const (
	bySamples = "negative"
	bySoftmax = "softmax"
)

// run is shared by all states of a training run.
type run struct {
	p       *method.Problem
	c       *corpus
	often   int // minimum frequency
	size    int // dimension of the vectors
	window  int
	samples int // number of negative samples; 0 = full softmax
	rate    float64
	sample  float64 // threshold of subsampling; 0 = none
	end     int     // number of epochs
	seed    uint64
	query   query
	noise   []float64 // cumulative sums of the frequencies to the power 3/4
	whole   int       // number of pairs without subsampling
	guide   []int     // word at which the search in noise begins, for equal parts of its range
	keep    []float64 // probability with which an occurrence of each word is used

	begun method.Begun[*state, *pass]
}

// state holds the vectors after some epochs.
type state struct {
	*run
	step  int
	in    []float64 // vectors of the words as centres: the word vectors
	out   []float64 // vectors of the words as contexts
	loss  float64   // mean loss of a pair, in the last epoch that used one
	pairs int       // number of pairs used in the last epoch
	wild  bool      // the vectors of this epoch diverged; they are those before it
	at    []float64 // displayed positions of the words, two numbers each
	share float64   // displayed share of the variance of the vectors

	once  sync.Once
	units []float64 // word vectors scaled to norm 1
}

func (s *state) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s},
		Drawing: method.Drawing{Layers: s.Layers, Panels: s.Panels},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, End: s.End},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

// start returns the state before the first epoch: as in word2vec, context vectors are 0 and word vectors are small
// random numbers.
func (r *run) start() *state {
	n := len(r.c.words) * r.size
	s := &state{run: r, in: make([]float64, n), out: make([]float64, n)}
	random := rand.New(rand.NewPCG(r.seed, 0))
	for i := range s.in {
		s.in[i] = (random.Float64() - 0.5) / float64(r.size)
	}
	s.loss = r.first()
	s.place(nil)
	return s
}

// first returns the loss of a pair before the first epoch, when all words are equally likely.
func (r *run) first() float64 {
	if r.samples == 0 {
		return math.Log(float64(len(r.c.words)))
	}
	return float64(1+r.samples) * math.Ln2
}

// chances computes the noise distribution of negative samples, and the probabilities of subsampling.
func (r *run) chances() {
	sum := 0.0
	for _, n := range r.c.count {
		sum += math.Sqrt(float64(n) * math.Sqrt(float64(n))) // the same bits on all machines, unlike Pow
		r.noise = append(r.noise, sum)
		keep := 1.0
		if r.sample > 0 {
			keep = min(1, math.Sqrt(r.sample*float64(r.c.tokens)/float64(n)))
		}
		r.keep = append(r.keep, keep)
	}
	for _, sentence := range r.c.sentences {
		for k := range sentence {
			r.whole += min(k, r.window) + min(len(sentence)-1-k, r.window)
		}
	}
	for k, w := 0, 0; k < guides; k++ {
		for r.noise[w] <= float64(k)*(sum/guides) {
			w++
		}
		r.guide = append(r.guide, w)
	}
}

// guides is the number of equal parts of the range of noise.
const guides = 256

// draw draws a word from the noise distribution.
func (r *run) draw(random *rand.Rand) int {
	u := random.Float64()
	w, x := r.guide[int(u*guides)], u*r.noise[len(r.noise)-1]
	for w > 0 && r.noise[w-1] > x { // the guide's sum was rounded up
		w--
	}
	for w < len(r.noise)-1 && r.noise[w] <= x {
		w++
	}
	return w
}

// pass is an epoch in progress.
type pass struct {
	next   *state
	random *rand.Rand
	order  []int // order of the sentences
	done   int   // number of sentences read
	read   int   // number of tokens in the sentences read
	words  []int // words of the current sentence that remain after subsampling
	centre int   // index of the next centre in words
	rate   float64
	sum    float64
	example
}

// begin begins the epoch after a state. Its random numbers depend only on the seed and the epoch.
func (s *state) begin() *pass {
	n := &state{run: s.run, step: s.step + 1, loss: s.loss, in: append([]float64(nil), s.in...),
		out: append([]float64(nil), s.out...)}
	e := &pass{next: n, random: rand.New(rand.NewPCG(s.seed, uint64(n.step)))}
	e.order = e.random.Perm(len(s.c.sentences))
	return e
}

// leastRate is the final learning rate relative to the initial one, as in word2vec.
const leastRate = 1e-4

// together is the approximate number of floats processed between two calls of job.Err.
const together = 10_000

// goOn processes the remaining sentences.
func (e *pass) goOn(job method.Job) error {
	s := e.next
	cost := together
	for {
		if e.centre == len(e.words) {
			if e.done == len(e.order) {
				break
			}
			e.words, e.centre = e.words[:0], 0
			for _, t := range s.c.sentences[e.order[e.done]] {
				if k := s.keep[t.word]; k >= 1 || e.random.Float64() < k {
					e.words = append(e.words, t.word)
				}
			}
			share := (float64(s.step-1) + float64(e.read)/float64(max(s.c.tokens, 1))) / float64(s.end)
			e.rate = s.rate * max(1-share, leastRate)
			e.read += len(s.c.sentences[e.order[e.done]])
			e.done++
			continue
		}
		if cost >= together {
			if err := job.Err(); err != nil {
				return err
			}
			cost = 0
		}
		e.context(s.run, e.words, e.centre)
		if len(e.contexts) > 0 {
			e.negatives(s.run, e.random)
			e.sum += e.gradient(s)
			s.pairs += len(e.contexts)
			e.apply(s, e.rate)
		}
		cost += (len(e.targets) + 1) * s.size
		e.centre++
	}
	if s.pairs > 0 {
		s.loss = e.sum / float64(s.pairs)
	}
	for _, list := range [...][]float64{s.in, s.out, {s.loss}} {
		for _, x := range list {
			s.wild = s.wild || !(math.Abs(x) <= doc.MaxCoord)
		}
	}
	return nil
}

// example is a word of a sentence as centre, with its context words, and the gradient of its loss.
type example struct {
	word     int
	contexts []int
	targets  []int     // words whose context vectors enter the loss
	labels   []float64 // by target: how often it is a context; with negative samples 1 for a context, 0 for a sample
	errs     []float64 // by target: derivative of the loss with respect to its inner product with the centre
	by       []float64 // gradient with respect to the vector of the centre
}

// context collects the words within the window around word k.
func (e *example) context(r *run, words []int, k int) {
	e.word, e.contexts = words[k], e.contexts[:0]
	for j := max(0, k-r.window); j <= min(len(words)-1, k+r.window); j++ {
		if j != k {
			e.contexts = append(e.contexts, words[j])
		}
	}
}

// negatives sets the targets: all words (softmax), or for each context word that word and negative samples. A sample
// that equals the context word is skipped, as in word2vec.
func (e *example) negatives(r *run, random *rand.Rand) {
	e.targets, e.labels = e.targets[:0], e.labels[:0]
	if r.samples == 0 {
		for w := range r.c.words {
			e.targets, e.labels = append(e.targets, w), append(e.labels, 0)
		}
		for _, w := range e.contexts {
			e.labels[w]++
		}
		return
	}
	for _, w := range e.contexts {
		e.targets, e.labels = append(e.targets, w), append(e.labels, 1)
		for range r.samples {
			if t := r.draw(random); t != w {
				e.targets, e.labels = append(e.targets, t), append(e.labels, 0)
			}
		}
	}
}

// gradient computes the loss of the example, summed over its contexts, and its gradient: with respect to the vector of
// target k it is errs[k] times the vector of the centre word; e.by is the gradient with respect to the vector of the
// centre word.
func (e *example) gradient(s *state) (loss float64) {
	d := s.size
	v := s.in[e.word*d : (e.word+1)*d]
	e.errs, e.by = resized(e.errs, len(e.targets)), resized(e.by, d)
	clear(e.by)
	top := math.Inf(-1)
	for k, t := range e.targets {
		e.errs[k] = dot(v, s.out[t*d:(t+1)*d])
		top = max(top, e.errs[k])
	}
	if s.samples == 0 {
		sum := 0.0
		for k, x := range e.errs {
			loss -= e.labels[k] * x
			e.errs[k] = math.Exp(x - top)
			sum += e.errs[k]
		}
		m := float64(len(e.contexts))
		loss += m * (top + math.Log(sum))
		for k := range e.errs {
			e.errs[k] = m*e.errs[k]/sum - e.labels[k]
		}
	} else {
		product := 1.0 // product of several 1 + eˣ, to take one logarithm for many
		for k, x := range e.errs {
			if e.labels[k] > 0 {
				x = -x
			}
			// −ln σ(−x) = ln(1 + eˣ), and its derivative σ(x).
			z := math.Exp(-math.Abs(x))
			loss += max(x, 0)
			if product *= 1 + z; product > 1e100 {
				loss, product = loss+math.Log(product), 1
			}
			g := 1 / (1 + z)
			if x < 0 {
				g = z / (1 + z)
			}
			if e.labels[k] > 0 {
				g = -g
			}
			e.errs[k] = g
		}
		loss += math.Log(product)
	}
	for k, t := range e.targets {
		g := e.errs[k]
		for j, u := range s.out[t*d : (t+1)*d] {
			e.by[j] += g * u
		}
	}
	return loss
}

// apply makes a gradient step.
func (e *example) apply(s *state, rate float64) {
	d := s.size
	v := s.in[e.word*d : (e.word+1)*d]
	for k, t := range e.targets {
		g := rate * e.errs[k]
		u := s.out[t*d : (t+1)*d]
		for j := range u {
			u[j] -= g * v[j]
		}
	}
	for j := range v {
		v[j] -= rate * e.by[j]
	}
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func resized(list []float64, n int) []float64 {
	if cap(list) < n {
		return make([]float64, n)
	}
	return list[:n]
}

func (s *state) Step() int { return s.step }

func (s *state) StepName() string { return "epoch" }

func (s *state) End() int { return s.end }

func (s *state) Bytes() int { return 8*(len(s.in)+len(s.out)+len(s.at)) + 256 }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	for last := min(s.step+n, s.end); s.step < last && !s.wild; {
		e, err := s.begun.Step(s, s.begin, func(e *pass) error { return e.goOn(job) })
		if err != nil {
			return nil, err
		}
		if e.next.wild {
			e.next.in, e.next.out, e.next.loss = s.in, s.out, s.loss
		}
		e.next.place(s)
		s = e.next
		method.Progress(job, float64(s.step)/float64(s.end))
	}
	return s, nil
}

func (s *state) Measures() []method.Measure {
	loss := s.loss
	if s.wild {
		loss = math.NaN()
	}
	return []method.Measure{{Name: "loss of a pair", Value: loss}}
}
