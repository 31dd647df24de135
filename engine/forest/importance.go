package forest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// shuffles is how often each input is shuffled: of large tables once.
func (m *forest) shuffles() int {
	const large = 20_000 // numbers of the table
	if m.p.N*m.p.D > large {
		return 1
	}
	return 5
}

// permutes says what a permutation importance is here.
func (m *forest) permutes() string {
	what := "accuracy"
	if m.target.Class == nil {
		what = "R²"
	}
	s := "How much " + what + " is lost when the values of an input are shuffled among the points"
	if n := m.shuffles(); n > 1 {
		s += ", mean of " + words.Count(n, "shuffle")
	}
	if m.bootstrap {
		return s + "; each point is asked of the trees that have not seen it"
	}
	return s
}

// permuted are the permutation importances of the inputs, worked out once for each state. The
// error is job's.
func (m *forest) permuted(job method.Job) ([]float64, error) {
	m.mu.Lock()
	drop := m.drop
	m.mu.Unlock()
	if drop != nil {
		return drop, job.Err()
	}
	p, times := m.p, m.shuffles()
	drop = make([]float64, p.D)
	// from is, of each input and each shuffle, the row whose value each row gets.
	from := make([]int32, p.D*times*p.N)
	draw := rand.New(rand.NewPCG(p.Seed, 0x7368756666))
	for a := 0; a < len(from); a += p.N {
		list := from[a : a+p.N]
		for i := range list {
			list[i] = int32(i)
		}
		draw.Shuffle(p.N, func(a, b int) { list[a], list[b] = list[b], list[a] })
	}
	per := 1 / float64(p.N*times)
	if m.target.Class == nil {
		mean, variance := 0.0, 0.0
		for _, y := range p.Y {
			mean += (y - m.middle) / float64(p.N)
		}
		for _, y := range p.Y {
			variance += (y - m.middle - mean) * (y - m.middle - mean)
		}
		if per = 0; variance > 0 {
			per = 1 / (variance * float64(times))
		}
	}
	k := m.planes
	whole, sums := make([]int64, k), make([]int64, k)
	changes := make([]int64, p.D*times*k) // of the row's sums
	asked := make([]int32, p.D)           // the tree that has asked about the input last, +1
	x := make([]float64, p.D)
	touched := make([]bool, p.D)
	work := 0
	for i := range p.N {
		copy(x, p.At(i))
		clear(whole)
		clear(changes)
		clear(touched)
		clear(asked)
		n := 0
		for b, t := range m.members {
			if t.seen != nil && t.seen[i] > 0 {
				continue
			}
			n++
			last := int32(t.tree.Steps())
			own := int(t.tree.Leaf(x, last)) * k
			for c, a := range t.amounts[own : own+k] {
				whole[c] += a
			}
			for q := &t.tree.Nodes[0]; q.Step > 0; {
				j := int(q.Feature)
				if asked[j] != int32(b)+1 { // only inputs on its way can change what it says
					asked[j], touched[j] = int32(b)+1, true
					for s := range times {
						at := j*times + s
						x[j] = p.At(int(from[at*p.N+i]))[j]
						leaf := int(t.tree.Leaf(x, last)) * k
						for c, a := range t.amounts[leaf : leaf+k] {
							changes[at*k+c] += a - t.amounts[own+c]
						}
					}
					x[j] = p.At(i)[j]
				}
				next := q.Right()
				if x[j] <= q.At {
					next = q.Left()
				}
				q = &t.tree.Nodes[next]
				work += times
			}
			if work > workUnit/8 {
				work = 0
				method.Progress(job, float64(i)/float64(p.N))
				if err := job.Err(); err != nil {
					return nil, err
				}
			}
		}
		if n == 0 {
			continue
		}
		lost := m.miss(i, whole, n)
		for j, is := range touched {
			if !is {
				continue
			}
			for s := range times {
				for c := range sums {
					sums[c] = whole[c] + changes[(j*times+s)*k+c]
				}
				drop[j] += (m.miss(i, sums, n) - lost) * per
			}
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop = drop
	return drop, job.Err()
}

// PanelList implements method.Panels.
func (m *forest) PanelList(show method.Shown) []method.PanelInfo {
	if !show[importance] || m.p.D < 2 || len(m.members) == 0 {
		return nil
	}
	info := method.PanelInfo{ID: importance, Title: "Importance of the inputs", Bare: true,
		Help: "Share of each input in what all splits took off the impurity; and what is lost when its values are shuffled among the points. Of many inputs those are shown that count most."}
	return []method.PanelInfo{info}
}

// Panel implements method.Panels.
func (m *forest) Panel(job method.Job, id string, w, h int) (*picture.Picture, error) {
	if id != importance {
		return nil, fmt.Errorf("forest: there is no panel %q", id)
	}
	var impurity, lost []float64
	facts := m.Facts()
	if len(m.members) == m.end { // on the way there it would be worked out anew with each tree
		var err error
		if lost, err = m.permuted(job); err != nil {
			return nil, err
		}
	}
	for i := range facts {
		if facts[i].Name == "feature_importances" {
			impurity = facts[i].Value.([]float64)
		}
	}
	pic := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	pic.Alt = "The importance of " + words.Count(m.p.D, "input") + "."
	if m.p.Across > 0 {
		list := []method.Tile{{Values: impurity, Name: "importance", Says: byImpurity, Title: "impurity"}}
		if lost != nil {
			list = append(list, method.Tile{Values: lost, Diverging: true, Name: "loss", Says: byShuffling, Title: "shuffled"})
		}
		method.Tiles(pic, m.p.Across, list)
		return pic, nil
	}
	m.bars(pic, impurity, lost)
	return pic, nil
}

// What the two kinds of bars are.
const (
	byImpurity  = "share in what the splits took off the impurity"
	byShuffling = "what is lost when it is shuffled"
)

// bars draws two bars for each input, or for those that count most.
func (m *forest) bars(pic *picture.Picture, impurity, lost []float64) {
	names := m.p.OwnNames()
	const line, gap, tall = 13.0, 8.0, 46.0
	w, h := pic.View.X1, pic.View.Y1
	most := max(1, min(m.p.D, int(h/26)))
	order := make([]int, m.p.D)
	for j := range order {
		order[j] = j
	}
	sort.SliceStable(order, func(a, b int) bool { return impurity[order[a]] > impurity[order[b]] })
	order = order[:most]
	if most == m.p.D {
		slices.Sort(order) // all: in their order
	}
	left := 0.0
	for _, j := range order {
		left = max(left, picture.TextWidth(names[j], picture.LabelSize))
	}
	left = min(left+2*gap, 0.45*w)
	top, low := 0.0, 0.0
	for _, j := range order {
		top = max(top, impurity[j])
		if lost != nil {
			top, low = max(top, lost[j]), min(low, lost[j])
		}
	}
	const figures = 42 // pixels for a number behind a bar
	unit := (w - left - figures - gap) / max(top-low, 1e-9)
	zero := left - low*unit
	row := min(tall, h/float64(most))
	begin := h - (h-row*float64(most))/2
	for k, j := range order {
		y := begin - row*(float64(k)+0.5)
		pic.Add(&picture.Label{Role: picture.RoleGuide, X: left - gap/2, Y: y, Text: cut(names[j], left-gap), Anchor: picture.AnchorEnd})
		thick := min(line, 0.36*row)
		bar := func(class int, x, mid float64, says string) {
			pic.Add(&picture.Path{Role: picture.RoleBar, Class: class, Closed: true, Says: says,
				XY: []float64{zero, mid - thick/2, zero + x*unit, mid - thick/2, zero + x*unit, mid + thick/2, zero, mid + thick/2}},
				&picture.Label{Role: picture.RoleTick, X: zero + max(0, x*unit), Y: mid, Text: words.Number(words.Significant(x, 2)), Anchor: picture.AnchorStart})
		}
		if lost == nil {
			bar(1, impurity[j], y, byImpurity)
			continue
		}
		bar(1, impurity[j], y+0.6*thick, byImpurity)
		bar(2, lost[j], y-0.6*thick, byShuffling)
	}
}

// cut shortens a text to a width in pixels.
func cut(s string, width float64) string {
	r := []rune(s)
	for n := len(r); n > 1 && picture.TextWidth(s, picture.LabelSize) > width; n-- {
		s = string(r[:n-1]) + "…"
	}
	return s
}
