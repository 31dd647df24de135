package mixture

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/picture"
)

// The components among the rows, in the plane or in space. The map from rows to positions is affine, so that the means
// and covariances of the components follow from the positions of the rows and their responsibilities resp. Where the
// axes are inputs, they are those of the model.

// means returns the positions of the means; nil if one is unknown.
func (b *blend) means(rows *draw.Rows, resp []float64) [][]float64 {
	list := make([][]float64, b.k)
	for c := range list {
		if !rows.Solid() {
			list[c] = b.drawn(b.moved, c)
			continue
		}
		if resp == nil {
			continue
		}
		sum, at := 0.0, make([]float64, rows.Q)
		for i := range b.p.N {
			r := resp[i*b.k+c]
			sum += r
			for j, x := range rows.Of(i) {
				at[j] += r * x
			}
		}
		for j := range at {
			at[j] /= sum
		}
		if sum > 0 {
			list[c] = at
		}
	}
	return list
}

// covariance returns the covariance of component c; nil if its mean is unknown, or the covariance cannot be derived:
// that of a component without weight, or a diagonal one where the axes are not inputs.
func (b *blend) covariance(rows *draw.Rows, resp []float64, means [][]float64, c int) *mat.SymDense {
	if means[c] == nil {
		return nil
	}
	cov := mat.NewSymDense(rows.Q, nil)
	switch columns := b.columns(rows); {
	case columns != nil:
		for j, u := range columns {
			cov.SetSym(j, j, b.g.variance(c, u))
			for k, v := range columns[:j] {
				if b.g.matrix() {
					cov.SetSym(k, j, b.g.of(b.g.cov, c)[u*b.d+v])
				}
			}
		}
		return cov
	case b.kind == spherical || resp == nil:
		for j := range rows.Q {
			cov.SetSym(j, j, b.g.variance(c, 0))
		}
		return cov
	case b.kind == diag || b.g.weights[c] == 0:
		return nil
	}
	sum := 0.0
	for e, mean := range means {
		if b.kind == full && e != c || mean == nil {
			continue
		}
		for i := range b.p.N {
			r, at := resp[i*b.k+e], rows.Of(i)
			sum += r
			for j, x := range at {
				for k := range j + 1 {
					cov.SetSym(k, j, cov.At(k, j)+r*(at[k]-mean[k])*(x-mean[j]))
				}
			}
		}
	}
	for j := range rows.Q {
		for k := range j {
			cov.SetSym(k, j, cov.At(k, j)/sum)
		}
		cov.SetSym(j, j, cov.At(j, j)/sum+b.reg)
	}
	return cov
}

// inPlane returns the two inputs that the axes of the plane show; nil if they are not columns of a table.
func (m *mix) inPlane() []int {
	switch {
	case !m.p.Wide() || m.p.Shown == nil:
		return []int{0, 1}
	case slices.Contains(m.p.Along, -1):
		return nil
	}
	return m.p.Along
}

// columns returns the inputs that the coordinates of the rows are equal to; nil if one coordinate is not an input.
func (m *mix) columns(rows *draw.Rows) (list []int) {
	if !rows.Solid() {
		return m.inPlane()
	}
	for axis := range 3 {
		for j := range m.d {
			same := true
			for i := 0; same && i < m.p.N; i++ {
				same = rows.Of(i)[axis] == m.p.X[i*m.d+j]
			}
			if same {
				list = append(list, j)
				break
			}
		}
	}
	if len(list) < 3 {
		return nil
	}
	return list
}

// ellipses draws component c: in the plane the ellipses at one and two standard deviations, in space the ellipsoid at
// two.
func (b *blend) ellipses(at []float64, cov *mat.SymDense, c int) (layers []picture.Layer) {
	if len(at) == 3 {
		return ellipsoid(at, cov, c)
	}
	// The Cholesky factor's image of the circle of radius r.
	u, v, w := math.Sqrt(cov.At(0, 0)), 0.0, 0.0
	if u > 0 {
		v = cov.At(0, 1) / u
	}
	w = math.Sqrt(max(cov.At(1, 1)-v*v, 0))
	for _, r := range []float64{2, 1} {
		p := &picture.Path{Role: picture.RoleEllipse, Class: c, Level: r, Closed: true, Keys: []string{grouping.Key(c)},
			Says: "one standard deviation of a component"}
		if r == 2 {
			p.Says, p.Weight = "two standard deviations of a component", 0.5
		}
		const n = 96
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			p.XY = append(p.XY, at[0]+r*u*cos, at[1]+r*(v*cos+w*sin))
		}
		layers = append(layers, p)
	}
	return layers
}

// ellipsoid draws the ellipsoid at two standard deviations as three ellipses, each through two of its principal axes.
// It returns nil if the axes cannot be computed. The role is one without a casing, because lines in space are painted
// in pieces, which a casing would separate.
func ellipsoid(at []float64, cov *mat.SymDense, c int) []picture.Layer {
	var e mat.EigenSym
	if !e.Factorize(cov, true) {
		return nil
	}
	var v mat.Dense
	e.VectorsTo(&v)
	var axes [3][3]float64
	for k, l := range e.Values(nil) {
		for j := range 3 {
			axes[k][j] = 2 * math.Sqrt(max(l, 0)) * v.At(j, k)
		}
	}
	path := &picture.Path{Role: picture.RoleMember, Class: c, Closed: true, Says: "two standard deviations of a component"}
	for _, pair := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
		const n = 48
		var xy []float64
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
			var x [3]float64
			for j := range 3 {
				x[j] = at[j] + cos*axes[pair[0]][j] + sin*axes[pair[1]][j]
			}
			xy, path.Z = append(xy, x[0], x[1]), append(path.Z, x[2])
		}
		path.AddLine(xy...)
		path.Keys = append(path.Keys, grouping.Key(c))
	}
	return []picture.Layer{path}
}
