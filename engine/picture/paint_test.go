package picture

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// recorder is a Canvas that counts what is painted.
type recorder struct {
	fills, strokes int
	colors         []Color
	widths         []float64
	lo, hi         float64 // range of all coordinates
	images, texts  int
}

func (r *recorder) note(o *Outline) {
	o.Walk(func(s Segment) {
		for _, v := range s.XY {
			r.lo, r.hi = min(r.lo, v), max(r.hi, v)
			if v != v {
				r.hi = math.Inf(1)
			}
		}
	})
}
func (r *recorder) Fill(o *Outline, c Color) {
	r.fills++
	r.colors = append(r.colors, c)
	r.note(o)
}
func (r *recorder) Stroke(o *Outline, s Stroke) {
	r.strokes++
	r.colors = append(r.colors, s.Color)
	r.widths = append(r.widths, s.Width)
	r.note(o)
}
func (r *recorder) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) { r.images++ }
func (r *recorder) Text(s string, x, y float64, t TextStyle)                      { r.texts++ }
func (r *recorder) Into(x, y, w, h float64)                                       {}
func (r *recorder) Out()                                                          {}

var testView = Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 400, H: 300, Scale: 1}

// Coordinates far outside the view, and NaN, never reach a canvas; those inside are unchanged.
func TestPaintCuts(t *testing.T) {
	pal, _ := PaletteByName("light")
	nan, inf := math.NaN(), math.Inf(1)
	for _, xy := range [][]float64{
		{-1e12, 0.5, 1e12, 0.5},
		{0.1, 0.1, 0.5, 1e300, 0.9, 0.1},
		{0.1, 0.1, nan, 0.5, 0.9, 0.1, 0.9, 0.9},
		{0.1, 0.1, inf, 0.5, 0.9, 0.1, -inf, inf},
		{-5, -5, 5, -5, 5, 5, -5, 5},
		{1e9, 1e9, 1e9 + 1, 1e9},
		{},
		{0.5, 0.5},
	} {
		for _, role := range []Role{RoleBoundary, RoleBand, RoleCell, RoleReach} {
			for _, closed := range []bool{false, true} {
				r := &recorder{}
				Paint(r, &Picture{View: testView, Layers: []Layer{&Path{Role: role, Class: 1, XY: xy, Closed: closed, Level: 1}}},
					pal)
				if r.lo < -100 || r.hi > 500 {
					t.Errorf("%v as %s: coordinates from %g to %g", xy, role, r.lo, r.hi)
				}
			}
		}
	}
	r := &recorder{}
	Paint(r, &Picture{View: testView, Layers: []Layer{&Path{Role: RoleGuide, Class: NoClass,
		XY: []float64{-1e12, 0.5, 1e12, 0.5}}}}, pal)
	if r.strokes != 1 || r.hi < 400 || r.lo > 0 {
		t.Errorf("a line across the view: %d strokes from %g to %g", r.strokes, r.lo, r.hi)
	}
	r = &recorder{}
	Paint(r, &Picture{View: testView, Layers: []Layer{&Path{Role: RoleCell, Class: 2, Closed: true,
		XY: []float64{-5, -5, 5, -5, 5, 5, -5, 5}}}}, pal)
	if r.fills != 1 || r.hi < 400 || r.lo > 0 {
		t.Errorf("a cell larger than the view: %d fills from %g to %g", r.fills, r.lo, r.hi)
	}
	for _, v := range []Viewport{{}, {X0: 1, X1: 0, Y0: 0, Y1: 1, W: 10, H: 10},
		{X0: nan, X1: 1, Y0: 0, Y1: 1, W: 10, H: 10}} {
		r := &recorder{}
		Paint(r, &Picture{View: v, Layers: []Layer{&Path{Role: RoleGuide, XY: []float64{0, 0, 1, 1}},
			bumpRaster(Decision, 1)}}, pal)
		if r.strokes+r.images > 0 {
			t.Errorf("%+v was painted", v)
		}
	}
}

// Any number of points takes a few calls per class.
func TestPaintBatches(t *testing.T) {
	pal, _ := PaletteByName("light")
	var xy []float64
	var class []int
	for i := range 300 {
		xy = append(xy, float64(i%20)/20, float64(i/20)/15)
		class = append(class, i%4-1) // unlabelled ones too
	}
	r := &recorder{}
	Paint(r, &Picture{View: testView, Layers: []Layer{PointMarks(xy, class, nil)}}, pal)
	if fastPiles && (r.fills != 4 || r.strokes > 8) {
		t.Errorf("%d fills, %d strokes for four looks", r.fills, r.strokes)
	}
	seen := map[Color]bool{}
	for _, c := range r.colors {
		seen[c] = true
	}
	for _, c := range []Color{pal.Class[0].Mark, pal.Class[1].Mark, pal.Class[2].Mark, pal.Mark} {
		if !seen[c] {
			t.Errorf("nothing is painted in %s", c.CSS())
		}
	}
	values := make([]float64, 300)
	for i := range values {
		values[i] = float64(i)
	}
	m := PointMarks(xy, nil, values)
	if m.Lo != 0 || m.Hi != 299 {
		t.Errorf("values from %g to %g", m.Lo, m.Hi)
	}
	values[0] = math.NaN()
	r = &recorder{}
	Paint(r, &Picture{View: testView, Layers: []Layer{m}}, pal)
	if r.fills > 66 {
		t.Errorf("%d fills for coloured points", r.fills)
	}
}

func TestOutlineSVG(t *testing.T) {
	var o Outline
	o.MoveTo(10, 20.5)
	o.LineTo(11.25, 20.5)
	o.LineTo(11.25, 10)
	o.Close()
	o.MoveTo(-0.004, 0.126)
	o.QuadTo(1, 2, 3, 4)
	o.CubicTo(0.1, 0.2, 0.30, 0.401, 0, 100)
	want := "M10 20.5l1.25 0 0-10.5zM0 .13q1 1.87 3 3.87c-2.9-3.8-2.7-3.6-3 96"
	if got := string(o.AppendSVG(nil)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	// Rounding errors don't add up over a thousand steps of 1/3.
	o.Reset()
	o.MoveTo(0, 0)
	for i := range 1000 {
		o.LineTo(float64(i+1)/3, 0)
	}
	x := 0.0
	nums := regexp.MustCompile(`-?[0-9]*\.?[0-9]+`).FindAllString(strings.TrimPrefix(string(o.AppendSVG(nil)), "M0 0l"),
		-1)
	for i := 0; i < len(nums); i += 2 {
		d, err := strconv.ParseFloat(nums[i], 64)
		if err != nil {
			t.Fatal(err)
		}
		x += d
	}
	if math.Abs(x-1000.0/3) > 0.006 {
		t.Errorf("a thousand steps end at %g", x)
	}
}

// Marks of all shapes look equally large, and are close to their position.
func TestMarkSizes(t *testing.T) {
	for s := Circle; s <= Hexagon; s++ {
		var o Outline
		o.Mark(s, 100, 100, 10)
		var pts []float64
		o.Walk(func(g Segment) {
			if n := len(g.XY); n > 0 {
				pts = append(pts, g.XY[n-2], g.XY[n-1])
			}
		})
		cx, reach := 0.0, 0.0
		for i := 0; i < len(pts); i += 2 {
			cx += pts[i] / float64(len(pts)/2)
			reach = max(reach, math.Hypot(pts[i]-100, pts[i+1]-100))
		}
		if reach < 9 || reach > 17 {
			t.Errorf("shape %d reaches %g", s, reach)
		}
		if _, area, _ := measure(&Path{XY: append(pts, pts[0], pts[1])}); s != Circle && (area < 200 || area > 360) {
			t.Errorf("shape %d has area %g, the circle 314", s, area)
		}
	}
}

// node is an element of the SVG.
type node struct {
	name  string
	attr  map[string]string
	text  string
	child []*node
}

func parse(t *testing.T, b []byte) *node {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(b))
	root := &node{}
	stack := []*node{root}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v", err)
		}
		top := stack[len(stack)-1]
		switch x := tok.(type) {
		case xml.StartElement:
			n := &node{name: x.Name.Local, attr: map[string]string{}}
			for _, a := range x.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			top.child = append(top.child, n)
			stack = append(stack, n)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(x)
		}
	}
	return root.child[0]
}

func (n *node) find(name string) (out []*node) {
	if n.name == name {
		out = append(out, n)
	}
	for _, c := range n.child {
		out = append(out, c.find(name)...)
	}
	return out
}

func svgOf(t *testing.T, p *Picture, pal *Palette) (*node, string) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSVG(&b, p, pal); err != nil {
		t.Fatal(err)
	}
	return parse(t, b.Bytes()), b.String()
}

func TestSVGStructure(t *testing.T) {
	pal, _ := PaletteByName("print")
	v := Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: 200, H: 200, Scale: 1}
	g := v.Grid(50, 50)
	f := plane(g, func(x, y float64) float64 { return 0.49 - x*x - y*y })
	r := &Raster{Kind: Decision, Grid: g, Planes: [][]float32{f}, Classes: []int{0, 1}, Hi: 0.4, Name: `f "&" <g>`}
	p := &Picture{View: v, Alt: "A disc of class 1 & <others>. Its boundary is a circle."}
	p.Add(r, ContourPath(f, g, 0.2, RoleMargin, 1), ClassBoundaries(r)[0],
		PointMarks([]float64{0, 0, 0.9, 0.9}, []int{1, 0}, nil),
		&Label{Role: RoleGuide, X: 0, Y: 0.5, Text: "a < b & \x01c"})
	svg, text := svgOf(t, p, pal)
	if svg.name != "svg" || svg.attr["viewBox"] != "0 0 200 200" || svg.attr["role"] != "img" {
		t.Errorf("root %v", svg.attr)
	}
	if s := svg.find("title")[0].text; s != "A disc of class 1 & <others>" {
		t.Errorf("title %q", s)
	}
	if s := svg.find("desc")[0].text; s != p.Alt {
		t.Errorf("desc %q", s)
	}
	var roles []string
	for _, n := range svg.child {
		if n.name == "g" {
			roles = append(roles, n.attr["data-role"])
		}
	}
	if want := "field margin boundary point guide"; strings.Join(roles, " ") != want {
		t.Errorf("layers %q, want %s", roles, want)
	}
	if len(svg.find("image")) != 0 {
		t.Error("a decision is an image")
	}
	field := svg.child[3]
	if field.attr["data-name"] != r.Name || len(field.child) < 8 {
		t.Errorf("field %v with %d regions", field.attr, len(field.child))
	}
	if s := svg.find("text")[0].text; s != "a < b & \uFFFDc" {
		t.Errorf("label %q", s)
	}
	for _, bad := range []string{"http://www.w3.org/1999/xlink", "href=\"http", "url(", "@import", "<style", "<script"} {
		if strings.Contains(text, bad) {
			t.Errorf("the file contains %s", bad)
		}
	}
	// The boundary's path is the circle of radius 70 px around (100, 100).
	d := svg.child[5].child[len(svg.child[5].child)-1].attr["d"]
	xs, ys := pathPoints(t, d)
	if len(xs) < 50 {
		t.Fatalf("a circle of %d points", len(xs))
	}
	for i := range xs {
		if rad := math.Hypot(xs[i]-100, ys[i]-100); math.Abs(rad-70) > 0.2 {
			t.Fatalf("(%g, %g) is %g from the centre", xs[i], ys[i], rad)
		}
	}
}

// pathPoints parses path data of M, l and z.
func pathPoints(t *testing.T, d string) (xs, ys []float64) {
	t.Helper()
	for _, part := range regexp.MustCompile(`[Mlz][^Mlz]*`).FindAllString(d, -1) {
		var v []float64
		for _, s := range regexp.MustCompile(`-?[0-9]*\.?[0-9]+`).FindAllString(part, -1) {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, x)
		}
		for i := 0; i+1 < len(v); i += 2 {
			x, y := v[i], v[i+1]
			if part[0] == 'l' {
				x += xs[len(xs)-1]
				y += ys[len(ys)-1]
			}
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	return xs, ys
}

// Fields of values are embedded with the same pixels as a canvas gets.
func TestSVGImage(t *testing.T) {
	pal, _ := PaletteByName("light")
	v := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 90, H: 65, Scale: 2}
	r := bumpRaster(Diverging, 1)
	svg, _ := svgOf(t, &Picture{View: v, Layers: []Layer{r}}, pal)
	images := svg.find("image")
	if len(images) != 1 {
		t.Fatalf("%d images", len(images))
	}
	data, ok := strings.CutPrefix(images[0].attr["href"], "data:image/png;base64,")
	if !ok {
		t.Fatal("no embedded PNG")
	}
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	im, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if s := im.Bounds().Size(); s.X != 180 || s.Y != 130 {
		t.Fatalf("%v pixels", s)
	}
	want := r.RGBA(pal, 180, 130, nil)
	for y := range 130 {
		for x := range 180 {
			r, g, b, _ := im.At(x, y).RGBA()
			if c := (Color{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}); c != pixelAt(want, 180, x, y) {
				t.Fatalf("pixel (%d, %d) is %s", x, y, c.CSS())
			}
		}
	}
	if svg.find("title")[0].text != "Figure" {
		t.Error("a picture without words has no title")
	}
	titled := &Picture{View: Viewport{X1: 1, Y1: 1, W: 20, H: 20, Scale: 1}, Alt: "Something.",
		Title: `A <title> & "more"`}
	if svg, _ := svgOf(t, titled, pal); svg.find("title")[0].text != titled.Title {
		t.Errorf("title %q", svg.find("title")[0].text)
	}
}

type failing struct{ n int }

func (f *failing) Write(b []byte) (int, error) {
	f.n += len(b)
	if f.n > 100 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestSVGError(t *testing.T) {
	pal, _ := PaletteByName("light")
	v := Viewport{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5, W: 90, H: 65, Scale: 1}
	if err := WriteSVG(&failing{}, &Picture{View: v, Layers: []Layer{bumpRaster(Diverging, 1)}}, pal); err == nil {
		t.Error("a full disk went unnoticed")
	}
}

// Crowds are painted in batches and without rims, every point.
func TestPaintCrowd(t *testing.T) {
	pal, _ := PaletteByName("light")
	for _, n := range []int{1000, 10_000} {
		xy := make([]float64, 2*n)
		for i := range xy {
			xy[i] = math.Mod(float64(i)*0.618034, 1)
		}
		r := &counter{}
		Paint(r, &Picture{View: testView, Layers: []Layer{PointMarks(xy, nil, nil)}}, pal)
		marks := 0
		for c, k := range r.marks {
			if c.A = 255; c == pal.Mark {
				marks += k
			}
		}
		if marks != n || r.strokes > 0 {
			t.Errorf("%d points: %d marks, %d strokes", n, marks, r.strokes)
		}
	}
}

// For any number of points, what lies under them stays visible; and the look depends only on the number of points in
// view.
func TestCrowdsLetThrough(t *testing.T) {
	pal, _ := PaletteByName("light")
	const area = 800 * 600
	last := pal.PointRadius(1, area)
	for n := 2; n <= 100_000; n += 1 + n/50 {
		r := pal.PointRadius(n, area)
		if r > last+1e-9 || r < 0.9*last {
			t.Fatalf("%d points have radius %g after %g", n, r, last)
		}
		last = r
		cover := math.Pi * r * r * float64(n) / area
		if cover > 0.4 {
			t.Errorf("%d points cover %.2f of the view", n, cover)
		}
		if ink := cover * crowdAlpha(r); n > 50_000 && ink > 0.15 {
			t.Errorf("%d points hide %.2f of the view", n, ink)
		}
	}
	if r := pal.PointRadius(10, area); r < 0.99*pal.PointRadius(1, area) {
		t.Errorf("ten points have radius %g", r)
	}
	outline := func(n int) (o Outline) {
		m := &Marks{Role: RolePoint, XY: []float64{0.3, 0.3, 0.6, 0.6}}
		for range n {
			m.XY = append(m.XY, 9, 9)
		}
		r := &counter{}
		Paint(r, &Picture{View: testView, Layers: []Layer{m}}, pal)
		return r.last
	}
	few, many := outline(0), outline(20_000)
	if string(few.AppendSVG(nil)) != string(many.AppendSVG(nil)) || few.Empty() {
		t.Error("points outside of the view change how those within look")
	}
}

// counter counts the sub-paths filled in each colour.
type counter struct {
	recorder
	marks map[Color]int
	last  Outline
}

func (c *counter) Fill(o *Outline, k Color) {
	c.last.Reset()
	o.Walk(func(s Segment) {
		if s.Op == 'M' {
			c.last.MoveTo(s.XY[0], s.XY[1])
		}
	})
	if c.marks == nil {
		c.marks = map[Color]int{}
	}
	o.Walk(func(s Segment) {
		if s.Op == 'M' {
			c.marks[k]++
		}
	})
}

// A thinned line has the ends of the original one and stays near all of its points.
func TestThin(t *testing.T) {
	const tol = 0.06
	lines := map[string]func(s float64) (x, y float64){
		"straight": func(s float64) (float64, float64) { return 900 * s, 300 * s },
		"circle": func(s float64) (float64, float64) {
			return 300 + 200*math.Cos(2*math.Pi*s), 300 + 200*math.Sin(2*math.Pi*s)
		},
		"wave":           func(s float64) (float64, float64) { return 900 * s, 300 + 100*math.Sin(25*s) },
		"there and back": func(s float64) (float64, float64) { return 400 * math.Abs(s-0.5), 100 },
		"still":          func(s float64) (float64, float64) { return 7, 7 },
		"knot":           func(s float64) (float64, float64) { return 100 * math.Sin(20*s), 100 * math.Cos(31*s) },
	}
	for name, at := range lines {
		const n = 1000
		var xy []float64
		for i := range n {
			x, y := at(float64(i) / (n - 1))
			xy = append(xy, x, y)
		}
		out := thin(slices.Clone(xy), tol)
		m := len(out)
		if out[0] != xy[0] || out[1] != xy[1] || out[m-2] != xy[2*n-2] || out[m-1] != xy[2*n-1] {
			t.Errorf("%s: the ends have moved", name)
		}
		if name != "knot" && name != "still" && m > n/2 {
			t.Errorf("%s: %d of %d points are left", name, m/2, n)
		}
		// Kept points are points of the line, in order; those between two of them are near their segment.
		k := 0
		for i := 0; i+3 < m; i += 2 {
			for ; k < n && (xy[2*k] != out[i+2] || xy[2*k+1] != out[i+3]); k++ {
				if d := fromSegment(xy[2*k], xy[2*k+1], out[i:i+4]); d > 1.01*tol {
					t.Fatalf("%s: a point is %g from the line", name, d)
				}
			}
			if k == n {
				t.Fatalf("%s: point %d is none of the line's", name, i/2+1)
			}
		}
	}
}

func fromSegment(x, y float64, ab []float64) float64 {
	dx, dy := ab[2]-ab[0], ab[3]-ab[1]
	s := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		s = min(max(((x-ab[0])*dx+(y-ab[1])*dy)/l, 0), 1)
	}
	return math.Hypot(x-ab[0]-s*dx, y-ab[1]-s*dy)
}

// The edges of a tiling become finer with its cells, and have their full width when the view shows few cells.
func TestEdgesGetFiner(t *testing.T) {
	pal, _ := PaletteByName("light")
	grid := func(n int) *Path {
		p := &Path{Role: RoleCellEdge, Class: NoClass}
		for i := range n {
			for j := range n {
				x, y := float64(i)/float64(n), float64(j)/float64(n)
				p.AddLine(x, y, x+1/float64(n), y)
				p.AddLine(x, y, x, y+1/float64(n))
			}
		}
		return p
	}
	v := Viewport{X1: 1, Y1: 1, W: 800, H: 600, Scale: 1}
	last := 1.0
	for _, n := range []int{4, 30, 60, 120, 300} {
		f := newPainter(&recorder{}, v, pal).finer(grid(n))
		if f > last || n == 4 && f != 1 || n == 30 && f < 0.9 || n == 300 && f > 0.5 {
			t.Errorf("%d cells: %g after %g", n*n, f, last)
		}
		last = f
	}
	v.X1, v.Y1 = 0.02, 0.02
	if f := newPainter(&recorder{}, v, pal).finer(grid(300)); f < 0.95 {
		t.Errorf("looked at closely: %g", f)
	}
}

// Isolines of the same look are painted as one path: there are as many strokes as looks, and no line is missing.
func TestIsolinesAreJoined(t *testing.T) {
	line := func(class int, level float64, xy ...float64) *Path {
		return &Path{Role: RoleIsoline, Class: class, Level: level, XY: xy}
	}
	two := line(0, 2, 0.1, 0.2, 0.9, 0.2, 0.1, 0.3, 0.9, 0.3)
	two.Starts = []int{0, 2}
	p := &Picture{View: Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}}
	p.Add(line(0, 1, 0.1, 0.1, 0.9, 0.1), two, line(0, 3), line(1, 1, 0.1, 0.5, 0.9, 0.5), line(0, 1, 0.1, 0.6, 0.9, 0.6))
	pal, _ := PaletteByName("light")
	c := &strokes{}
	Paint(c, p, pal)
	if want := []int{3, 1, 1}; !slices.Equal(c.lines, want) {
		t.Errorf("strokes of %v lines, want %v", c.lines, want)
	}
}

// strokes counts the lines of each stroke.
type strokes struct {
	nothing
	lines []int
}

func (s *strokes) Stroke(o *Outline, _ Stroke) {
	n := 0
	o.Walk(func(g Segment) {
		if g.Op == 'M' {
			n++
		}
	})
	s.lines = append(s.lines, n)
}
