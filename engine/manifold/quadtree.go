package manifold

// quadtree sums forces between points of the plane (Barnes and Hut, Nature 324, 1986).
type quadtree struct {
	cells []cell
	leaf  []int32 // per point: index of its leaf in cells
	stack []int32
}

// cell is a square with the number of its points, their mean, and its four quarters.
type cell struct {
	x, y, half float64 // centre and half the edge length
	sx, sy     float64 // mean of its points
	n          float64
	quarter    [4]int32 // indices in quadtree.cells; 0 = none
	split      bool
	first      int32 // first point of a leaf; −1 if the cell is empty
}

// deepest is the largest depth: there, distinct points share a leaf.
const deepest = 40

// build makes the tree of the points (y[2i], y[2i+1]). It replaces a previous tree.
func (t *quadtree) build(y []float64) {
	n := len(y) / 2
	lo, hi := [2]float64{y[0], y[1]}, [2]float64{y[0], y[1]}
	for i, v := range y {
		lo[i&1], hi[i&1] = min(lo[i&1], v), max(hi[i&1], v)
	}
	half := max(hi[0]-lo[0], hi[1]-lo[1]) / 2 * (1 + 1e-9)
	t.cells = append(t.cells[:0], cell{x: (lo[0] + hi[0]) / 2, y: (lo[1] + hi[1]) / 2, half: half, first: -1})
	if len(t.leaf) != n {
		t.leaf = make([]int32, n)
	}
	for i := range n {
		t.insert(0, int32(i), y, 0)
	}
}

func (t *quadtree) insert(at int32, i int32, y []float64, depth int) {
	for {
		c := &t.cells[at]
		px, py := y[2*i], y[2*i+1]
		c.n++
		c.sx += (px - c.sx) / c.n
		c.sy += (py - c.sy) / c.n
		if !c.split {
			if c.first < 0 {
				c.first = i
				t.leaf[i] = at
				return
			}
			if f := c.first; depth >= deepest || y[2*f] == px && y[2*f+1] == py {
				t.leaf[i] = at
				return
			}
			// The points already in the leaf coincide; move them down first.
			c.split = true
			f, many := c.first, c.n-1
			down := t.quarter(at, y[2*f], y[2*f+1])
			q := &t.cells[down]
			q.first, q.n, q.sx, q.sy = f, many, y[2*f], y[2*f+1]
			for j := range t.leaf[:i] {
				if t.leaf[j] == at && many > 1 {
					t.leaf[j] = down
				}
			}
			t.leaf[f] = down
		}
		at = t.quarter(at, px, py)
		depth++
	}
}

// quarter returns the quarter of a cell that contains (px, py), and creates it if necessary.
func (t *quadtree) quarter(at int32, px, py float64) int32 {
	c := &t.cells[at]
	k, h := 0, c.half/2
	x, y := c.x-h, c.y-h
	if px >= c.x {
		k, x = k+1, c.x+h
	}
	if py >= c.y {
		k, y = k+2, c.y+h
	}
	if c.quarter[k] == 0 {
		t.cells = append(t.cells, cell{x: x, y: y, half: h, first: -1})
		t.cells[at].quarter[k] = int32(len(t.cells) - 1)
	}
	return t.cells[at].quarter[k]
}

// push sums the repulsion of point i by all others: Σ w² (yᵢ − yⱼ) and Σ w with w = 1/(1 + ‖yᵢ − yⱼ‖²). A cell whose
// width is less than angle times its distance counts as if all its points were at their mean.
func (t *quadtree) push(i int, y []float64, angle float64) (fx, fy, sum float64) {
	px, py, own := y[2*i], y[2*i+1], t.leaf[i]
	a2 := angle * angle / 4
	t.stack = append(t.stack[:0], 0)
	for len(t.stack) > 0 {
		at := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		c := &t.cells[at]
		if !c.split {
			n := c.n
			if at == own {
				n--
			}
			dx, dy := px-c.sx, py-c.sy
			w := 1 / (1 + dx*dx + dy*dy)
			sum += n * w
			fx += n * w * w * dx
			fy += n * w * w * dy
			continue
		}
		dx, dy := px-c.sx, py-c.sy
		if d2 := dx*dx + dy*dy; c.half*c.half < a2*d2 {
			w := 1 / (1 + d2)
			sum += c.n * w
			fx += c.n * w * w * dx
			fy += c.n * w * w * dy
			continue
		}
		for _, q := range c.quarter {
			if q != 0 {
				t.stack = append(t.stack, q)
			}
		}
	}
	return fx, fy, sum
}

// pushed computes the exact sums of push.
func pushed(i int, y []float64) (fx, fy, sum float64) {
	px, py := y[2*i], y[2*i+1]
	for j := 0; j < len(y); j += 2 {
		dx, dy := px-y[j], py-y[j+1]
		w := 1 / (1 + dx*dx + dy*dy)
		sum += w
		w *= w
		fx += w * dx
		fy += w * dy
	}
	return fx, fy, sum - 1 // without the point itself
}
