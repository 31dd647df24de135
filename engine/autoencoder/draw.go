package autoencoder

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
)

// wild reports whether the reconstructions of the rows are not finite.
func (s *state) wild() bool { return !method.Finite(s.look().mean) }

// staged reports whether rows are displayed at their codes.
func (s *state) staged() bool { return s.p.Wide() && s.p.Principal > 0 && s.q > 1 && !s.wild() }

func (s *state) Projected() (pl method.Projection) {
	if !s.staged() {
		return pl
	}
	m := s.look()
	pl.Q = 2
	if s.p.Principal == 3 && s.q == 3 {
		pl.Q = 3
	}
	for i := range s.p.N {
		pl.At = append(pl.At, m.code[i*s.q:i*s.q+pl.Q]...)
	}
	for k := range pl.Q {
		pl.Names = append(pl.Names, "code "+name(k))
	}
	return pl
}

// With more than drawn points, no reconstructions are drawn in the plane.
const drawn = 2000

func (s *state) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if s.wild() {
		return nil, nil, nil
	}
	if s.q > 1 && s.p.Wide() {
		return nil, nil, nil
	}
	at := make([]float64, 2*s.p.N)
	for i := range s.p.N {
		at[2*i], at[2*i+1] = s.p.Drawn(i)
	}
	f := s.placing(at, 2)
	if f == nil {
		return nil, nil, nil
	}
	if show[components] && s.q == 1 {
		reach := math.Hypot(v.X1-v.X0, v.Y1-v.Y0)
		if s.p.Wide() {
			reach = 3 * s.scale * math.Sqrt(s.variances[0])
		}
		line := s.straight(f, reach)
		under = append(under, &picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: line,
			Says: "first principal component"})
	}
	if show[reconstructions] && !s.p.Wide() && s.p.N <= drawn {
		under = append(under, s.ways()...)
	}
	if show[decoded] {
		if s.q == 1 {
			under = append(under, &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, XY: f.of(s.curve()),
				Says: "curve of decoded points"})
		} else {
			under = append(under, s.net(f))
		}
	}
	return under, over, nil
}

// ways returns the reconstructions of the points, and lines from the points to them, by class.
func (s *state) ways() (layers []picture.Layer) {
	_, out := s.through(s.x)
	feet := &picture.Marks{Role: picture.RoleProjection, Says: "reconstructions of the points"}
	ways := map[int]*picture.Path{}
	for i := range s.p.N {
		c := s.class(i)
		x, y := s.own(0, out[0][i]), s.own(1, out[1][i])
		px, py := s.p.Drawn(i)
		if ways[c] == nil {
			ways[c] = &picture.Path{Role: picture.RoleProjection, Class: c, Weight: 0.3, Says: "error of a point"}
			layers = append(layers, ways[c])
		}
		ways[c].AddLine(px, py, x, y)
		feet.XY, feet.Class = append(feet.XY, x, y), append(feet.Class, c)
	}
	return append(layers, feet)
}

// span returns the range of number k of the codes, with a margin.
func (s *state) span(k int) (lo, hi float64) {
	m := s.look()
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range s.p.N {
		lo, hi = min(lo, m.code[i*s.q+k]), max(hi, m.code[i*s.q+k])
	}
	room := 0.04 * (hi - lo)
	if !(room > 0) {
		room = max(math.Abs(hi)*1e-6, 1e-9)
	}
	return lo - room, hi + room
}

// along returns n codes from lo to hi.
func along(lo, hi float64, n int) []float64 {
	z := make([]float64, n)
	for i := range z {
		z[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return z
}

// curve decodes codes of one number over their range, and returns the decoded points in the units of the network's
// inputs.
func (s *state) curve() [][]float64 {
	lo, hi := s.span(0)
	return s.decode([][]float64{along(lo, hi, 400)})
}

// straight returns the line of the first principal component, extending by reach to both sides of the mean.
func (s *state) straight(f *affine, reach float64) []float64 {
	ends := network.Columns(s.p.D, 2)
	for j, u := range s.basis[0] {
		ends[j][0], ends[j][1] = -reach/s.scale*u, reach/s.scale*u
	}
	return f.of(ends)
}

// net returns the grid lines of constant code, decoded, in the plane.
func (s *state) net(f *affine) *picture.Path {
	const lines, nodes = 11, 60
	path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		Says: "lines of equal code, where they are decoded"}
	var lo, hi [2]float64
	for k := range 2 {
		lo[k], hi[k] = s.span(k)
	}
	third := s.codeAt(0, 0)
	for k := range 2 {
		for _, fixed := range along(lo[k], hi[k], lines) {
			z := network.Columns(s.q, nodes)
			copy(z[1-k], along(lo[1-k], hi[1-k], nodes))
			for i := range nodes {
				z[k][i] = fixed
				if s.q > 2 {
					z[2][i] = third[2][0]
				}
			}
			path.AddLine(f.of(s.decode(z))...)
		}
	}
	return path
}

// affine is the map from rows, as the network's inputs, to their displayed positions.
type affine struct {
	q    int
	base []float64
	to   [][]float64 // for each input, the change of the position per unit: q numbers
}

// placing returns the affine map. at has the displayed positions of the rows, q numbers each; for points of the plane
// it is ignored. The positions determine the map in the directions in which the rows vary. placing returns nil if the
// positions are not an affine function of the inputs, as when a column that is not an input is displayed.
func (s *state) placing(at []float64, q int) *affine {
	n := float64(s.p.N)
	f := &affine{q: q, base: make([]float64, q), to: network.Columns(s.p.D, q)}
	if !s.p.Wide() {
		f.base = s.mean
		for j := range 2 {
			f.to[j][j] = s.scale
		}
		return f
	}
	for i, x := range at {
		f.base[i%q] += x / n
	}
	for k, u := range s.basis {
		if !(s.variances[k] > 1e-12*s.variances[0]) {
			break
		}
		for c := range q {
			sum := 0.0
			for i := range s.p.N {
				sum += s.scores[k][i] * (at[q*i+c] - f.base[c])
			}
			sum /= n * s.variances[k]
			for j := range u {
				f.to[j][c] += sum * u[j]
			}
		}
	}
	// Check that the map reproduces the positions.
	shown := f.of(s.x)
	off, all := 0.0, 0.0
	for i, x := range at {
		off += (x - shown[i]) * (x - shown[i])
		all += (x - f.base[i%q]) * (x - f.base[i%q])
	}
	if !(off <= 1e-12*all) {
		return nil
	}
	return f
}

// of maps columns of rows to positions, one after the other.
func (f *affine) of(x [][]float64) []float64 {
	out := make([]float64, 0, f.q*len(x[0]))
	for i := range x[0] {
		out = append(out, f.base...)
		place := out[len(out)-f.q:]
		for j, to := range f.to {
			for c := range place {
				place[c] += x[j][i] * to[c]
			}
		}
	}
	return out
}

// SpaceLayers draws the curve of decoded points and the first component if codes have a single number, otherwise
// nothing.
func (s *state) SpaceLayers(at []float64, show method.Shown) (layers []picture.Layer) {
	if s.q > 1 || s.wild() {
		return nil
	}
	f := s.placing(at, 3)
	if f == nil {
		return nil
	}
	add := func(role picture.Role, says string, xyz []float64) {
		p := &picture.Path{Role: role, Class: picture.NoClass, Says: says}
		for c := range slices.Chunk(xyz, 3) {
			p.XY, p.Z = append(p.XY, c[0], c[1]), append(p.Z, c[2])
		}
		layers = append(layers, p)
	}
	if show[components] {
		add(picture.RoleMargin, "first principal component", s.straight(f, 3*s.scale*math.Sqrt(s.variances[0])))
	}
	if show[decoded] {
		add(picture.RoleMean, "curve of decoded points", f.of(s.curve()))
	}
	return layers
}
