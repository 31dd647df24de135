// Package diagram draws the trees of package cart as diagrams of questions and leaves, and formats their questions. It
// depends on no method: the caller gives the tree and the step to show.
package diagram

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/cart"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

const (
	// Greatest unit of the layout (see Places), and greatest distance between two depths, in pixels.
	widest, highest = 130, 92
	// Least unit and distance: below them, the deepest subtrees are folded.
	narrowest, lowest = 16, 20
	// Line is the height of a line of text.
	Line = 13
	// reach is half the size of the square reserved for a leaf or a folded subtree, in pixels.
	reach = 7
)

// Diagram describes how to draw a tree.
type Diagram struct {
	Tree      *cart.Tree
	Layout    *Layout // layout of the tree, kept by the caller
	Criterion cart.Criterion
	Names     []string           // names of the inputs
	Sorts     [][]string         // categories of categorical inputs; nil = none
	Asks      func(i int32) bool // reports whether node i is split at this step; otherwise it is a leaf
	// Play is the node that the step splits, −1 = none; NewCut is the legend's text for its edges.
	Play   int32
	NewCut string
	// Gone is the legend's text for the edges to nodes that do not exist at this step; "" = not drawn.
	Gone string
	// For classification: the class ids, the name of a class index, and the number of points of each class in node i.
	// Classes nil = regression.
	Classes []int
	Name    func(class int) string
	Count   func(i int32) []int32
	// Title is written in a corner; "" = none.
	Title string
	// For regression: the range of leaf means that the colour scale covers; Lo = Hi: leaves have no colours.
	Lo, Hi float64
}

// NodeKey returns the key of a node.
func NodeKey(i int32) string { return NodeKind.Key(int(i)) }

// InputKey returns the key of an input, which highlights its questions in the diagram.
func InputKey(j int) string { return InputKind.Key(j) }

// The kinds of keys: nodes and inputs.
var NodeKind, InputKind = picture.KeyKind{Begins: "n"}, picture.KeyKind{Begins: "i"}

func (d *Diagram) values() bool { return d.Classes == nil }

// preorder calls fn with node i and each existing node below it down to depth deep, in preorder and from left to right.
func (d *Diagram) preorder(i, deep int32, fn func(i int32, q *cart.Node)) {
	q := &d.Tree.Nodes[i]
	fn(i, q)
	if d.Asks(i) && q.Depth < deep {
		for _, c := range d.Tree.Branches(i, d.Asks) {
			d.preorder(c, deep, fn)
		}
	}
}

// leaves returns the number of leaves below node i.
func (d *Diagram) leaves(i int32) (n int) {
	d.preorder(i, cart.NoLimit, func(i int32, _ *cart.Node) {
		if !d.Asks(i) {
			n++
		}
	})
	return n
}

// plan is the layout of a diagram in pixels.
type plan struct {
	*Places
	left, top   float64
	unit, level float64
}

// plan fits as many depths of the tree as possible into w×h pixels.
func (d *Diagram) plan(w, h int) plan {
	margin := min(34, float64(w)/6)
	above, below := 12.0, min(24, float64(h)/4)
	wide, high := float64(w)-2*margin, float64(h)-above-below
	deep := min(d.Tree.Deep, max(1, int32(high/lowest)))
	p := plan{Places: d.Layout.Of(d.Tree, deep)}
	for deep > 1 && wide < narrowest*(p.Hi-p.Lo) {
		deep--
		p.Places = d.Layout.Of(d.Tree, deep)
	}
	p.unit = min(widest, wide/max(p.Hi-p.Lo, 1e-9))
	p.level = min(highest, high/max(float64(deep), 1e-9))
	p.left = (float64(w)-p.unit*(p.Hi-p.Lo))/2 - p.unit*p.Lo
	p.top = above + (high-p.level*float64(deep))/2
	return p
}

// At returns the position of a node in a diagram of w×h pixels. shown reports whether the node is drawn as a question
// or a leaf, not as a folded subtree or a part of one.
func (d *Diagram) At(i int32, w, h int) (x, y float64, shown bool) {
	p, depth := d.plan(w, h), d.Tree.Nodes[i].Depth
	x, y = p.at(i, depth)
	return x, y, depth < p.Deep || depth == p.Deep && !d.Asks(i)
}

// at returns the position of a node, in pixels.
func (p plan) at(i int32, depth int32) (x, y float64) {
	return p.left + p.unit*p.X[i], p.top + p.level*float64(min(depth, p.Deep))
}

// Draw draws the tree on w×h pixels.
func (d *Diagram) Draw(w, h int) *picture.Picture {
	g := d.begin(w, h)
	pic := &picture.Picture{View: g.v, Alt: d.told()}
	leaves := g.leaves()
	for _, i := range g.folded { // the sizes of folded subtrees come first
		g.put(i, Line+1, strconv.Itoa(d.leaves(i)), "leaves of a folded part of the tree")
	}
	g.ask()
	g.writeCategories()
	g.writeCounts()
	edges, fresh := g.edges()
	// The legend, which has little room, shows the shortest of the counts.
	sorts.StableFunc(g.labels, func(a, b picture.Layer) int { return cmp.Compare(countsWidth(a), countsWidth(b)) })
	if g.play >= 0 {
		g.labels = append(g.labels, &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true,
			Says: d.NewCut, XY: g.frame(g.play), Starts: []int{0}})
	}
	questions, about := g.spots()
	d.fold(g.v, g.folded, g.at, edges, &questions)
	pic.Hits = questions
	if len(d.Names) > 1 {
		pic.Hits = append(pic.Hits, about...)
	}
	if d.Gone != "" {
		ways, gone := d.ghosts(g.v, g.at)
		pic.Add(ways)
		pic.Hits = append(pic.Hits, gone...)
	}
	if len(edges.XY) > 0 {
		pic.Add(edges)
	}
	if len(fresh.XY) > 0 {
		pic.Add(fresh)
	}
	pic.Add(leaves)
	g.writeTitle()
	pic.Add(g.labels...)
	return pic
}

// drawing is what the parts of a diagram share while it is drawn. Positions are in pixels.
type drawing struct {
	*Diagram
	laid   plan
	v      picture.Viewport
	play   int32 // the node that the step splits, or the folded one that contains it; −1 = none
	places *picture.Places
	order  []int32 // the nodes shown, from the root down
	folded []int32
	labels []picture.Layer
	asked  map[int32]string  // questions as displayed
	foot   map[int32]float64 // height of the lines of a question below its node
}

// begin lays the tree out on w×h pixels, and takes the places of its leaves and folded subtrees.
func (d *Diagram) begin(w, h int) *drawing {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	g := &drawing{Diagram: d, laid: d.plan(w, h), v: v, play: d.Play, places: picture.NewPlaces(v, 1),
		asked: map[int32]string{}, foot: map[int32]float64{}}
	for g.play >= 0 && d.Tree.Nodes[g.play].Depth > g.laid.Deep { // it is folded
		g.play = d.Tree.Nodes[g.play].Parent
	}
	g.walk(func(i int32, _ *cart.Node) {
		g.order = append(g.order, i)
		if g.asks(i) {
			return
		}
		x, y := g.at(i)
		g.places.Take(picture.Box{X0: x, Y0: y, X1: x, Y1: y}.Grown(reach, reach))
		if d.Asks(i) {
			g.folded = append(g.folded, i)
		}
	})
	slices.SortStableFunc(g.order, func(a, b int32) int {
		return cmp.Compare(d.Tree.Nodes[a].Depth, d.Tree.Nodes[b].Depth)
	})
	return g
}

// at returns the position of a node.
func (g *drawing) at(i int32) (x, y float64) { return g.laid.at(i, g.Tree.Nodes[i].Depth) }

// asks reports whether a node is shown as a question.
func (g *drawing) asks(i int32) bool { return g.Asks(i) && g.Tree.Nodes[i].Depth < g.laid.Deep }

// walk calls fn with the nodes shown, in preorder.
func (g *drawing) walk(fn func(i int32, q *cart.Node)) { g.preorder(0, g.laid.Deep, fn) }

// each calls fn with the nodes shown, from the root down.
func (g *drawing) each(fn func(i int32, q *cart.Node)) {
	for _, i := range g.order {
		fn(i, &g.Tree.Nodes[i])
	}
}

// put writes a line of text whose centre is the given number of pixels below that of a node. It returns false if there
// is no room.
func (g *drawing) put(i int32, below float64, text, says string) bool {
	x, y := g.at(i)
	half := picture.TextWidth(text, picture.LabelSize)/2 + 2
	x = min(max(x, half), g.v.X1-half)
	l := &picture.Label{Role: picture.RoleGuide, Text: text, Ground: true, Says: says}
	ok := g.places.Put(l, x, y+below)
	if ok {
		g.labels = append(g.labels, l)
	}
	return ok
}

// leaves returns the leaves as marks, larger with more points.
func (g *drawing) leaves() *picture.Marks {
	leaves := &picture.Marks{Role: picture.RolePoint, Lo: g.Lo, Hi: g.Hi}
	most := int32(1) // greatest number of points in a leaf
	g.walk(func(i int32, q *cart.Node) {
		if !g.Asks(i) {
			most = max(most, q.N)
		}
	})
	g.walk(func(i int32, q *cart.Node) {
		if g.Asks(i) {
			return
		}
		x, y := g.at(i)
		leaves.XY = append(leaves.XY, g.v.DX(x), g.v.DY(y))
		switch {
		case !g.values():
			leaves.Class = append(leaves.Class, g.Classes[q.Wins])
		case g.Lo < g.Hi:
			leaves.Value = append(leaves.Value, g.Tree.Values(i)[0])
		}
		leaves.Keys = append(leaves.Keys, NodeKey(i))
		leaves.Size = append(leaves.Size, 0.4+0.6*math.Sqrt(float64(q.N)/float64(most)))
	})
	return leaves
}

// ask writes the questions. If one does not fit, all questions of its depth are written in a shorter form if that makes
// room for more.
func (g *drawing) ask() {
	for _, row := range g.rows() {
		taken, written, was := g.places.Taken(), len(g.labels), maps.Clone(g.asked)
		again := func(form int) (int, bool) {
			g.places.Back(taken)
			g.labels, g.asked = g.labels[:written], maps.Clone(was)
			return g.askRow(row, form)
		}
		least, shorter := g.askRow(row, 0)
		best, last := 0, 0
		for form := 1; least > 0 && shorter; form++ {
			bare, more := again(form)
			if bare < least {
				least, best = bare, form
			}
			shorter, last = more, form
		}
		if best != last {
			again(best)
		}
	}
}

// rows returns the nodes of each depth; those of the depth of the step's question come first, and again later.
func (g *drawing) rows() (rows [][]int32) {
	for _, i := range g.order {
		if depth := int(g.Tree.Nodes[i].Depth); depth == len(rows) {
			rows = append(rows, []int32{i})
		} else {
			rows[depth] = append(rows[depth], i)
		}
	}
	if g.play >= 0 {
		if depth := g.Tree.Nodes[g.play].Depth; int(depth) < len(rows) {
			rows = append([][]int32{append([]int32{g.play}, rows[depth]...)}, rows...)
		}
	}
	return rows
}

// askRow writes the questions of nodes in the first form that fits, beginning with the given form. It returns the
// number of questions that do not fit, and whether a shorter form exists.
func (g *drawing) askRow(nodes []int32, form int) (bare int, shorter bool) {
	for _, i := range nodes {
		if !g.asks(i) || g.asked[i] != "" {
			continue
		}
		forms := g.questions(i)
		shorter = shorter || form < len(forms)-1
		for _, text := range forms[min(form, len(forms)-1):] {
			if g.put(i, 0, text, "") {
				g.asked[i] = text
				break
			}
		}
		if g.asked[i] == "" {
			bare++
		}
	}
	return bare, shorter
}

// writeCategories writes categories on the edges to their branches.
func (g *drawing) writeCategories() {
	g.each(func(i int32, _ *cart.Node) {
		m, _ := g.Diagram.at(i)
		if m == nil || !m.Each || !g.asks(i) {
			return
		}
		x, y := g.at(i)
		for _, c := range g.Tree.Branches(i, g.Asks) {
			cx, cy := g.at(c)
			if l := onWay(g.places, g.word(c), x, y, cx, cy); l != nil {
				g.labels = append(g.labels, l)
			}
		}
	})
}

// writeCounts writes the points of the leaves, then, as far as there is room, those of the questions and their
// impurities, and dots instead of the questions that did not fit.
func (g *drawing) writeCounts() {
	counts := "points of each class"
	if g.values() {
		counts = "mean of the points"
	} else if len(g.Classes) > ratioOf {
		counts = "majority / all points"
	}
	g.each(func(i int32, _ *cart.Node) {
		if !g.Asks(i) {
			g.put(i, Line+1, g.ratio(i), counts)
		}
	})
	g.each(func(i int32, _ *cart.Node) {
		if g.asked[i] == "" {
			return
		}
		g.foot[i] = Line/2 + 1
		if g.laid.level > 3*Line && g.put(i, Line, g.ratio(i), counts) {
			g.foot[i] += Line
		}
	})
	g.each(func(i int32, q *cart.Node) {
		if g.foot[i] > Line && g.laid.level > 3.9*Line && g.put(i, 2*Line, g.impurityText(q), "") {
			g.foot[i] += Line
		}
	})
	g.each(func(i int32, _ *cart.Node) {
		if g.asks(i) && g.asked[i] == "" {
			g.put(i, 0, "…", "") // the readout has the question
		}
	})
}

// edges returns the edges from questions to their branches: those of the step's question, fresh, apart from the others.
// It writes yes and no on those of the root.
func (g *drawing) edges() (edges, fresh *picture.Path) {
	edges = &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "path of the points: yes left, no right"}
	if slices.ContainsFunc(g.Tree.Mixed, func(m cart.Mixed) bool { return m.Each }) {
		edges.Says = "path of the points: by its word, or yes left, no right"
	}
	fresh = &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: g.NewCut}
	var answers []picture.Layer
	g.each(func(i int32, _ *cart.Node) {
		if !g.asks(i) {
			return
		}
		p := edges
		if i == g.play {
			p = fresh
		}
		x, y := g.at(i)
		y += g.foot[i]
		for k, c := range g.Tree.Branches(i, g.Asks) {
			cx, cy := g.at(c)
			if g.asked[c] != "" {
				cy -= Line / 2
				if c == g.play {
					cy -= 3 // its frame
				}
			}
			p.AddLine(g.v.DX(x), g.v.DY(y), g.v.DX(cx), g.v.DY(cy))
			if m, _ := g.Diagram.at(i); i == 0 && (m == nil || !m.Each) {
				l := &picture.Label{Role: picture.RoleGuide, Text: [...]string{"yes", "no"}[k], Ground: true}
				if g.places.Put(l, (x+cx)/2, (y+cy)/2) {
					answers = append(answers, l)
				}
			}
		}
	})
	if len(answers) == 2 { // one of yes and no alone would be unclear
		g.labels = append(g.labels, answers...)
	}
	return edges, fresh
}

// frame returns the rectangle around a question, or around the node if the question is not shown: four corners in data
// coordinates.
func (g *drawing) frame(i int32) []float64 {
	x, y := g.at(i)
	rw, rh := 5.0, 5.0
	if g.Asks(i) && !g.asks(i) {
		rw, rh = reach+3, reach+2
	}
	down := rh
	if text := g.asked[i]; text != "" {
		half := picture.TextWidth(text, picture.LabelSize) / 2
		if x = min(max(x, half+2), g.v.X1-half-2); g.foot[i] > 2*Line { // the widest of its lines
			half = max(half, picture.TextWidth(g.impurityText(&g.Tree.Nodes[i]), picture.LabelSize)/2)
		}
		rw, rh, down = half+5, Line/2+3, g.foot[i]+2
	}
	v := g.v
	return []float64{v.DX(x - rw), v.DY(y - rh), v.DX(x + rw), v.DY(y - rh), v.DX(x + rw), v.DY(y + down), v.DX(x - rw),
		v.DY(y + down)}
}

// spots returns the areas that select questions, and those that highlight the questions about an input with its bar:
// hovering an input's bar highlights its questions; hovering a question selects the question itself.
func (g *drawing) spots() (questions, about picture.Hits) {
	dx, dy := g.v.DX(2), g.v.DY(0)-g.v.DY(2)
	g.walk(func(i int32, q *cart.Node) {
		if !g.asks(i) {
			return
		}
		xy := g.frame(i)
		questions.Add(picture.Area, NodeKey(i), xy...)
		for j := range g.Names {
			if j == int(q.Feature) || q.Tilt != 0 {
				about.Box(InputKey(j), xy[0]-dx, xy[1]+dy, xy[4]+dx, xy[5]-dy)
			}
		}
	})
	return questions, about
}

// writeTitle writes the title in the left or the right corner, if one is free.
func (g *drawing) writeTitle() {
	l := &picture.Label{Role: picture.RoleGuide, Text: g.Title}
	if g.Title == "" {
		return
	}
	half := picture.TextWidth(g.Title, picture.LabelSize)/2 + 4
	if g.places.Put(l, half, Line/2+2) || g.places.Put(l, g.v.X1-half, Line/2+2) {
		g.labels = append(g.labels, l)
	}
}

// fold draws a triangle for each folded subtree, with hit areas for all its nodes. Hovering the triangle selects the
// root of the subtree.
func (d *Diagram) fold(v picture.Viewport, folded []int32, at func(i int32) (x, y float64), ways *picture.Path,
	hits *picture.Hits) {
	for _, i := range folded {
		x, y := at(i)
		corners := func(by float64) []float64 {
			return []float64{v.DX(x), v.DY(y - reach + 1 - by), v.DX(x + reach + by), v.DY(y + reach - 2 + by),
				v.DX(x - reach - by), v.DY(y + reach - 2 + by)}
		}
		xy := corners(0)
		ways.AddLine(append(xy, xy[:2]...)...)
		d.preorder(i, cart.NoLimit, func(j int32, _ *cart.Node) {
			by := 0.5
			if j == i {
				by = 0
			}
			hits.Add(picture.Area, NodeKey(j), corners(by)...)
		})
	}
}

// ghosts returns the edges to nodes that do not exist at this step, and hit areas with the keys of these nodes.
func (d *Diagram) ghosts(v picture.Viewport, at func(i int32) (x, y float64)) (ways *picture.Path,
	gone picture.Hits) {
	ways = &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.2, Says: d.Gone}
	for i := range int32(len(d.Tree.Nodes)) {
		up := d.Tree.Nodes[i].Parent
		if up < 0 || d.Asks(up) || d.Tree.Links(i) {
			continue
		}
		up = d.Tree.Head(up)
		x, y := at(i)
		px, py := at(up)
		if px != x || py != y { // otherwise both are folded
			ways.AddLine(v.DX(px), v.DY(py), v.DX(x), v.DY(y))
		}
		gone.Add(picture.Dot, NodeKey(i), v.DX(x), v.DY(y))
	}
	return ways, gone
}

// A name is cut to mostLetters if there is little room, and to fewLetters or initial if there is hardly any.
const mostLetters, fewLetters, initial = 7, 4, 2

// wordAt lists the positions of a category along its edge, as a share of its length, the best first.
var wordAt = [...]float64{0.66, 0.5, 0.8}

// onWay places a category on the edge between two positions. It returns nil if there is no room.
func onWay(places *picture.Places, word string, x, y, cx, cy float64) *picture.Label {
	for _, text := range [...]string{word, lettered(word, mostLetters)} {
		for _, at := range wordAt {
			l := &picture.Label{Role: picture.RoleGuide, Text: text, Ground: true}
			if places.Put(l, x+at*(cx-x), y+at*(cy-y)) {
				return l
			}
		}
	}
	return nil
}

// lettered cuts a text to at most so many letters.
func lettered(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// Questions returns forms of the text of a question, from the full one to the shortest.
func Questions(q *cart.Node, names []string) []string {
	at := words.Readable(Threshold(q))
	names = said(names)
	list := []string{words.Text("%s ≤ %s", About(q, names), at), about(q, names, "") + "≤" + at}
	if q.Tilt != 0 && len(names) == 2 {
		if a, b := apart(names[0], names[1]); a != names[0] {
			names = []string{a, b}
			list = append(list, about(q, names, "")+"≤"+at)
		}
	}
	for _, most := range [...]int{mostLetters, fewLetters, initial} {
		short, longer := slices.Clone(names), false
		for j, name := range names {
			if j == int(q.Feature) || q.Tilt != 0 {
				short[j] = lettered(name, most)
				longer = longer || short[j] != name
			}
		}
		// Names with a common beginning become indistinguishable in so few letters.
		alike := slices.ContainsFunc(names, func(name string) bool {
			return name != names[q.Feature] && strings.HasPrefix(name, strings.TrimSuffix(short[q.Feature], "…"))
		})
		if longer && (!alike || most == mostLetters) {
			list = append(list, about(q, short, "")+"≤"+at)
		}
	}
	return list
}

// apart returns two names without the words that both begin or end with.
func apart(a, b string) (string, string) {
	x, y := strings.Fields(a), strings.Fields(b)
	for len(x) > 1 && len(y) > 1 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 1 && len(y) > 1 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return strings.Join(x, " "), strings.Join(y, " ")
}

// About returns the left-hand side of a question: an input, or a combination such as "x₁ − 0.3 x₂".
func About(q *cart.Node, names []string) string { return about(q, names, " ") }

func about(q *cart.Node, names []string, blank string) string {
	s := words.Say(names[q.Feature])
	if q.Tilt == 0 {
		return s
	}
	sign, size := "+", math.Abs(q.Tilt)
	if q.Tilt < 0 {
		sign = "−"
	}
	if s += blank + sign + blank; size != 1 {
		s += words.Readable(strconv.FormatFloat(size, 'g', -1, 64)) + " "
	}
	return s + words.Say(names[1-q.Feature])
}

// said translates names, before they are cut.
func said(names []string) []string {
	list := make([]string, len(names))
	for j, name := range names {
		list[j] = words.Say(name)
	}
	return list
}

// Threshold formats a node's threshold in as few digits as divide the points in the same way, but at least two.
func Threshold(q *cart.Node) string {
	for digits := 2; digits < 17; digits++ {
		s := strconv.FormatFloat(q.At+0, 'g', digits, 64)
		if x, err := strconv.ParseFloat(s, 64); err == nil && x >= q.Below && x < q.Above {
			return s
		}
	}
	return strconv.FormatFloat(q.At+0, 'g', -1, 64)
}

// Measure returns the name of an impurity within a sentence, as in "gini 0.32".
func Measure(c cart.Criterion) string {
	if c == cart.SquaredError {
		return "variance"
	}
	return string(c)
}

// told is the maximum number of lines that Few returns.
const told = 9

// Way returns the conditions on the path to node i, from the root down, shortened by Few.
func Way(t *cart.Tree, i int32, names []string, sorts [][]string) (lines []string) {
	d := Diagram{Tree: t, Sorts: sorts}
	for j := i; t.Nodes[j].Parent >= 0; j = t.Head(t.Nodes[j].Parent) {
		_, of := d.at(t.Nodes[j].Parent)
		lines = append(lines, Part(t, j, names, of))
	}
	slices.Reverse(lines)
	return Few(lines)
}

// Few returns the lines or, if there are too many, the first ones and a line that says how many more questions there
// are. It overwrites its argument.
func Few(lines []string) []string {
	if n := len(lines); n > told {
		return append(lines[:told-1], words.Sprintf("… and %d more questions", n-told+1))
	}
	return lines
}

// countsWidth returns the length of the text of a label with a legend text (Says), such as counts; other labels count
// as longest.
func countsWidth(l picture.Layer) int {
	if l, ok := l.(*picture.Label); ok && l.Says != "" {
		return len(l.Text)
	}
	return math.MaxInt
}

// impurityText formats a node's impurity with two significant digits.
func (d *Diagram) impurityText(q *cart.Node) string {
	return words.Text("%s %s", Measure(d.Criterion), words.Number(words.Significant(q.Impurity(), 2)))
}

// ratioOf is the largest number of classes for which the diagram writes all counts.
const ratioOf = 3

// ratio writes the counts of the classes as 12:3, or, for many classes, the share of the majority class, 12/15. For
// regression it writes the mean.
func (d *Diagram) ratio(i int32) string {
	if d.values() {
		return words.Number(words.Significant(d.Tree.Values(i)[0], 3))
	}
	count, all := d.Count(i), int32(0)
	parts := make([]string, len(count))
	for c, n := range count {
		parts[c] = strconv.Itoa(int(n))
		all += n
	}
	if len(count) > ratioOf {
		return fmt.Sprintf("%d/%d", count[d.Tree.Nodes[i].Wins], all)
	}
	return strings.Join(parts, ":")
}

// Says returns the prediction of node i as text.
func (d *Diagram) Says(i int32) string {
	if d.values() {
		return words.Number(d.Tree.Values(i)[0])
	}
	return d.Name(int(d.Tree.Nodes[i].Wins))
}

// told returns the alternative text of the diagram.
func (d *Diagram) told() string {
	var b strings.Builder
	if d.Title != "" {
		b.WriteString(words.Text("%s. ", d.Title))
	}
	n := d.leaves(0)
	if n == 1 {
		return b.String() + words.Sprintf("One leaf: %s.", d.Says(0))
	}
	b.WriteString(words.Sprintf("A tree with %d leaves.", n))
	const most = 12 // questions
	asked := 0
	answer := func(i int32) string {
		if d.Asks(i) {
			return "asked further"
		}
		q := &d.Tree.Nodes[i]
		if d.values() {
			return words.Sprintf("%s, %s", d.Says(i), words.Count(int(q.N), "point"))
		}
		count, all := d.Count(i), int32(0)
		for _, n := range count {
			all += n
		}
		return words.Sprintf("%s, %d of %d", d.Says(i), count[q.Wins], all)
	}
	d.preorder(0, cart.NoLimit, func(i int32, q *cart.Node) {
		if !d.Asks(i) {
			return
		}
		if asked++; asked <= most {
			if m, _ := d.at(i); m != nil && m.Each {
				var list []string
				for _, c := range d.Tree.Branches(i, d.Asks) {
					list = append(list, words.Text("%s, %s", d.word(c), answer(c)))
				}
				b.WriteString(words.Text(" %s: %s.", d.questions(i)[0], words.Join(list, "; ")))
				return
			}
			b.WriteString(words.Sprintf(" %s: yes, %s; no, %s.", d.questions(i)[0], answer(q.Left()), answer(q.Right())))
		}
	})
	if asked > most {
		b.WriteString(words.Sprintf(" And %s.", words.Count(asked-most, "more question")))
	}
	return b.String()
}
