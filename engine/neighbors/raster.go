package neighbors

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/voronoi"
)

// leafSide is the side of the tiles in which the nodes get answers of their own:
// larger where a key costs much, because a leaf computes its terms along x and
// along y only once.
const (
	leafSide      = 4
	leafSidePower = 8
)

// maxClasses is how many classes votes are counted for.
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
// empty, or votes with one voice, and the whole tile gets one answer; or until
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
	share  []float32 // of 0, 1, ..., k votes
	rough  float64   // bound on the rounding of mapped coordinates
	steps  int
	err    error

	// ids is a stack of lists of undecided points, one for each tile that is
	// being divided, in order of index. Decided ones are counted in votes. When
	// distances count, the neighbours must stay known: none is ever decided.
	ids   []int32
	votes [maxClasses]int32

	keys, pick []float64
	last       float64   // of narrow: the need-th key at the centre
	fx, fy     []float64 // leaf: keys' terms along x for each column, along y for each row
	zx, zy     []float64 // leaf: the points
	order      []int32   // leaf: positions in the list, neighbours first
	inside     []bool    // leaf: of each position
	farAt      int       // leaf: where in order the last node's farthest neighbour is
	leafClass  []uint8   // leaf: of each position

	// after is set where the planes are those of the model before an edit: what is the
	// same now is left alone.
	after *edit
	into  *picture.Raster // with after: whose planes they are

	// Regression: the points' values are added up where classes would be
	// counted, and their mean is the only plane.
	value     []float64 // of each point; nil = classification
	sum       float64   // of those that are decided, in place of votes
	leafValue []float64 // leaf: of each position
}

// shares fills one plane a class with the shares of the k nearest points.
func shares(job method.Job, s *Space, v voter, k int, g picture.Grid) ([][]float32, error) {
	return (&tiler{Space: s, voter: v, job: job, g: g, k: min(k, s.n)}).run()
}

// means fills a plane with the mean value of the k nearest points.
func means(job method.Job, s *Space, value []float64, distance bool, k int, g picture.Grid) ([]float32, error) {
	t := &tiler{Space: s, job: job, g: g, k: min(k, s.n), value: value}
	t.classes, t.class, t.distance = 1, make([]uint8, s.n), distance
	planes, err := t.run()
	return planes[0], err
}

func (t *tiler) run() ([][]float32, error) {
	s, g := t.Space, t.g
	t.side = leafSide
	if s.kind == minkowski && s.whole == 0 {
		t.side = leafSidePower
	}
	if t.after != nil {
		t.planes = t.into.Planes
	} else {
		t.planes = make([][]float32, t.classes)
		for c := range t.planes {
			t.planes[c] = make([]float32, g.W*g.H)
		}
	}
	if t.after == nil && t.k == 1 && s.kind == euclidean && s.white == nil && g.DX > 0 {
		return t.planes, t.byCells()
	}
	t.share = make([]float32, t.k+1)
	for i := range t.share {
		t.share[i] = float32(float64(i) / float64(t.k))
	}
	t.rough = t.roughness()
	t.ids = s.candidates(t.k)
	if t.after != nil && len(t.ids) < s.n {
		t.after.like = false // there are nearer ones than those beyond the need
	}
	t.tile(0, 0, g.W, g.H, 0, t.k, math.Inf(1), 0, math.Inf(1))
	return t.planes, t.err
}

// edit is what is different from the model before: one point that was moved, was or got
// another class, came or went.
type edit struct {
	at   []float64 // mapped places: of the point before, and now; one where it came or went
	like bool      // it has been moved, and votes as before wherever it is a neighbour
}

// editOf tells in what m differs from a model, when that is one point at most.
func (m *Classifier) editOf(before *Classifier) (e edit, ok bool) {
	s, b := m.Space, before.Space
	if m.metric != before.metric || s.p != b.p || s.scale != b.scale || s.shift != b.shift || s.white != nil ||
		s.d != 2 || b.d != 2 || m.k != before.k || m.k >= min(s.n, b.n) || m.distance != before.distance ||
		!slices.Equal(m.problem.ClassIDs, before.problem.ClassIDs) {
		return e, false
	}
	n, i, here, there := s.n, 0, 1, 1 // one point for one
	switch n - b.n {
	case 1:
		there = 0
	case -1:
		here = 0
	case 0:
	default:
		return e, false
	}
	for i < min(n, b.n) && m.class[i] == before.class[i] && s.z[2*i] == b.z[2*i] && s.z[2*i+1] == b.z[2*i+1] {
		i++
	}
	if i == n && n == b.n {
		return e, true
	}
	e.at = append(slices.Clone(b.z[2*i:2*(i+there)]), s.z[2*i:2*(i+here)]...)
	e.like = here == there && m.class[i] == before.class[i] && !m.distance
	i, there = i+here, i+there
	return e, slices.Equal(m.class[i:], before.class[there:]) && slices.Equal(s.z[2*i:], b.z[2*there:])
}

// spares tells whether an edit changes nothing in a tile: the point is neighbour nowhere
// in it, before and now, or else everywhere, with the same vote. A point is not where
// its key at the centre is above out, and is so everywhere where it is below in.
func (t *tiler) spares(c []float64, in, out float64) bool {
	near, far := t.after.like, true
	for i := 0; i < len(t.after.at); i += 2 {
		k := t.keyBetween(c, t.after.at[i:i+2])
		near, far = near && k < in, far && k > out
	}
	return near || far
}

// candidates are the points that may be among the k nearest anywhere: of those in one
// place, whose distances are the same, the first k. With room for the tiles' lists.
func (s *Space) candidates(k int) []int32 {
	ids := make([]int32, 0, 4*s.n+1024)
	type place [2]float64
	before := make(map[place]int, s.n)
	for i := range s.n {
		var p place
		copy(p[:], s.z[i*s.d:(i+1)*s.d])
		if n := before[p]; n < k {
			before[p] = n + 1
			ids = append(ids, int32(i))
		}
	}
	return ids
}

// byCells answers for one Euclidean neighbour: row by row through the Voronoi
// cells, whose sites are in the order of their first points.
func (t *tiler) byCells() error {
	g := t.g
	d, err := voronoi.New(t.job, t.z)
	if err != nil {
		return err
	}
	return d.Rows(t.job, g, func(j int, runs []voronoi.Run) {
		at := 0
		for r := 0; r < len(runs); {
			// Runs of one answer are filled at once.
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

// roughness bounds the rounding errors of mapped coordinates on the grid.
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
