package regression

import (
	"errors"
	"math"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// path says how every coefficient depends on the penalty. It is worked out when
// the panel is asked for.
type path struct {
	*frame
	alpha  float64 // the current one
	lo, hi float64 // log10 of the range
	// at returns the coefficients at many penalties, falling, row by row.
	at   func(job method.Job, alphas []float64) ([][]float64, error)
	help string

	mu   sync.Mutex
	coef [][]float64 // what at said: every stage of a descent has the same path
}

// count is the number of penalties on the path: a factorisation for each.
func (p *path) count() int {
	k := p.size()
	return min(max(1_000_000/(k*k*k), 16), 96)
}

func ridgePath(f *frame, d *design, alpha float64) *path {
	return &path{frame: f, alpha: alpha, lo: -8, hi: 3,
		help: "Each line is a coefficient: all shrink together as the penalty grows",
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

// PanelList offers the regularisation path.
func (m *linear) PanelList(show method.Shown) []method.PanelInfo {
	if m.path == nil || !show["path"] {
		return nil
	}
	return []method.PanelInfo{{ID: "path", Title: "Regularisation path", XLabel: "α", YLabel: "coefficient", XLog: true, Help: m.path.help}}
}

// Panel draws the path over log10 α.
func (m *linear) Panel(job method.Job, id string, w, h int) (*picture.Picture, error) {
	if m.path == nil || id != "path" {
		return nil, errors.New("regression: there is no panel " + id)
	}
	return m.path.draw(job, m.coef, w, h)
}

func (p *path) draw(job method.Job, current []float64, w, h int) (*picture.Picture, error) {
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
	}
	coef := p.coef
	// The range is that of the coefficients from somewhat left of the current α on:
	// farther left, some may explode.
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
	v := picture.Viewport{X0: lo, X1: hi, Y0: bottom - pad, Y1: top + pad, W: w, H: h, Scale: 1}
	out := &picture.Picture{View: v, Alt: "Coefficients against the penalty."}
	out.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: []float64{lo, 0, hi, 0}, Says: "zero"})
	out.Add(&picture.Path{Role: picture.RoleCursor, Class: picture.NoClass, XY: []float64{now, v.Y0, now, v.Y1}, Says: "current α"})
	for k := range p.size() {
		line := &picture.Path{Role: picture.RoleSample, Class: k, Says: p.says(k)}
		for i, row := range coef {
			// What leaves the panel by far is cut off there.
			y := min(max(row[k], v.Y0-(v.Y1-v.Y0)), v.Y1+(v.Y1-v.Y0))
			line.XY = append(line.XY, hi-(hi-lo)*float64(i)/float64(steps-1), y)
		}
		out.Add(line)
	}
	dots := &picture.Marks{Role: picture.RoleTrack, Says: "coefficients of the fit"}
	for _, c := range current {
		if c > v.Y0 && c < v.Y1 {
			dots.XY = append(dots.XY, now, c)
		}
	}
	out.Add(dots)
	out.Add(p.labels(v, now, current)...)
	return out, nil
}

// says is what the legend says of coefficient k: its feature, unless there are too many.
func (p *path) says(k int) string {
	if p.size() > 12 {
		return "coefficients, a line each"
	}
	return "coefficient of " + p.name(k)
}

// labels names coefficients where their lines meet the current penalty, the largest
// first, where there is room.
func (p *path) labels(v picture.Viewport, now float64, current []float64) []picture.Layer {
	var out []picture.Layer
	var taken []float64
	anchor, px := picture.AnchorStart, v.PX(now)+5
	if px > float64(v.W)-40 {
		anchor, px = picture.AnchorEnd, px-10
	}
	done := make([]bool, len(current))
	for range current {
		best := -1
		for k, c := range current {
			if !done[k] && c != 0 && (best < 0 || math.Abs(c) > math.Abs(current[best])) {
				best = k
			}
		}
		if best < 0 {
			break
		}
		done[best] = true
		y := v.PY(current[best])
		free := y > 8 && y < float64(v.H)-20
		for _, t := range taken {
			free = free && math.Abs(t-y) > 12
		}
		if free {
			taken = append(taken, y)
			out = append(out, &picture.Label{Role: picture.RoleSample, X: v.DX(px), Y: current[best], Text: p.name(best), Anchor: anchor})
		}
	}
	return out
}
