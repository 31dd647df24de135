package tree

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// PanelList implements method.Panels.
func (m *core) PanelList(show method.Shown) []method.PanelInfo {
	var list []method.PanelInfo
	if show["diagram"] {
		list = append(list, method.PanelInfo{ID: "diagram", Title: "Tree diagram", Bare: true,
			Help: "Each question with the points of each class that reach it; yes goes left. A leaf has the mark of the class that it answers with, larger for more points. What has no room is left out."})
	}
	if _, ok := m.inPlay(); ok && show["candidates"] {
		info := method.PanelInfo{ID: "candidates", Title: "Candidate splits of the root", XLabel: "threshold", YLabel: m.criterion.name() + " of both sides", YFrom0: true,
			Help: "How mixed the two sides are after a split at each threshold, one curve for each input; the lowest place is chosen"}
		if _, ok := m.newest(); ok {
			info.Title = "Candidate splits of this step"
		}
		list = append(list, info)
	}
	if show["pruning"] && len(m.path) > 1 {
		list = append(list, method.PanelInfo{ID: "pruning", Title: "Pruning path", XLabel: "leaves", XLog: true, YLabel: m.lossName(), YFrom0: true,
			Help: "The errors of the trees that pruning by the weakest link leaves: at the points that they have grown on, and at points that they have not seen, by ten-fold cross-validation. Click to prune so far."})
	}
	if show["importance"] && m.p.D > 1 {
		list = append(list, method.PanelInfo{ID: "importance", Title: "Importance of the inputs", Bare: true,
			Help: "The share of each input in what all splits together took off the impurity. Of inputs that tell the same, one may have it all."})
	}
	return list
}

// Panel implements method.Panels.
func (m *core) Panel(job method.Job, id string, w, h int) (*picture.Picture, error) {
	switch id {
	case "diagram":
		return m.diagram(w, h), nil
	case "candidates":
		return m.candidates(job, w, h)
	case "importance":
		return m.importance(w, h), nil
	case "pruning":
		return m.pruning(job, w, h)
	}
	return nil, fmt.Errorf("tree: there is no panel %q", id)
}

const (
	// Pixels that two nodes of one depth, and two depths, are apart at most.
	widest, highest = 130, 92
	// line is the height of a line of text, reach how far a leaf's mark goes from its
	// place.
	line, reach = 13, 7
)

// plan says where on a diagram of w x h pixels the nodes stand.
type plan struct {
	*layout
	left, top   float64
	unit, level float64
}

func (t *tree) plan(w, h int) plan {
	p := plan{layout: t.lay()}
	margin := min(34, float64(w)/6)
	above, below := 12.0, min(24, float64(h)/6)
	p.unit = min(widest, (float64(w)-2*margin)/max(p.hi-p.lo, 1e-9))
	p.level = min(highest, (float64(h)-above-below)/max(float64(t.full.Deep), 1e-9))
	p.left = (float64(w)-p.unit*(p.hi-p.lo))/2 - p.unit*p.lo
	p.top = above + (float64(h)-above-below-p.level*float64(t.full.Deep))/2
	return p
}

// at is the place of a node, in pixels.
func (p plan) at(i int32, depth int32) (x, y float64) {
	return p.left + p.unit*p.x[i], p.top + p.level*float64(depth)
}

// diagram draws the tree.
func (m *core) diagram(w, h int) *picture.Picture {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	pic := &picture.Picture{View: v, Alt: m.told()}
	plan := m.plan(w, h)
	play, playing := m.newest()
	at := func(i int32) (x, y float64) { return plan.at(i, m.nodes[i].Depth) }

	leaves := &picture.Marks{Role: picture.RolePoint}
	if m.values() {
		leaves.Lo, leaves.Hi = m.span()
	}
	places := picture.NewPlaces(v, 1)
	var order []int32 // the nodes, the nearest to the root first
	most := int32(1)  // points in a leaf
	m.leaves(func(q *node) { most = max(most, q.N) })
	m.preorder(func(i int32, q *node) {
		order = append(order, i)
		if m.asks(q) {
			return
		}
		x, y := at(i)
		leaves.XY = append(leaves.XY, v.DX(x), v.DY(y))
		switch {
		case !m.values():
			leaves.Class = append(leaves.Class, m.p.ClassIDs[q.Wins])
		case m.p.D == 2:
			leaves.Value = append(leaves.Value, q.v[0])
		}
		leaves.Keys = append(leaves.Keys, nodeKey(i))
		leaves.Size = append(leaves.Size, 0.4+0.6*math.Sqrt(float64(q.N)/float64(most)))
		places.Take(picture.Box{X0: x, Y0: y, X1: x, Y1: y}.Grown(reach, reach))
	})
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(m.nodes[a].Depth, m.nodes[b].Depth) })

	var labels []picture.Layer
	// put writes a text in a line below a node's place, if there is room.
	put := func(i int32, below float64, text, says string) bool {
		x, y := at(i)
		half := picture.TextWidth(text, picture.LabelSize)/2 + 2
		x = min(max(x, half), float64(w)-half)
		l := &picture.Label{Role: picture.RoleGuide, Text: text, Ground: true, Says: says}
		ok := places.Put(l, x, y+below)
		if ok {
			labels = append(labels, l)
		}
		return ok
	}
	each := func(fn func(i int32, q *node)) {
		for _, i := range order {
			fn(i, &m.nodes[i])
		}
	}
	asked := map[int32]string{} // questions, as they are written
	ask := func(i int32, q *node) {
		if !m.asks(q) || asked[i] != "" {
			return
		}
		for _, text := range m.shorter(q) {
			if put(i, 0, text, "") {
				asked[i] = text
				return
			}
		}
	}
	if playing {
		ask(play, &m.nodes[play])
	}
	each(ask)
	counts := "points of each class"
	if m.values() {
		counts = "mean of the points"
	} else if len(m.p.ClassIDs) > ratioOf {
		counts = "points of the class that wins, of all"
	}
	each(func(i int32, q *node) {
		if !m.asks(q) {
			put(i, line+1, m.ratio(q), counts)
		}
	})
	foot := map[int32]float64{} // how far the lines of a question go down from its place
	each(func(i int32, q *node) {
		if asked[i] == "" {
			return
		}
		foot[i] = line/2 + 1
		if plan.level > 3*line && put(i, line, m.ratio(q), counts) {
			foot[i] += line
		}
	})
	each(func(i int32, q *node) {
		if foot[i] > line && plan.level > 3.9*line && put(i, 2*line, m.impurityText(q), "") {
			foot[i] += line
		}
	})
	edges := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "the way of the points: yes left, no right"}
	fresh := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: newCut}
	var answers []picture.Layer
	each(func(i int32, q *node) {
		if !m.asks(q) {
			return
		}
		p := edges
		if playing && i == play {
			p = fresh
		}
		x, y := at(i)
		y += foot[i]
		for k, c := range [...]int32{q.Left(), q.Right()} {
			cx, cy := at(c)
			if asked[c] != "" {
				cy -= line / 2
				if playing && c == play {
					cy -= 3 // its frame
				}
			}
			p.AddLine(v.DX(x), v.DY(y), v.DX(cx), v.DY(cy))
			if i == 0 {
				l := &picture.Label{Role: picture.RoleGuide, Text: [...]string{"yes", "no"}[k], Ground: true}
				if places.Put(l, (x+cx)/2, (y+cy)/2) {
					answers = append(answers, l)
				}
			}
		}
	})
	if len(answers) == 2 { // one alone tells less than it takes room
		labels = append(labels, answers...)
	}
	// A legend shows the first of the counts: it has little room.
	slices.SortStableFunc(labels, func(a, b picture.Layer) int { return cmp.Compare(countsWidth(a), countsWidth(b)) })
	// frame goes round a question, or where it would be.
	frame := func(i int32) []float64 {
		x, y := at(i)
		rw, rh := 5.0, 5.0
		down := rh
		if text := asked[i]; text != "" {
			half := picture.TextWidth(text, picture.LabelSize) / 2
			if x = min(max(x, half+2), float64(w)-half-2); foot[i] > 2*line { // the widest of its lines
				half = max(half, picture.TextWidth(m.impurityText(&m.nodes[i]), picture.LabelSize)/2)
			}
			rw, rh, down = half+5, line/2+3, foot[i]+2
		}
		return []float64{v.DX(x - rw), v.DY(y - rh), v.DX(x + rw), v.DY(y - rh), v.DX(x + rw), v.DY(y + down), v.DX(x - rw), v.DY(y + down)}
	}
	if playing {
		labels = append(labels, &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true, Says: newCut, XY: frame(play), Starts: []int{0}})
	}
	questions, about := &picture.Path{Closed: true}, &picture.Path{Closed: true}
	m.preorder(func(i int32, q *node) {
		if m.asks(q) {
			xy := frame(i)
			questions.AddLine(xy...)
			questions.Keys = append(questions.Keys, nodeKey(i))
			// What is about an input is lit with its bar; the pointer means the question in it.
			dx, dy := v.DX(2), v.DY(0)-v.DY(2)
			about.AddLine(xy[0]-dx, xy[1]+dy, xy[2]+dx, xy[3]+dy, xy[4]+dx, xy[5]-dy, xy[6]-dx, xy[7]-dy)
			about.Keys = append(about.Keys, inputKey(int(q.Feature)))
		}
	})
	pic.Unseen = []picture.Layer{questions}
	if m.p.D > 1 {
		pic.Unseen = append(pic.Unseen, about)
	}
	if m.pruned() > 0 {
		ways, gone := m.ghosts(v, at)
		pic.Add(ways)
		pic.Unseen = append(pic.Unseen, gone)
	}
	if len(edges.XY) > 0 {
		pic.Add(edges)
	}
	if len(fresh.XY) > 0 {
		pic.Add(fresh)
	}
	pic.Add(leaves)
	pic.Add(labels...)
	return pic
}

// ghosts are the ways to the nodes that are pruned, and where these were.
func (m *core) ghosts(v picture.Viewport, at func(i int32) (x, y float64)) (ways *picture.Path, gone *picture.Marks) {
	gone = &picture.Marks{}
	ways = &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.2, Says: "what is pruned: click to have it back"}
	for i := range int32(len(m.nodes)) {
		if m.live(i) {
			continue
		}
		x, y := at(i)
		px, py := at(m.nodes[i].Parent)
		ways.AddLine(v.DX(px), v.DY(py), v.DX(x), v.DY(y))
		gone.XY = append(gone.XY, v.DX(x), v.DY(y))
		gone.Keys = append(gone.Keys, nodeKey(i))
	}
	return ways, gone
}

// shorter are ways to write a question, each shorter than the one before.
func (t *tree) shorter(q *node) []string {
	name, at := t.p.InputNames()[q.Feature], words.Readable(q.threshold())
	list := []string{name + " ≤ " + at, name + "≤" + at}
	const most = 7 // letters of a name
	if letters := []rune(name); len(letters) > most {
		list = append(list, string(letters[:most-1])+"…≤"+at)
	}
	return list
}

// countsWidth is how long a label of counts is; other ones are as if they were the longest.
func countsWidth(l picture.Layer) int {
	if l, ok := l.(*picture.Label); ok && l.Says != "" {
		return len(l.Text)
	}
	return math.MaxInt
}

// impurityText is a node's impurity in as many digits as a diagram has room for.
func (t *tree) impurityText(q *node) string {
	return t.criterion.said(words.Significant(q.Impurity(), 2))
}

// ratioOf is the number of classes of which a diagram has room for all counts.
const ratioOf = 3

// ratio writes the points of each class as 12:3; of many classes the share of the one
// that wins, 12/15.
func (t *tree) ratio(q *node) string {
	if t.values() {
		return words.Number(words.Significant(q.v[0], 3))
	}
	if len(q.count) > ratioOf {
		return fmt.Sprintf("%d/%d", q.count[q.Wins], q.N)
	}
	parts := make([]string, len(q.count))
	for c, n := range q.count {
		parts[c] = strconv.Itoa(int(n))
	}
	return strings.Join(parts, ":")
}

// says is a node's answer in words.
func (t *tree) says(q *node) string {
	if t.values() {
		return words.Number(q.v[0])
	}
	return t.p.ClassName(int(q.Wins))
}

// told describes the tree to those who don't see it.
func (m *core) told() string {
	var b strings.Builder
	n := 0
	m.leaves(func(*node) { n++ })
	if n == 1 {
		q := &m.nodes[0]
		return fmt.Sprintf("One leaf: %s.", m.says(q))
	}
	fmt.Fprintf(&b, "A tree with %d leaves.", n)
	const most = 12 // questions
	asked := 0
	answer := func(i int32) string {
		q := &m.nodes[i]
		if m.asks(q) {
			return "asked further"
		}
		if m.values() {
			return fmt.Sprintf("%s, %s", m.says(q), words.Count(int(q.N), "point"))
		}
		return fmt.Sprintf("%s, %d of %d", m.says(q), q.count[q.Wins], q.N)
	}
	m.preorder(func(_ int32, q *node) {
		if !m.asks(q) {
			return
		}
		if asked++; asked <= most {
			fmt.Fprintf(&b, " %s: yes, %s; no, %s.", m.question(q), answer(q.Left()), answer(q.Right()))
		}
	})
	if asked > most {
		fmt.Fprintf(&b, " And %s.", words.Count(asked-most, "more question"))
	}
	return b.String()
}
