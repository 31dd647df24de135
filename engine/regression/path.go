package regression

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// path describes every coefficient as a function of the penalty. It is computed when the panel asks for it.
type path struct {
	*frame
	alpha  float64 // the current penalty
	lo, hi float64 // log10 of the range of penalties
	// at returns the coefficients at many penalties in descending order, row by row.
	at   func(job method.Job, alphas []float64) ([][]float64, error)
	help string

	mu   sync.Mutex
	coef [][]float64 // result of at, as effects; nil until it is needed; common to all stages of a descent
}

// count returns the number of penalties on the path: fewer for many coefficients, since each penalty costs about their
// third power.
func (p *path) count() int {
	k := p.size()
	return min(max(1_000_000/(k*k*k), 16), 96)
}

func ridgePath(f *frame, d *design, alpha float64) *path {
	return &path{frame: f, alpha: alpha, lo: -8, hi: 3,
		help: "Each line is a coefficient. As the penalty grows, they shrink as a whole, although single coefficients may " +
			"grow for a while.",
		at: func(job method.Job, alphas []float64) ([][]float64, error) {
			out := make([][]float64, len(alphas))
			for i, a := range alphas {
				if err := job.Err(); err != nil {
					return nil, err
				}
				out[i] = multiply(f.toRaw, d.penalized(1, math.Sqrt(a), f.toRaw).v)
			}
			return out, nil
		}}
}

// pathPanel returns the regularisation path if there is one and it is switched on.
func (m *linear) pathPanel(show method.Shown) []method.Panel {
	if m.path == nil || !show["path"] {
		return nil
	}
	info := method.PanelInfo{ID: "path", Title: "Regularisation path", XLabel: "α", YLabel: "coefficient", XLog: true,
		Help: m.path.help}
	if m.spreads != nil {
		info.YLabel = "coefficient × standard deviation"
	}
	return []method.Panel{chart.Sized(info, func(job method.Job, w, h int) (*chart.Chart,
		error) {
		return m.path.chart(job, m.effects(m.coef), w, h)
	})}
}

// chart draws the coefficients against the penalty.
func (p *path) chart(job method.Job, current []float64, w, h int) (*chart.Chart, error) {
	now := math.Log10(p.alpha)
	lo, hi := min(p.lo, now-0.3), max(p.hi, now+0.3)
	steps := p.count()
	alphas := make([]float64, steps)
	for i := range alphas {
		alphas[i] = math.Pow(10, hi-(hi-lo)*float64(i)/float64(steps-1))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.coef == nil {
		var err error
		if p.coef, err = p.at(job, alphas); err != nil {
			return nil, err
		}
		for i, row := range p.coef {
			p.coef[i] = p.effects(row)
		}
	}
	coef := p.coef
	// The range is that of the coefficients from somewhat left of the current α: farther left, some may explode.
	bottom, top := 0.0, 0.0
	for i, row := range coef {
		if math.Log10(alphas[i]) < now-0.75 {
			break
		}
		for _, c := range row {
			bottom, top = min(bottom, c), max(top, c)
		}
	}
	pad := 0.08 * (top - bottom)
	if !(pad > 0) {
		pad = 1
	}
	// The lines begin where there is room for their names on the left.
	room := 0.0
	for k := range p.size() {
		name := &picture.Label{Text: p.name(k), Anchor: picture.AnchorEnd}
		room = max(room, nameEdge-name.Box(0, 0, picture.LabelSize).X0)
	}
	c := &chart.Chart{X: chart.Axis{See: []float64{lo, hi}, Only: true, Before: min(room, 0.25*float64(w))},
		Y: chart.Exactly(bottom-pad, top+pad)}
	v := c.View(w, h)
	names := p.labels(v, lo, now, coef[len(coef)-1], current)
	zero := chart.Level(chart.As(picture.RoleGuide, "zero"), 0)
	zero.Ends = []float64{lo, hi}
	c.Add(zero, chart.Upright(chart.As(picture.RoleCursor, "current α").Called("current α"), now))
	for k := range p.size() {
		line := chart.Curve{Look: chart.Of(picture.RoleSample, k, p.says(k, len(names) == p.size())).Called(p.name(k)),
			Clip: true}
		for i, row := range coef {
			line.XY = append(line.XY, hi-(hi-lo)*float64(i)/float64(steps-1), row[k])
		}
		c.Add(line)
	}
	dots := &picture.Marks{Role: picture.RoleTrack, Says: "coefficients of the fit"}
	for _, y := range current {
		if y > v.Y0 && y < v.Y1 {
			dots.XY = append(dots.XY, now, y)
		}
	}
	c.Add(chart.Dots{Marks: dots, Untold: true}, chart.Layers(names))
	return c, nil
}

// nameEdge is the distance of the lines' names from the plot's edge, in pixels.
const nameEdge = 2

// says returns the legend text of coefficient k: its feature, unless there are too many, or so many that names on the
// plot are better.
func (p *path) says(k int, named bool) string {
	switch {
	case p.size() > 6 && p.names != nil:
		return "coefficients of the columns, named where there is room"
	case p.size() > 6 && named:
		return "coefficients, named on the plot"
	case p.size() > 12:
		return "coefficients, a line each"
	}
	return words.Text("coefficient of %s", p.name(k))
}

// labels names coefficients, the largest first, before the end of their lines; if that is clipped or has no room, where
// the lines meet the current penalty. Lines without room there have no name.
func (p *path) labels(v picture.Viewport, lo, now float64, ends, current []float64) (out []picture.Layer) {
	places := picture.NewPlaces(v, nameEdge-0.01)
	order := method.Indices(len(current))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(ends[b]), math.Abs(ends[a])) })
	for _, k := range order {
		for _, l := range []*picture.Label{
			{X: lo, Y: ends[k], Anchor: picture.AnchorEnd},
			{X: now, Y: current[k], Anchor: picture.AnchorStart},
			{X: now, Y: current[k], Anchor: picture.AnchorEnd},
		} {
			l.Role, l.Text = picture.RoleSample, p.name(k)
			nothing := l.X == now && l.Y == 0
			if !nothing && places.Put(l, v.PX(l.X), v.PY(l.Y)) {
				out = append(out, l)
				break
			}
		}
	}
	return out
}
