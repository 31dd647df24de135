package wordspace

import (
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

//go:embed testdata/steps.json
var steps []byte

// fitted returns the state before the first epoch, for given parameters.
func fitted(t *testing.T, params map[string]any, seed uint64) *state {
	t.Helper()
	m := Method()
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.NewProblem(nil, method.Embed, seed)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*state)
}

func grown(t *testing.T, s *state, n int) *state {
	t.Helper()
	g, err := s.Grow(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*state)
}

func asked(params map[string]any, text string, objective string) map[string]any {
	p := map[string]any{"text": text, "objective": objective}
	for k, v := range params {
		p[k] = v
	}
	return p
}

// One step and twelve steps from the same vectors agree with numpy.
func TestNumpy(t *testing.T) {
	var file struct {
		Cases []struct {
			Objective   string
			Size, Words int
			Rate        float64
			In, Out     []float64
			Steps       []struct {
				Word                      int
				Contexts, Targets, Labels []int
				Loss                      float64
				In, Out                   []float64
			}
		}
	}
	if err := json.Unmarshal(steps, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 2 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		r := &run{c: &corpus{words: make([]string, c.Words)}, size: c.Size}
		if c.Objective == bySamples {
			r.samples = 3
		}
		s := &state{run: r, in: c.In, out: c.Out}
		compared := 0
		for k, step := range c.Steps {
			e := example{word: step.Word, contexts: step.Contexts}
			if r.samples == 0 {
				e.negatives(r, nil)
			} else {
				e.targets = step.Targets
				for _, y := range step.Labels {
					e.labels = append(e.labels, float64(y))
				}
			}
			if loss := e.gradient(s); math.Abs(loss-step.Loss) > 1e-10 {
				t.Errorf("%s, step %d: the loss is %v, numpy's is %v", c.Objective, k, loss, step.Loss)
			}
			e.apply(s, c.Rate)
			for i := range step.In {
				compared++
				if math.Abs(s.in[i]-step.In[i]) > 1e-10 || math.Abs(s.out[i]-step.Out[i]) > 1e-10 {
					t.Fatalf("%s, step %d: number %d is %v and %v, numpy's are %v and %v", c.Objective, k, i, s.in[i], s.out[i],
						step.In[i], step.Out[i])
				}
			}
		}
		if compared != 2*c.Words*c.Size {
			t.Errorf("%s: %d numbers compared", c.Objective, compared)
		}
	}
}

// The gradient agrees with finite differences of the loss, in each entry of each vector.
func TestGradient(t *testing.T) {
	for _, objective := range []string{bySamples, bySoftmax} {
		s := grown(t, fitted(t, asked(map[string]any{"vector_size": 5.0}, ofKingdom, objective), 3), 6)
		random := rand.New(rand.NewPCG(1, 2))
		var words []int
		for _, tok := range s.c.sentences[7] {
			words = append(words, tok.word)
		}
		var e example
		e.context(s.run, words, 2)
		e.negatives(s.run, random)
		e.gradient(s)
		want := map[*float64]float64{}
		for j := range s.size {
			want[&s.in[e.word*s.size+j]] += e.by[j]
			for k, w := range e.targets {
				want[&s.out[w*s.size+j]] += e.errs[k] * s.in[e.word*s.size+j]
			}
		}
		if len(e.contexts) != 4 || len(want) < 40 {
			t.Fatalf("%s: %d contexts, %d derivatives", objective, len(e.contexts), len(want))
		}
		for x, g := range want {
			loss := func(h float64) float64 {
				was := *x
				*x += h
				f := example{word: e.word, contexts: e.contexts, targets: e.targets, labels: e.labels}
				l := f.gradient(s)
				*x = was
				return l
			}
			const h = 1e-5
			if d := (loss(h) - loss(-h)) / (2 * h); math.Abs(d-g) > 1e-7*(1+math.Abs(g)) {
				t.Errorf("%s: a derivative is %v, differences give %v", objective, g, d)
			}
		}
	}
}

// The loss begins at that of equally likely words and decreases, for both objectives and all texts.
func TestLossFalls(t *testing.T) {
	for _, text := range []string{ofValley, ofKingdom, ofOwn} {
		for _, objective := range []string{bySamples, bySoftmax} {
			s := fitted(t, asked(nil, text, objective), 1)
			want := 6 * math.Ln2
			if objective == bySoftmax {
				want = math.Log(float64(len(s.c.words)))
			}
			if math.Abs(s.loss-want) > 1e-12 {
				t.Errorf("%s, %s: it begins at %v, chance is %v", text, objective, s.loss, want)
			}
			half := grown(t, s, 25)
			end := grown(t, half, 25)
			// the user's own text is short
			if most := map[string]float64{ofOwn: 1}[text]; !(half.loss < max(most, 0.9)*s.loss && end.loss < half.loss) {
				t.Errorf("%s, %s: the loss is %v, then %v, then %v", text, objective, s.loss, half.loss, end.loss)
			}
			if st := end.Status(); st.State != method.Converged || end.step != 50 {
				t.Errorf("%s, %s: %+v at step %d", text, objective, st, end.step)
			}
		}
	}
}

// names returns the n words nearest to a query.
func names(s *state, question string, n int) (list []string) {
	q := s.c.parse(question)
	for _, a := range s.nearest(q.terms, n) {
		list = append(list, s.c.words[a.word])
	}
	return list
}

// The queries of the lessons have the expected results, for every seed.
func TestNeighbours(t *testing.T) {
	tried := 0
	for seed := range uint64(4) {
		k := grown(t, fitted(t, nil, seed), 50)
		if got := names(k, "king − man + woman", 1); got[0] != "queen" {
			t.Errorf("seed %d: king − man + woman is %q", seed, got)
		}
		v := grown(t, fitted(t, map[string]any{"text": ofValley}, seed), 50)
		for word, want := range map[string]string{
			"cow": "sheep goat horse", "hen": "duck goose", "monday": "tuesday thursday friday", "three": "one two four five",
			"apples": "pears plums",
			"bread":  "butter cheese cake milk", "winter": "spring summer autumn",
		} {
			near, is := names(v, word, 6), 0
			for _, w := range strings.Fields(want) {
				if slices.Contains(near, w) {
					is++
				}
			}
			if tried++; is < 2 {
				t.Errorf("seed %d: near %q are %q, of %q", seed, word, near, want)
			}
		}
	}
	if tried != 28 {
		t.Errorf("%d words", tried)
	}
}

func TestCorpus(t *testing.T) {
	c := newCorpus("The cat’s cat-like ear: the CAT!\nthe\n\nWas it 3 the cat? ÉTÉ été", 2)
	if want := []string{"the", "cat", "été"}; !slices.Equal(c.words, want) || !slices.Equal(c.count, []int{4, 2, 2}) {
		t.Errorf("words %q, %v times", c.words, c.count)
	}
	var got [][]string
	for _, s := range c.sentences {
		var list []string
		for _, tok := range s {
			list = append(list, c.text[tok.from:tok.to])
		}
		got = append(got, list)
	}
	want := [][]string{{"The"}, {"the", "CAT"}, {"the"}, {"the", "cat"}, {"ÉTÉ", "été"}}
	if !slices.EqualFunc(got, want, func(a, b []string) bool { return slices.Equal(a, b) }) {
		t.Errorf("sentences %q", got)
	}
	if all := newCorpus("The cat’s cat-like ear", 1); !slices.Equal(all.words,
		[]string{"the", "cat's", "cat-like", "ear"}) || all.read != 4 {
		t.Errorf("words %q", all.words)
	}
	c = newCorpus("One two three four five six seven. Eight nine ten.", 1)
	for word, want := range map[string]string{"one": "One two three …", "four": "… two three four five six …",
		"nine": "Eight nine ten.", "seven": "… five six seven."} {
		for _, s := range c.sentences {
			for _, tok := range s {
				if c.words[tok.word] == word {
					if got := c.snippet(tok, 11); got != want {
						t.Errorf("about %q: %q, want %q", word, got, want)
					}
				}
			}
		}
	}
	for _, text := range []string{"", " ", "...", "a", "\n\n\n", "’", "-", strings.Repeat("x", 5000)} {
		if c := newCorpus(text, 1); len(c.words) > 1 || c.pairs() {
			t.Errorf("%.9q has the words %q", text, c.words)
		}
	}
}

// A window extends over removed words, but not beyond the sentence; contexts are symmetric.
func TestWindow(t *testing.T) {
	r := &run{window: 2}
	words := []int{5, 6, 7, 8, 9}
	for k, want := range [][]int{{6, 7}, {5, 7, 8}, {5, 6, 8, 9}, {6, 7, 9}, {7, 8}} {
		var e example
		if e.context(r, words, k); e.word != words[k] || !slices.Equal(e.contexts, want) {
			t.Errorf("%d has the contexts %v, want %v", e.word, e.contexts, want)
		}
	}
	s := fitted(t, map[string]any{"sample": 0.0}, 1)
	want := 0
	for _, sentence := range s.c.sentences {
		for k := range sentence {
			want += min(k, 2) + min(len(sentence)-1-k, 2)
		}
	}
	if got := grown(t, s, 1).pairs; got != want {
		t.Errorf("%d pairs in an epoch, want %d", got, want)
	}
}

// Negative samples are drawn with probabilities proportional to frequencies to the power 3/4, and occurrences are kept
// with the square root of the threshold divided by the frequency.
func TestChances(t *testing.T) {
	s := fitted(t, nil, 1)
	random := rand.New(rand.NewPCG(3, 4))
	drawn := make([]float64, len(s.c.words))
	const n = 200_000
	for range n {
		drawn[s.draw(random)]++
	}
	sum := 0.0
	for _, k := range s.c.count {
		sum += math.Pow(float64(k), 0.75)
	}
	for w, k := range s.c.count {
		want := n * math.Pow(float64(k), 0.75) / sum
		if math.Abs(drawn[w]-want) > 5*math.Sqrt(want) {
			t.Errorf("%q was drawn %v times, expected %.0f", s.c.words[w], drawn[w], want)
		}
		f := float64(k) / float64(s.c.tokens)
		if want := min(1, math.Sqrt(0.01/f)); math.Abs(s.keep[w]-want) > 1e-12 {
			t.Errorf("%q is read with probability %v, want %v", s.c.words[w], s.keep[w], want)
		}
	}
	if s.keep[0] > 0.5 || s.keep[len(s.keep)-1] != 1 {
		t.Errorf("the most frequent word is read with probability %v, the rarest with %v", s.keep[0], s.keep[len(s.keep)-1])
	}
}

func TestParse(t *testing.T) {
	c := newCorpus("King queen man woman well-known", 1)
	for asked, want := range map[string]string{
		"king": "king", " KING ": "king", "king − man + woman": "king − man + woman", "king-man": "",
		"king - man + woman": "king − man + woman", "king -man +woman": "king − man + woman",
		"king–man": "", "−man king": "−man + king", "well-known + king": "well-known + king", "": "", "dragon": "",
		"king + dragon": "", "+ − +": "", "king king": "king + king",
		"kings' + man": "", "king' + ’man-": "king + man",
	} {
		q := c.parse(asked)
		got := ""
		if q.answers() {
			got = c.title(&q)
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", asked, got, want)
		}
	}
	if q := c.parse("king + dragon − Unicorn"); !slices.Equal(q.missing, []string{"dragon", "unicorn"}) {
		t.Errorf("missing are %q", q.missing)
	}
	s := fitted(t, map[string]any{"query": "king + dragon"}, 1)
	if got := s.Status().Sentence; !strings.Contains(got, "“dragon” in the query is not one of the words") {
		t.Errorf("the status is %q", got)
	}
}

// Positions that were rotated and reflected are restored.
func TestTurn(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	to := make([]float64, 40)
	for i := range to {
		to[i] = random.NormFloat64()
	}
	for k := range 12 {
		angle, flip := float64(k), 1-2*float64(k%2)
		at := make([]float64, len(to))
		for i := 0; i < len(to); i += 2 {
			x, y := to[i], flip*to[i+1]
			at[i], at[i+1] = math.Cos(angle)*x-math.Sin(angle)*y, math.Sin(angle)*x+math.Cos(angle)*y
		}
		turn(at, to)
		for i := range to {
			if math.Abs(at[i]-to[i]) > 1e-12 {
				t.Fatalf("turned by %v, flip %v: %v, want %v", angle, flip, at[i], to[i])
			}
		}
	}
}

// No word jumps from one epoch to the next: changes of the signs or the order of principal axes are not visible.
func TestNoFlips(t *testing.T) {
	s := fitted(t, map[string]any{"text": ofValley}, 1)
	for s.step < 50 {
		next := grown(t, s, 1)
		moved, size, shown := 0.0, 0.0, 0.0
		for i, x := range next.at {
			moved += (x - s.at[i]) * (x - s.at[i])
			size += x * x
		}
		// Distances in the plane are those of the projected vectors, so never longer.
		for i := 2; i < len(next.at); i += 2 {
			d2 := 0.0
			for j := range s.size {
				d := next.in[i/2*s.size+j] - next.in[j]
				d2 += d * d
			}
			if h := math.Hypot(next.at[i]-next.at[0], next.at[i+1]-next.at[1]); h > math.Sqrt(d2)*(1+1e-9) {
				t.Fatalf("epoch %d: a distance of %v is shown as %v", next.step, math.Sqrt(d2), h)
			}
		}
		all := 0.0
		mean := make([]float64, s.size)
		for i, x := range next.in {
			mean[i%s.size] += x / float64(len(next.in)/s.size)
		}
		for i, x := range next.in {
			all += (x - mean[i%s.size]) * (x - mean[i%s.size])
		}
		if shown = size / all; math.Abs(shown-next.share) > 1e-9 {
			t.Errorf("epoch %d: the plane shows %v of the variance, and %v is told", next.step, shown, next.share)
		}
		if next.step > 8 && moved > 0.1*size {
			t.Errorf("epoch %d: words moved by %.2f of their distance from the middle", next.step, math.Sqrt(moved/size))
		}
		s = next
	}
}

// Names do not overlap, those of the query come first, and pointing at a word describes it.
func TestNames(t *testing.T) {
	s := grown(t, fitted(t, map[string]any{"text": ofValley, "query": "tuesday"}, 1), 50)
	for _, w := range []int{960, 360} {
		v := picture.FitViewport([2]float64{-4, 4}, [2]float64{-3, 3}, true, w, w*2/3, 1)
		near := s.nearest(s.query.terms, joined)
		list := s.names(v, []int{s.query.terms[0].word, near[0].word}, nil)
		if list[0].(*picture.Label).Text != "tuesday" || len(list) < w/12 {
			t.Errorf("%d pixels: %d names, first %q", w, len(list), list[0].(*picture.Label).Text)
		}
		var boxes []picture.Box
		for _, l := range list {
			l := l.(*picture.Label)
			b := l.Box(v.PX(l.X), v.PY(l.Y), picture.LabelSize)
			if slices.ContainsFunc(boxes, b.Meets) {
				t.Errorf("%d pixels: %q lies on another name", w, l.Text)
			}
			boxes = append(boxes, b)
		}
		i := s.c.index["cow"]
		e := s.Explain(s.at[2*i:2*i+2], v, nil)
		all := strings.Join(e.Lines, "\n")
		if e.Answer != "“cow”, 4 times in the text" || !strings.Contains(all, "most similar: ") ||
			!strings.Contains(all, "sheep") || !strings.Contains(all, "The cow eats grass in the …") {
			t.Errorf("of the cow: %q\n%s", e.Answer, all)
		}
	}
}

// Subsampling of a short text may leave no pair in an epoch: the loss stays the same, and the status says so.
func TestNothingRead(t *testing.T) {
	const short = "The sun is red. The moon is pale. The sun is hot. The moon is cold. The sun is high. The moon is low."
	s := fitted(t, map[string]any{"text": "own", "own_text": short}, 1)
	empty := 0
	for s.step < s.end {
		next := grown(t, s, 1)
		if next.pairs == 0 {
			empty++
			if next.loss != s.loss || !slices.Equal(next.in, s.in) {
				t.Errorf("epoch %d read nothing, and the loss went from %v to %v", next.step, s.loss, next.loss)
			}
		}
		s = next
	}
	if got := s.Status().Sentence; empty == 0 || !strings.Contains(got, "of 36 pairs in the last epoch: raise it") {
		t.Errorf("%d epochs read nothing, and the status is %q", empty, got)
	}
	s = fitted(t, map[string]any{"text": "own", "own_text": short, "sample": 0.0}, 1)
	if got := grown(t, s, 1); got.pairs != s.whole || strings.Contains(got.Status().Sentence, "Subsampling") {
		t.Errorf("%d of %d pairs: %q", got.pairs, s.whole, got.Status().Sentence)
	}
}

// The same seed gives the same vectors to the bit, other seeds give others; divergence is reported.
func TestSeedsAndDivergence(t *testing.T) {
	a, b, c := grown(t, fitted(t, nil, 1), 5), grown(t, fitted(t, nil, 1), 5), grown(t, fitted(t, nil, 2), 5)
	if !slices.Equal(a.in, b.in) || slices.Equal(a.in, c.in) {
		t.Error("vectors do not follow from the seed")
	}
}

// For a text with too few words, the message does not suggest a minimum frequency below 1.
func TestTooFewWords(t *testing.T) {
	m := Method()
	for often, says := range map[float64]string{1: "occur 1 time: write more. At least",
		3: "occur 3 times: write more, or choose a smaller minimum frequency. At least"} {
		v, err := m.Validate(map[string]any{"text": "own", "own_text": "hello", "min_count": often})
		if err != nil {
			t.Fatal(err)
		}
		p, err := method.NewProblem(nil, method.Embed, 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Fit(context.Background(), p, v, nil); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

// Steps that are too large are reported, with what to change; the vectors shown are then finite.
func TestDivergence(t *testing.T) {
	for _, c := range []struct {
		params map[string]any
		steps  int
		lost   bool
	}{
		{map[string]any{"learning_rate": 5.0, "objective": bySoftmax, "vector_size": 50.0}, 50, true},
		{map[string]any{"learning_rate": 0.5, "negative": 10.0, "epochs": 50.0}, 50, true},
		{map[string]any{"learning_rate": 0.3, "negative": 30.0, "epochs": 5.0}, 5, true},
		{map[string]any{"learning_rate": 0.3, "negative": 10.0}, 1, false},
	} {
		s := grown(t, fitted(t, c.params, 1), c.steps)
		st := s.Status()
		if s.wild != c.lost || s.wild != (st.State == method.Diverged) ||
			!strings.Contains(st.Sentence, "smaller learning rate") {
			t.Errorf("%v: at step %d of loss %g it says %+v", c.params, s.step, s.loss, st)
		}
		for _, x := range s.at {
			if !(math.Abs(x) <= doc.MaxCoord) {
				t.Fatalf("%v: a word is at %g", c.params, x)
			}
		}
	}
	if st := grown(t, fitted(t, nil, 1), 5).Status(); strings.Contains(st.Sentence, "learning rate") {
		t.Errorf("an ordinary one: %+v", st)
	}
}
