package decomposition

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// plane reports whether the rows are points of the picture's plane.
func (m *pca) plane() bool { return m.p.D == 2 && !m.p.Wide() }

// Projected returns the projection onto the components if they are those about the origin and the document shows
// principal components; else it is empty. Components about the mean are the document's own projection.
func (m *pca) Projected() (at method.Projection) {
	if q := m.p.Principal; !m.affine && q > 0 && q <= m.p.D {
		at.Q, at.At = q, make([]float64, m.p.N*q)
		for k := range q {
			share := "0 %" // beyond the rank
			if k < len(m.s) {
				share = words.Number(math.Round(1000*m.share(k))/10) + " %"
				for i := range m.p.N {
					at.At[i*q+k] = m.score(m.p.At(i), k)
				}
			}
			at.Names = append(at.Names, words.Text("%s about the origin (%s)", name(k), share))
		}
	}
	return at
}

// With more than drawn points, no projections are drawn in the plane, and the panels show the first ones of each class.
const drawn = 2000

func (m *pca) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !m.plane() {
		return nil, nil, nil
	}
	if show["other"] && m.q == 1 && m.rival != nil {
		at, says := m.mean, "best line through the mean"
		if m.affine {
			at, says = []float64{0, 0}, "best line through the origin"
		}
		under = append(under, &picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: through(at, m.rival, v),
			Says: says})
	}
	if show["subspace"] && m.q == 1 {
		under = append(under, &picture.Path{Role: picture.RoleDirection, Class: picture.NoClass,
			XY: through(m.base, m.basis[0], v), Says: "line onto which the points are projected"})
	}
	if show["projections"] && m.q < len(m.s) && m.p.N <= drawn {
		under = append(under, m.projections()...)
	}
	if show["ellipses"] && m.affine && len(m.s) == 2 {
		for level := 1.0; level <= 2; level++ {
			under = append(under, m.ellipse(level))
		}
	}
	if show["axes"] {
		over = append(over, m.axes()...)
	}
	if show["subspace"] {
		over = append(over, &picture.Marks{Role: picture.RoleMiddle, XY: m.base, Says: m.baseSays()})
	}
	return under, over, nil
}

// through returns a line through a point, long enough for the viewport.
func through(at, u []float64, v picture.Viewport) []float64 {
	reach := math.Hypot(v.X1-v.X0, v.Y1-v.Y0) + math.Hypot(at[0]-v.X0, at[1]-v.Y0)
	return []float64{at[0] - reach*u[0], at[1] - reach*u[1], at[0] + reach*u[0], at[1] + reach*u[1]}
}

// class returns the class of row i's point; picture.NoClass if it has none.
func (m *pca) class(i int) int {
	if m.p.Labels == nil || m.p.Labels[i] == doc.Unlabeled {
		return picture.NoClass
	}
	return m.p.Labels[i]
}

// projections returns the projections of the points, and lines from the points to them, by class.
func (m *pca) projections() (layers []picture.Layer) {
	feet := &picture.Marks{Role: picture.RoleProjection, XY: make([]float64, 2*m.p.N), Class: make([]int, m.p.N),
		Says: "projections of the points"}
	var ways [doc.MaxClass + 2]*picture.Path
	for i := range m.p.N {
		x, at, c := m.p.At(i), feet.XY[2*i:2*i+2], m.class(i)
		m.reconstruct(x, at, m.q)
		feet.Class[i] = c
		way := &ways[c+1]
		if *way == nil {
			*way = &picture.Path{Role: picture.RoleProjection, Class: c, Weight: 0.3, Says: "error of a point"}
			layers = append(layers, *way)
		}
		(*way).AddLine(x[0], x[1], at[0], at[1])
	}
	if m.q == 0 { // all coincide at the base, which has its own mark
		return layers
	}
	return append(layers, feet)
}

// along returns the point t standard deviations along component k.
func (m *pca) along(k int, t float64) (x, y float64) {
	t *= m.deviation(k)
	return m.base[0] + t*m.basis[k][0], m.base[1] + t*m.basis[k][1]
}

// reach is the length of the drawn axes to both sides, in standard deviations.
const reach = 2

// axisSays returns the legend's text for an axis.
func (m *pca) axisSays() string {
	if m.affine {
		return "principal axis, two standard deviations in each direction"
	}
	return "principal axis, two root mean squares in each direction"
}

// axes draws the principal directions, each with its name at the positive end.
func (m *pca) axes() (layers []picture.Layer) {
	says := m.axisSays()
	for k := range m.s {
		x0, y0 := m.along(k, -reach)
		x1, y1 := m.along(k, reach)
		if x0 == x1 && y0 == y1 {
			continue // nothing varies
		}
		label := &picture.Label{Role: picture.RoleTrack, X: x1, Y: y1, Text: name(k), Anchor: picture.AnchorAbove,
			Key: key(k)}
		if math.Abs(m.basis[k][0]) > math.Abs(m.basis[k][1]) {
			label.Anchor = picture.AnchorStart
		}
		layers = append(layers, &picture.Path{Role: picture.RoleTrack, Class: k, XY: []float64{x0, y0, x1, y1}, Says: says,
			Keys: []string{key(k)}}, label)
	}
	return layers
}

// SpaceLayers draws the axes of the first three components in space.
func (m *pca) SpaceLayers(at []float64, show method.Shown) (layers []picture.Layer) {
	if !show["axes"] {
		return nil
	}
	image := m.images.Of(draw.Space(m.p, at))
	base := image.Of(m.base)
	for k := range min(3, len(m.s)) {
		if !(m.s[k] > 0) {
			break
		}
		tip := func(t float64) []float64 {
			at := slices.Clone(base)
			floats.AddScaled(at, t*m.deviation(k), image.Direction(m.basis[k]))
			return at
		}
		axis := &picture.Path{Role: picture.RoleTrack, Class: k, Says: m.axisSays(), Keys: []string{key(k)}}
		draw.Line(axis, tip(-reach), tip(reach))
		end := tip(reach)
		layers = append(layers, axis, &picture.Label{Role: picture.RoleTrack, Text: name(k), Anchor: picture.AnchorAbove,
			X: end[0], Y: end[1], Z: end[2:]})
	}
	if len(layers) > 0 {
		middle := &picture.Marks{Role: picture.RoleMiddle, Says: m.baseSays()}
		draw.Put(middle, base)
		layers = append(layers, middle)
	}
	return layers
}

// baseSays returns the legend's text for the base of the subspace.
func (m *pca) baseSays() string {
	if m.affine {
		return "mean of the points"
	}
	return "origin"
}

// ellipse returns the ellipse of level standard deviations.
func (m *pca) ellipse(level float64) *picture.Path {
	p := &picture.Path{Role: picture.RoleEllipse, Class: picture.NoClass, Level: level, Closed: true,
		Says: "one and two standard deviations"}
	const n = 96
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / n)
		x, y := m.along(0, level*c)
		p.XY = append(p.XY, x+level*s*m.deviation(1)*m.basis[1][0], y+level*s*m.deviation(1)*m.basis[1][1])
	}
	return p
}
