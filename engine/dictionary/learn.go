package dictionary

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"pointscape/engine/draw"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// learning is common to all states of a run. Rows are relative to the base and in units of scale, their largest
// absolute coordinate, since data may be as small as float64 allows.
type learning struct {
	p       *method.Problem
	x       []float64 // N×D rows
	base    []float64 // the mean, or the origin
	scale   float64
	far     float64 // root mean square length of the rows, in units of scale
	k       int     // number of atoms
	ksvd    bool
	inner   int     // gradient steps per update of the atoms; 0 for exact updates one by one
	short   bool    // atoms may be shorter than 1
	radius  float64 // radius of the ball of codes, in units of scale; 0 for a penalty
	lambda  float64 // penalty in units of scale
	alpha   float64 // penalty as requested
	nonzero int     // K-SVD: largest number of atoms per row
	end     int     // number of half-steps
	given   bool    // the initial atoms are given
	centred bool
	images  draw.Maps
	salt    uint64 // distinguishes other starts with the same seed

	begun method.Begun[*state, *halfStep]
}

// state is a dictionary with a code for each row.
type state struct {
	*learning
	step     int
	b        *basis
	code     []float64 // N×k codes
	err      []float64 // ‖x − Da‖² of each row, in units of scale²
	lost     float64   // sum of err
	l1       float64   // Σ‖a‖₁
	used     int       // number of nonzero coefficients
	before   float64   // energy after the last complete iteration
	asked    []float64 // without the constraint on its length, where the last update would put each atom; nil unless D = 2
	replaced int       // number of unused atoms that the last update replaced
	idle     bool      // the previous update also replaced some atoms
	settled  bool

	once   sync.Once
	sparse sparser
}

// together is the number of rows processed between two checks for cancellation.
const together = 16

func (l *learning) row(i int) []float64 {
	d := l.p.D
	return l.x[i*d : (i+1)*d : (i+1)*d]
}

func (s *state) codeOf(i int) []float64 { return s.code[i*s.k : (i+1)*s.k : (i+1)*s.k] }

// energy returns the objective that the steps decrease, in units of scale².
func (s *state) energy() float64 {
	e := s.lost / 2
	if !s.ksvd && s.l1 > 0 {
		e += s.lambda * s.l1
	}
	return e
}

// tiny is the size of the rows below which all count as one point: above it, the square of a coordinate in units of
// this size does not overflow, wherever a document may have points.
const tiny = 1e-100

// newLearning returns the learning problem with the rows relative to their base. The error is a *method.Need.
func newLearning(p *method.Problem, centred bool) (*learning, error) {
	l := &learning{p: p, base: make([]float64, p.D), centred: centred}
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Click to add points: they are written as sums of a few atoms."}
	}
	if centred {
		first := p.At(0)
		for i := range p.N {
			for j, x := range p.At(i) {
				l.base[j] += (x - first[j]) / float64(p.N)
			}
		}
		for j := range l.base {
			l.base[j] += first[j]
		}
	}
	l.x = make([]float64, p.N*p.D)
	for i := range l.x {
		l.x[i] = p.X[i] - l.base[i%p.D]
		l.scale = max(l.scale, math.Abs(l.x[i]))
	}
	switch {
	case l.scale < tiny && centred:
		return nil, &method.Need{Sentence: "All points coincide, so there is nothing to reconstruct. Move one, or " +
			"click to add others."}
	case l.scale < tiny:
		return nil, &method.Need{Sentence: "All points lie at the origin, so there is nothing to reconstruct. " +
			"Move one, or click to add others."}
	}
	for i := range l.x {
		l.x[i] /= l.scale
	}
	l.far = math.Sqrt(linalg.Dot(l.x, l.x) / float64(p.N))
	return l, nil
}

// start returns the state before the first step: atoms, and codes that are 0.
func (l *learning) start(at []float64) *state {
	s := &state{learning: l, b: newBasis(at, l.p.D), code: make([]float64, l.p.N*l.k), err: make([]float64, l.p.N)}
	for i := range s.err {
		s.err[i] = linalg.Dot(l.row(i), l.row(i))
		s.lost += s.err[i]
	}
	s.before = s.energy()
	return s
}

// drawn returns atoms along randomly drawn rows, by the seed; if there are too few directions, along random directions.
func (l *learning) drawn() (at []float64) {
	d := l.p.D
	random := rand.New(rand.NewPCG(l.p.Seed, 0xd1c7+l.salt))
	for _, i := range random.Perm(l.p.N) {
		if len(at) == l.k*d {
			return at
		}
		u := slices.Clone(l.row(i))
		if length(u) < 1e-6*l.far || !unit(u) || alike(at, u) {
			continue
		}
		at = append(at, u...)
	}
	for len(at) < l.k*d {
		u := make([]float64, d)
		for j := range u {
			u[j] = random.NormFloat64()
		}
		if unit(u) {
			at = append(at, u...)
		}
	}
	return at
}

// alike reports whether u equals one of the atoms or its opposite.
func alike(at, u []float64) bool {
	d := len(u)
	for k := 0; k < len(at); k += d {
		if math.Abs(linalg.Dot(at[k:k+d], u)) > 1-1e-9 {
			return true
		}
	}
	return false
}

// halfStep is a state that is partly computed: pieces of work to be done one after the other, each within about a
// millisecond. The order is always the same, so interruptions do not change the bits.
type halfStep struct {
	next  *state
	todo  []func()
	after func() []func() // returns the work after todo; nil if there is none
}

// goOn does the remaining work.
func (h *halfStep) goOn(job method.Job) error {
	for {
		for len(h.todo) > 0 {
			if err := job.Err(); err != nil {
				return err
			}
			h.todo[0]()
			h.todo = h.todo[1:]
		}
		if h.after == nil {
			return nil
		}
		then := h.after
		h.after = nil
		h.todo = then()
	}
}

// rows divides the rows into pieces of work.
func (l *learning) rows(each func(i int)) (todo []func()) {
	for from := 0; from < l.p.N; from += together {
		todo = append(todo, func() {
			for i := from; i < min(from+together, l.p.N); i++ {
				each(i)
			}
		})
	}
	return todo
}

// begin returns the next step, of which nothing is done yet: codes for the dictionary, or a dictionary for the codes,
// in turn.
func (s *state) begin() *halfStep {
	next := &state{learning: s.learning, step: s.step + 1, b: s.b, before: s.before, idle: s.replaced > 0}
	h := &halfStep{next: next}
	switch {
	case next.step%2 == 1:
		next.code, next.err = make([]float64, len(s.code)), make([]float64, len(s.err))
		next.replaced, next.idle, next.asked = s.replaced, s.idle, s.asked
		h.todo = s.rows(s.coder(next))
	case s.ksvd:
		s.beginSVD(h)
	default:
		s.beginAtoms(h)
	}
	return h
}

// Tolerances: for the coefficients of a code, and for the relative decrease of the energy below which the iterations
// end.
const codeTol, energyTol = 1e-9, 1e-6

// sweeps is the largest number of sweeps of coordinate descent per code; the next step continues from it.
const sweeps = 200

// coder returns the function that computes the code of a row of next for the dictionary of s: by coordinate descent
// from its present code, or by matching pursuit. Pursuit is greedy, and the solver for the constraint is approximate: a
// row keeps its code if no better one is found.
func (s *state) coder(next *state) func(i int) {
	q, rest, room := make([]float64, s.k), make([]float64, s.k), make([]float64, s.p.D)
	o := newPursuit(s.k, s.nonzero)
	return func(i int) {
		x, a := s.row(i), next.codeOf(i)
		s.b.products(x, q)
		copy(a, s.codeOf(i))
		if s.ksvd || s.radius > 0 {
			had := s.b.lost(x, a, room)
			if s.ksvd {
				o.run(s.b, q, s.nonzero, a)
			} else {
				s.b.inBall(q, s.radius, a, rest, codeTol, sweeps)
			}
			if next.err[i] = s.b.lost(x, a, room); !(next.err[i] <= had) {
				copy(a, s.codeOf(i))
				next.err[i] = had
			}
		} else {
			s.b.lasso(q, s.lambda, a, rest, codeTol, sweeps)
			next.err[i] = s.b.lost(x, a, room)
		}
		next.count(i)
	}
}

// count adds a row to the sums.
func (s *state) count(i int) {
	s.lost += s.err[i]
	for _, a := range s.codeOf(i) {
		if a != 0 {
			s.l1 += math.Abs(a)
			s.used++
		}
	}
}

// beginAtoms updates the atoms one after the other, each to the best atom of length 1 given the others (Mairal and
// others, Online learning for matrix factorization and sparse coding, JMLR 11, 2010, algorithm 2): as a function of an
// atom d, the energy is c/2·‖d − z‖² + constant, so z scaled to length 1 is optimal, or z itself if it is shorter and
// that is allowed. Alternatively, all atoms take several projected gradient steps.
func (s *state) beginAtoms(h *halfStep) {
	next, k, d := h.next, s.k, s.p.D
	aa, ax := make([]float64, k*k), make([]float64, k*d) // AᵀA, AᵀX
	next.code, next.err = s.code, make([]float64, len(s.err))
	h.todo = s.rows(func(i int) {
		for l, a := range s.codeOf(i) {
			if a != 0 {
				linalg.Axpy(a, s.codeOf(i), aa[l*k:(l+1)*k])
				linalg.Axpy(a, s.row(i), ax[l*d:(l+1)*d])
			}
		}
	})
	h.after = func() []func() {
		at := slices.Clone(s.b.at)
		worst := s.worst()
		for l := range k {
			if aa[l*k+l] == 0 {
				next.replace(at[l*d:(l+1)*d], worst)
			}
		}
		if s.p.D == 2 {
			next.asked = slices.Clone(at)
		}
		var todo []func()
		if s.inner > 0 {
			lip := (&basis{p: k, gram: aa}).lipschitz()
			for range s.inner {
				todo = append(todo, func() { next.climb(at, aa, ax, lip) })
			}
		} else {
			todo = append(todo, func() { next.fitAtoms(at, aa, ax) })
		}
		todo = append(todo, func() { next.b = newBasis(at, d) })
		room := make([]float64, d)
		todo = append(todo, s.rows(func(i int) {
			next.err[i] = next.b.lost(s.row(i), s.codeOf(i), room)
			next.count(i)
		})...)
		return append(todo, func() { next.close() })
	}
}

// fitAtoms updates each used atom to the best one given the others.
func (s *state) fitAtoms(at, aa, ax []float64) {
	k, d := s.k, s.p.D
	z := make([]float64, d)
	for l := range k {
		if aa[l*k+l] == 0 {
			continue
		}
		// c·z = AᵀX − Σ over the others.
		copy(z, ax[l*d:(l+1)*d])
		for m := range k {
			if m != l {
				linalg.Axpy(-aa[l*k+m], at[m*d:(m+1)*d], z)
			}
		}
		s.keep(l, at[l*d:(l+1)*d], z, aa[l*k+l])
	}
}

// climb moves all used atoms by a projected gradient step of ½‖X − AD‖², whose gradient is AᵀAD − AᵀX, divided by its
// Lipschitz constant: no such step increases the energy.
func (s *state) climb(at, aa, ax []float64, lip float64) {
	k, d := s.k, s.p.D
	from, z := slices.Clone(at), make([]float64, d)
	for l := range k {
		if aa[l*k+l] == 0 {
			continue
		}
		copy(z, ax[l*d:(l+1)*d])
		for m := range k {
			linalg.Axpy(-aa[l*k+m], from[m*d:(m+1)*d], z)
		}
		linalg.Axpy(lip, from[l*d:(l+1)*d], z)
		s.keep(l, at[l*d:(l+1)*d], z, lip)
	}
}

// keep sets an atom u to z/c, projected onto the allowed lengths: 1, or at most 1.
func (s *state) keep(l int, u, z []float64, c float64) {
	if d := len(u); s.asked != nil && c > 0 {
		for j, x := range z {
			s.asked[l*d+j] = x / c
		}
	}
	if s.short && length(z) <= c {
		for j, x := range z {
			u[j] = x / c
		}
	} else if unit(z) {
		copy(u, z)
	}
}

// worst returns a function that yields the residuals of the rows in descending order of size, and nil when the rest is
// negligible.
func (s *state) worst() func() []float64 {
	left := slices.Clone(s.err)
	room := make([]float64, s.p.D)
	return func() []float64 {
		i := method.Largest(left)
		if !(left[i] > 1e-20*s.far*s.far) {
			return nil
		}
		left[i] = -1
		s.b.rebuild(s.codeOf(i), room)
		for j, x := range s.row(i) {
			room[j] = x - room[j]
		}
		return room
	}
}

// replace sets an atom that no row uses to the direction of the residual of a row.
func (s *state) replace(u []float64, worst func() []float64) {
	if r := worst(); r != nil {
		copy(u, r)
		if unit(u) {
			s.replaced++
		}
	}
}

// powers is the largest number of steps of the power method for a leading singular vector.
const powers = 60

// beginSVD is the update of K-SVD (Aharon, Elad and Bruckstein, IEEE Trans. Signal Processing 54, 2006): one after the
// other, an atom and its coefficients become the leading pair of singular vectors of the residual without it, for the
// rows that use it. The power method starts from the present pair, and none of its steps increases the energy.
func (s *state) beginSVD(h *halfStep) {
	next, k, d := h.next, s.k, s.p.D
	at := slices.Clone(s.b.at)
	next.code, next.err = slices.Clone(s.code), make([]float64, len(s.err))
	rest := make([]float64, len(s.x)) // X − AD
	h.todo = s.rows(func(i int) {
		r := rest[i*d : (i+1)*d]
		s.b.rebuild(s.codeOf(i), r)
		for j, x := range s.row(i) {
			r[j] = x - r[j]
		}
	})
	worst, z := s.worst(), make([]float64, d)
	var rows []int // rows that use the atom; nil when it has converged
	for l := range k {
		u := at[l*d : (l+1)*d]
		var users []int
		h.todo = append(h.todo, func() {
			users = nil
			for i := range s.p.N {
				if a := next.code[i*k+l]; a != 0 {
					users = append(users, i)
					linalg.Axpy(a, u, rest[i*d:(i+1)*d])
				}
			}
			if rows = users; rows == nil {
				next.replace(u, worst)
			}
		})
		for range powers {
			h.todo = append(h.todo, func() {
				if rows == nil {
					return
				}
				clear(z)
				for _, i := range rows {
					e := rest[i*d : (i+1)*d]
					linalg.Axpy(linalg.Dot(e, u), e, z)
				}
				if !unit(z) {
					rows = nil
					return
				}
				if math.Abs(linalg.Dot(z, u)) > 1-1e-14 {
					rows = nil
				}
				copy(u, z)
			})
		}
		h.todo = append(h.todo, func() {
			for _, i := range users {
				e := rest[i*d : (i+1)*d]
				a := linalg.Dot(e, u)
				next.code[i*k+l] = a
				linalg.Axpy(-a, u, e)
			}
		})
	}
	h.after = func() []func() {
		next.b = newBasis(at, d)
		todo := s.rows(func(i int) {
			e := rest[i*d : (i+1)*d]
			next.err[i] = linalg.Dot(e, e)
			next.count(i)
		})
		return append(todo, func() { next.close() })
	}
}

// close ends an iteration. The run has converged if the energy hardly decreased and either no atom was replaced in this
// iteration, or some were replaced in the previous one, too.
func (s *state) close() {
	e := s.energy()
	s.settled = s.before-e <= energyTol*s.before && (s.replaced == 0 || s.idle)
	s.before = e
}

// grown returns the state after n further half-steps, or at the end of the run.
func (s *state) grown(job method.Job, n int) (*state, error) {
	for last := s.step + n; s.step < min(last, s.end) && !s.settled; {
		h, err := s.begun.Step(s, s.begin, func(h *halfStep) error { return h.goOn(job) })
		if err != nil {
			return nil, err
		}
		s = h.next
		method.Progress(job, float64(s.step)/float64(s.end))
	}
	return s, nil
}
