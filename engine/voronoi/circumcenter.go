package voronoi

import (
	"math"

	"pointscape/engine/method"
)

// farthest bounds the absolute values of a circumcentre's coordinates, so that squared distances are finite. The circle
// of a triangle that flat cannot be distinguished from a line in float64.
const farthest = 1e150

// circumcenters computes the circumcentres of all triangles; NaN for those with the ghost. The error is the job's.
func (t *Triangulation) circumcenters(job method.Job) (cx, cy []float64, err error) {
	m := len(t.org) / 3
	cx, cy = make([]float64, m), make([]float64, m)
	xs, ys := t.x, t.y
	for i := range m {
		if i&(1<<13-1) == 0 {
			if err := job.Err(); err != nil {
				return cx, cy, err
			}
		}
		o := t.org[3*i : 3*i+3 : 3*i+3]
		a, b, c := o[0], o[1], o[2]
		ax, ay := xs[a], ys[a]
		bx, by := xs[b]-ax, ys[b]-ay
		dx, dy := xs[c]-ax, ys[c]-ay
		det := float64(bx*dy) - float64(by*dx)
		bl := float64(bx*bx) + float64(by*by)
		dl := float64(dx*dx) + float64(dy*dy)
		// If the sine of the angle at a is above 1/32, the rounding errors are below 1e-13 of the radius.
		if fastFilter && det*det*1024 > bl*dl {
			f := 0.5 / det
			cx[i] = ax + (float64(dy*bl)-float64(by*dl))*f
			cy[i] = ay + (float64(bx*dl)-float64(dx*bl))*f
			continue
		}
		if a == ghost || b == ghost || c == ghost {
			cx[i], cy[i] = math.NaN(), math.NaN()
			continue
		}
		cx[i], cy[i] = circumcenterExact(ax, ay, xs[b], ys[b], xs[c], ys[c])
	}
	return cx, cy, nil
}

// circumcenterExact returns the circumcentre of a nondegenerate triangle. However flat the triangle is, each coordinate
// is exact to a few units in the last place of itself or of a's.
func circumcenterExact(ax, ay, bx, by, cx, cy float64) (x, y float64) {
	in := [8]float64{ax, ay, bx, by, cx, cy}
	if fastFixed {
		if v, exp, ok := fixedPoint(&in, 6); ok {
			bx, by := v[2]-v[0], v[3]-v[1]
			cx, cy := v[4]-v[0], v[5]-v[1]
			det := mul64(bx, cy).sub(mul64(by, cx)).float()
			bl := mul64(bx, bx).add(mul64(by, by))
			cl := mul64(cx, cx).add(mul64(cy, cy))
			var ux, uy int256
			ux.addMul(int128from(cy), bl)
			ux.addMul(int128from(-by), cl)
			uy.addMul(int128from(bx), cl)
			uy.addMul(int128from(-cx), bl)
			return ax + math.Ldexp(ux.float()/det/2, exp), ay + math.Ldexp(uy.float()/det/2, exp)
		}
	}
	v, exp := wholes(&in, 6)
	Bx, By, Cx, Cy := v[2].sub(v[0]), v[3].sub(v[1]), v[4].sub(v[0]), v[5].sub(v[1])
	det, de := Bx.mul(Cy).sub(By.mul(Cx)).frexp()
	bl := Bx.mul(Bx).add(By.mul(By))
	cl := Cx.mul(Cx).add(Cy.mul(Cy))
	ux, ex := Cy.mul(bl).sub(By.mul(cl)).frexp()
	uy, ey := Bx.mul(cl).sub(Cx.mul(bl)).frexp()
	ex, ey = ex-de-1+exp, ey-de-1+exp
	// Too far away: keep the direction.
	if e := max(ex, ey); e > 490 {
		ex, ey = ex+490-e, ey+490-e
	}
	fx, fy := math.Ldexp(ux/det, ex), math.Ldexp(uy/det, ey)
	return max(min(ax+fx, farthest), -farthest), max(min(ay+fy, farthest), -farthest)
}

func int128from(a int64) int128 { return int128{a >> 63, uint64(a)} }
