package forest

import (
	"math/rand/v2"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// shuffles returns how often each input is shuffled: five times, or once for large tables.
func (m *forest) shuffles() int {
	const large = 20_000 // numbers in the table
	if m.p.N*m.p.D > large {
		return 1
	}
	return 5
}

// permutes describes the permutation importance.
func (m *forest) permutes() string {
	what := "accuracy"
	if m.target.Class == nil {
		what = "R²"
	}
	n := m.shuffles()
	count := words.Count(n, "shuffle")
	switch { // whole sentences, so that they can be translated
	case n > 1 && m.bootstrap:
		return words.Sprintf("Decrease of %s when the values of an input are shuffled among the points, mean of %s; "+
			"each point is predicted by the trees that have not seen it", what, count)
	case n > 1:
		return words.Sprintf("Decrease of %s when the values of an input are shuffled among the points, mean of %s", what,
			count)
	case m.bootstrap:
		return words.Sprintf("Decrease of %s when the values of an input are shuffled among the points; each point is "+
			"predicted by the trees that have not seen it", what)
	}
	return words.Sprintf("Decrease of %s when the values of an input are shuffled among the points", what)
}

// permuted returns the permutation importances of the inputs, computed once for each state. The error is job's.
func (m *forest) permuted(job method.Job) ([]float64, error) {
	m.mu.Lock()
	drop := m.drop
	m.mu.Unlock()
	if drop != nil {
		return drop, job.Err()
	}
	p, times := m.p, m.shuffles()
	drop = make([]float64, p.D)
	k := m.planes
	s := &shuffling{forest: m, times: times, from: m.shuffled(), x: make([]float64, p.D), whole: make([]int64, k),
		changes: make([]int64, p.D*times*k), asked: make([]int32, p.D), touched: make([]bool, p.D)}
	sums := make([]int64, k)
	var all []int // points that some tree predicts
	for i := range p.N {
		n, err := s.visit(job, i)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			continue
		}
		all = append(all, i)
		lost := m.miss(i, s.whole, n)
		for j, is := range s.touched {
			if !is {
				continue
			}
			for r := range times {
				for c := range sums {
					sums[c] = s.whole[c] + s.changes[(j*times+r)*k+c]
				}
				drop[j] += m.miss(i, sums, n) - lost
			}
		}
	}
	// The score is the accuracy on these rows, or R².
	most := float64(len(all)) // the score's denominator
	if m.target.Class == nil {
		most = m.spreadOf(all)
	}
	for j := range drop {
		if most > 0 {
			drop[j] /= most * float64(times)
		} else {
			drop[j] = 0
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop = drop
	return drop, job.Err()
}

// shuffled returns the row whose value each row gets, for each input and each shuffle.
func (m *forest) shuffled() []int32 {
	p := m.p
	from := make([]int32, p.D*m.shuffles()*p.N)
	draw := rand.New(rand.NewPCG(p.Seed, 0x7368756666))
	for a := 0; a < len(from); a += p.N {
		list := from[a : a+p.N]
		for i := range list {
			list[i] = int32(i)
		}
		draw.Shuffle(p.N, func(a, b int) { list[a], list[b] = list[b], list[a] })
	}
	return from
}

// shuffling is what the permutation importances are computed with, row by row.
type shuffling struct {
	*forest
	times   int
	from    []int32
	x       []float64 // the row, with a shuffled value
	whole   []int64   // its sums over the trees
	changes []int64   // what each shuffle of each input changes them by
	asked   []int32   // last tree evaluated for each input, plus 1
	touched []bool    // inputs that some tree asks for
	work    int
}

// visit computes the sums of row i, and their changes, over the n trees that have not seen it.
func (s *shuffling) visit(job method.Job, i int) (n int, err error) {
	p, k := s.p, s.planes
	copy(s.x, p.At(i))
	clear(s.whole)
	clear(s.changes)
	clear(s.touched)
	clear(s.asked)
	for b, t := range s.members {
		if t.seen != nil && t.seen[i] > 0 {
			continue
		}
		n++
		last := int32(t.tree.Steps())
		own := int(t.tree.Leaf(s.x, last)) * k
		for c, a := range t.amounts[own : own+k] {
			s.whole[c] += a
		}
		for q := &t.tree.Nodes[0]; q.Step > 0; {
			j := int(q.Feature)
			if s.asked[j] != int32(b)+1 { // only inputs on the row's path can change the prediction
				s.asked[j], s.touched[j] = int32(b)+1, true
				for r := range s.times {
					at := j*s.times + r
					s.x[j] = p.At(int(s.from[at*p.N+i]))[j]
					leaf := int(t.tree.Leaf(s.x, last)) * k
					for c, a := range t.amounts[leaf : leaf+k] {
						s.changes[at*k+c] += a - t.amounts[own+c]
					}
				}
				s.x[j] = p.At(i)[j]
			}
			next := q.Right()
			if s.x[j] <= q.At {
				next = q.Left()
			}
			q = &t.tree.Nodes[next]
			s.work += s.times
		}
		if s.work > workUnit/8 {
			s.work = 0
			method.Progress(job, float64(i)/float64(p.N))
			if err := job.Err(); err != nil {
				return 0, err
			}
		}
	}
	return n, nil
}

func (m *forest) Panels(show method.Shown) (list []method.Panel) {
	if len(m.members) == 0 {
		return nil
	}
	if show[opened] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: opened, Title: "One tree", Bare: true,
			Help: "The tree of this step: each question with the points that reach it, repeated as they were drawn; yes goes " +
				"left. A leaf and its cell in the plane are highlighted together. A part that does not fit is folded into a " +
				"triangle with the number of its leaves."}, Draw: method.Drawn(func(w,
			h int) *picture.Picture {
			return m.chart().Draw(w, h)
		})})
	}
	if show[importance] && m.p.D > 1 {
		info := method.PanelInfo{ID: importance, Title: "Importance of the inputs", Bare: true,
			Help: "Each input's share in the reduction of impurity by all splits, and the loss of accuracy when its values " +
				"are shuffled among the points. Of many inputs, the most important are shown."}
		if m.p.Across == 0 {
			info.Tall = diagram.BarsTall(m.p.D, 2)
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: m.drawImportance})
	}
	return list
}

// drawImportance draws the importances of the inputs, as bars or as images.
func (m *forest) drawImportance(job method.Job, w, h int) (*picture.Picture, error) {
	var lost []float64
	if len(m.members) == m.end { // before, it would be recomputed for each tree
		var err error
		if lost, err = m.permuted(job); err != nil {
			return nil, err
		}
	}
	impurity := m.gains()
	if m.p.Across > 0 {
		pic := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1},
			Alt: words.Text("The importance of %s.", words.Count(m.p.D, "input"))}
		list := []method.Tile{{Values: impurity, Name: "importance", Says: byImpurity, Title: "impurity"}}
		if lost != nil {
			list = append(list, method.Tile{Values: lost, Diverging: true, Name: "loss", Says: byShuffling, Title: "shuffled"})
		}
		method.Tiles(pic, m.p.Across, list)
		return pic, nil
	}
	figure := func(x float64) string { return words.Number(words.Significant(x, 2)) }
	list := []diagram.Series{{Values: impurity, Says: byImpurity, Look: func(int) int { return 1 }, Figure: figure}}
	if lost != nil {
		list = append(list, diagram.Series{Values: lost, Says: byShuffling, Look: func(int) int { return 2 }, Figure: figure})
	}
	return diagram.Bars(w, h, m.p.OwnNames(), list...), nil
}

// gains returns each input's share in the reduction of impurity by the splits of a tree, mean over the trees that have
// gains; all 0 if there are none.
func (m *forest) gains() []float64 {
	gains, gained := make([]float64, m.p.D), 0.0
	for _, t := range m.members {
		for j, g := range t.gains {
			gains[j] += g
			gained += g
		}
	}
	if gained > 0 {
		for j := range gains {
			gains[j] /= gained
		}
	}
	return gains
}

// Texts for the two kinds of bars.
const (
	byImpurity  = "share in the reduction of impurity"
	byShuffling = "permutation importance"
)
