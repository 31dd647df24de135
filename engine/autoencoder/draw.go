package autoencoder

import (
	"math"

	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
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
		pl.Names = append(pl.Names, words.Text("code %s", name(k)))
	}
	return pl
}

// With more than drawn points, no reconstructions are drawn in the plane.
const drawn = 2000

// shapes draws what the network decodes: a curve, in the plane also a net, and the reconstructions of the points.
func (s *state) shapes(b *draw.Board) error {
	image := s.images.Of(b.Rows)
	if s.wild() || s.q > 1 && s.p.Wide() || image == nil || !image.Exact() {
		return nil
	}
	line := func(role picture.Role, says string, x [][]float64) {
		path := &picture.Path{Role: role, Class: picture.NoClass, Says: says}
		draw.Line(path, s.placed(image, x)...)
		b.Under(path)
	}
	if b.Show[components] && s.q == 1 {
		reach := math.Hypot(b.View.X1-b.View.X0, b.View.Y1-b.View.Y0)
		if s.p.Wide() {
			reach = 3 * s.scale * math.Sqrt(s.variances[0])
		}
		line(picture.RoleMargin, "first principal component", s.straight(reach))
	}
	if b.Show[reconstructions] && !s.p.Wide() && s.p.N <= drawn {
		b.Under(s.ways()...)
	}
	switch {
	case !b.Show[decoded]:
	case s.q == 1:
		line(picture.RoleMean, "curve of decoded points", s.curve())
	default:
		b.Under(s.net(image))
	}
	return nil
}

// placed returns the positions of vectors in the units of the network's inputs, one list for each input.
func (s *state) placed(image *draw.Map, x [][]float64) (at [][]float64) {
	own := make([]float64, s.p.D)
	for i := range x[0] {
		for j := range own {
			own[j] = s.own(j, x[j][i])
		}
		at = append(at, image.Of(own))
	}
	return at
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

// straight returns the ends of the line of the first principal component, which extends by reach to both sides of the
// mean, in the units of the network's inputs.
func (s *state) straight(reach float64) [][]float64 {
	ends := network.Columns(s.p.D, 2)
	for j, u := range s.basis[0] {
		ends[j][0], ends[j][1] = -reach/s.scale*u, reach/s.scale*u
	}
	return ends
}

// net returns the grid lines of constant code, decoded, in the plane.
func (s *state) net(image *draw.Map) *picture.Path {
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
			draw.Line(path, s.placed(image, s.decode(z))...)
		}
	}
	return path
}
