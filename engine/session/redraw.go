package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// drawable reports whether fresh points can be generated: the document's points are exactly those of its recipe, which
// is no table of measurements; or its table is drawn from a known distribution, and the method uses all of its columns
// for the task of that distribution.
func (c *settings) drawable() bool {
	if t := c.d.Table; t != nil {
		made, _ := dataset.TruthOfTable(t)
		return made != nil && t.Columns == nil && (made.Task == method.Regress && c.f.asValued() ||
			made.Task == method.Classify && c.f.Problem.Outputs == nil)
	}
	return asMade(&c.d) && len(dataset.Fresh(*c.d.Dataset, 1)) == 1
}

// redrawn returns training points for value i, generated anew for the b-th time.
func (c *survey) redrawn(i, b int) (*method.Problem, error) {
	switch {
	case c.dims != nil:
		p, _, err := c.rolled(0, c.dims[i], b+1)
		return p, err
	case c.d.Table != nil:
		p, _, err := c.rolled(c.sizes[i], 0, b+1)
		return p, err
	}
	return c.drawn(c.sizes[i], b)
}

// drawn returns n training points, generated anew from the document's recipe for the b-th time; n = 0 is as many as in
// the document. They have the same distribution as the document's. If n is 0, what the document holds out is held out
// here, too.
func (c *survey) drawn(n, b int) (*method.Problem, error) {
	recipe := *c.d.Dataset
	d := c.d
	if n > 0 {
		recipe.N, d.Split = n, doc.Split{}
	}
	pts, err := dataset.Draw(recipe, c.seed(recipe.Seed, b))
	if err != nil {
		return nil, err
	}
	d.Points = pts
	p, err := method.NewProblemOf(pts, c.f.Task.Roles(d), doc.Train, c.f.Task, d.Seed)
	if err == nil {
		p.Names = d.Names
	}
	return p, err
}

// rolled returns n rows of the document's table, generated for the b-th time with dimension dim; n or dim 0 = as in the
// document. The second result has the same rows, as a table.
func (c *survey) rolled(n, dim, b int) (*method.Problem, *doc.Rows, error) {
	t := *c.d.Table
	t.Rows, t.Seed = nil, c.seed(t.Seed, b)
	if n > 0 {
		t.N = n
	}
	if dim > 0 {
		t.D = dim
		if c.f.asValued() {
			t.Plane = nil // the target is in another column
		}
	}
	d := c.d
	d.Table, d.Points, d.Split, d.View = &t, nil, doc.Split{}, doc.View{}
	// It does not matter where a model would show the rows: the fit that tells stops at once.
	d, err := c.s.Resolve(&hasty{job: method.Unstopped}, d)
	if err != nil {
		return nil, nil, err
	}
	p, err := method.NewProblemOf(d.Points, "", doc.Train, c.f.Task, d.Seed)
	if err == nil {
		c.s.widen(c.f.Method, p, &d)
		p.Names = d.Names
	}
	return p, d.Table.Rows, err
}

// seed returns the seed of the b-th draw, for data with a seed.
func (c *survey) seed(of uint64, b int) uint64 { return mixed64(c.study.Seed, of, b) }

// mixed64 returns the seed of the b-th draw of a study, from its seed and that of what is drawn. Similar seeds must
// give independent streams: the mixing function is the beginning of that of splitmix64 (Steele et al. 2014).
func mixed64(study, of uint64, b int) uint64 {
	z := (of+1)*0x9e3779b97f4a7c15 + (study+1)*0xbf58476d1ce4e5b9 + uint64(b)*0x94d049bb133111eb
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	return (z ^ z>>27) & (doc.MaxSeed - 1)
}

// law returns the true distribution of a recipe; nil = unknown. What was computed for the last study is reused.
func (s *Session) law(ds doc.Dataset) *dataset.Truth {
	l := &s.studied
	if l.of == nil || l.recipe.Name != ds.Name || l.recipe.Noise != ds.Noise ||
		!l.of.Lasts() && !sameRecipe(l.recipe, ds) {
		l.recipe = ds
		l.of, _ = dataset.TruthOf(ds)
	}
	return l.of
}

// knownTruth returns the true distribution of the document's data; nil = unknown, or for another task.
func (c *survey) knownTruth() (t *dataset.Truth) {
	switch {
	case !c.anew:
		return nil
	case c.d.Table != nil:
		t, _ = dataset.TruthOfTable(c.d.Table)
	case c.f.Task.Supervised():
		t = c.s.law(*c.d.Dataset)
	}
	if t == nil || t.Task != c.f.Task {
		return nil
	}
	return t
}

// truthIn returns the true distribution of the document's data or, if dim is not 0, of its table with dimension dim;
// nil = unknown.
func (c *survey) truthIn(dim int) *dataset.Truth {
	if dim == 0 || c.truth == nil {
		return c.truth
	}
	t := *c.d.Table
	t.D = dim
	truth, _ := dataset.TruthOfTable(&t)
	return truth
}

// floor returns the Bayes error, or the variance of the noise, in each dimension; nil if the curve is not over
// dimensions, or the distribution is unknown.
func (c *survey) floor(job method.Job) (list assess.Values, err error) {
	for _, dim := range c.dims {
		truth := c.truthIn(dim)
		if truth == nil {
			return nil, nil
		}
		if c.f.Task != method.Classify {
			list = append(list, truth.Noise)
			continue
		}
		if err := truth.Work(job); err != nil {
			return nil, err
		}
		e, _ := truth.Bayes()
		list = append(list, e)
	}
	return list, nil
}
