package convolution

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

const (
	margin = 6.0
	line   = 16.0 // height of a line of text
)

func (s *state) Panels(show method.Shown) (list []method.Panel) {
	if show[through] {
		info := method.PanelInfo{ID: through, Title: "Through the network", Bare: true,
			Help: "The picture, each filter's map of it, the pooled maps if there is room, and the probability of each " +
				"class. A click on a map shows what excites its filter; Ctrl-click on a point shows its picture here."}
		if info.Pad = s.v.String("input") == ofDrawing; info.Pad {
			info.Help = "Draw in the frame. Beside it: the drawing as the network sees it, each filter's map, the pooled " +
				"maps if there is room, and the probability of each class. With keys: arrows move, Enter draws, Delete erases."
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: s.inPixels(s.drawThrough), RowKeys: s.rowKeys})
	}
	if show[filters] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: filters, Title: "Filters", Bare: true,
			Help: "The weights of each filter, in colours about 0; filters of later layers have a window for each map before " +
				"them. A click shows what excites the filter."}, Draw: s.inPixels(s.drawFilters)})
	}
	if show[excites] {
		list = append(list, method.Panel{PanelInfo: method.PanelInfo{ID: excites, Title: words.Text("What excites filter %s",
			s.called(s.filter())), Bare: true,
			Help: "First the picture that excites the filter most in the middle of its map, found by gradient ascent from " +
				"the rows' mean, at their mean brightness. Then the rows with its largest outputs anywhere."},
			Draw: s.inPixels(s.drawExciting)})
	}
	return list
}

// filter returns the index of the selected filter, counted through all layers from 0.
func (s *state) filter() int { return min(s.v.Int("filter"), s.net.all()) - 1 }

// called returns the name of filter f, counted through all layers from 0.
func (s *state) called(f int) string {
	l, o := s.net.layerOf(f)
	if len(s.net.filters) == 1 {
		return fmt.Sprint(o + 1)
	}
	return fmt.Sprintf("%d.%d", l+1, o+1)
}

// inPixels returns the drawing function of a panel in pixel coordinates, with y upwards.
func (s *state) inPixels(draw func(*picture.Picture)) method.Drawer {
	return func(job method.Job, w, h int) (*picture.Picture, error) {
		p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
		draw(p)
		return p, job.Err()
	}
}

// box returns the outline of a rectangle with its top left corner at (x, y).
func box(role picture.Role, x, y, wide, high float64) *picture.Path {
	return &picture.Path{Role: role, Class: picture.NoClass, Closed: true,
		XY: []float64{x, y, x + wide, y, x + wide, y - high, x, y - high}}
}

// whole rounds the side of a square down to whole pixels if it is at least one.
func whole(size float64) float64 {
	if size < 1 {
		return size
	}
	return math.Floor(size)
}

// put draws values as a grid of squares of the given size, row by row from the top left corner (x, y).
func put(p *picture.Picture, r picture.Raster, values []float64, across int, x, y, size float64) {
	plane := make([]float32, len(values))
	for i, v := range values {
		plane[i] = float32(v)
	}
	down := len(values) / across
	r.Sharp, r.Planes = true, [][]float32{plane}
	r.Grid = picture.Grid{X0: x + size/2, Y0: y - size/2, DX: size, DY: -size, W: across, H: down}
	p.Add(&r)
}

// strip draws images of equal size side by side below a title at (left, y), in as many lines as makes them largest
// within the given height. It returns the size of their pixels, at most most; 0 if there is no room. key returns the
// key of each image; nil = no keys. Image number chosen has a frame.
func strip(p *picture.Picture, title string, list [][]float64, across int, left, y, high, most float64,
	r picture.Raster, key func(i int) string, chosen int) (size float64) {
	down := len(list[0]) / across
	p.Add(&picture.Label{Role: picture.RoleGuide, X: left, Y: y - line/2 + 1.5, Text: title, Anchor: picture.AnchorStart})
	y -= line
	high -= line
	const gap = 4.0
	room, cols := p.View.X1-margin-left, 1
	for c := 1; c <= len(list); c++ {
		rows := (len(list) + c - 1) / c
		if z := min((room-gap*float64(c-1))/float64(c*across), (high-gap*float64(rows))/float64(rows*down), most); z > size+
			1e-9 {
			size, cols = z, c
		}
	}
	if size <= 0 {
		return 0
	}
	size, y = whole(size), math.Round(y)
	wide, tall := size*float64(across), size*float64(down)
	for i, values := range list {
		x, top := left+float64(i%cols)*(wide+gap), y-float64(i/cols)*(tall+gap)
		put(p, r, values, across, x, top, size)
		if i == chosen {
			frame := box(picture.RoleBoundary, x-1.5, top+1.5, wide+3, tall+3)
			frame.Says = "filter that is asked about"
			p.Add(frame)
		}
		if key != nil {
			p.Hits.Box(key(i), x, top, x+wide, top-tall)
		}
	}
	return size
}

// drawThrough draws an image's forward pass through the network.
func (s *state) drawThrough(p *picture.Picture) {
	w, h := p.View.X1, p.View.Y1
	x, says := s.looked()
	side, top := pad*whole(min(0.4*w, 0.36*h)/pad), h-margin
	left, row := margin, side // height of the image and the bars
	// In a low panel the rest is beside the canvas, so that a finger can draw on it.
	beside := s.v.String("input") == ofDrawing && h < 0.7*w
	if beside {
		side = pad * whole(min(0.45*w, h-2*margin)/pad)
		row = 0.4 * (h - 2*margin)
	}
	if s.v.String("input") == ofDrawing {
		small := row
		if !beside {
			small = 0.45 * side
		}
		left += s.canvas(p, x, side, small)
	} else {
		most := float64(max(s.net.w, s.net.h))
		side = whole(min(0.4*w, 0.36*h)/most) * most
		row = side
		put(p, pixels, x, s.net.w, left, top, side/most)
		left += side + margin
	}
	if x == nil {
		p.Alt = "An empty canvas to draw on."
		return
	}
	t := s.pass(x)
	s.bars(p, t, left, top, row)
	p.Alt = words.Text("%s, and the network's values for it: %s.", words.Capital(says), s.taken(s.probabilities(x)))

	y, at := top-row-margin, margin
	if beside {
		at += side + margin
	}
	s.maps(p, t, at, y)
}

// pixels is how images of the network's input are drawn.
var pixels = picture.Raster{Kind: picture.Sequential, Lo: 0, Hi: 1, Name: "picture", Says: "pixels, from 0 " +
	"to the largest value"}

// canvas draws the canvas to draw on, side wide, and beside it what the network sees of the drawing, x, at most small
// wide. x is nil if there is no drawing. It returns the width of both.
func (s *state) canvas(p *picture.Picture, x []float64, side, small float64) (wide float64) {
	n, left, top := s.net, margin, p.View.Y1-margin
	drawn := make([]float64, pad*pad)
	for i, c := range s.v.String("drawing") {
		drawn[i] = float64(c - '0')
	}
	put(p, pixels, drawn, pad, left, top, side/pad)
	p.Add(box(picture.RoleAxis, left, top, side, side))
	p.Hits.Add(picture.Pad, "drawing", left, top, left+side, top, left+side, top-side, left, top-side)
	if x == nil {
		p.Add(&picture.Label{Role: picture.RoleGuide, X: left + side, Y: top - side/2, Text: "← draw here",
			Anchor: picture.AnchorStart})
	}
	left += side + margin
	most := float64(max(n.w, n.h))
	small = whole(small/most) * most
	if x != nil {
		put(p, pixels, x, n.w, left, top, small/most)
		p.Add(box(picture.RoleAxis, left, top, small*float64(n.w)/most, small*float64(n.h)/most))
	}
	return side + margin + small + margin
}

// maps draws the maps of each layer below one another, from (at, y) on, and if there is room the pooled maps.
func (s *state) maps(p *picture.Picture, t *tile, at, y float64) {
	n := s.net
	high := (y - margin) / float64(2*len(n.filters))
	pools := high >= 2*line // otherwise there is only room for the maps
	if !pools {
		high *= 2
	}
	first := 0
	for l, f := range n.filters {
		mw, mh := n.size(l)
		maps := make([][]float64, f)
		far := 0.0
		for o, a := range t.a[l] {
			maps[o] = a
			for _, v := range a {
				far = max(far, math.Abs(v))
			}
		}
		if far == 0 {
			far = 1
		}
		r := picture.Raster{Kind: picture.Sequential, Lo: 0, Hi: far, Name: "map",
			Says: "map of a filter: from 0 to the largest value in its layer"}
		if n.tanh {
			r.Kind, r.Lo, r.Hi, r.Says = picture.Diverging, -far, far, "map of a filter: from −m to m, the "+
				"largest absolute value in its layer"
		}
		from := first
		key := func(i int) string { return filterKey(from + i) }
		title := words.Sprintf("%s of %d × %d", words.CountOf(f, "map", "maps"), mw, mh)
		if len(n.filters) > 1 {
			title = words.Sprintf("Layer %d: %s", l+1, title)
		}
		own, rest := high, high
		if pools {
			rest = 0.8 * high // pooled maps are smaller, with pixels of equal size
			own = 2*high - rest
		}
		size := strip(p, title, maps, mw, at, y, own, 12, r, key, s.filter()-first)
		y -= own
		first += f
		if !pools {
			continue
		}
		pw, ph := n.size(l + 1)
		pooled := make([][]float64, f)
		for o := range pooled {
			for k := range pw * ph {
				pooled[o] = append(pooled[o], t.pooled(l, o, k%pw, k/pw)[0])
			}
		}
		strip(p, words.Sprintf("pooled: %d × %d", pw, ph), pooled, pw, at, y, rest, size, r, key, s.filter()-from)
		y -= rest
	}
}

// taken describes the predicted class, given the probabilities.
func (s *state) taken(p []float64) string {
	best := method.Largest(p)
	return words.Text("%s, %s", s.p.ClassName(best), words.Percent(p[best]))
}

// bars draws the class probabilities, with labels below as far as there is room, beginning with the most probable
// class.
func (s *state) bars(p *picture.Picture, t *tile, x, y, high float64) {
	prob := make([]float64, s.net.classes)
	for c := range prob {
		prob[c] = t.x[len(t.x)-1][c][0]
	}
	room := p.View.X1 - margin - x
	each, foot, full := room/float64(len(prob)), y-high+line, max(high-2*line, high/4)
	ground := &picture.Path{Role: picture.RoleAxis, Class: picture.NoClass}
	ground.AddLine(x, foot, x+room, foot)
	for c, q := range prob {
		at := x + float64(c)*each
		if q*full >= 0.5 {
			b := box(picture.RoleBar, at+0.1*each, foot+q*full, 0.8*each, q*full)
			b.Class, b.Says = 0, "probability of a class"
			p.Add(b)
		}
		p.Hits.Box(classKey(c), at, y, at+each, y-high)
	}
	p.Add(ground)
	// label places a text near a position, within the available room.
	label := func(role picture.Role, at, y float64, text string) (from, to float64) {
		wide := picture.TextWidth(text, picture.LabelSize)
		from = max(x, min(at-wide/2, x+room-wide))
		p.Add(&picture.Label{Role: role, X: from, Y: y, Text: text, Anchor: picture.AnchorStart})
		return from, from + wide
	}
	order := method.Indices(len(prob))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(prob[b], prob[a]) })
	names := words.Ends(s.p.ClassNames())
	var taken []float64 // from, to
	for k, c := range order {
		at := x + (float64(c)+0.5)*each
		if k == 0 {
			label(picture.RoleGuide, at, foot+prob[c]*full+line/2, "p = "+words.Percent(prob[c]))
		}
		half := picture.TextWidth(names[c], picture.LabelSize)/2 + 2
		free := true
		for i := 0; i < len(taken); i += 2 {
			free = free && (at+half <= taken[i] || at-half >= taken[i+1])
		}
		if free {
			from, to := label(picture.RoleTick, at, foot-line/2, names[c])
			taken = append(taken, from, to)
		}
	}
}

// drawFilters draws the weights of all filters.
func (s *state) drawFilters(p *picture.Picture) {
	n := s.net
	k := n.kernel
	first, parts := 0, 0
	for l := range n.filters {
		parts += 1 + l
	}
	y := p.View.Y1 - margin
	all := y - margin
	for l, f := range n.filters {
		w, b := n.part(s.theta, l)
		maps := n.maps(l)
		// Windows side by side, separated by empty lines.
		cols := int(math.Ceil(math.Sqrt(float64(maps))))
		lines := (maps + cols - 1) / cols
		across, down := cols*(k+1)-1, lines*(k+1)-1
		list := make([][]float64, f)
		far := 0.0
		for o := range list {
			list[o] = make([]float64, across*down)
			for i := range maps * k * k {
				c, at := i/(k*k), i%(k*k)
				v := w[i*len(b)+o]
				list[o][(c/cols*(k+1)+at/k)*across+c%cols*(k+1)+at%k] = v
				far = max(far, math.Abs(v))
			}
		}
		from := first
		title := words.Sprintf("%s of %d × %d", words.CountOf(f, "filter", "filters"), k, k)
		if maps > 1 {
			title = words.Sprintf("%s for each of %d maps", title, maps)
		}
		if len(n.filters) > 1 {
			title = words.Sprintf("Layer %d: %s", l+1, title)
		}
		high := all * float64(1+l) / float64(parts)
		strip(p, title, list, across, margin, y, high, 12,
			picture.Raster{Kind: picture.Diverging, Lo: -far, Hi: far, Name: "weight", Says: "weight"},
			func(i int) string { return filterKey(from + i) }, s.filter()-first)
		y -= high
		first += f
	}
	p.Alt = words.Text("The weights of %s.", words.CountOf(n.all(), "filter", "filters"))
}

// drawExciting draws the image that maximizes the activation of the selected filter, and the rows with its largest
// outputs.
func (s *state) drawExciting(p *picture.Picture) {
	f := s.filter()
	l, o := s.net.layerOf(f)
	made, sum := s.exciting(s.theta, l, o)
	shown := picture.Raster{Kind: picture.Sequential, Lo: 0, Hi: 1, Name: "picture", Says: "pixels, from 0 " +
		"to the largest value"}
	var rows []int
	var list [][]float64
	var says []string
	for _, e := range s.top[f] {
		if !(e.value > 0) {
			break
		}
		rows = append(rows, e.row)
		list = append(list, s.x[e.row*s.p.D:(e.row+1)*s.p.D])
		says = append(says, s.p.ClassName(s.class[e.row]))
	}
	y := p.View.Y1 - margin
	high := (y - margin) / 3
	strip(p, "A picture made for it", [][]float64{made}, s.net.w, margin, y, high, math.Inf(1), shown, nil, -1)
	if rows != nil {
		strip(p, "Rows with its largest outputs", list, s.net.w, margin, y-high, 2*high, math.Inf(1), shown,
			func(i int) string { return rowKey(s.p.Ordinal(rows[i])) }, -1)
	}
	if says == nil {
		p.Alt = words.Text("What excites filter %s: a picture made for this filter, with the input %s; its output is 0 at "+
			"every row.", s.called(f), words.Number(sum))
		return
	}
	p.Alt = words.Text("What excites filter %s: a picture made for this filter, with the input %s; rows with its largest "+
		"outputs, up to %s: %s.", s.called(f), words.Number(sum), words.Number(s.top[f][0].value),
		words.Join(says, ", "))
}

// Layers marks the misclassified training rows.
func (s *state) Layers(_ method.Job, _ picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !show[mistakes] {
		return nil, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleBounded, Among: s.p.N, Says: "misclassified"}
	for i, c := range s.weights.answer {
		if int(c) != s.p.Class[i] {
			x, y := s.p.Drawn(i)
			marks.XY, marks.Ordinal = append(marks.XY, x, y), append(marks.Ordinal, s.p.Ordinal(i))
		}
	}
	if marks.XY == nil {
		return nil, nil, nil
	}
	return []picture.Layer{marks}, nil, nil
}

// Explain gives the predicted class and the largest class probabilities of row x.
func (s *state) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	e := method.Explanation{Layers: s.p.Portrait(x, v)}
	p := s.probabilities(s.seen(x[:s.p.D]))
	best := method.Largest(p)
	e.Answer, e.Lines = classify.Answer(s.p, best, p[best]), classify.Chances(s.p, classify.Foremost(p), p)
	return e
}

// Formula returns the objective and the sizes of the layers.
func (s *state) Formula() string {
	n := s.net
	way := fmt.Sprintf("%d × %d", n.w, n.h)
	for l, f := range n.filters {
		w, h := n.size(l)
		pw, ph := n.size(l + 1)
		way += words.Sprintf(" → %d maps of %d × %d → pooled %d × %d", f, w, h, pw, ph)
	}
	way += words.Sprintf(" → %d numbers", n.features())
	if n.hidden > 0 {
		way += words.Sprintf(" → %s", words.Count(n.hidden, "hidden unit"))
	}
	way += words.Sprintf(" → %s", words.CountOf(n.classes, "class", "classes"))
	return words.Sprintf("mean loss + penalty = %s + %s = %s\n%s", words.Number(s.loss), words.Number(s.penalty),
		words.Number(s.loss+s.penalty), way)
}
