package lift

import (
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Kinds of the keys of shapes that are drawn both in the plane and in space.
var (
	pointKind = picture.KeyKind{Begins: "p"}
	tileKind  = picture.KeyKind{Begins: "tile"}
	edgeKind  = picture.KeyKind{Begins: "edge"}
)

// cutKey is the key of the boundary. orbitKey is that of the whole space: it names the parameters that rotate it.
const cutKey, orbitKey = "cut", "azimuth/elevation"

// Panel of the space.
const spacePanel = "space"

const edges = "margin, f = ±1"

// saturation is the decision value at which regions have full opacity.
const saturation = 1.5

// scan writes f of each machine at the nodes of a grid.
func (m *fitted) scan(job method.Job, g picture.Grid, out [][]float32) error {
	if m.sum != nil {
		return m.sum.Grid(job, g, out)
	}
	if !fastScan {
		return m.scanNodes(job, g, out)
	}
	if m.phi.height() != nil {
		return m.scanWritten(job, g, out)
	}
	for k, plane := range out {
		powers, coef := m.phi.polynomial(m.w[k], m.b[k])
		// Along a row the second input is constant, so f is a polynomial of the first one.
		for j := range g.H {
			if err := method.AskEvery(job, j, 64); err != nil {
				return err
			}
			var c [4]float64
			y := g.Y(j) - m.phi.middle[1]
			for k, p := range powers {
				v := coef[k]
				for range p[1] {
					v *= y
				}
				c[p[0]] += v
			}
			row := plane[j*g.W : (j+1)*g.W]
			for i := range row {
				x := g.X(i) - m.phi.middle[0]
				row[i] = picture.Finite(((c[3]*x+c[2])*x+c[1])*x + c[0])
			}
		}
	}
	return nil
}

// scanNodes is scan by its definition, for maps with a list of coordinates.
func (m *fitted) scanNodes(job method.Job, g picture.Grid, out [][]float32) error {
	phi, f := make([]float64, m.phi.dim), make([]float64, len(m.w))
	for i := range g.W * g.H {
		if err := method.AskEvery(job, i, 4096); err != nil {
			return err
		}
		phi = m.phi.at([]float64{g.X(i % g.W), g.Y(i / g.W)}, phi)
		for k, v := range m.values(phi, f) {
			out[k][i] = picture.Finite(v)
		}
	}
	return nil
}

// scanWritten is scan for a map with a user-defined function, which it evaluates once at each node.
func (m *fitted) scanWritten(job method.Job, g picture.Grid, out [][]float32) error {
	for j := range g.H {
		if err := method.AskEvery(job, j, 16); err != nil {
			return err
		}
		y := g.Y(j)
		for i := range g.W {
			x := [2]float64{g.X(i), y}
			z := m.phi.list[2].at(x)
			for k, plane := range out {
				w := m.w[k]
				plane[j*g.W+i] = picture.Finite(w[0]*x[0] + w[1]*x[1] + w[2]*z + m.b[k])
			}
		}
	}
	return nil
}

func (m *model) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.p, g, len(m.w), saturation, "decision function")
	r.Key = cutKey
	return r, m.scan(job, g, r.Planes)
}

func (m *model) PartSays(p method.Part) string {
	if p == method.Boundary {
		return m.cutSays()
	}
	return ""
}

// cutSays returns the legend's text for the boundary.
func (m *fitted) cutSays() string {
	if m.several() {
		return "decision boundary, on the sheet and in the plane"
	}
	return "cut of the separating plane with the sheet, f = 0"
}

// sideClass returns the class whose colour an edge of a machine's margin has.
func (m *fitted) sideClass(machine, side int) int {
	if m.several() {
		return m.p.ClassIDs[machine]
	}
	return m.p.ClassIDs[side]
}

// Layers draws margins, and rings below the points.
func (m *model) Layers(_ method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["margins"] && raster != nil {
		for machine := range m.w {
			for side, level := range []float64{-1, 1} {
				path := raster.Relief(machine).Path(level, picture.RoleMargin, m.sideClass(machine, side))
				path.Says = edges
				for range max(len(path.Starts), 1) {
					path.Keys = append(path.Keys, edgeKind.Key(machine, side))
				}
				under = picture.AppendPath(under, path)
			}
		}
	}
	if show["support"] {
		under = append(under, m.rings(func(i int) (x, y float64) { return m.p.Drawn(i) })...)
	}
	return under, nil, nil
}

// rings returns rings around the support vectors, at the positions given by at.
func (m *model) rings(at func(i int) (x, y float64)) (out []picture.Layer) {
	most := 0.0
	for _, a := range m.alpha {
		most = max(most, a)
	}
	free := &picture.Marks{Role: picture.RoleSupport, Says: "support vector on the margin"}
	held := &picture.Marks{Role: picture.RoleBounded, Says: "support vector at its bound α = C"}
	if m.v.Bool("hard") {
		held.Says = "support vector with unbounded α"
	}
	for i, a := range m.alpha {
		if a == 0 {
			continue
		}
		r := free
		if m.bounded[i] {
			r = held
		}
		x, y := at(i)
		r.XY, r.Size, r.Class = append(r.XY, x, y), append(r.Size, a/most), append(r.Class, m.p.ClassIDs[m.p.Class[i]])
		r.Ordinal = append(r.Ordinal, m.p.Ordinal(i))
	}
	for _, r := range []*picture.Marks{free, held} {
		if len(r.XY) > 0 {
			r.Among = m.p.N
			out = append(out, r)
		}
	}
	return out
}

// Hits returns hit areas of the tiles of the plane, each linked to its image on the sheet.
func (m *model) Hits(_ picture.Viewport, show method.Shown) (hits picture.Hits) {
	if !show[spacePanel] {
		return nil
	}
	for j := range tilesAcross {
		for i := range tilesAcross {
			b := m.tile(i, j)
			hits.Box(tileKind.Key(i, j), b.x0, b.y0, b.x1, b.y1)
		}
	}
	return hits
}

// mostKeys is the largest number of points for which each has a key. With more, single points can't be hovered.
const mostKeys = 1000

// rowKeys returns the keys of the points; nil if there are too many.
func (m *model) rowKeys() []string {
	if m.p.N > mostKeys {
		return nil
	}
	return pointKind.Keys(m.p.N)
}

func (m *model) Panels(show method.Shown) []method.Panel {
	if !show[spacePanel] {
		return nil
	}
	help := words.Say("The images of the points under Φ, and of the plane, a surface coloured by the side of the " +
		"separating plane. Drag to rotate.")
	switch {
	case m.upright():
		help += words.Say(" The axes are the distance to the plane and the two directions within it along which the " +
			"points spread most.")
	case m.phi.dim > 3:
		help += words.Text(" Three of %s are shown, and the separating plane only by its intersection.",
			words.Count(m.phi.dim, "coordinate"))
	}
	return []method.Panel{{PanelInfo: method.PanelInfo{ID: spacePanel, Title: "Feature space", Bare: true, Live: true,
		Help: help}, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
		return m.draw(w, h, show), job.Err()
	}, RowKeys: m.rowKeys}}
}

// eachPoint is the number of pixels of the picture per point from which on marks have their full size.
const eachPoint = 1500

// draw returns the picture of the space.
func (m *model) draw(w, h int, show method.Shown) *picture.Picture {
	sh := m.made()
	e := &eye{&m.space, picture.TurnOf(m.turn)}
	p := &picture.Picture{View: picture.Viewport{W: w, H: h, Scale: 1}}
	r := m.space.reach()
	per := 2 * r / float64(max(min(w, h), 1))
	p.View.X0, p.View.X1 = -per*float64(w)/2, per*float64(w)/2
	p.View.Y0, p.View.Y1 = -per*float64(h)/2, per*float64(h)/2
	names := e.axes(p)
	if show["sheet"] {
		for k, list := range sh.lines {
			e.add(p, &picture.Path{Role: picture.RoleIsoline, Class: m.p.ClassIDs[k],
				Says: words.Text("image of the plane on the side of %s", m.p.ClassName(k))}, list, "")
		}
	}
	if show["machine"] || m.phi.kind == gaussian && !m.upright() {
		m.drawPlanes(e, p)
	}
	if show["margins"] {
		for machine, both := range sh.edge {
			for side, list := range both {
				e.add(p, &picture.Path{Role: picture.RoleMargin, Class: m.sideClass(machine, side), Says: edges}, list,
					edgeKind.Key(machine, side))
			}
		}
	}
	if show[method.Boundary] {
		e.add(p, &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass,
			Says: m.cutSays()}, sh.cut, cutKey)
	}
	if show["support"] {
		p.Add(m.rings(func(i int) (x, y float64) { x, y, _ = e.see(sh.points[i]); return x, y })...)
	}
	p.Add(m.marks(e, w, h))
	for k, ring := range sh.tiles {
		p.Hits.Add(picture.Area, tileKind.Key(k%tilesAcross, k/tilesAcross), e.line(ring)...)
	}
	v := p.View
	p.Hits.Add(picture.Orbit, orbitKey, v.X0, v.Y0, v.X1, v.Y0, v.X1, v.Y1, v.X0, v.Y1)
	p.Add(names...)
	p.Alt = m.alt()
	return p
}

// line returns the positions of a line in the picture.
func (e *eye) line(run [][3]float64) []float64 {
	xy := make([]float64, 0, 2*len(run))
	for _, at := range run {
		x, y, _ := e.see(at)
		xy = append(xy, x, y)
	}
	return xy
}

// add adds lines to a path, each with the key, unless that is "", and the path to p, unless it is empty.
func (e *eye) add(p *picture.Picture, path *picture.Path, list [][][3]float64, key string) {
	for _, run := range list {
		if len(run) < 2 {
			continue
		}
		path.AddLine(e.line(run)...)
		if key != "" {
			path.Keys = append(path.Keys, key)
		}
	}
	if len(path.XY) > 0 {
		p.Add(path)
	}
}

// drawPlanes draws the machines' separating planes as far as they are in the box, and, with two classes, their margins.
func (m *model) drawPlanes(e *eye, p *picture.Picture) {
	for machine, plane := range m.space.planes {
		for side, level := range []float64{-1, 1} {
			if ring := m.space.cut(plane, level); ring != nil && !m.several() {
				e.add(p, &picture.Path{Role: picture.RoleMargin, Class: m.sideClass(machine, side), Closed: true,
					Says: edges}, [][][3]float64{append(ring, ring[0])}, edgeKind.Key(machine, side))
			}
		}
		if ring := m.space.cut(plane, 0); ring != nil {
			says := "separating plane, f = 0"
			if m.several() {
				says = "plane of a class against the others, f = 0"
			}
			e.add(p, &picture.Path{Role: picture.RolePlane, Class: picture.NoClass, Closed: true, Says: says},
				[][][3]float64{ring}, "")
		}
	}
}

// marks returns the images of the points in a picture of w×h pixels, the nearest last and largest.
func (m *model) marks(e *eye, w, h int) *picture.Marks {
	sh := m.made()
	marks := &picture.Marks{Role: picture.RolePoint, Says: "image of a point"}
	reach := m.space.reach()
	near := make([]float64, len(sh.points))
	for i, at := range sh.points {
		_, _, near[i] = e.see(at)
		near[i] = 0.5 + near[i]/(2*reach)
	}
	keys := m.rowKeys()
	crowd := min(max(math.Sqrt(float64(w*h)/float64(eachPoint*len(near))), 0.5), 1)
	for _, i := range picture.FarFirst(near) {
		x, y, _ := e.see(sh.points[i])
		marks.XY, marks.Class = append(marks.XY, x, y), append(marks.Class, m.p.ClassIDs[m.p.Class[i]])
		if marks.Size = append(marks.Size, crowd*(0.7+0.3*near[i])); keys != nil {
			marks.Keys = append(marks.Keys, keys[i])
		}
	}
	return marks
}

// axes draws the edges of the box, of which the front ones, and one on the left, have the names and numbers of the
// directions. It returns these labels, which must be painted last.
func (e *eye) axes(p *picture.Picture) (labels []picture.Layer) {
	told := e.toldEdges()
	rest := &picture.Path{Role: picture.RoleGridline, Class: picture.NoClass}
	own := &picture.Path{Role: picture.RoleAxis, Class: picture.NoClass}
	for i := range 8 {
		for k := range 3 {
			if i>>k&1 == 1 {
				continue
			}
			line := rest
			if told[k] == i && e.names[k] != "" {
				line = own
			}
			x0, y0, _ := e.see(e.corner(i))
			x1, y1, _ := e.see(e.corner(i | 1<<k))
			line.AddLine(x0, y0, x1, y1)
		}
	}
	p.Add(rest, own)
	v, places := p.View, picture.NewPlaces(p.View, 1)
	const size = picture.LabelSize
	put := func(role picture.Role, text string, px, py float64) {
		half := picture.TextWidth(text, size) / 2
		px = min(max(px, half+3), float64(v.W)-half-3)
		py = min(max(py, 0.6*size), float64(v.H)-0.6*size)
		l := &picture.Label{Role: role, X: v.DX(px), Y: v.DY(py), Text: text}
		if b := l.Box(px, py, size); places.Free(b) {
			places.Take(b.Grown(3, 1))
			labels = append(labels, l)
		}
	}
	for _, number := range []bool{false, true} {
		for k := range 3 {
			x0, y0, _ := e.see(e.corner(told[k]))
			x1, y1, _ := e.see(e.corner(told[k] | 1<<k))
			px, py := v.PX(x0), v.PY(y0)
			dx, dy := v.PX(x1)-px, v.PY(y1)-py
			long := math.Hypot(dx, dy)
			if e.names[k] == "" || long < 24 { // or it is seen end-on
				continue
			}
			// Labels are placed on the side away from the centre of the picture.
			ax, ay := -dy/long, dx/long
			if (px+dx/2-float64(v.W)/2)*ax+(py+dy/2-float64(v.H)/2)*ay < 0 {
				ax, ay = -ax, -ay
			}
			if !number {
				half := picture.TextWidth(e.names[k], size) / 2
				put(picture.RoleAxis, e.names[k], px+dx/2+ax*(8+half), py+dy/2+ay*16)
				continue
			}
			for _, end := range []float64{0.06, 0.94} {
				text := words.Number(words.Significant(e.lo[k]+end*(e.hi[k]-e.lo[k]), 2))
				half := picture.TextWidth(text, size) / 2
				put(picture.RoleTick, text, px+end*dx+ax*(5+half), py+end*dy+ay*11)
			}
		}
	}
	return labels
}

// corner returns a corner of the box: bit k of i says whether direction k is at its upper end.
func (s *space) corner(i int) (at [3]float64) {
	for k := range 3 {
		if at[k] = s.lo[k]; i>>k&1 == 1 {
			at[k] = s.hi[k]
		}
	}
	return at
}

// toldEdges returns the edge of each direction that is labelled, given by the corner at its lower end: the nearest one
// on the floor, and the leftmost upright one.
func (e *eye) toldEdges() (told [3]int) {
	best := [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i := range 8 {
		x, _, near := e.see(e.corner(i))
		for k := range 3 {
			if i>>k&1 == 1 {
				continue
			}
			x1, _, near1 := e.see(e.corner(i | 1<<k))
			by := near + near1
			switch {
			case k == 2:
				by = -(x + x1)
			case i>>2&1 == 1:
				continue // on the ceiling
			}
			if by > best[k]+1e-9 {
				best[k], told[k] = by, i
			}
		}
	}
	return told
}
