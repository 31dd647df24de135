package svm

import (
	"math"
	"math/rand/v2"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// The smallest ball around points of the plane is the smallest one through two or three of them that contains all. It
// must be the same far from the origin.
func TestRadius(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 3 + r.IntN(9)
		x := make([]float64, 2*n)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		dist2 := func(cx, cy float64, i int) float64 {
			return (x[2*i]-cx)*(x[2*i]-cx) + (x[2*i+1]-cy)*(x[2*i+1]-cy)
		}
		want := math.Inf(1)
		try := func(cx, cy float64) {
			far := 0.0
			for i := range n {
				far = max(far, dist2(cx, cy, i))
			}
			want = min(want, far)
		}
		for a := range n {
			for b := range a {
				try((x[2*a]+x[2*b])/2, (x[2*a+1]+x[2*b+1])/2)
				for c := range b {
					ax, ay, bx, by := x[2*a]-x[2*c], x[2*a+1]-x[2*c+1], x[2*b]-x[2*c], x[2*b+1]-x[2*c+1]
					d := 2 * (ax*by - ay*bx)
					try(x[2*c]+(by*(ax*ax+ay*ay)-ay*(bx*bx+by*by))/d, x[2*c+1]+(ax*(bx*bx+by*by)-bx*(ax*ax+ay*ay))/d)
				}
			}
		}
		got, err := radius2(t.Context(), kernel.Linear(), x, n, 2)
		if err != nil || math.Abs(got-want) > 1e-6*want {
			t.Errorf("R² = %v, %v, want %v", got, err, want)
		}
	}
	// Images under an RBF kernel lie on a sphere; points far from each other are the corners of a simplex: R² = 1 −
	// 1/n.
	if got, err := radius2(t.Context(), kernel.RBF(1), []float64{0, 100, 200, 300}, 4, 1); err != nil ||
		math.Abs(got-0.75) > 1e-9 {
		t.Errorf("R² = %v, %v", got, err)
	}
}

// The bounds must have the values that their names say; the leave-one-out error must not exceed the first one, and for
// a hard margin nor the second one.
func TestBounds(t *testing.T) {
	for _, hard := range []bool{false, true} {
		r := rand.New(rand.NewPCG(3, 4))
		for range 12 {
			var pts []doc.Point
			for i := range 24 {
				z, gap := float64(i%2), 0.0
				if hard {
					gap = 2
				}
				pts = append(pts, doc.Point{X: r.NormFloat64() + (2*z-1)*(1+gap), Y: r.NormFloat64(), Z: z})
			}
			fit := func(pts []doc.Point) *model {
				info := Method()
				v, err := info.Validate(map[string]any{"kernel": "linear", "hard": hard, "tol": 1e-6})
				if err != nil {
					t.Fatal(err)
				}
				p, err := method.NewProblem(pts, method.Classify, 0)
				if err != nil {
					t.Fatal(err)
				}
				m, err := info.Fit(t.Context(), p, v, nil)
				if err != nil {
					t.Fatal(err)
				}
				return m.(*model)
			}
			m := fit(pts)
			list, err := m.Bounds(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			r2, _ := radius2(t.Context(), m.inside, m.pairs[0].x, 24, 2)
			norm := m.w[0][0]*m.w[0][0] + m.w[0][1]*m.w[0][1]
			if list[0].Value != float64(len(m.vectors))/24 ||
				hard && math.Abs(list[1].Value-4*r2*norm/24) > 1e-6*list[1].Value ||
				!hard && list[1].Value == list[1].Value {
				t.Errorf("%+v, %d vectors, R²‖w‖² = %v", list, len(m.vectors), r2*norm)
			}
			wrong := 0.0
			for i := range pts {
				rest := append(append([]doc.Point{}, pts[:i]...), pts[i+1:]...)
				var out [1]float64
				if fit(rest).Predict([]float64{pts[i].X, pts[i].Y}, out[:]); out[0] != pts[i].Z {
					wrong++
				}
			}
			if wrong/24 > list[0].Value || hard && wrong/24 > list[1].Value {
				t.Errorf("leave-one-out error %v, bounds %+v", wrong/24, list)
			}
		}
	}
}
