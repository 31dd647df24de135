package cluster

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// SpaceLayers draws the means among the rows, which have three coordinates each in at, and around each mean the
// ellipsoid at two standard deviations; see ellipsoid.
func (b *blend) SpaceLayers(at []float64, show method.Shown) (layers []picture.Layer) {
	resp := b.sharedOut()
	if resp == nil || b.ways == nil {
		return nil // at the start, rows may have no responsibilities; or no means are drawn
	}
	middle := make([][3]float64, b.k)
	sum := make([]float64, b.k)
	for c := range b.k {
		for i := range b.p.N {
			r := resp[i*b.k+c]
			sum[c] += r
			for j := range 3 {
				middle[c][j] += r * at[3*i+j]
			}
		}
		for j := range 3 {
			middle[c][j] /= sum[c]
		}
	}
	if show["ellipses"] {
		for c := range b.k {
			if cov := b.inSpace(at, resp, middle, c); cov != nil {
				layers = append(layers, ellipsoid(middle[c], cov, c)...)
			}
		}
	}
	if show["means"] {
		layers = append(layers, b.badges(func(c int) (place [3]float64, ok bool) { return middle[c], sum[c] > 0 }, true)...)
	}
	return layers
}

// inSpace returns the covariance of component c in the space in which the rows have the coordinates at, as shadow does
// in the plane. middle holds the positions of the means. It returns nil if the covariance cannot be derived or the
// component has weight 0.
func (b *blend) inSpace(at, resp []float64, middle [][3]float64, c int) *mat.SymDense {
	if b.g.weights[c] == 0 {
		return nil
	}
	cov := mat.NewSymDense(3, nil)
	if b.kind == spherical {
		for j := range 3 {
			cov.SetSym(j, j, b.g.variance(c, 0))
		}
		return cov
	}
	if columns := b.columns(at); columns != nil {
		for j, u := range columns {
			cov.SetSym(j, j, b.g.variance(c, u))
			for k, v := range columns[:j] {
				if b.g.matrix() {
					cov.SetSym(k, j, b.g.of(b.g.cov, c)[u*b.d+v])
				}
			}
		}
		return cov
	}
	if b.kind == diag {
		return nil
	}
	sum := 0.0
	for e := range b.k {
		if b.kind == full && e != c || b.g.weights[e] == 0 {
			continue
		}
		for i := range b.p.N {
			r := resp[i*b.k+e]
			sum += r
			for j := range 3 {
				for k := range j + 1 {
					cov.SetSym(k, j, cov.At(k, j)+r*(at[3*i+j]-middle[e][j])*(at[3*i+k]-middle[e][k]))
				}
			}
		}
	}
	for j := range 3 {
		for k := range j {
			cov.SetSym(k, j, cov.At(k, j)/sum)
		}
		cov.SetSym(j, j, cov.At(j, j)/sum+b.reg)
	}
	return cov
}

// columns returns the three inputs that the coordinates at of the rows are equal to; nil if one of the three
// coordinates is not an input.
func (m *mix) columns(at []float64) (list []int) {
	for axis := range 3 {
		for j := range m.d {
			same := true
			for i := 0; same && i < m.p.N; i++ {
				same = at[3*i+axis] == m.p.X[i*m.d+j]
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

// ellipsoid draws the ellipsoid at two standard deviations as three ellipses, each through two of its principal axes.
// It returns nil if the axes cannot be computed. The role is one without a casing, because lines in space are painted
// in pieces, which a casing would separate.
func ellipsoid(at [3]float64, cov *mat.SymDense, c int) []picture.Layer {
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
		path.Keys = append(path.Keys, key(c))
	}
	return []picture.Layer{path}
}
