package picture

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Series have colours that no class has, and different looks: where colours repeat, dashes differ. They are visible on
// the background and on every region.
func TestThings(t *testing.T) {
	for _, p := range allPalettes(t) {
		for k := range Things {
			l := p.Thing(k)
			if c := Contrast(l.Color, p.Stage); c < 3 {
				t.Errorf("%s: thing %d on the ground: %.2f", p.Name, k, c)
			}
			for class, c := range p.Class {
				least := 0.075
				if class < 4 {
					least = 0.09
				}
				if d := distance(l.Color.toLab(), c.Mark.toLab()); d < least {
					t.Errorf("%s: thing %d is %.3f away from class %d", p.Name, k, d, class)
				}
				if c := Contrast(l.Color, p.Tint(class, 1)); k == 0 && c < 3 {
					t.Errorf("%s: the first thing on the region of class %d: %.2f", p.Name, class, c)
				}
			}
			if d := distance(l.Color.toLab(), p.Ink.toLab()); d < 0.15 {
				t.Errorf("%s: thing %d is %.3f away from ink", p.Name, k, d)
			}
			for j := range k {
				if d := distance(l.Color.toLab(), p.Thing(j).Color.toLab()); d < 0.09 {
					t.Errorf("%s: things %d and %d are %.3f apart", p.Name, j, k, d)
				}
				if slices.Equal(l.Dash, p.Thing(j).Dash) {
					t.Errorf("%s: things %d and %d have the same dashes %v", p.Name, j, k, l.Dash)
				}
			}
		}
		if p.Thing(0).Dash != nil {
			t.Errorf("%s: the first thing is not solid", p.Name)
		}
		seen := map[string]int{}
		for k := range 5 * Things {
			l := p.Thing(k)
			look := l.Color.CSS()
			for _, d := range l.Dash {
				look += " " + svgNumber(d)
			}
			if j, ok := seen[look]; ok {
				t.Errorf("%s: things %d and %d look the same", p.Name, j, k)
			}
			seen[look] = k
		}
	}
}

// Roles that belong to no class have no class's colour if they are drawn beside classes.
func TestNoClassColors(t *testing.T) {
	for _, p := range allPalettes(t) {
		for _, r := range []Role{RoleTrack, RoleRival, RoleDirection, RoleProjection, RoleOptimum, RoleBar, RoleCut,
			RoleSupport, RoleNeighbor, RoleBoundary} {
			s := p.Style(r)
			for _, c := range []Color{s.Stroke, s.Fill} {
				for class, look := range p.Class {
					if c.A > 0 && distance(c.Alpha(1).toLab(), look.Mark.toLab()) < 0.09 {
						t.Errorf("%s: %s has nearly the colour of class %d", p.Name, r, class)
					}
				}
			}
		}
		// The boundary and the line of projection differ without their colours, too.
		if a, b := p.Style(RoleBoundary), p.Style(RoleDirection); len(a.Dash) > 0 || len(b.Dash) == 0 {
			t.Errorf("%s: the boundary and a direction have the dashes %v and %v", p.Name, a.Dash, b.Dash)
		}
	}
}

// An Interior raster is the background outside, and inside a pale tint on which ink and the points of every class are
// visible.
func TestInterior(t *testing.T) {
	for _, p := range allPalettes(t) {
		if p.Within(-0.01) != p.Stage {
			t.Errorf("%s: outside is no ground", p.Name)
		}
		for _, s := range []float64{0, 0.5, 1, 9} {
			c := p.Within(s)
			if d := distance(c.toLab(), p.Stage.toLab()); d < 0.025 || d > 0.2 {
				t.Errorf("%s: inside is %.3f away from the ground at %g", p.Name, d, s)
			}
			for class, look := range p.Class {
				if x := Contrast(look.Mark, c); x < 3 {
					t.Errorf("%s: points of class %d inside, at %g: %.2f", p.Name, class, s, x)
				}
			}
			if x := Contrast(p.Ink, c); x < 7 {
				t.Errorf("%s: ink inside, at %g: %.2f", p.Name, s, x)
			}
		}
		// In the painted raster, the step is where f = 0, and nothing else is outside.
		r := &Raster{Kind: Interior, Grid: Viewport{X1: 64, Y1: 1, W: 64, H: 1}.Grid(64, 1), Hi: 1,
			Planes: [][]float32{make([]float32, 64)}}
		for i := range 64 {
			r.Planes[0][i] = (float32(i) - 31.5) / 16
		}
		px := r.RGBA(p, 64, 1, nil)
		for i := range 64 {
			got := Color{px[4*i], px[4*i+1], px[4*i+2], 255}
			want := p.Within((float64(i) - 31.5) / 16)
			if distance(got.toLab(), want.toLab()) > 0.006 {
				t.Errorf("%s: f = %g is painted %s, want %s", p.Name, r.Planes[0][i], got.CSS(), want.CSS())
			}
		}
	}
}

// In vector graphics, too, the tints of an Interior raster begin with the palest at the edge.
func TestInteriorOfFigures(t *testing.T) {
	v := Viewport{X1: 64, Y1: 64, W: 64, H: 64, Scale: 1}
	r := &Raster{Kind: Interior, Grid: v.Grid(64, 64), Hi: 1, Planes: [][]float32{make([]float32, 64*64)}}
	for i := range r.Planes[0] {
		r.Planes[0][i] = (float32(i%64) - 31.5) / 31.5
	}
	for _, p := range palettes() {
		pic := &Picture{View: v}
		pic.Add(r)
		var b strings.Builder
		if err := WriteSVG(&b, pic, p); err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, m := range regexp.MustCompile(`<path[^>]* fill="(#[0-9a-f]+)"`).FindAllStringSubmatch(b.String(), -1) {
			got = append(got, m[1])
		}
		for i := range regionBands {
			want = append(want, p.Within((float64(i)+0.5)/regionBands).CSS())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", p.Name, got, want)
		}
	}
}
