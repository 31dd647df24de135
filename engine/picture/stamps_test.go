package picture

import (
	"math"
	"math/rand/v2"
	"testing"
)

// put is a filled shape: its colour and starting point.
type put struct {
	fill Color
	x, y float64
}

// plain is a Canvas that records the filled shapes.
type plain struct {
	recorder
	puts []put
}

func (c *plain) Fill(o *Outline, fill Color) {
	o.Walk(func(s Segment) {
		if s.Op == 'M' {
			c.puts = append(c.puts, put{fill, s.XY[0], s.XY[1]})
		}
	})
}

// press is a plain that is a Stamper, too, and records what each stamp paints.
type press struct {
	plain
	look    StampLook
	cuts    map[int]put // relative to the stamp's middle
	on      bool
	begins  int
	refuses bool
}

func (c *press) Stamps(look StampLook) bool {
	if c.refuses {
		return false
	}
	if c.begins++; c.look != look {
		c.look, c.cuts = look, map[int]put{}
	}
	c.on = true
	return true
}

func (c *press) Stamp(key int, x, y float64) bool {
	p, ok := c.cuts[key]
	if ok {
		c.puts = append(c.puts, put{p.fill, p.x + math.Round(x), p.y + math.Round(y)})
	}
	return ok && c.on
}

func (c *press) Cut(key int, reach float64, paint func(Canvas)) {
	var one plain
	paint(&one)
	p := one.puts[0]
	c.cuts[key] = put{p.fill, p.x - reach, p.y - reach}
}

func (c *press) Stamped() { c.on = false }

// Many points in the plane are painted as stamps if the canvas is a Stamper: the same shapes in the same order and
// colours, rounded to pixels; few points are painted as usual.
func TestManyPointsAreStamped(t *testing.T) {
	pal, _ := PaletteByName("light")
	rng := rand.New(rand.NewPCG(4, 4))
	v := Viewport{X0: -1, X1: 2, Y0: 0, Y1: 1, W: 900, H: 500, Scale: 1}
	for _, c := range []struct {
		n     int
		stamp bool
	}{{700, false}, {1000, true}, {1797, true}, {markCrowd + 500, false}} {
		m := &Marks{Role: RolePoint}
		for i := range c.n {
			m.XY = append(m.XY, rng.Float64(), rng.Float64())
			m.Group = append(m.Group, i%4-1)
			m.Weight = append(m.Weight, []float64{1, 1, 0.5}[i%3])
			m.Mix = append(m.Mix, []int{0, 0, 0, 44}[i%4])
			m.Held += []string{"1", "v", "t", "1", "1"}[i%5]
		}
		m.XY[0], m.XY[2], m.XY[5] = 40, -40, 40 // out of view
		var want plain
		newPainter(&want, v, pal).marks(m)
		got := &press{}
		p := newPainter(got, v, pal)
		p.marks(m)
		if (got.begins > 0) != c.stamp || got.on {
			t.Errorf("%d points: stamps were begun %d times, and put down %v", c.n, got.begins, got.on)
		}
		if len(got.puts) != len(want.puts) {
			t.Fatalf("%d points: %d shapes, want %d", c.n, len(got.puts), len(want.puts))
		}
		for i, w := range want.puts {
			if g := got.puts[i]; g.fill != w.fill || math.Abs(g.x-w.x) > 0.51 || math.Abs(g.y-w.y) > 0.51 {
				t.Fatalf("%d points: shape %d is %v, want %v", c.n, i, g, w)
			}
		}
		cuts := len(got.cuts)
		p.marks(m)
		if len(got.cuts) != cuts || c.stamp && (cuts < 8 || cuts > 200) {
			t.Errorf("%d points: %d stamps, then %d", c.n, cuts, len(got.cuts))
		}
		refused := &press{refuses: true}
		newPainter(refused, v, pal).marks(m)
		if len(refused.puts) != len(want.puts) {
			t.Errorf("%d points: without stamps there are %d shapes, want %d", c.n, len(refused.puts), len(want.puts))
		}
	}
}
