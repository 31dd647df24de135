// Package dictionary holds methods that write rows as sums of few atoms: sparse coding with given atoms, dictionary
// learning, and a comparison with other methods of reconstruction.
package dictionary

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
)

// basis is a dictionary of p atoms of d coordinates, with their inner products.
type basis struct {
	p, d int
	at   []float64 // p×d atoms, one after the other
	gram []float64 // p×p inner products
}

func newBasis(at []float64, d int) *basis {
	b := &basis{p: len(at) / d, d: d, at: at}
	b.gram = make([]float64, b.p*b.p)
	for k := range b.p {
		for l := range k + 1 {
			g := linalg.Dot(b.atom(k), b.atom(l))
			b.gram[k*b.p+l], b.gram[l*b.p+k] = g, g
		}
	}
	return b
}

func (b *basis) atom(k int) []float64 { return b.at[k*b.d : (k+1)*b.d : (k+1)*b.d] }

// products writes the inner products of a row with all atoms, q = Dᵀx.
func (b *basis) products(x, q []float64) {
	for k := range b.p {
		q[k] = linalg.Dot(b.atom(k), x)
	}
}

// rebuild writes Da and returns the number of atoms in it.
func (b *basis) rebuild(code, out []float64) (used int) {
	clear(out)
	for k, a := range code {
		if a != 0 {
			linalg.Axpy(a, b.atom(k), out)
			used++
		}
	}
	return used
}

// lost returns ‖x − Da‖²; room is a buffer of d numbers.
func (b *basis) lost(x, code, room []float64) (sum float64) {
	b.rebuild(code, room)
	for j, r := range room {
		sum += (x[j] - r) * (x[j] - r)
	}
	return sum
}

// lipschitz returns the largest eigenvalue L of DᵀD, NaN if it is not found. With a step size of at most 1/L, gradient
// descent never increases the objective.
func (b *basis) lipschitz() float64 {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(b.p, b.gram), false) {
		return math.NaN()
	}
	return e.Values(nil)[b.p-1]
}

// soft is soft thresholding: it moves z towards 0 by t, and to 0 if |z| ≤ t.
func soft(z, t float64) float64 {
	switch {
	case z > t:
		return z - t
	case z < -t:
		return z + t
	}
	return 0
}

// norm1 returns ‖a‖₁.
func norm1(a []float64) (sum float64) {
	for _, x := range a {
		sum += math.Abs(x)
	}
	return sum
}

// descend writes a + Dᵀ(x − Da)/L: a step of gradient descent from a code before thresholding; q is Dᵀx. (Daubechies,
// Defrise and De Mol, Comm. Pure Appl. Math. 57, 2004.)
func (b *basis) descend(q, a, out []float64, lip float64) {
	for k := range b.p {
		out[k] = a[k] + (q[k]-linalg.Dot(b.gram[k*b.p:(k+1)*b.p], a))/lip
	}
}

// inertia returns the value after t in FISTA's sequence: (1 + √(1 + 4t²))/2.
func inertia(t float64) float64 { return (1 + math.Sqrt(1+4*t*t)) / 2 }

// patience is the number of sweeps of coordinate descent between calls of leap.
const patience = 25

// lasso minimises ½‖x − Da‖² + λ‖a‖₁ by coordinate descent, starting from the code a: until no coefficient's change
// matters by more than tol times the largest product, or for so many sweeps. If atoms are nearly parallel, or there are
// more atoms than inputs, sweeps converge slowly; so from time to time, all coefficients move at once (leap). q is Dᵀx;
// rest is a buffer of p numbers. It reports whether it converged.
func (b *basis) lasso(q []float64, lambda float64, a, rest []float64, tol float64, sweeps int) bool {
	most := 0.0
	for k := range b.p {
		most = max(most, math.Abs(q[k]))
	}
	b.remain(q, a, rest)
	for sweep := range sweeps {
		change := 0.0
		for k := range b.p {
			g := b.gram[k*b.p+k]
			if g == 0 {
				a[k] = 0
				continue
			}
			now := soft(rest[k]+g*a[k], lambda) / g
			if delta := now - a[k]; delta != 0 {
				linalg.Axpy(-delta, b.gram[k*b.p:(k+1)*b.p], rest)
				a[k] = now
				change = max(change, math.Abs(delta)*g)
			}
		}
		if change <= tol*most {
			return true
		}
		if fastLeap && sweep%patience == patience-1 {
			for b.leap(lambda, a, rest) {
				b.remain(q, a, rest)
			}
			b.remain(q, a, rest)
		}
	}
	return false
}

// inBall is lasso with the constraint ‖a‖₁ ≤ radius instead of the penalty: it finds the λ for which the penalised code
// has ‖a‖₁ = radius, unless the code for a negligible λ lies in the ball. Between the kinks of the regularisation path,
// ‖a‖₁ is linear in λ (Osborne, Presnell and Turlach, On the lasso and its dual, 2000), so it uses regula falsi with
// the Illinois rule.
func (b *basis) inBall(q []float64, radius float64, a, rest []float64, tol float64, sweeps int) {
	most := 0.0
	for k := range b.p {
		most = max(most, math.Abs(q[k]))
	}
	if most == 0 {
		clear(a)
		return
	}
	low, high := 1e-9*most, most
	b.lasso(q, low, a, rest, tol, sweeps)
	above, below := norm1(a)-radius, -radius
	last := 0
	for try := 0; try < 60 && above > 0; try++ {
		lambda := high - below*(high-low)/(below-above)
		b.lasso(q, lambda, a, rest, tol, sweeps)
		now := norm1(a) - radius
		if math.Abs(now) <= 1e-10*radius {
			break
		}
		side := 1
		if now > 0 {
			low, above = lambda, now
		} else {
			side, high, below = -1, lambda, now
		}
		if side == last { // the other end was kept for the second time
			if side > 0 {
				below /= 2
			} else {
				above /= 2
			}
		}
		last = side
	}
	if size := norm1(a); size > radius {
		for k := range a {
			a[k] *= radius / size
		}
	}
}

// remain writes the products of the atoms with the residual of a row, q − DᵀDa.
func (b *basis) remain(q, a, rest []float64) {
	for k := range b.p {
		rest[k] = q[k] - linalg.Dot(b.gram[k*b.p:(k+1)*b.p], a)
	}
}

// leap moves all nonzero coefficients at once, to the minimum of the objective for their present signs, or until the
// first of them becomes 0: then it returns true. With fewer than two it does nothing. The objective is convex along the
// way, so it does not increase. A small number, relative to the largest squared norm, is added to the diagonal, so that
// linearly dependent atoms are handled, too. (Lee, Battle, Raina and Ng, Efficient sparse coding algorithms, NIPS 19,
// 2006: feature-sign search.)
func (b *basis) leap(lambda float64, a, rest []float64) (more bool) {
	var on []int
	largest := 0.0
	for k, x := range a {
		if x != 0 {
			on = append(on, k)
			largest = max(largest, b.gram[k*b.p+k])
		}
	}
	n := len(on)
	if n < 2 {
		return false
	}
	g, way := make([]float64, n*n), make([]float64, n)
	for i, k := range on {
		for j, l := range on {
			g[i*n+j] = b.gram[k*b.p+l]
		}
		g[i*n+i] += 1e-10 * largest
		way[i] = rest[k] - math.Copysign(lambda, a[k])
	}
	if !linalg.Cholesky(g, n) {
		return false
	}
	linalg.CholSolve(g, n, way, 1)
	t, first := 1.0, -1
	for i, k := range on {
		if to := -a[k] / way[i]; to > 0 && to <= t {
			t, first = to, i
		}
	}
	for i, k := range on {
		a[k] += t * way[i]
	}
	if first >= 0 {
		a[on[first]] = 0
	}
	return first >= 0
}

// pursuit is the workspace of orthogonal matching pursuit with up to most atoms.
type pursuit struct {
	chosen []int
	l      []float64 // Cholesky factor of the chosen atoms' products, rows of most numbers
	y, sol []float64
	rest   []float64
	most   int
}

func newPursuit(p, most int) *pursuit {
	most = min(p, most)
	return &pursuit{l: make([]float64, most*most), y: make([]float64, most), sol: make([]float64, most),
		rest: make([]float64, p), most: most}
}

// dependent is the least share of an atom's squared norm that must be orthogonal to the atoms before it.
const dependent = 1e-12

// run writes the code with up to s atoms by orthogonal matching pursuit (Pati, Rezaiifar and Krishnaprasad, 1993): it
// repeatedly adds the atom most correlated with the residual, then refits all chosen atoms. It ends earlier if nothing
// is left, or no atom helps. q is Dᵀx.
func (o *pursuit) run(b *basis, q []float64, s int, a []float64) {
	clear(a)
	o.chosen = o.chosen[:0]
	copy(o.rest, q)
	first := 0.0
	for len(o.chosen) < min(s, o.most) {
		best, at := 0.0, -1
		for k, r := range o.rest {
			g := b.gram[k*b.p+k]
			if g > 0 && a[k] == 0 {
				if c := math.Abs(r) / math.Sqrt(g); c > best*(1+1e-12) {
					best, at = c, k
				}
			}
		}
		if len(o.chosen) == 0 {
			first = best
		}
		if at < 0 || best <= 1e-13*first || !o.add(b, at) {
			break
		}
		// L y = q for the chosen atoms, Lᵀ sol = y.
		n := len(o.chosen)
		o.y[n-1] = q[at]
		for j := range n - 1 {
			o.y[n-1] -= o.l[(n-1)*o.most+j] * o.y[j]
		}
		o.y[n-1] /= o.l[(n-1)*o.most+n-1]
		for i := n - 1; i >= 0; i-- {
			o.sol[i] = o.y[i]
			for j := i + 1; j < n; j++ {
				o.sol[i] -= o.l[j*o.most+i] * o.sol[j]
			}
			o.sol[i] /= o.l[i*o.most+i]
		}
		copy(o.rest, q)
		for i, k := range o.chosen {
			a[k] = o.sol[i]
			linalg.Axpy(-o.sol[i], b.gram[k*b.p:(k+1)*b.p], o.rest)
		}
	}
}

// add appends an atom to the chosen ones; it returns false if the atom depends on them.
func (o *pursuit) add(b *basis, k int) bool {
	n := len(o.chosen)
	row := o.l[n*o.most : n*o.most+n+1]
	left := b.gram[k*b.p+k]
	for i, c := range o.chosen {
		row[i] = b.gram[k*b.p+c]
		for j := range i {
			row[i] -= row[j] * o.l[i*o.most+j]
		}
		row[i] /= o.l[i*o.most+i]
		left -= row[i] * row[i]
	}
	if !(left > dependent*b.gram[k*b.p+k]) {
		return false
	}
	row[n] = math.Sqrt(left)
	o.chosen = append(o.chosen, k)
	return true
}

// length returns ‖x‖, without overflow or underflow of the squares.
func length(x []float64) float64 {
	far := 0.0
	for _, v := range x {
		far = max(far, math.Abs(v))
	}
	if far == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range x {
		sum += (v / far) * (v / far)
	}
	return far * math.Sqrt(sum)
}

// unit scales x to length 1, and reports whether it has a direction.
func unit(x []float64) bool {
	l := length(x)
	if l == 0 {
		return false
	}
	for j := range x {
		x[j] /= l
	}
	return length(x) > 0.5
}
