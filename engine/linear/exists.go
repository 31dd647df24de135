package linear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
	"pointscape/engine/voronoi"
)

// lowest says whether an objective has a minimum. A likelihood has no maximum if there is a direction in the parameters
// along which no point's loss increases and some point's loss decreases: the classes can be separated, possibly with
// points on the boundary (Albert and Anderson, Biometrika 71, 1984).
type lowest uint8

const (
	proven   lowest = iota // a minimum exists
	apart                  // no minimum: the classes can be separated
	touching               // no minimum: the classes can be separated except for points on the boundary
	// no minimum: some classes can be separated from the others, possibly except for points on the boundary
	partly
	unproven // neither is proved
)

// exists determines whether there is a minimum, using the point where the solver ended.
func (m *whole) exists() lowest {
	o := m.o
	falls := o.class != nil || o.loss == logisticLoss || o.loss == exponential || o.loss == sigmoidLoss
	if m.p.Class == nil || !falls || o.pen.l1 != 0 || o.pen.l2 != 0 || o.pen.quad != 0 {
		return proven
	}
	theta := m.run.At(m.run.Steps())
	if o.class != nil {
		if m.errs[len(m.errs)-1] == 0 {
			return apart // along the weights themselves
		}
		if (o.d <= 2 || o.dim()*o.n*o.rows <= mostForces) && o.certified(theta, -1) {
			return proven
		}
		if o.d > 2 {
			return unproven // separable works for at most two inputs
		}
		// If a set of classes can be separated from the others, the loss falls for ever in some direction.
		k := o.rows
		side := make([]bool, o.n)
		for set := 1; set < 1<<(k-1); set++ {
			for i, c := range o.class {
				side[i] = set>>c&1 == 1
			}
			if separable(o.x, o.d, side) != proven {
				return partly
			}
		}
		return unproven
	}
	worst := proven
	side := make([]bool, o.n)
	for r := range o.rows {
		if o.loss != sigmoidLoss && (o.d <= 2 || (o.d+1)*o.n <= mostForces) && o.certified(theta, r) {
			continue
		}
		right := true // every point is on the correct side of the row's boundary
		w, b := o.row(theta, r)
		for i, y := range o.y[r*o.n : (r+1)*o.n] {
			side[i] = y > 0
			right = right && o.d > 2 && y*(linalg.Dot(w, o.x[i*o.d:(i+1)*o.d])+b) > 0
		}
		if right {
			return apart // along the weights themselves
		}
		if o.d > 2 {
			worst = max(worst, unproven)
			continue
		}
		switch s := separable(o.x, o.d, side); {
		case s == apart:
			return apart
		case s == touching:
			worst = touching
		}
	}
	// With at most two inputs, the result of separable is exact.
	return worst
}

// mostForces bounds the size of the problems with more than two inputs for which certified is called: beyond it takes
// seconds.
const mostForces = 1_000_000

// certified reports whether it could prove that there is a minimum. At a minimum, the absolute slopes λ of the losses,
// all positive, balance: Σ λᵢ yᵢ (xᵢ, 1) = 0. Conversely, any positive λ that balance exclude a direction along which
// no loss increases, if their points span all parameters. Those at theta nearly balance; certified checks that the
// smallest correction that balances them leaves them positive. Row −1 stands for the softmax, with a λ for each point
// and each class that is not its own.
func (o *objective) certified(theta []float64, row int) bool {
	b := &balance{e: o.d + 1, x: o.scaledInputs()}
	if row >= 0 {
		b.outputForces(o, theta, row)
	} else {
		b.softmaxForces(o, theta)
	}
	top := 0.0
	for i := range b.all {
		top = max(top, b.all[i].lambda)
	}
	whole, _ := b.gram(0)
	var eig mat.EigenSym
	_, full, ok := rank(&eig, whole)
	for _, least := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10} {
		if !ok || !(top > 0) {
			return false
		}
		g, rest := b.gram(least * top)
		values, k, fine := rank(&eig, g)
		if !fine || k < full {
			continue
		}
		if b.corrected(&eig, values, rest, least*top) {
			return true
		}
	}
	return false
}

// scaledInputs returns rows of inputs with mean 0 and largest absolute value 1, or all 0 if a column is constant up to
// rounding, and a 1 at the end.
func (o *objective) scaledInputs() []float64 {
	d, n := o.d, o.n
	x := make([]float64, n*(d+1))
	for j := range d {
		mean, size := 0.0, 0.0
		for i := range n {
			mean += o.x[i*d+j] / float64(n)
		}
		for i := range n {
			size = max(size, math.Abs(o.x[i*d+j]-mean))
		}
		for i := range n {
			if size > 16*epsilon*math.Abs(mean) {
				x[i*(d+1)+j] = (o.x[i*d+j] - mean) / size
			}
		}
	}
	for i := range n {
		x[i*(d+1)+d] = 1
	}
	return x
}

// force is a column a of the balance: sign·x in block to, and −x in block from; −1 means no block.
type force struct {
	point, to, from int
	sign, lambda    float64
}

// balance is the sum Σ λ a of forces, of dim numbers.
type balance struct {
	x   []float64 // rows of e numbers
	e   int
	dim int
	all []force
}

// outputForces adds a force for each point, for one of several outputs.
func (b *balance) outputForces(o *objective, theta []float64, row int) {
	b.dim = b.e
	z := o.arguments(theta, row, make([]float64, o.n))
	o.loss.sum(z, o.eps, z, nil)
	for i, c := range z {
		b.all = append(b.all, force{i, 0, -1, o.y[row*o.n+i], -c})
	}
}

// softmaxForces adds a force for each point and each class that is not its own.
func (b *balance) softmaxForces(o *objective, theta []float64) {
	n := o.n
	last := o.rows - 1 // adding the same row to all classes changes nothing
	b.dim = last * b.e
	f := make([]float64, o.rows*n)
	for r := range o.rows {
		w, c := o.row(theta, r)
		o.outputs(w, c, f[r*n:(r+1)*n])
	}
	o.softmax(f, nil)
	block := func(r int) int {
		if r == last {
			return -1
		}
		return r
	}
	for i, c := range o.class {
		for r := range o.rows {
			if r != c {
				b.all = append(b.all, force{i, block(c), block(r), 1, f[r*n+i]})
			}
		}
	}
}

// column writes the column of a force to out.
func (b *balance) column(a *force, out []float64) {
	clear(out)
	for j, v := range b.x[a.point*b.e : (a.point+1)*b.e] {
		if a.to >= 0 {
			out[a.to*b.e+j] += a.sign * v
		}
		if a.from >= 0 {
			out[a.from*b.e+j] -= v
		}
	}
}

// gram returns Σ a aᵀ over the forces with λ of at least least; rest is their imbalance.
func (b *balance) gram(least float64) (g *mat.SymDense, rest []float64) {
	g, rest = mat.NewSymDense(b.dim, nil), make([]float64, b.dim)
	col := make([]float64, b.dim)
	for i := range b.all {
		a := &b.all[i]
		if a.lambda < least {
			continue
		}
		b.column(a, col)
		v := mat.NewVecDense(b.dim, col)
		g.SymRankOne(g, 1, v)
		for j, c := range col {
			rest[j] += a.lambda * c
		}
	}
	return g, rest
}

// negligible is the ratio to the largest eigenvalue up to which others count as 0.
const negligible = 1e-11

// rank returns the eigenvalues of g, in increasing order, and how many are not 0. ok is false if they are not found.
func rank(eig *mat.EigenSym, g *mat.SymDense) (values []float64, k int, ok bool) {
	if ok = eig.Factorize(g, true); !ok {
		return nil, 0, false
	}
	values = eig.Values(nil)
	for _, v := range values {
		if v > negligible*values[len(values)-1] {
			k++
		}
	}
	return values, k, true
}

// corrected reports whether the smallest change of the λ of at least least that makes their imbalance rest 0 leaves
// them positive: with the eigenvalues and eigenvectors of their gram matrix g, the change of each λ is −aᵀ g⁺ rest.
func (b *balance) corrected(eig *mat.EigenSym, values, rest []float64, least float64) bool {
	var q mat.Dense
	eig.VectorsTo(&q)
	fix := make([]float64, b.dim)
	for c, v := range values {
		if v > negligible*values[b.dim-1] {
			s := mat.Dot(q.ColView(c), mat.NewVecDense(b.dim, rest)) / v
			for j := range fix {
				fix[j] += s * q.At(j, c)
			}
		}
	}
	col := make([]float64, b.dim)
	for i := range b.all {
		a := &b.all[i]
		if a.lambda < least {
			continue
		}
		b.column(a, col)
		change := 0.0
		for j, c := range col {
			change += c * fix[j]
		}
		if !(math.Abs(change) < a.lambda/2) {
			return false
		}
	}
	return true
}

// separable reports whether two sets of points in one or two dimensions can be separated by a point, or by a line:
// apart if strictly, touching if with points on it, proven if they cannot. It uses exact predicates: if two convex
// hulls can be separated, then by the line through one of their edges, unless they are degenerate.
func separable(x []float64, d int, side []bool) lowest {
	var hulls [2][][2]float64
	for i, s := range side {
		p := [2]float64{x[i*d]}
		if d > 1 {
			p[1] = x[i*d+1]
		}
		k := 0
		if s {
			k = 1
		}
		hulls[k] = append(hulls[k], p)
	}
	for k := range hulls {
		hulls[k] = hull(hulls[k])
	}
	found := proven
	try := func(p, q [2]float64) {
		// sides[k][s+1]: points of set k to the right of the line, on it, to the left of it.
		var sides [2][3]bool
		for k, h := range hulls {
			for _, r := range h {
				sides[k][turned(p, q, r)+1] = true
			}
		}
		for k := range 2 {
			if !sides[k][0] && !sides[1-k][2] && (sides[k][2] || sides[1-k][0]) {
				if found = max(found, touching); !sides[0][1] || !sides[1][1] {
					found = apart
				}
			}
		}
	}
	for _, h := range hulls {
		for i, p := range h {
			if q := h[(i+1)%len(h)]; p != q {
				try(p, q)
			}
			if found == apart {
				return apart
			}
		}
	}
	return acrossLine(hulls, found)
}

// acrossLine improves on found if all points of the two hulls are on one line, or in one place: they may be separated
// across their line.
func acrossLine(hulls [2][][2]float64, found lowest) lowest {
	a, b := hulls[0], hulls[1]
	flat := slices.Concat(a, b)
	lo, hi := flat[0], flat[0]
	for _, p := range flat {
		if less(p, lo) < 0 {
			lo = p
		}
		if less(p, hi) > 0 {
			hi = p
		}
	}
	for _, p := range flat {
		if turned(lo, hi, p) != 0 {
			return found
		}
	}
	first, last := [2][2]float64{a[0], b[0]}, [2][2]float64{a[0], b[0]}
	for k, h := range hulls {
		for _, p := range h {
			if less(p, first[k]) < 0 {
				first[k] = p
			}
			if less(p, last[k]) > 0 {
				last[k] = p
			}
		}
	}
	for k := range 2 {
		switch c := less(last[k], first[1-k]); {
		case c < 0:
			return apart
		case c == 0 && lo != hi:
			found = touching
		}
	}
	return found
}

// turned returns the sign of the turn to the left from p over q to r.
func turned(p, q, r [2]float64) int { return voronoi.Orient2D(p[0], p[1], q[0], q[1], r[0], r[1]) }

// less orders points by their coordinates.
func less(p, q [2]float64) int { return slices.Compare(p[:], q[:]) }

// hull returns the convex hull of points, counterclockwise (Andrew, Information Processing Letters 9, 1979).
func hull(all [][2]float64) [][2]float64 {
	order := make([]int, len(all)) // sort indices: each further element type adds kilobytes of sorting code
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return less(all[i], all[j]) })
	var pts [][2]float64
	for _, i := range order {
		pts = append(pts, all[i])
	}
	pts = slices.Compact(pts)
	if len(pts) < 3 {
		return pts
	}
	var out [][2]float64
	for range 2 {
		base := len(out)
		for _, p := range pts {
			for len(out) >= base+2 {
				q, r := out[len(out)-2], out[len(out)-1]
				if voronoi.Orient2D(q[0], q[1], r[0], r[1], p[0], p[1]) > 0 {
					break
				}
				out = out[:len(out)-1]
			}
			out = append(out, p)
		}
		out = out[:len(out)-1]
		slices.Reverse(pts)
	}
	return out
}
