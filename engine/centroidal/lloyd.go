package centroidal

import (
	"math"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/voronoi"
)

// square is the domain of the density.
var square = voronoi.Box{X1: 1, Y1: 1}

// hexagon is ∫‖x‖² over a regular hexagon of area 1 about its centre: for many sites, no cells have a smaller mean
// (Fejes Tóth, 1953; Gersho, 1979).
const hexagon = 5 / (18 * 1.7320508075688772)

// run is common to all states of a run.
type run struct {
	p      *method.Problem
	d      *density
	name   string // name of the density
	values method.Values
	starts []float64 // initial sites: the points, then the sites that were drawn
	drawn  int
	relax  float64
	tol    float64

	begun    method.Begun[*state, *halfStep]
	mu       sync.Mutex // guards the following fields
	of       *state     // state whose diagram was computed last
	diagram  *voronoi.Diagram
	energies []float64 // energies by step, from step from on
	from     int
}

// state is the sites after some steps, and properties of their cells.
type state struct {
	*run
	step int
	at   []float64 // positions of the sites

	mass   []float64 // mass of each site's cell
	mean   []float64 // centroid of each cell; the site itself if it does not move
	spread []float64 // ∫ρ‖x − s‖² over each cell
	sides  []uint8   // number of sides of each cell; 0 if it touches the border, or there is no cell

	energy float64
	far    float64 // largest distance of a site from its centroid
	who    int     // index of that site
	last   float64 // largest move in the last step, 0 at the start
}

func (s *state) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s},
		Drawing: method.Drawing{Layers: s.Layers, Panels: s.Panels, Groups: s.Groups},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, Adopt: s.Adopt},
		Pointer: method.Pointer{Tell: s.Tell, Hits: s.Hits},
	}
}

func (r *run) n() int { return len(r.starts) / 2 }

// limit is approximately the smallest possible energy of many sites: hexagons with a density proportional to √ρ
// (Gersho, Asymptotically optimal block quantization, IEEE Trans. Inf. Theory 25, 1979).
func (r *run) limit() float64 { return hexagon * r.d.root / float64(r.n()) }

// gap is the distance from its centroid within which a site counts as being there.
func (r *run) gap() float64 { return r.tol / math.Sqrt(float64(r.n())) }

// still reports whether no site would move farther than the tolerance.
func (s *state) still() bool { return s.far <= s.gap() }

// halfStep is a state whose cells are partly measured.
type halfStep struct {
	next    *state
	diagram *voronoi.Diagram
	cells   *voronoi.Cells
	site    int
	work    work
}

// together is the number of cells between two checks for cancellation.
const together = 32

// begin returns a state with sites at the given positions, whose cells are not measured yet.
func (r *run) begin(at []float64, step int) *halfStep {
	n := len(at) / 2
	return &halfStep{next: &state{run: r, step: step, at: at, mass: make([]float64, n), mean: make([]float64, 2*n),
		spread: make([]float64, n), sides: make([]uint8, n)}}
}

// goOn measures the remaining cells, always in the same order, so that interruptions do not change the bits.
func (h *halfStep) goOn(job method.Job) error {
	s := h.next
	if h.cells == nil {
		var err error
		if err = job.Err(); err != nil {
			return err
		}
		// Takes a few milliseconds, and cannot be interrupted.
		if h.diagram, err = diagramOf(s.at); err != nil {
			return err
		}
		if h.cells, err = h.diagram.Cells(method.Unstopped, square); err != nil {
			return err
		}
		copy(s.mean, s.at)
	}
	for ; h.site < h.diagram.Sites(); h.site++ {
		if h.site%together == 0 {
			if err := job.Err(); err != nil {
				return err
			}
			method.Progress(job, float64(h.site)/float64(h.diagram.Sites()))
		}
		// Of coinciding sites the first has the cell; the others stay, and get cells when it has moved.
		i := h.diagram.Point(h.site)
		xy := h.cells.Cell(h.site)
		sx, sy := s.at[2*i], s.at[2*i+1]
		// Integrate about the nearest point of the square: about a distant site, precision would be lost.
		rx, ry := min(max(sx, 0), 1), min(max(sy, 0), 1)
		m := s.d.moments(&h.work, xy, rx, ry)
		dx, dy := rx-sx, ry-sy
		s.mass[i], s.spread[i], s.sides[i] = m.mass, m.second+2*(dx*m.x+dy*m.y)+(dx*dx+dy*dy)*m.mass, sides(xy)
		s.energy += s.spread[i]
		if m.mass > 0 {
			s.mean[2*i], s.mean[2*i+1] = rx+m.x/m.mass, ry+m.y/m.mass
			if f := math.Hypot(s.mean[2*i]-sx, s.mean[2*i+1]-sy); f > s.far {
				s.far, s.who = f, i
			}
		}
	}
	return nil
}

func diagramOf(at []float64) (*voronoi.Diagram, error) {
	t, err := voronoi.New(method.Unstopped, at)
	if err != nil {
		return nil, err
	}
	return voronoi.NewDiagram(method.Unstopped, t)
}

// sides returns the number of sides of a cell, 0 if one of them is on the border.
func sides(xy []float64) uint8 {
	for i, c := range xy {
		if i%2 == 0 && (c == square.X0 || c == square.X1) || i%2 == 1 && (c == square.Y0 || c == square.Y1) {
			return 0
		}
	}
	return uint8(min(len(xy)/2, 255))
}

// done records a state in its run.
func (h *halfStep) done() *state {
	s, r := h.next, h.next.run
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of, r.diagram = s, h.diagram
	if k := s.step - r.from; k == len(r.energies) {
		r.energies = append(r.energies, s.energy)
	}
	return s
}

// moved returns the next positions, and the longest move: each site moves towards the centroid of its cell, by the
// relaxation factor times their distance, but not out of the square.
func (s *state) moved() (at []float64, last float64) {
	at = make([]float64, len(s.at))
	for i := range at {
		at[i] = s.at[i]
		if d := s.mean[i] - s.at[i]; d != 0 {
			// The square is convex and contains the centroid, so clipping to it brings the site nearer to the centroid.
			at[i] = min(max(s.at[i]+s.relax*d, 0), 1)
		}
	}
	for i := 0; i < len(at); i += 2 {
		last = max(last, math.Hypot(at[i]-s.at[i], at[i+1]-s.at[i+1]))
	}
	return at, last
}

func (s *state) Step() int { return s.step }

func (s *state) StepName() string { return "step" }

func (s *state) Bytes() int { return 8*3*len(s.at) + len(s.sides) + 256 }

// Grow ends at a state whose sites are at their centroids.
func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	first := s.step
	for last := s.step + n; s.step < last && !s.still(); {
		done := float64(s.step - first)
		h, err := s.begun.Step(s, func() *halfStep {
			at, last := s.moved()
			h := s.begin(at, s.step+1)
			h.next.last = last
			return h
		}, func(h *halfStep) error { return h.goOn(method.Stretch(job, done/float64(n), (done+1)/float64(n))) })
		if err != nil {
			return nil, err
		}
		s = h.done()
	}
	return s, nil
}

// Adopt continues with the sites at their present positions. A point that was moved or added begins at its own
// position.
func (s *state) Adopt(job method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*state)
	if !ok {
		return nil, false
	}
	at := append([]float64(nil), f.starts...)
	mine, theirs := s.n()-s.drawn, f.n()-f.drawn // points
	for i := range min(mine, theirs) {
		if s.starts[2*i] == f.starts[2*i] && s.starts[2*i+1] == f.starts[2*i+1] {
			copy(at[2*i:2*i+2], s.at[2*i:])
		}
	}
	copy(at[2*theirs:], s.at[2*mine:])
	r := f.fork()
	r.from = s.step
	h := r.begin(at, s.step)
	h.next.last = s.last
	if h.goOn(job) != nil {
		return nil, false
	}
	return h.done(), true
}

// fork returns another run with the same parameters.
func (r *run) fork() *run {
	return &run{p: r.p, d: r.d, name: r.name, values: r.values, starts: r.starts, drawn: r.drawn, relax: r.relax,
		tol: r.tol}
}

func (s *state) Measures() []method.Measure {
	return []method.Measure{{Name: "energy", Value: s.energy}, {Name: "energy of hexagons", Value: s.limit(), Same: true},
		{Name: "farthest from its centroid", Value: s.far, Log: true}}
}

// cells returns the cells of the state within the square, and their diagram, for pictures.
func (s *state) cells(job method.Job) (*voronoi.Diagram, *voronoi.Cells, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of != s {
		d, err := diagramOf(s.at)
		if err != nil {
			return nil, nil, err
		}
		s.of, s.diagram = s, d
	}
	c, err := s.diagram.Cells(job, square)
	return s.diagram, c, err
}

// curve returns the known energies of the steps up to this one, beginning at step from.
func (s *state) curve() (energies []float64, from int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.energies[:min(s.step-s.run.from+1, len(s.energies))], s.run.from
}

// summary holds statistics of all cells.
type summary struct {
	idle, inner, six int
	mean, sd         float64 // of the masses of cells
}

func (s *state) sum() (u summary) {
	n := float64(s.n())
	for i, m := range s.mass {
		u.mean += m / n
		if m == 0 {
			u.idle++
		}
		if s.sides[i] > 0 {
			u.inner++
		}
		if s.sides[i] == 6 {
			u.six++
		}
	}
	for _, m := range s.mass {
		u.sd += (m - u.mean) * (m - u.mean) / n
	}
	u.sd = math.Sqrt(u.sd)
	return u
}
