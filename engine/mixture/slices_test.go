package mixture

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The distribution given x must be the density of the plane along the vertical line at x, divided by its integral: for
// each type of covariance, with its mean and standard deviation.
func TestSlices(t *testing.T) {
	for _, kind := range []string{full, tied, diag, spherical} {
		p := cloud(120, 2, 3)
		b := mixed(t, p, map[string]any{"n_components": 3.0, "covariance_type": kind})
		lo, hi := b.across()
		for _, share := range []float64{0.1, 0.45, 0.8, 1.3} {
			s := b.slice(lo + share*(hi-lo))
			const step = 0.002
			sum, mean, square := 0.0, 0.0, 0.0
			joint := func(y float64) float64 { ln, _ := b.density([]float64{s.x, y}); return math.Exp(ln) }
			for y := -40.0; y < 40; y += step {
				d := joint(y) * step
				sum, mean, square = sum+d, mean+d*y, square+d*y*y
			}
			mean, square = mean/sum, square/sum
			if math.Abs(s.mean-mean) > 1e-6 || math.Abs(s.spread-math.Sqrt(square-mean*mean)) > 1e-5 {
				t.Errorf("%s at %v: mean %v, deviation %v, by the density %v and %v", kind, s.x, s.mean, s.spread, mean,
					math.Sqrt(square-mean*mean))
			}
			if math.Abs(math.Exp(s.ln)-sum) > 1e-6*sum {
				t.Errorf("%s: the density of x = %v is %v, by the plane's %v", kind, s.x, math.Exp(s.ln), sum)
			}
			for _, y := range []float64{mean, mean + 1, mean - 0.3} {
				if got, want := s.at(y), joint(y)/sum; math.Abs(got-want) > 1e-6*(1+want) {
					t.Errorf("%s at %v, %v: %v, want %v", kind, s.x, y, got, want)
				}
			}
		}
	}
}

// Slices are drawn and explained if they are switched on; their widths are proportional to the density, and none
// overlaps the next.
func TestSlicesAreDrawn(t *testing.T) {
	p := cloud(120, 2, 3)
	b := mixed(t, p, map[string]any{"n_components": 3.0})
	lo, hi := b.across()
	v := picture.Viewport{X0: -20, X1: 20, Y0: -20, Y1: 20, W: 300, H: 300}
	find := func(list []picture.Layer, says string) (path *picture.Path) {
		for _, l := range list {
			if p, ok := l.(*picture.Path); ok && strings.HasPrefix(p.Says, says) {
				path = p
			}
		}
		return path
	}
	_, over, err := b.Can().Layers(t.Context(), v, nil, method.Shown{"slices": true})
	laws, mean := find(over, "p(x₂ | x₁)"), find(over, "E(x₂ | x₁)")
	if err != nil || laws == nil || mean == nil || len(laws.Starts) != 2*drawnSlices {
		t.Fatalf("%v, laws %v", err, laws)
	}
	list, wide := b.scale(lo, hi)
	k, widest := 0, 0.0
	laws.Lines(func(xy []float64) {
		s := list[k/2]
		for i := 0; i < len(xy); i += 2 {
			if k%2 == 0 && math.Abs(xy[i]-s.x-wide*s.at(xy[i+1])) > 1e-9 || k%2 == 1 && xy[i] != s.x {
				t.Errorf("law %d goes through %v", k/2, xy[i:i+2])
			}
			widest = max(widest, xy[i]-s.x)
		}
		k++
	})
	if step := (hi - lo) / drawnSlices; widest > step || widest < step/2 {
		t.Errorf("the widest law takes %v of %v", widest, step)
	}
	if _, over, _ = b.Can().Layers(t.Context(), v, nil, method.Shown{}); find(over, "p(x₂ | x₁)") != nil {
		t.Error("they are drawn unasked")
	}
	e := b.Explain([]float64{list[2].x, 0}, v, method.Shown{"slices": true})
	if text := strings.Join(e.Lines, "; "); !strings.Contains(text, "E(x₂ | x₁) = ") ||
		find(e.Layers, "p(x₂ | x₁) here") == nil {
		t.Errorf("%s, %v", text, e.Layers)
	}
}
