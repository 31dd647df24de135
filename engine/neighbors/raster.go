package neighbors

import (
	"math"
	"slices"

	"pointscape/engine/kdtree"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
)

// leafSide is the side of the tiles that are computed node by node. It is larger if keys are expensive, because a leaf
// computes their terms along x and along y only once.
const (
	leafSide      = 4
	leafSidePower = 8
)

// maxClasses is an upper bound on the number of classes. It is a power of two, so that & (maxClasses-1) replaces bounds
// checks.
const maxClasses = 16

// tiler computes the class shares at every node of a grid, each exactly as a
// search of its own would find them.
//
// A tile of nodes with centre c lies within the distance r of c. Let `need` of
// the points U be among the nearest at each of its nodes (which ones, may differ
// from node to node), and D(1) <= D(2) <= ... their distances from c. By the
// triangle inequality a point of U
//
//   - nearer to c than D(need+1) - 2r is among the nearest at every node,
//   - farther from c than D(need) + 2r is so at none,
//
// and only a ring of U remains undecided. Tiles are divided until the ring is
// empty, or votes unanimously, and the whole tile gets one answer; or until
// so few nodes are left that it is quicker to go from node to node, and to
// exchange the points that enter the neighbourhood for those that leave it.
type tiler struct {
	*Space
	voter
	job    method.Job
	g      picture.Grid
	planes [][]float32
	k      int
	side   int       // of leaves
	share  []float32 // share of 0, 1, ..., k votes
	rough  float64   // bound on the rounding errors of mapped coordinates
	steps  int
	err    error

	// ids is a stack of lists of undecided points, in order of index, one list for each tile that is being divided.
	// Decided points are only counted in votes. If votes are weighted by distance, the neighbours must stay known, so
	// no points are decided.
	ids   []int32
	votes [maxClasses]int32

	keys, pick []float64
	last       float64   // set by narrow: the need-th key at the centre
	fx, fy     []float64 // leaf: terms of keys along x for each column, along y for each row
	zx, zy     []float64 // leaf: coordinates of the points
	order      []int32   // leaf: permutation of the list with the neighbours first
	inside     []bool    // leaf: whether each position of the list is a neighbour
	farAt      int       // leaf: index in order of the last node's farthest neighbour
	leafClass  []uint8   // leaf: class of each position

	// after is set if the planes are those of the model before an edit; unaffected tiles are then left as they are.
	after *edit
	into  *picture.Raster // with after: raster of the planes

	// Regression: values of points are summed instead of counting classes, and their mean is the only plane.
	value     []float64 // value of each point; nil = classification
	sum       float64   // sum of the decided points' values, instead of votes
	leafValue []float64 // leaf: value of each position
}

// shares returns one plane for each class, with its share among the k nearest points.
func shares(job method.Job, s *Space, v voter, k int, g picture.Grid) ([][]float32, error) {
	return (&tiler{Space: s, voter: v, job: job, g: g, k: min(k, s.N)}).run()
}

// means returns a plane with the mean value of the k nearest points.
func means(job method.Job, s *Space, value []float64, distance bool, k int, g picture.Grid) ([]float32, error) {
	t := &tiler{Space: s, job: job, g: g, k: min(k, s.N), value: value}
	t.classes, t.class, t.distance = 1, make([]uint8, s.N), distance
	planes, err := t.run()
	return planes[0], err
}

func (t *tiler) run() ([][]float32, error) {
	s, g := t.Space, t.g
	if t.after != nil {
		t.planes = t.into.Planes
	} else {
		t.planes = make([][]float32, t.classes)
		for c := range t.planes {
			t.planes[c] = make([]float32, g.W*g.H)
		}
	}
	if fastCells && t.after == nil && t.k == 1 && s.Kind == kdtree.Euclidean && s.white == nil && g.DX > 0 {
		return t.planes, t.byCells()
	}
	if !fastTiles {
		return t.planes, t.byNodes()
	}
	t.prepare()
	t.tile(0, 0, g.W, g.H, 0, t.k, math.Inf(1), 0, math.Inf(1))
	return t.planes, t.err
}

// prepare sets what tiles need.
func (t *tiler) prepare() {
	s := t.Space
	t.side = leafSide
	if s.Kind == kdtree.Minkowski && s.Whole == 0 {
		t.side = leafSidePower
	}
	t.share = make([]float32, t.k+1)
	for i := range t.share {
		t.share[i] = float32(float64(i) / float64(t.k))
	}
	t.rough = t.roughness()
	t.ids = s.candidates(t.k)
	if t.after != nil && len(t.ids) < s.N {
		t.after.like = false // the (need+1)-th nearest candidate may be farther than the (need+1)-th nearest point
	}
}

// byNodes fills the raster with a search for each node.
func (t *tiler) byNodes() error {
	g := t.g
	s := NewIndex(t.Space).Search(t.k, g.W*g.H)
	for at := range g.W * g.H {
		if at%16 == 0 {
			if err := t.job.Err(); err != nil {
				return err
			}
		}
		near, keys := s.Nearest([]float64{g.X(at % g.W), g.Y(at / g.W)})
		t.put(at, near, keys)
	}
	return nil
}

// put writes the answer at a node with the given neighbours.
func (t *tiler) put(at int, near []int32, keys []float64) {
	if t.value != nil {
		t.planes[0][at] = float32(t.average(t.value, t.distance, near, keys))
		return
	}
	var sum [maxClasses]float64
	var out [maxClasses]float32
	t.tally(t.Space, near, keys, &sum)
	toShares(&sum, &out, t.classes)
	for c, plane := range t.planes {
		plane[at] = out[c]
	}
}

// edit is the difference from the previous model: one point that was moved, added, removed or reclassified.
type edit struct {
	at   []float64 // mapped positions before and after; one if it was added or removed, none if nothing differs
	like bool      // moved only, so its vote is the same wherever it is a neighbour
}

// editOf returns the difference from a previous model if it is a single point at most.
func (m *Classifier) editOf(before *Classifier) (e edit, ok bool) {
	s, b := m.Space, before.Space
	if m.metric != before.metric || s.P != b.P || s.scale != b.scale || s.shift != b.shift || s.white != nil ||
		s.D != 2 || b.D != 2 || m.k != before.k || m.k >= min(s.N, b.N) || m.distance != before.distance ||
		!slices.Equal(m.problem.ClassIDs, before.problem.ClassIDs) {
		return e, false
	}
	n, i, here, there := s.N, 0, 1, 1 // a point moved or reclassified
	switch n - b.N {
	case 1:
		there = 0
	case -1:
		here = 0
	case 0:
	default:
		return e, false
	}
	for i < min(n, b.N) && m.class[i] == before.class[i] && s.Z[2*i] == b.Z[2*i] && s.Z[2*i+1] == b.Z[2*i+1] {
		i++
	}
	if i == n && n == b.N {
		return e, true
	}
	e.at = append(slices.Clone(b.Z[2*i:2*(i+there)]), s.Z[2*i:2*(i+here)]...)
	e.like = here == there && m.class[i] == before.class[i] && !m.distance
	i, there = i+here, i+there
	return e, slices.Equal(m.class[i:], before.class[there:]) && slices.Equal(s.Z[2*i:], b.Z[2*there:])
}

// spares reports whether an edit changes nothing in a tile: the point is nowhere a neighbour, before and after, or
// everywhere, with the same vote. It is nowhere a neighbour if its key at the centre is greater than out, and
// everywhere if it is less than in.
func (t *tiler) spares(c []float64, in, out float64) bool {
	near, far := t.after.like, true
	for i := 0; i < len(t.after.at); i += 2 {
		k := t.Between(c, t.after.at[i:i+2])
		near, far = near && k < in, far && k > out
	}
	return near || far
}

// candidates returns the points that can be among the k nearest anywhere: of coincident points, only the first k. The
// slice has spare capacity for the tiles' lists.
func (s *Space) candidates(k int) []int32 {
	ids := make([]int32, 0, 4*s.N+1024)
	type place [2]float64
	before := make(map[place]int, s.N)
	for i := range s.N {
		var p place
		copy(p[:], s.Z[i*s.D:(i+1)*s.D])
		if n := before[p]; n < k {
			before[p] = n + 1
			ids = append(ids, int32(i))
		}
	}
	return ids
}

// byCells fills the raster for a single Euclidean neighbour, row by row, from the Voronoi diagram. The sites of its
// cells are in the order of their first points.
func (t *tiler) byCells() error {
	g := t.g
	d, err := voronoi.New(t.job, t.Z)
	if err != nil {
		return err
	}
	return d.Rows(t.job, g, func(j int, runs []voronoi.Run) {
		at := 0
		for r := 0; r < len(runs); {
			// Adjacent runs with the same result are filled together.
			p := d.Point(int(runs[r].Site))
			c, value := t.class[p], float32(1)
			if t.value != nil {
				value = float32(t.value[p])
			}
			end := int(runs[r].End)
			for r++; r < len(runs) && t.value == nil && t.class[d.Point(int(runs[r].Site))] == c; r++ {
				end = int(runs[r].End)
			}
			row := t.planes[c][j*g.W+at : j*g.W+end]
			for i := range row {
				row[i] = value
			}
			at = end
		}
	})
}

// roughness returns a bound on the rounding errors of mapped coordinates on the grid.
func (t *tiler) roughness() float64 {
	g := &t.g
	x := max(math.Abs(g.X0), math.Abs(g.X(g.W-1)))
	y := max(math.Abs(g.Y(0)), math.Abs(g.Y(g.H-1)))
	if t.white == nil {
		return 1e-14*(x+y)*t.scale + t.shift*0x1p-50
	}
	x += math.Abs(t.mean[0])
	y += math.Abs(t.mean[1])
	return 1e-14 * ((math.Abs(t.white[0])+math.Abs(t.white[2]))*x + math.Abs(t.white[3])*y)
}
