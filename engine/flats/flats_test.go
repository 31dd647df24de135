package flats

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// near returns rows near k random flats of dimension q, and the flat of each.
func near(rng *rand.Rand, n, d, k, q int, noise float64) (x []float64, of []int) {
	type flat struct {
		base []float64
		dirs [][]float64
	}
	draw := func(size float64) []float64 {
		v := make([]float64, d)
		for j := range v {
			v[j] = size * rng.NormFloat64()
		}
		return v
	}
	list := make([]flat, k)
	for c := range list {
		list[c].base = draw(1)
		for range q {
			list[c].dirs = append(list[c].dirs, draw(2))
		}
	}
	for i := range n {
		row := draw(noise)
		f := list[i%k]
		for j := range row {
			row[j] += f.base[j]
		}
		for _, u := range f.dirs {
			z := 2*rng.Float64() - 1
			for j := range row {
				row[j] += z * u[j]
			}
		}
		x, of = append(x, row...), append(of, i%k)
	}
	return x, of
}

// squared computes the energy of one flat from the singular values of its rows: the sum of the squares of all but the
// largest q.
func squared(x []float64, d, q int, list []int) (sum float64) {
	mean := make([]float64, d)
	for _, i := range list {
		for j := range d {
			mean[j] += x[i*d+j] / float64(len(list))
		}
	}
	a := mat.NewDense(len(list), d, nil)
	for k, i := range list {
		for j := range d {
			a.Set(k, j, x[i*d+j]-mean[j])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDNone) {
		panic("no singular values")
	}
	for l, s := range svd.Values(nil) {
		if l >= q {
			sum += s * s
		}
	}
	return sum
}

func members(labels []uint8, k int) [][]int {
	rows := make([][]int, k)
	for i, c := range labels {
		rows[c] = append(rows[c], i)
	}
	return rows
}

// The invariants of the alternation must hold for all dimensions of flats and rows, starts and rules for empty flats:
// no half-step raises the energy, each flat is optimal for its rows, each row is assigned to its nearest flat.
func TestRows(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d := 2 + int(seed%5)
		q := int(seed/5) % d
		k := 2 + int(seed%3)
		x, _ := near(rng, 60, d, k, max(q, 1), 0.1)
		o := Options{K: k + int(seed%2)*3, Q: q, Init: Init(seed % 2), Restarts: 1 + int(seed%3), Farthest: seed%4 > 1,
			Seed: seed}
		r, err := Rows(x, 60, d, o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Settled {
			t.Errorf("seed %d has not settled", seed)
		}
		for h := 1; h < len(r.Energy); h++ {
			if r.Energy[h] > r.Energy[h-1]*(1+1e-12) {
				t.Errorf("seed %d: half-step %d raises the energy from %v to %v", seed, h, r.Energy[h-1], r.Energy[h])
			}
		}
		// The potential after the last start must be the energy of the first assignment.
		if last := r.Potential[len(r.Potential)-1]; math.Abs(r.Energy[0]-last) > 1e-12*(1+last) ||
			!slices.IsSortedFunc(r.Potential, func(a, b float64) int { return cmp.Compare(b, a) }) {
			t.Errorf("seed %d: the starts leave %v over, the first assignment %v", seed, r.Potential, r.Energy[0])
		}
		if len(r.Energy) != 2*r.Moves()+1 || len(r.Labels) != r.Moves()+1 || len(r.Changed) != r.Moves()+1 {
			t.Fatalf("seed %d: %d moves, %d energies, %d assignments", seed, r.Moves(), len(r.Energy), len(r.Labels))
		}
		if slices.Min(r.Ends) < r.Energy[len(r.Energy)-1]*(1-1e-9) || r.Ends[r.Best] != r.Energy[len(r.Energy)-1] {
			t.Errorf("seed %d: of %v it keeps %v", seed, r.Ends, r.Energy[len(r.Energy)-1])
		}
		fl, labels := r.Last()
		want := 0.0
		for c, list := range members(labels, o.K) {
			if len(list) > 0 {
				want += squared(x, d, q, list)
			}
			f := fl[c]
			if len(f.Basis) != q {
				t.Errorf("seed %d: a flat has %d directions, not %d", seed, len(f.Basis), q)
			}
			for a, u := range f.Basis {
				for b, v := range f.Basis {
					dot, w := 0.0, 0.0
					for j := range u {
						dot += u[j] * v[j]
					}
					if a == b {
						w = 1
					}
					if math.Abs(dot-w) > 1e-12 {
						t.Errorf("seed %d: directions %d and %d have the product %v", seed, a, b, dot)
					}
				}
			}
		}
		if got := r.Energy[len(r.Energy)-1]; math.Abs(got-want) > 1e-9*(want+1) {
			t.Errorf("seed %d: the energy is %v, by singular values %v", seed, got, want)
		}
		foot := make([]float64, d)
		for i, c := range labels {
			row := x[i*d : (i+1)*d]
			own := fl[c].Residual(row)
			for _, f := range fl {
				if f.Residual(row) < own-1e-12 {
					t.Errorf("seed %d: row %d is not with its nearest flat", seed, i)
				}
			}
			fl[c].Foot(row, foot)
			if fl[c].Residual(foot) > 1e-24 {
				t.Errorf("seed %d: the foot of row %d is %v from its flat", seed, i, math.Sqrt(fl[c].Residual(foot)))
			}
		}
	}
}

// k-flats must find crossing lines, which k-means cannot.
func TestFindsLines(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		x, of := near(rand.New(rand.NewPCG(seed, 7)), 150, 3, 3, 1, 0.01)
		r, err := Rows(x, 150, 3, Options{K: 3, Q: 1, Restarts: 10, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		_, labels := r.Last()
		name := [3]int{-1, -1, -1}
		wrong := 0
		for i, c := range labels {
			if name[c] < 0 {
				name[c] = of[i]
			}
			if name[c] != of[i] {
				wrong++
			}
		}
		if wrong < 10 { // rows near the crossings
			found++
		}
	}
	if found < 18 {
		t.Errorf("only %d of 20 triples of lines in space were found", found)
	}
}

// With the linear kernel, flats of images must be the flats of the rows: from the same start, all half-steps must be
// equal.
func TestGramIsRows(t *testing.T) {
	several, compared := 0, 0
	for seed := range uint64(30) {
		d := 2 + int(seed%4)
		q := int(seed/4) % d
		n := 40 + int(seed)
		x, _ := near(rand.New(rand.NewPCG(seed, 3)), n, d, 3, 1, 0.2)
		g := make([]float64, n*n)
		for i := range n {
			for j := range n {
				for l := range d {
					g[i*n+j] += x[i*d+l] * x[j*d+l]
				}
			}
		}
		o := Options{K: 3, Q: q, Init: Init(seed % 2), Restarts: 2, Seed: seed}
		a, err := Rows(x, n, d, o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Gram(g, n, true, o)
		if err != nil {
			t.Fatal(err)
		}
		// Directions that few rows leave undetermined are those of the previous flat; images have none.
		if slices.ContainsFunc(slices.Concat(a.Flats...), func(f *Flat) bool { return len(f.Rows) <= q }) {
			continue
		}
		compared++
		if !slices.Equal(a.Seeds, b.Seeds) || len(a.Labels) != len(b.Labels) {
			t.Errorf("seed %d: starts %v and %v, %d and %d assignments", seed, a.Seeds, b.Seeds, len(a.Labels), len(b.Labels))
			continue
		}
		for h := range a.Energy {
			if math.Abs(a.Energy[h]-b.Energy[h]) > 1e-9*a.Energy[0] {
				t.Errorf("seed %d: half-step %d has the energy %v, and by inner products %v", seed, h, a.Energy[h], b.Energy[h])
			}
		}
		for h := range a.Labels {
			if !slices.Equal(a.Labels[h], b.Labels[h]) {
				t.Errorf("seed %d: assignment %d differs", seed, h)
			}
		}
		if a.Moves() > 2 {
			several++
		}
	}
	if several < 15 || compared < 24 {
		t.Errorf("only %d of 30 runs were compared, only %d had several moves", compared, several)
	}
}

// For every positive definite kernel, the energy must never rise, and flats must have orthonormal directions.
func TestGram(t *testing.T) {
	for seed := range uint64(30) {
		n, q := 70, int(seed%4)
		x, _ := near(rand.New(rand.NewPCG(seed, 5)), n, 2, 3, 1, 0.1)
		g := make([]float64, n*n)
		for i := range n {
			for j := range n {
				dx, dy := x[2*i]-x[2*j], x[2*i+1]-x[2*j+1]
				g[i*n+j] = math.Exp(-float64(1+seed%7) * (dx*dx + dy*dy))
			}
		}
		r, err := Gram(g, n, true, Options{K: 2 + int(seed%3), Q: q, Init: Init(seed / 2 % 2), Seed: seed,
			Farthest: seed%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		for h := 1; h < len(r.Energy); h++ {
			if r.Energy[h] > r.Energy[h-1]+1e-11 {
				t.Errorf("seed %d: half-step %d raises the energy from %v to %v", seed, h, r.Energy[h-1], r.Energy[h])
			}
		}
		fl, _ := r.Last()
		for _, f := range fl {
			for a := range f.Dirs {
				for b := range a + 1 {
					dot := 0.0
					for k, i := range f.Rows {
						for l, j := range f.Rows {
							dot += f.Dirs[a][k] * f.Dirs[b][l] * g[i*n+j]
						}
					}
					want := 0.0
					if a == b {
						want = 1
					}
					if math.Abs(dot-want) > 1e-7 {
						t.Errorf("seed %d: directions %d and %d have the product %v", seed, a, b, dot)
					}
				}
			}
		}
	}
}

// conics returns two noisy rings for the quadratic kernel ⟨x, x′⟩² + 2⟨x, x′⟩, whose images span five dimensions.
func conics(n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	x, g := make([]float64, 2*n), make([]float64, n*n)
	for i := range n {
		angle, radius := 2*math.Pi*rng.Float64(), float64(1+i%2)/2
		x[2*i] = radius*math.Cos(angle) + 0.04*rng.NormFloat64()
		x[2*i+1] = radius*math.Sin(angle) + 0.04*rng.NormFloat64()
	}
	for i := range n {
		for j := range n {
			dot := x[2*i]*x[2*j] + x[2*i+1]*x[2*j+1]
			g[i*n+j] = dot*dot + 2*dot
		}
	}
	return g
}

// The flats must be the same if computed from the images' few coordinates and from their Gram matrix.
func TestFewDimensions(t *testing.T) {
	const n = 60
	for seed := range uint64(12) {
		g := conics(n, seed)
		o := Options{K: 2 + int(seed%2), Q: 1 + int(seed%4), Init: Init(seed / 2 % 2), Restarts: 3, Seed: seed,
			Farthest: true, Limit: 300, Ask: func() error { return nil }}
		few := &gram{g: g, n: n, o: o, plain: true, tiny: 1e-13}
		whole := *few
		few.place, few.d = coordinates(g, n, 5)
		if few.d != 5 {
			t.Fatalf("seed %d: %d dimensions", seed, few.d)
		}
		a, err := find[*Image](few, n, o)
		if err != nil {
			t.Fatal(err)
		}
		b, err := find[*Image](&whole, n, o)
		if err != nil {
			t.Fatal(err)
		}
		if a.Best != b.Best || !slices.EqualFunc(a.Labels, b.Labels, slices.Equal) {
			t.Errorf("seed %d: other assignments, or runs: %d and %d", seed, a.Best, b.Best)
			continue
		}
		for h := range a.Energy {
			if math.Abs(a.Energy[h]-b.Energy[h]) > 1e-10*b.Energy[0] {
				t.Errorf("seed %d: half-step %d has the energy %v, by the matrix %v", seed, h, a.Energy[h], b.Energy[h])
			}
		}
		// What pictures show: the distances of images, and the variation along each direction.
		left, _ := a.Last()
		right, _ := b.Last()
		for c, f := range left {
			for i := range n {
				row := g[i*n : (i+1)*n]
				p, q := f.Residual(row[i], row, nil), right[c].Residual(row[i], row, nil)
				if math.Abs(p-q) > 1e-10 {
					t.Errorf("seed %d: flat %d is %v from image %d, by the matrix %v", seed, c, p, i, q)
				}
			}
			if !slices.EqualFunc(f.Sizes, right[c].Sizes, func(x, y float64) bool { return math.Abs(x-y) < 1e-9*(1+y) }) {
				t.Errorf("seed %d: flat %d has the sizes %v, by the matrix %v", seed, c, f.Sizes, right[c].Sizes)
			}
		}
	}
	if _, d := coordinates(identity(small+1), small+1, 1); d != 0 {
		t.Errorf("images at right angles have %d coordinates, more than %d", d, small)
	}
	if _, d := coordinates(identity(small), small, 1); d != small {
		t.Errorf("%d images at right angles have %d coordinates", small, d)
	}
}

func identity(n int) []float64 {
	g := make([]float64, n*n)
	for i := range n {
		g[i*n+i] = 1
	}
	return g
}

// BenchmarkConics measures ten starts of conic sections through 120 points, as in the method's example while a slider
// moves.
func BenchmarkConics(b *testing.B) {
	g, o := conics(120, 1), Options{K: 2, Q: 4, Init: Random, Restarts: 10, Seed: 1, Farthest: true}
	for b.Loop() {
		if _, err := Gram(g, 120, true, o); err != nil {
			b.Fatal(err)
		}
	}
}

// Degenerate rows: repeated points, fewer rows than a flat needs, collinear rows.
func TestNarrow(t *testing.T) {
	same := make([]float64, 30)
	line := make([]float64, 60)
	for i := range 20 {
		line[3*i], line[3*i+1], line[3*i+2] = 1e6+float64(i), 2*float64(i), -float64(i)
	}
	for name, x := range map[string][]float64{"one place": same, "a line": line, "two rows": line[:6]} {
		for q := range 3 {
			for _, init := range []Init{PlusPlus, Random} {
				r, err := Rows(x, len(x)/3, 3, Options{K: 2, Q: q, Init: init, Farthest: true})
				if err != nil {
					t.Fatal(err)
				}
				end := r.Energy[len(r.Energy)-1]
				if !r.Settled || q > 0 && end > 1e-15 || !(end >= 0) {
					t.Errorf("%s, q = %d: settled %v, energy %v", name, q, r.Settled, end)
				}
				fl, _ := r.Last()
				for _, f := range fl {
					if len(f.Basis) != q {
						t.Errorf("%s, q = %d: a flat has %d directions", name, q, len(f.Basis))
					}
				}
			}
		}
	}
}

// The error of Ask must end the work.
func TestAsk(t *testing.T) {
	x, _ := near(rand.New(rand.NewPCG(1, 1)), 200, 4, 3, 1, 0.3)
	asked := 0
	stop := func() error {
		if asked++; asked > 30 {
			return errStop
		}
		return nil
	}
	if _, err := Rows(x, 200, 4, Options{K: 3, Q: 1, Restarts: 50, Ask: stop}); err != errStop {
		t.Errorf("the error is %v", err)
	}
}

type stopped struct{}

func (stopped) Error() string { return "stop" }

var errStop = stopped{}
