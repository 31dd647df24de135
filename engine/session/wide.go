package session

import (
	"math"
	"slices"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file makes points of the rows of wide tables.

// recipe holds what the rows of a built-in or generated table depend on.
type recipe struct {
	name  string
	n, d  int
	noise float64
	seed  uint64

	decay, gamma float64
}

func recipeOf(t *doc.Table) recipe {
	return recipe{t.Name, t.N, t.D, t.Noise, t.Seed, t.Decay, t.Gamma}
}

// table is a table in the cache.
type table struct {
	recipe
	rows  *doc.Rows
	names doc.Names
}

// SetTables sets the function that opens built-in tables; by default they are part of the program.
func (s *Session) SetTables(open dataset.Opener) { s.open = open }

// rowsOf returns the rows of a table, and the names that come with it; the latest few tables are cached. A table from a
// file has its rows, and no further names.
func (s *Session) rowsOf(t *doc.Table) (*doc.Rows, doc.Names, error) {
	if t.Name == "" {
		return t.Rows, doc.Names{}, nil
	}
	r := recipeOf(t)
	for _, k := range s.tables {
		if k.recipe == r {
			return k.rows, k.names, nil
		}
	}
	rows, names, err := s.able.mixed.wide(t, s.open)
	if err != nil {
		return nil, names, err
	}
	s.tables = slices.Insert(s.tables, 0, table{r, rows, names})
	s.tables = s.tables[:min(len(s.tables), kept)]
	return rows, names, nil
}

// unroll makes the rows of a document's table, and its points: the rows at their positions in the table's plane or
// space or, if a column is predicted, at those of aimed.
func (s *Session) unroll(d *doc.Document) error {
	t := *d.Table
	m, err := s.Method(d.Method)
	if err != nil {
		return err
	}
	aims := s.able.outputs.aims(m, d.Params)
	switch task := m.TaskOf(d.Params); task {
	case method.Regress, method.Regress2D:
		if !aims && m.Aims(d.Params) {
			return refusal(aimsFeature, d)
		}
		if !aims {
			return doc.Errorf("table", words.Text("left out for %s; only methods of classes or groups have it", m.Name), "")
		}
	}
	if t.Solid() && (aims || !m.TakesRows(d.Params)) {
		return doc.Errorf("table.plane", words.Text("two columns or \"pca\" for %s, a method of the plane", m.Name),
			"three")
	}
	if dataset.Mixed(&t) {
		if err := s.able.mixed.allows(tableOfWords, d); err != nil {
			return err
		}
	}
	rows, names, err := s.rowsOf(&t)
	if err != nil {
		return err
	}
	t.Rows = rows
	// Only now can the column names in the document be checked.
	if err := (doc.Document{Method: d.Method, Table: &t}).Validate(); err != nil {
		return err
	}
	if rows.N == 0 {
		return doc.Errorf("table.data.rows", "at least one row", 0)
	}
	if s.mixed(rows) {
		if err := s.able.mixed.allows(tableOfGaps, d); err != nil {
			return err
		}
	}
	var at []float64
	var axes []string
	if aims {
		at, axes, err = s.able.outputs.aimed(m, &t, d.Params)
	} else {
		at, axes, err = s.places(&t)
	}
	if err != nil {
		return err
	}
	d.Points = make([]doc.Point, rows.N)
	for i := range d.Points {
		d.Points[i].Z = doc.Unlabeled
		if rows.Class != nil {
			d.Points[i].Z = float64(rows.Class[i])
		}
	}
	t.Names, d.Table = names, &t
	method.Projection{Q: len(axes), At: at, Names: axes}.Show(d)
	return nil
}

// columns are some columns of a table in the form that methods get.
type columns struct {
	x      []float64      // values, row by row
	names  []string       // one per column, with what was done to it: "petal length, standardised"
	scales []method.Scale // one per column; nil = not standardised
	sorts  [][]string     // for each column its categories, nil = numbers; nil = all are numbers
}

// values returns chosen columns of a table, standardised if the table says so. A constant column then becomes 0. They
// must not be changed: they may be the table's own.
func values(t *doc.Table, chosen []int) (v columns) {
	r, k := t.Rows, len(chosen)
	whole := k == r.D() && slices.IsSorted(chosen)
	if r.Categories != nil {
		for _, c := range chosen {
			v.sorts = append(v.sorts, r.Categories[c])
		}
	}
	if !t.Standardize && whole {
		v.x, v.names = r.X, r.Columns
		return v
	}
	v.x = make([]float64, r.N*k)
	for j, c := range chosen {
		mean, scale := 0.0, 1.0
		if t.Standardize {
			if r.Sorts(c) == nil {
				mean, scale = moments(r, c)
			}
			v.scales = append(v.scales, method.Scale{Name: r.Columns[c], Mean: mean, SD: scale})
		}
		for i := range r.N {
			v.x[i*k+j] = (r.X[i*r.D()+c] - mean) / scale
		}
		name := r.Columns[c]
		if t.Standardize && r.Sorts(c) == nil {
			name = doc.Label(words.Text("%s, standardised", bare(name)))
		}
		v.names = append(v.names, name)
	}
	return v
}

// bare returns a column's name without the unit in parentheses at its end.
func bare(name string) string {
	for i := len(name) - 1; i > 0 && name[len(name)-1] == ')'; i-- {
		if name[i] == '(' && name[i-1] == ' ' {
			return name[:i-1]
		}
	}
	return name
}

// moments returns a column's mean and standard deviation (with divisor n, as in scikit-learn's StandardScaler), or 1
// instead of a deviation that is 0 up to rounding errors. Missing values do not count.
func moments(r *doc.Rows, c int) (mean, sd float64) {
	d, far := r.D(), 0.0
	n := float64(r.N - r.Lacking(c))
	each := func(do func(x float64)) {
		for i := range r.N {
			if x := r.X[i*d+c]; !math.IsNaN(x) {
				do(x)
			}
		}
	}
	each(func(x float64) { mean += x / n })
	each(func(x float64) {
		sd += (x - mean) * (x - mean) / n
		far = max(far, math.Abs(x))
	})
	if sd = math.Sqrt(sd); !(sd > 1e-13*far) {
		return mean, 1
	}
	return mean, sd
}

// places returns the coordinates of a table's rows in its plane or space, two or three numbers each, with the labels of
// the axes.
func (s *Session) places(t *doc.Table) (at []float64, axes []string, err error) {
	if t.Plane != nil {
		v := s.onAxes(t, t.Plane)
		return v.x, v.names, nil
	}
	chosen, q := t.Chosen(), principal(t)
	if len(chosen) == 1 && q == 2 && t.Rows.Sorts(chosen[0]) != nil {
		// One column of words: they are on the horizontal axis and the row numbers on the vertical one, until a model
		// determines the positions.
		v := s.onAxes(t, chosen)
		for i, x := range v.x {
			at = append(at, x, float64(i+1))
		}
		return at, []string{v.names[0], "row"}, nil
	}
	of, numbers := "", ""
	if t.Rows.Categories != nil {
		if all := len(chosen); all > 0 {
			if chosen = s.able.mixed.numbers(t.Rows, chosen); len(chosen) < all {
				of, numbers = " of the numbers", " of numbers"
			}
		}
	}
	if len(chosen) < q {
		return nil, nil, doc.Errorf("table.columns", words.Sprintf("at least %d columns%s for %d principal components", q,
			numbers, q),
			len(chosen))
	}
	at, shares, ok := linalg.Components(s.onAxes(t, chosen).x, t.Rows.N, len(chosen), q)
	if !ok {
		return nil, nil, doc.Errorf("table.columns", "columns that vary, of at least 2 rows", "no principal component")
	}
	for k, share := range shares {
		axes = append(axes, words.Sprintf("PC %d (%s %%%s)", k+1, words.Number(math.Round(1000*share)/10), of))
	}
	return at, axes, nil
}

// onAxes returns columns as axes show them, with numbers instead of missing values and categories.
func (s *Session) onAxes(t *doc.Table, chosen []int) columns {
	if s.mixed(t.Rows) {
		return s.able.mixed.onAxes(t, chosen)
	}
	return values(t, chosen)
}

// mixed reports whether rows have qualitative columns or missing values. The last table without any is remembered.
func (s *Session) mixed(r *doc.Rows) bool {
	if r.Categories != nil || len(r.X) == 0 {
		return r.Categories != nil
	}
	if s.even == &r.X[0] {
		return false
	}
	if slices.ContainsFunc(r.X, math.IsNaN) {
		return true
	}
	s.even = &r.X[0]
	return false
}

// principal returns the number of principal components that a document shows its rows in, 0 if it names columns.
func principal(t *doc.Table) int {
	switch {
	case t.Plane != nil:
		return 0
	case t.Space:
		return 3
	}
	return 2
}

// widened are the columns of a table that a problem was last given; of has their indices.
type widened struct {
	table doc.Table
	of    []int
	columns
}

// widen gives a problem the rows of a document's table, if there is one, and the method takes them.
func (s *Session) widen(m *method.Method, p *method.Problem, d *doc.Document) {
	t := d.Table
	if t == nil || !m.TakesRows(d.Params) {
		return
	}
	chosen := t.Chosen()
	if m.Aims(d.Params) {
		var targets []int
		targets, chosen = m.Targets(t, d.Params)
		s.able.outputs.aim(p, t, targets)
	}
	if w := &s.wide; w.x == nil || !sameTable(t, &w.table) || !slices.Equal(w.of, chosen) {
		s.wide = widened{*t, chosen, values(t, chosen)}
	}
	p.Widen(s.wide.x, len(s.wide.names), s.wide.names)
	p.Scales, p.Principal, p.Categories = s.wide.scales, principal(t), s.wide.sorts
	if len(t.Plane) == 2 {
		p.Along = []int{slices.Index(chosen, t.Plane[0]), slices.Index(chosen, t.Plane[1])}
	}
	if t.Columns == nil && p.Outputs == nil {
		p.Across = t.Rows.W
		if p.Row == nil {
			p.Pixels = t.Rows.Pixels
		}
	}
}

// sameTable reports whether two tables give a method the same rows; nil only equals nil.
func sameTable(a, b *doc.Table) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Standardize == b.Standardize && slices.Equal(a.Chosen(), b.Chosen()) && (&a.Rows.X[0] == &b.Rows.X[0] ||
		slices.Equal(a.Rows.Columns, b.Rows.Columns) && method.SameNumbers(a.Rows.X, b.Rows.X) &&
			slices.EqualFunc(a.Rows.Categories, b.Rows.Categories, slices.Equal))
}

// samePlane reports whether two tables show their rows in the same number of principal components, or one is nil.
func samePlane(a, b *doc.Table) bool { return a == nil || b == nil || principal(a) == principal(b) }

// pointed is the distance from a row, in pixels, within which the pointer selects it.
const pointed = 14

// rowAt returns the index in f.Problem of the row drawn nearest to a position in the plane, -1 if none is near.
func (f *Fit) rowAt(x []float64, v picture.Viewport) int {
	best, at := float64(pointed*pointed), -1
	for i := range f.Problem.N {
		rx, ry := f.Problem.Drawn(i)
		dx, dy := v.PX(rx)-v.PX(x[0]), v.PY(ry)-v.PY(x[1])
		if r := dx*dx + dy*dy; r < best {
			best, at = r, i
		}
	}
	return at
}

// hasty is the job of a fit that is not worth waiting for: it stops after a number of Err calls, on any machine, or
// with its caller's job.
type hasty struct {
	job  method.Job
	left int
}

// placeWithin is that number.
const placeWithin = 500

func (h *hasty) Err() error {
	if h.left--; h.left < 0 {
		return method.ErrStopped
	}
	return h.job.Err()
}

// place puts the rows where a method's model shows them, if it determines their positions. If they move with the steps,
// or the fit takes long, they stay where they are until the picture brings their positions. An error of the fit is
// reported when the document is drawn.
func (s *Session) place(job method.Job, d *doc.Document) {
	start, first := 0, *d
	first.View.Step = &start
	if f, err := s.Fit(&hasty{job, placeWithin}, first); err == nil && f.moved != nil && !f.walks() {
		f.moved.Show(d)
	}
}

// walks reports whether the model has steps.
func (f *Fit) walks() bool {
	grows := f.whole.Grower != nil
	steps := f.whole.Stepper != nil
	return grows || steps
}

// placing returns the positions that the model gives to all rows of the document; ok is false if it gives none, for
// instance to rows that are held out, or they are not finite.
func (f *Fit) placing() (pl method.Projection, ok bool) {
	ok = f.can.Projected != nil
	switch {
	case f.Problem.Wide() && f.Problem.Outputs != nil:
		pl, ok = f.able.outputs.predicted(f)
	case f.can.Located != nil && f.Problem.Wide() && f.Problem.Row != nil:
		pl, ok = f.can.Located(values(f.table, f.table.Chosen()).x), true
	case !ok || !f.Problem.Wide() || f.Problem.Row != nil:
		return pl, false
	default:
		pl = f.can.Projected()
	}
	for _, x := range pl.At {
		ok = ok && math.Abs(x) <= doc.MaxCoord
	}
	return pl, ok && (pl.Q == 2 || pl.Q == 3) && len(pl.Names) == pl.Q && len(pl.At) == pl.Q*len(f.points)
}

// follow puts the rows of the fit, and of its model, where the model shows them at this step, and records the positions
// if they differ from the document's, or the model has steps. In a section they are at their projections.
func (f *Fit) follow(d doc.Document) {
	pl, ok := f.placing()
	if f.sectioned() {
		pl, ok = f.section.placing(), true
	}
	if !ok {
		return
	}
	if f.walks() && !f.sectioned() || !pl.Shown(&d) {
		pl.Show(&d)
		f.moved = &pl
	}
	f.points, f.table, f.solid = d.Points, d.Table, nil
	if d.Table.Axes != nil {
		f.solid = d.Table
	}
	at := make([]float64, 0, 2*f.Problem.N)
	for i := range f.Problem.N {
		q := d.Points[f.Problem.Ordinal(i)]
		at = append(at, q.X, q.Y)
	}
	f.Problem.Names = d.Names
	f.Problem.Shown, f.own.Shown = at, at
}

// Placed returns a document, that of the fit, with its rows where the model shows them.
func (f *Fit) Placed(d doc.Document) doc.Document {
	if f.moved != nil {
		f.moved.Show(&d)
	}
	return d
}
