package lift

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
	"pointscape/engine/words"
)

// box is an axis-parallel rectangle of the plane.
type box struct{ x0, x1, y0, y1 float64 }

// beyond is the margin of the sheet around the points, relative to the longer side of their box.
const beyond = 0.08

// boxOf returns the rectangle that the sheet covers: the bounding box of the points with a margin.
func boxOf(p *method.Problem) box {
	b := box{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
	for i := range p.N {
		x := p.At(i)
		b.x0, b.x1 = min(b.x0, x[0]), max(b.x1, x[0])
		b.y0, b.y1 = min(b.y0, x[1]), max(b.y1, x[1])
	}
	pad := beyond * max(b.x1-b.x0, b.y1-b.y0)
	if pad == 0 {
		pad = 0.5 * max(1, math.Abs(b.x0), math.Abs(b.y0))
	}
	return box{b.x0 - pad, b.x1 + pad, b.y0 - pad, b.y1 + pad}
}

// space describes the three displayed directions of the feature space.
type space struct {
	along  [3][]float64 // vectors of the feature space; nil = none
	from   [3]float64   // offset of each coordinate
	names  [3]string
	planes []plane    // of the machines; the first one's if horizontal, else none if Φ has over 3 coordinates
	lo, hi [3]float64 // box around the points and the sheet
	scale  [3]float64 // scale of the picture along each direction
}

// plane is the plane of a machine: normal·(position) + offset = f.
type plane struct {
	normal [3]float64
	offset float64
}

// spaceOf chooses the displayed directions.
func (m *fitted) spaceOf() (s space) {
	d, norm := m.phi.dim, m.norm(0)
	if m.upright() {
		floor := m.spread()
		up := make([]float64, d)
		for k, w := range m.w[0] {
			up[k] = w / norm
		}
		s.along = [3][]float64{floor[0], floor[1], up}
		s.names = [3]string{"within the plane", "within it, across", "distance to the plane"}
		if m.several() {
			s.names[2] = words.Text("distance to the plane of %s", m.p.ClassName(0))
		}
		s.from[2] = m.b[0] / norm
		s.planes = []plane{{normal: [3]float64{0, 0, norm}}}
		return s
	}
	first := 0
	if d > 3 {
		first = min(m.v.Int("first_shown")-1, d-3)
	}
	for k := range min(3, d) {
		s.along[k] = make([]float64, d)
		s.along[k][first+k] = 1
		s.names[k] = m.phi.name(first + k)
	}
	if d <= 3 {
		for k, w := range m.w {
			p := plane{offset: m.b[k]}
			copy(p.normal[:], w)
			s.planes = append(s.planes, p)
		}
	}
	return s
}

// upright reports whether the first machine's plane is displayed horizontally.
func (m *fitted) upright() bool { return m.v.String("shown") == "normal" && m.norm(0) > 0 }

// spread returns the two directions within the plane, orthogonal to w, of greatest variance of the points' images; nil
// for directions without variance, and if they cannot be computed.
func (m *fitted) spread() (list [2][]float64) {
	d, n := m.phi.dim, m.p.N
	w := m.w[0]
	ww := linalg.Dot(w, w)
	c := make([]float64, n*d)
	mean := make([]float64, d)
	for i := range n {
		row := c[i*d : (i+1)*d]
		copy(row, m.row(i))
		linalg.Axpy(-linalg.Dot(row, w)/ww, w, row)
		linalg.Axpy(1/float64(n), row, mean)
	}
	cov := make([]float64, d*d)
	for i := range n {
		row := c[i*d : (i+1)*d]
		linalg.Axpy(-1, mean, row)
		for j, v := range row {
			linalg.Axpy(v, row, cov[j*d:(j+1)*d])
		}
	}
	if !method.Finite(cov...) {
		return list
	}
	values, vectors, err := linalg.LargestEigen(func() error { return nil }, cov, d, 2)
	if err != nil {
		return list
	}
	for k, u := range vectors {
		if k < d-1 && values[k] > 1e-14*values[0] {
			linalg.Upright(u)
			list[k] = u
		}
	}
	return list
}

// place returns the displayed position of an image.
func (s *space) place(phi []float64) (at [3]float64) {
	for k, u := range s.along {
		if at[k] = s.from[k]; u != nil {
			at[k] += linalg.Dot(u, phi)
		}
	}
	return at
}

// hold extends the box to a position.
func (s *space) hold(at [3]float64) {
	for k, v := range at {
		s.lo[k], s.hi[k] = min(s.lo[k], v), max(s.hi[k], v)
	}
}

// flattest is the least ratio of a side of the box to the longest one, as drawn.
const flattest = 0.4

// frame completes the box: sides of length 0 are extended, and sides much shorter than the longest one are drawn
// longer.
func (s *space) frame() {
	longest := 0.0
	for k := range 3 {
		longest = max(longest, s.hi[k]-s.lo[k])
	}
	if longest < 1e-290 { // the scale factor would overflow
		longest = 0
	}
	for k := range 3 {
		e := s.hi[k] - s.lo[k]
		if longest == 0 || e < 1e-9*longest {
			half := 0.1 * longest
			if longest == 0 {
				half = 0.5 * max(1, math.Abs(s.lo[k]))
			}
			s.lo[k], s.hi[k] = s.lo[k]-half, s.hi[k]+half
			e = 2 * half
		}
		s.scale[k] = max(e/max(longest, e), flattest) / e
	}
}

// even reports whether all directions have the same scale.
func (s *space) even() bool {
	return math.Abs(s.scale[0]-s.scale[1]) < 1e-9*s.scale[0] && math.Abs(s.scale[0]-s.scale[2]) < 1e-9*s.scale[0]
}

// eye views a space from a direction.
type eye struct {
	*space
	t picture.Turned
}

// reach returns half the diagonal of the box as drawn.
func (s *space) reach() float64 {
	r := 0.0
	for k := range 3 {
		h := (s.hi[k] - s.lo[k]) / 2 * s.scale[k]
		r += h * h
	}
	return math.Sqrt(r)
}

// see projects a position to the picture, and returns how near it is to the viewer. Before the space is turned, the
// third direction points up, and the second one away from the viewer.
func (e *eye) see(at [3]float64) (x, y, near float64) {
	var c [3]float64
	for k := range 3 {
		c[k] = (at[k] - (e.lo[k]+e.hi[k])/2) * e.scale[k]
	}
	return e.t.Point(c[0], c[2], -c[1])
}

// cut returns the polygon in which the plane f = level intersects the box; nil if it does not.
func (s *space) cut(p plane, level float64) (list [][3]float64) {
	val := func(at [3]float64) float64 {
		return p.normal[0]*at[0] + p.normal[1]*at[1] + p.normal[2]*at[2] + p.offset - level
	}
	for i := range 8 {
		for k := range 3 {
			j := i | 1<<k
			if j == i {
				continue
			}
			a, b := s.corner(i), s.corner(j)
			fa, fb := val(a), val(b)
			if (fa < 0) == (fb < 0) {
				continue
			}
			t := fa / (fa - fb)
			a[k] += t * (b[k] - a[k])
			list = append(list, a)
		}
	}
	if len(list) < 3 {
		return nil
	}
	// Sort by the angle around the centre, in two directions within the plane.
	var mid, n [3]float64
	for _, at := range list {
		for k := range 3 {
			mid[k] += at[k] / float64(len(list))
		}
	}
	size := 0.0
	for k := range 3 {
		n[k] = p.normal[k] / s.scale[k]
		size = max(size, math.Abs(n[k]))
	}
	away := 0
	for k := range 3 {
		if math.Abs(n[k]) < math.Abs(n[away]) {
			away = k
		}
		n[k] /= size
	}
	var e [3]float64
	e[away] = 1
	u := cross(n, e)
	w := cross(n, u)
	length := func(a [3]float64) float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }
	lu, lw := length(u), length(w)
	angle := func(at [3]float64) float64 {
		a, b := 0.0, 0.0
		for k := range 3 {
			c := (at[k] - mid[k]) * s.scale[k]
			a, b = a+c*u[k]/lu, b+c*w[k]/lw
		}
		return math.Atan2(b, a)
	}
	sorts.Func(list, func(a, b [3]float64) int { return cmp.Compare(angle(a), angle(b)) })
	return list
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// sheet is the image of the plane in the displayed space.
type sheet struct {
	lines  [][][][3]float64    // for each class: parts of the mesh where it is predicted
	cut    [][][3]float64      // where the predicted class changes
	edge   [][2][][][3]float64 // for each machine: where f = −1 and f = 1
	points [][3]float64
	tiles  [][][3]float64 // outlines of the images of the tiles
}

// Sizes of the sheet, in each direction: intervals between mesh lines, steps of a curve in such an interval, nodes of
// the grid for contours, and tiles.
const (
	meshLines, meshSteps = 16, 3
	cutNodes             = 72
	tilesAcross          = 8
)

// made returns the sheet, computing it once.
func (m *fitted) made() *sheet {
	m.once.Do(m.make)
	return &m.sheet
}

func (m *fitted) make() {
	s, sh := &m.space, &m.sheet
	for k := range 3 {
		s.lo[k], s.hi[k] = math.Inf(1), math.Inf(-1)
	}
	for i := range m.p.N {
		at := s.place(m.row(i))
		sh.points = append(sh.points, at)
		s.hold(at)
	}
	g := m.mesh()
	s.frame()
	sh.lines = make([][][][3]float64, len(m.p.ClassIDs))
	for k := 0; k < meshNodes; k += meshSteps {
		g.line(sh, k*meshNodes, 1)
		g.line(sh, k, meshNodes)
	}
	sh.tiles = g.tiles()
	m.contours()
}

// meshNodes is the number of nodes of the mesh in each direction.
const meshNodes = meshLines*meshSteps + 1

// mesh has the nodes of the mesh: lines of the plane in both directions, and nodes between them.
type mesh struct {
	at      [][3]float64 // images of the nodes that are on a line
	f       []float64    // scores there, of which the largest wins
	classes int
}

// mesh computes the nodes, and makes the space hold them.
func (m *fitted) mesh() *mesh {
	const n = meshNodes
	classes, b := len(m.p.ClassIDs), m.within
	g := &mesh{at: make([][3]float64, n*n), f: make([]float64, n*n*classes), classes: classes}
	var nodes []int
	var xy []float64
	for j := range n {
		for i := range n {
			if i%meshSteps != 0 && j%meshSteps != 0 {
				continue
			}
			nodes = append(nodes, j*n+i)
			xy = append(xy, b.x0+(b.x1-b.x0)*float64(i)/float64(n-1), b.y0+(b.y1-b.y0)*float64(j)/float64(n-1))
		}
	}
	all := m.phi.at(xy, nil)
	for k, q := range nodes {
		phi := all[k*m.phi.dim : (k+1)*m.phi.dim]
		g.at[q] = m.space.place(phi)
		if f := g.scores(q); m.several() {
			m.values(phi, f)
		} else {
			f[0], f[1] = 0, linalg.Dot(m.w[0], phi)+m.b[0]
		}
		m.space.hold(g.at[q])
	}
	return g
}

// scores returns the scores at node q.
func (g *mesh) scores(q int) []float64 { return g.f[q*g.classes : (q+1)*g.classes] }

// line adds the nodes from, from + step and so on to the lines of the classes that win there.
func (g *mesh) line(sh *sheet, from, step int) {
	var run [][3]float64
	side := -1
	for k := range meshNodes {
		q := from + k*step
		f, at := g.scores(q), g.at[q]
		now := method.Largest(f)
		if side >= 0 && now != side {
			was := g.scores(q - step)
			before, after := was[side]-was[now], f[side]-f[now]
			t := before / (before - after)
			var mid [3]float64
			for c, v := range g.at[q-step] {
				mid[c] = v + t*(at[c]-v)
			}
			sh.lines[side] = append(sh.lines[side], append(run, mid))
			run = [][3]float64{mid}
		}
		side, run = now, append(run, at)
	}
	sh.lines[side] = append(sh.lines[side], run)
}

// tiles returns the outlines of the tiles.
func (g *mesh) tiles() (list [][][3]float64) {
	const per = (meshNodes - 1) / tilesAcross
	for j := range tilesAcross {
		for i := range tilesAcross {
			var ring [][3]float64
			x, y := i*per, j*per
			for _, way := range [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
				for range per {
					ring = append(ring, g.at[y*meshNodes+x])
					x, y = x+way[0], y+way[1]
				}
			}
			list = append(list, ring)
		}
	}
	return list
}

// contours computes the images of the margins and of the boundaries.
func (m *fitted) contours() {
	sh, b := &m.sheet, m.within
	g := picture.Grid{X0: b.x0, Y0: b.y1, DX: (b.x1 - b.x0) / (cutNodes - 1), DY: -(b.y1 - b.y0) / (cutNodes - 1),
		W: cutNodes, H: cutNodes}
	planes := classify.Planes(len(m.w), g)
	if m.scan(method.Unstopped, g, planes) != nil {
		return
	}
	for _, plane := range planes {
		relief := picture.NewRelief(plane, g)
		sh.edge = append(sh.edge, [2][][][3]float64{m.follow(relief, -1), m.follow(relief, 1)})
		if !m.several() {
			sh.cut = m.follow(relief, 0)
		}
	}
	for k := range len(planes) - 1 { // with several classes, where each begins to win
		lead := make([]float32, g.W*g.H)
		for i := range lead {
			best := float32(math.Inf(-1))
			for o, plane := range planes {
				if o != k {
					best = max(best, plane[i])
				}
			}
			lead[i] = planes[k][i] - best
		}
		sh.cut = append(sh.cut, m.follow(picture.NewRelief(lead, g), 0)...)
	}
}

// follow returns the images of the lines where a relief over the plane has a level.
func (m *fitted) follow(relief *picture.Relief, level float64) (list [][][3]float64) {
	b := m.within
	relief.Path(level, picture.RoleBoundary, picture.NoClass).Lines(func(xy []float64) {
		xy = slices.Clone(xy)
		for i := 0; i < len(xy); i += 2 {
			xy[i], xy[i+1] = min(max(xy[i], b.x0), b.x1), min(max(xy[i+1], b.y0), b.y1)
		}
		var run [][3]float64
		for phi := range slices.Chunk(m.phi.at(xy, nil), m.phi.dim) {
			run = append(run, m.space.place(phi))
		}
		list = append(list, run)
	})
	return list
}

// tile returns the box of a tile.
func (m *fitted) tile(i, j int) box {
	b := m.within
	at := func(lo, hi float64, k int) float64 { return lo + (hi-lo)*float64(k)/tilesAcross }
	return box{at(b.x0, b.x1, i), at(b.x0, b.x1, i+1), at(b.y0, b.y1, j), at(b.y0, b.y1, j+1)}
}
