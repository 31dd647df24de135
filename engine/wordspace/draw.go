package wordspace

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Limits of drawings and readouts: how many neighbours a word is joined to, and how many are named; up to how many
// words each has a key; how many of the most frequent words may have their names; how many places of the text are
// quoted, with how many bytes on each side.
const (
	joined    = 6
	mostKeyed = 2000
	mostNamed = 600
	snippets  = 3
	letters   = 22
	beside    = 5 // distance from a dot to its name, in pixels
)

func (s *state) Status() method.Status {
	why := ""
	if len(s.query.missing) > 0 {
		why = words.Fill(" “%s” in the query is not one of the words: it does not occur in the text, or too rarely.",
			strings.Join(s.query.missing, "”, “"))
	}
	if s.step > 0 && s.pairs*8 < s.whole {
		why += words.Sprintf(" Subsampling has left %d of %s in the last epoch: raise it for so short a text.", s.pairs,
			words.Count(s.whole, "pair"))
	}
	at := words.Text("Before the first epoch words are at random positions near the origin: the loss of a pair is %s.",
		words.Number(s.loss))
	if s.step > 0 {
		at = words.Text("After %s the loss of a pair is %s.", words.Count(s.step, "epoch"), words.Number(s.loss))
		if s.loss > 1.5*s.first() {
			why = words.Sprintf(" That is more than before the first (%s): the steps overshoot. Use a smaller learning rate.",
				words.Number(s.first())) + why
		}
	}
	switch {
	case s.wild:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The steps are too large: in epoch %d the "+
			"vectors diverged. The vectors before this epoch are shown. Use a smaller learning rate.", s.step) + why}
	case s.step == s.end:
		if why != "" {
			return method.Status{State: method.Limited, Sentence: at + why}
		}
		return method.Status{State: method.Converged, Sentence: words.Sprintf("All %s are read: the loss of a pair is %s.",
			words.Count(s.end, "epoch"), words.Number(s.loss))}
	}
	return method.Status{State: method.Running, Sentence: at + why}
}

func (s *state) Facts() []method.Fact {
	var f method.FactList
	f.Add("loss", s.loss, "nats", "Mean loss during the last epoch, for a word and one word near it").Call(
		"Loss of a pair")
	f.Add("n_iter", s.step, "", "How many times the text has been read").Call("Epochs")
	f.Add("n_words", len(s.c.words), "", "Number of different words that occur often enough; each has a vector").Call(
		"Words")
	f.Add("n_tokens", s.c.tokens, "", words.Sprintf("Positions in the text where these words occur, of %d",
		s.c.read)).Call("Words read")
	f.Add("n_pairs", s.pairs, "", "Number of pairs of near words that were read in the last epoch").Call(
		"Pairs in an epoch")
	if s.size > 2 {
		f.Add("shown_variance", s.share, "", "Share of the variance of the vectors that the plane shows, of their first "+
			"two principal components").Call("Share of the variance shown")
	}
	if s.query.answers() {
		var names []string
		var cosines []float64
		for _, a := range s.nearest(s.query.terms, joined) {
			names, cosines = append(names, s.c.words[a.word]), append(cosines, a.cosine)
		}
		if len(names) > 0 {
			f.Add("nearest", cosines, "", "Words whose vectors have the largest cosine with the query").By(names).Call(
				words.Fill("Nearest to %s", s.c.title(&s.query)))
		}
	}
	if s.p.N > 0 {
		var names []string
		for i := range s.p.N {
			names = append(names, s.c.words[s.find(s.p.X[2*i], s.p.X[2*i+1])])
		}
		f.Add("words_at_points", strings.Join(names, ", "), "", "The word that is shown nearest to each point").Call(
			"Words at the points")
	}
	f.Add("words", strings.Join(s.c.words, " "), "", "The words, the most frequent first").Hide()
	vectors := make([][]float64, len(s.c.words))
	for i := range vectors {
		vectors[i] = s.in[i*s.size : (i+1)*s.size]
	}
	if len(s.in) <= 20_000 {
		f.Add("vectors", vectors, "", "Their vectors").Hide()
	}
	return f
}

func (s *state) Formula() string {
	if s.samples == 0 {
		return words.Text("−ln p(o | c) = −ln ( exp(u_{o}·v_{c}) / Σ exp(u_{w}·v_{c}) ) = %s on average\nΣ over %s",
			words.Number(s.loss), words.Count(len(s.c.words), "word"))
	}
	return words.Text("−ln σ(u_{o}·v_{c}) − Σ ln σ(−u_{k}·v_{c}) = %s on average\nΣ over %s", words.Number(s.loss),
		words.Count(s.samples, "drawn word"))
}

func key(word int) string { return wordKind.Key(word) }

var wordKind = picture.KeyKind{Begins: "w"}

func (s *state) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if s.p.N > 0 {
		ways := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass, Says: "from a point to the nearest word"}
		for i := range s.p.N {
			w := s.find(s.p.X[2*i], s.p.X[2*i+1])
			ways.AddLine(s.p.X[2*i], s.p.X[2*i+1], s.at[2*w], s.at[2*w+1])
		}
		under = append(under, ways)
	}
	var first []int // words to be named before others
	var drawn []picture.Layer
	if show["asked"] && s.query.answers() {
		near := s.nearest(s.query.terms, joined)
		under = append(under, s.answer(s.query.terms, near, v)...)
		drawn = under
		for _, t := range s.query.terms {
			first = append(first, t.word)
		}
		if len(s.query.terms) > 1 { // the result is a single word
			near = near[:min(1, len(near))]
		}
		for _, a := range near {
			first = append(first, a.word)
		}
	}
	marks := &picture.Marks{Role: picture.RoleSite, XY: s.at, Says: "word"}
	marks.Size = make([]float64, len(s.c.words))
	for w, n := range s.c.count {
		// The radius grows with the square root of the frequency, so that areas are proportional to it.
		marks.Size[w] = math.Sqrt(float64(n) / float64(s.c.count[0]))
		if len(s.c.words) <= mostKeyed {
			marks.Keys = append(marks.Keys, key(w))
		}
	}
	under = append(under, marks)
	if show["names"] {
		under = append(under, s.names(v, first, drawn)...)
	}
	return under, nil, nil
}

// names returns the labels of words, those in first before the others, which follow by frequency: as many as fit
// without covering each other. If possible they cover no word's dot and cross no line; else those in first may do both,
// and the others may cover dots.
func (s *state) names(v picture.Viewport, first []int, lines []picture.Layer) (layers []picture.Layer) {
	var rest []int
	for w := range min(len(s.c.words), mostNamed) {
		rest = append(rest, w)
	}
	clear, any := picture.NewPlaces(v, 2), picture.NewPlaces(v, 2)
	clear.Avoid(len(s.c.words), func(w int) (x, y float64) { return s.at[2*w], s.at[2*w+1] })
	var strokes []picture.Box
	for _, l := range lines {
		if p, ok := l.(*picture.Path); ok {
			p.Lines(func(xy []float64) {
				for k := 0; k+3 < len(xy); k += 2 {
					x0, y0, x1, y1 := v.PX(xy[k]), v.PY(xy[k+1]), v.PX(xy[k+2]), v.PY(xy[k+3])
					n := min(math.Ceil(math.Hypot(x1-x0, y1-y0)/4), 1000)
					for i := 0.0; i <= n; i++ {
						x, y := x0+i/max(n, 1)*(x1-x0), y0+i/max(n, 1)*(y1-y0)
						strokes = append(strokes, picture.Box{X0: x - 1, X1: x + 1, Y0: y - 1, Y1: y + 1})
					}
				}
			})
		}
	}
	for _, b := range strokes {
		clear.Take(b)
	}
	named := make([]bool, len(s.c.words))
	for k, list := range [][]int{first, rest} {
		if k > 0 { // these may cover dots, but cross no line
			for _, b := range strokes {
				any.Take(b)
			}
		}
		for _, places := range []*picture.Places{clear, any} {
			for _, w := range list {
				x, y := s.at[2*w], s.at[2*w+1]
				if named[w] || !(x >= v.X0 && x <= v.X1 && y >= v.Y0 && y <= v.Y1) {
					continue
				}
				l := &picture.Label{Role: picture.RoleSite, Text: s.c.words[w]}
				if len(s.c.words) <= mostKeyed {
					l.Key = key(w)
				}
				if !places.PutBeside(l, v.PX(x), v.PY(y), beside) {
					continue
				}
				named[w] = true
				layers = append(layers, l)
				box := l.Box(v.PX(l.X), v.PY(l.Y), picture.LabelSize).Grown(4, 0)
				clear.Take(box)
				any.Take(box)
			}
		}
	}
	return layers
}

// answer draws the query: a word, joined to the most similar words; for a − b + c the vectors from b to a and from c to
// the result; for another sum its words, joined to the result.
func (s *state) answer(terms []term, near []alike, v picture.Viewport) (layers []picture.Layer) {
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: "word in the query"}
	for _, t := range terms {
		rings.XY = append(rings.XY, s.at[2*t.word], s.at[2*t.word+1])
	}
	lines := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: "to the most similar words"}
	join := func(p *picture.Path, a, b int) { p.AddLine(s.at[2*a], s.at[2*a+1], s.at[2*b], s.at[2*b+1]) }
	switch {
	case len(near) == 0:
	case len(terms) == 1:
		for _, a := range near {
			join(lines, terms[0].word, a.word)
		}
	default:
		lines.Says = "to the word found"
		if p, q, r, ok := analogy(terms); ok {
			same := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass,
				Says: "the difference in the query, and the one found"}
			for _, way := range [][2]int{{q, p}, {r, near[0].word}} {
				join(same, way[0], way[1])
				s.head(same, way[0], way[1], v)
			}
			layers = append(layers, same)
		} else {
			for _, t := range terms {
				join(lines, t.word, near[0].word)
			}
		}
	}
	layers = picture.AppendPath(layers, lines)
	return append(layers, rings)
}

// head draws the arrowhead of the vector from word a to word b.
func (s *state) head(p *picture.Path, a, b int, v picture.Viewport) {
	const long, wide = 12, 5
	x, y := v.PX(s.at[2*b]), v.PY(s.at[2*b+1])
	dx, dy := x-v.PX(s.at[2*a]), y-v.PY(s.at[2*a+1])
	far := math.Hypot(dx, dy)
	if !(far > 2*long) {
		return
	}
	dx, dy = dx/far, dy/far
	p.AddLine(v.DX(x-long*dx-wide*dy), v.DY(y-long*dy+wide*dx), v.DX(x), v.DY(y), v.DX(x-long*dx+wide*dy),
		v.DY(y-long*dy-wide*dx))
}

// analogy returns the words of a query p − q + r.
func analogy(terms []term) (p, q, r int, ok bool) {
	if len(terms) != 3 {
		return
	}
	minus := slices.IndexFunc(terms, func(t term) bool { return t.sign < 0 })
	if minus < 0 {
		return
	}
	q = terms[minus].word
	rest := append(slices.Clone(terms[:minus]), terms[minus+1:]...)
	return rest[0].word, q, rest[1].word, rest[0].sign > 0 && rest[1].sign > 0
}

// find returns the word displayed nearest to a position.
func (s *state) find(x, y float64) (word int) {
	best := math.Inf(1)
	for w := range s.c.words {
		if d := math.Hypot(s.at[2*w]-x, s.at[2*w+1]-y); d < best {
			best, word = d, w
		}
	}
	return word
}

// Predict answers with the index of the word displayed nearest, by frequency, from 0.
func (s *state) Predict(x, out []float64) {
	for i := range out {
		out[i] = float64(s.find(x[2*i], x[2*i+1]))
	}
}

// Explain describes the word displayed nearest.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	return s.explain(s.find(x[0], x[1]), v)
}

// explain gives the frequency of a word, where it occurs in the text, and the most similar words.
func (s *state) explain(word int, v picture.Viewport) (e method.Explanation) {
	e.Answer = words.Fill("“%s”, %s in the text", s.c.words[word], words.Count(s.c.count[word], "time"))
	one := []term{{word, 1}}
	near := s.nearest(one, joined)
	for i := 0; i < len(near); i += 3 {
		var list []string
		for _, a := range near[i:min(i+3, len(near))] {
			list = append(list, s.c.words[a.word]+" "+cosine(a.cosine))
		}
		e.Lines = append(e.Lines, words.Say([]string{"most similar: ", "then: "}[min(i, 1)])+strings.Join(list, ", "))
	}
	e.Lines = append(e.Lines, s.c.where(word)...)
	e.Layers = s.answer(one, near, v)
	places := picture.NewPlaces(v, 2)
	for _, a := range append([]alike{{word: word}}, near...) {
		l := &picture.Label{Role: picture.RoleSite, Text: s.c.words[a.word], Ground: true}
		if places.PutBeside(l, v.PX(s.at[2*a.word]), v.PY(s.at[2*a.word+1]), beside) {
			e.Layers = append(e.Layers, l)
		}
	}
	return e
}

// cosine formats a cosine with two decimals.
func cosine(x float64) string {
	s := strconv.FormatFloat(x, 'f', 2, 64)
	if s == "-0.00" {
		s = "0.00"
	}
	return words.Minus(s)
}

// where returns pieces of the text that contain a word: the first and the last occurrence, and some in between.
func (c *corpus) where(word int) (list []string) {
	var all []token
	for _, sentence := range c.sentences {
		for _, t := range sentence {
			if t.word == word {
				all = append(all, t)
			}
		}
	}
	n := min(snippets, len(all))
	for k := range n {
		if s := c.snippet(all[k*(len(all)-1)/max(n-1, 1)], letters); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Tell describes a word. A click makes it the query.
func (s *state) Tell(of string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	w, ok := wordKind.Number(of, len(s.c.words))
	if !ok {
		return t, false
	}
	t.Explanation = s.explain(w, v)
	t.Click.Set = map[string]any{"query": s.c.words[w]}
	return t, true
}

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if show["nearest"] && s.query.asked != "" {
		title := "The query is not one of the words"
		if s.query.answers() {
			title = words.Fill("Nearest to %s", s.c.title(&s.query))
		}
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: "nearest", Title: title, Bare: true,
			Tall: 20*listed + 16,
			Help: "Cosines of the vectors with the query: 1 = the same direction, 0 = " +
				"perpendicular. Words of the query are left out."}, Draw: method.Drawn(s.bars)})
	}
	return list
}

// listed is the maximum number of words in the panel, each on a line of at least thin and at most thick pixels.
const listed, thin, thick = 15, 15.0, 24.0

// bars draws the words nearest to the query.
func (s *state) bars(w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	if !s.query.answers() {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: float64(w) / 2, Y: float64(h) / 2,
			Text: picture.CutText(words.Fill("no word: %s", strings.Join(append(s.query.missing, ""), " ")), float64(w)-12)})
		p.Alt = "The query is not one of the words."
		return p
	}
	const gap = 6.0
	near := s.nearest(s.query.terms, max(1, min(listed, int(float64(h)/thin))))
	left, low := 0.0, 0.0
	for _, a := range near {
		left = max(left, picture.TextWidth(s.c.words[a.word], picture.LabelSize))
		low = min(low, a.cosine)
	}
	left = min(left+2*gap, 0.45*float64(w))
	number := picture.TextWidth("−0.00", picture.LabelSize) + 2*gap
	long := max((float64(w)-left-number)/(1-low), 1) // length of a cosine of 1
	zero := left - low*long
	line := min(thick, float64(h)/float64(max(len(near), 1)))
	bars := &picture.Path{Role: picture.RoleBar, Class: 0, Closed: true, Says: "cosine with the query"}
	p.Alt = words.Fill("Nearest to %s:", s.c.title(&s.query))
	for i, a := range near {
		top := float64(h) - float64(i)*line
		y := top - line/2
		bars.AddLine(zero, top-0.82*line, zero+a.cosine*long, top-0.82*line, zero+a.cosine*long, top-0.18*line, zero,
			top-0.18*line)
		k := ""
		if len(s.c.words) <= mostKeyed {
			k = key(a.word)
			bars.Keys = append(bars.Keys, k)
		}
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y, Anchor: picture.AnchorEnd,
			Text: picture.CutText(s.c.words[a.word], left-gap), Key: k},
			&picture.Label{Role: picture.RoleGuide, X: max(zero+a.cosine*long, zero), Y: y, Anchor: picture.AnchorStart,
				Text: cosine(a.cosine), Says: "its value"})
		p.Alt = p.Alt + " " + s.c.words[a.word] + " " + cosine(a.cosine) + []string{",", "."}[i/max(len(near)-1, 1)]
	}
	if len(bars.XY) > 0 {
		p.Layers = append([]picture.Layer{bars}, p.Layers...)
	}
	return p
}
