package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pointscape/app/stage"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Still is a picture of the initial document, for web/boot.js to paint before either program has arrived. The stage's
// size is not known when the site is built. So lines and areas are given in units of a wide drawing, which boot.js
// scales; marks, widths and dashes are in CSS pixels, which stay the same; boot.js computes the ticks, since they
// depend on the size.
type Still struct {
	// Drawn is the factor between path coordinates and units. Edge is the size in CSS pixels of the square in whose
	// middle a mark's shapes are drawn.
	Drawn float64 `json:"drawn"`
	Edge  float64 `json:"edge"`
	// X and Y are the ranges that every stage shows at least; a stage widens one of them.
	X [2]float64 `json:"x"`
	Y [2]float64 `json:"y"`
	// Unit is the length, in data coordinates, of a unit of the drawing. The drawing is W×H units; its origin is the
	// middle of X and Y.
	Unit float64 `json:"unit"`
	W    int     `json:"w"`
	H    int     `json:"h"`
	// Colors lists the colours of the light and of the dark theme; shapes refer to them by index.
	Colors [2][]string `json:"colors"`
	// Layers come in painting order.
	Layers []StillLayer `json:"layers"`
	// Points is the number of data points. Radius is the radius of one point, in CSS pixels.
	Points int       `json:"points"`
	Radius float64   `json:"radius"`
	Axes   StillAxes `json:"axes"`
}

// StillLayer is a line or an area, or marks: shapes repeated at positions.
type StillLayer struct {
	Shapes []StillShape `json:"s"`
	At     []float64    `json:"at,omitempty"` // positions x0, y0, x1, y1, ... in units; shapes are in CSS pixels then
	Points bool         `json:"p,omitempty"`  // the marks are data points, which become smaller if there are many
	Round  bool         `json:"r,omitempty"`  // the marks surround data points, and scale with them
}

// StillShape is a path with its paint.
type StillShape struct {
	Path  string    `json:"d"` // SVG path data
	Fill  int       `json:"f"` // index of a colour, -1 for none
	Line  int       `json:"l"`
	Width float64   `json:"w,omitempty"` // CSS pixels
	Dash  []float64 `json:"h,omitempty"`
	Even  bool      `json:"e,omitempty"` // filled by the even-odd rule
}

// StillAxes is the look of the axes and the room for them.
type StillAxes struct {
	Line   int     `json:"line"` // index of the colour of tick marks and edges
	Number int     `json:"number"`
	Title  int     `json:"title"`
	Ground int     `json:"ground"`
	Size   float64 `json:"size"` // font size of numbers; Larger is that of titles
	Larger float64 `json:"larger"`
	Font   string  `json:"font"`
	// Gutters lists, widest first, minimum widths of a stage with its left and bottom margins: {width, left, bottom},
	// in CSS pixels.
	Gutters [][3]int `json:"gutters"`
	// Least is the width and height from which a stage embedded in a frame has margins.
	Least [2]int `json:"least"`
	// Marks are the lengths of tick marks with a number and without. Each is the number of pixels per tick,
	// horizontally and vertically.
	Marks [2]float64 `json:"marks"`
	Each  [2]float64 `json:"each"`
	// Names are the axes' titles, Widths their widths in CSS pixels.
	Names  [2]string  `json:"names"`
	Widths [2]float64 `json:"widths"`
}

// stillUnits is the number of units along the longer range. stillWide and stillHigh are the multiples of the ranges
// that the drawing covers: enough for stages from a phone to a very wide window.
const (
	stillUnits = 420
	stillWide  = 3.0
	stillHigh  = 2.6
)

// still returns the picture. It is made once: it needs a fit, and is the same for every site.
var still = sync.OnceValues(makeStill)

func makeStill() (*Still, error) {
	d, err := doc.Decode([]byte(catalog.Start))
	if err != nil {
		return nil, err
	}
	s := session.New(catalog.All())
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		return nil, err
	}
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	if !m.TaskOf(d.Params).Plane() {
		return nil, errors.New("the first document is not of the plane, whose axes have one scale")
	}
	r := session.Range(d, m.TaskOf(d.Params))
	st := &Still{X: [2]float64{r.X0, r.X1}, Y: [2]float64{r.Y0, r.Y1}, Points: len(d.Points), Drawn: drawn, Edge: markEdge}
	dx, dy := r.X1-r.X0, r.Y1-r.Y0
	st.Unit = max(dx, dy) / stillUnits
	st.W = int(math.Round(stillWide * dx / st.Unit))
	st.H = int(math.Round(stillHigh * dy / st.Unit))
	view := session.Viewport(d, m.TaskOf(d.Params), st.W, st.H, 1)
	cx, cy := (r.X0+r.X1)/2, (r.Y0+r.Y1)/2
	view.X0, view.X1 = cx-st.Unit*float64(st.W)/2, cx+st.Unit*float64(st.W)/2
	view.Y0, view.Y1 = cy-st.Unit*float64(st.H)/2, cy+st.Unit*float64(st.H)/2
	fig, err := s.Figure(context.Background(), session.Request{Doc: d, View: view})
	if err != nil {
		return nil, err
	}
	c := &stillColors{}
	for _, l := range fig.Layers {
		var layers []StillLayer
		switch l := l.(type) {
		case *picture.Raster:
			if layers, err = c.layer(view, l, 0.25); err == nil {
				err = c.saturate(l)
			}
		case *picture.Path:
			layers, err = c.layer(view, l, 0.1)
		case *picture.Marks:
			layers, err = c.marks(view, l)
		case *picture.Label:
			err = fmt.Errorf("the first document has a label %q, which the still does not", l.Text)
		default:
			err = fmt.Errorf("the first document has a %T, which the still does not", l)
		}
		if err != nil {
			return nil, err
		}
		st.Layers = append(st.Layers, layers...)
	}
	var looks, titles [2]picture.Style
	var stages [2]picture.Color
	for k, name := range galleryThemes {
		p, _ := picture.PaletteByName(name)
		looks[k], titles[k], stages[k] = p.Style(picture.RoleTick), p.Style(picture.RoleAxis), p.Stage
		st.Radius = p.PointRadius(1, 1)
	}
	css := func(a, b picture.Color) int { return c.of(a.CSS(), b.CSS()) }
	opt := m.TaskOf(d.Params).Axes(d.Names)
	st.Axes = StillAxes{
		Line:   css(looks[0].Stroke, looks[1].Stroke),
		Number: css(looks[0].TextInk, looks[1].TextInk),
		Title:  css(titles[0].TextInk, titles[1].TextInk),
		Ground: css(stages[0], stages[1]),
		Size:   looks[0].Text, Larger: titles[0].Text,
		Font:  picture.FontStack,
		Names: [2]string{opt.XLabel, opt.YLabel},
		Least: [2]int{stage.LeastWidth, stage.LeastHeight},
		Marks: [2]float64{picture.LongMark, picture.ShortMark},
		Each:  [2]float64{picture.AcrossEach, picture.UpEach},
	}
	for i, s := range st.Axes.Names {
		if !picture.EndTitle(s) {
			return nil, fmt.Errorf("the first document has an axis %q, whose name has a line of its own; the still has none", s)
		}
		st.Axes.Widths[i] = picture.TextWidth(s, titles[0].Text)
	}
	for w, last := 4000, 0; w > 0; w-- {
		f := picture.Gutter(w, looks[0].Text, opt)
		if f.Left == last {
			st.Axes.Gutters[len(st.Axes.Gutters)-1][0] = w
			continue
		}
		last = f.Left
		st.Axes.Gutters = append(st.Axes.Gutters, [3]int{w, f.Left, f.Bottom})
	}
	st.Colors = c.list
	return st, nil
}

// stillColors collects pairs of a light and a dark colour.
type stillColors struct{ list [2][]string }

func (c *stillColors) of(light, dark string) int {
	if light == "" || light == "none" {
		return -1
	}
	for i := range c.list[0] {
		if c.list[0][i] == light && c.list[1][i] == dark {
			return i
		}
	}
	c.list[0], c.list[1] = append(c.list[0], light), append(c.list[1], dark)
	return len(c.list[0]) - 1
}

// layer draws a layer like the command draw, in both themes. If tol > 0, it moves the path so that the middle of the
// view is the origin, and simplifies it.
func (c *stillColors) layer(v picture.Viewport, l picture.Layer, tol float64) ([]StillLayer, error) {
	var both [2][]svgPath
	for k, name := range galleryThemes {
		pal, _ := picture.PaletteByName(name)
		p := &picture.Picture{View: v}
		p.Add(l)
		var buf bytes.Buffer
		if err := picture.WriteSVG(&buf, p, pal); err != nil {
			return nil, err
		}
		var err error
		if both[k], err = readPaths(&buf); err != nil {
			return nil, err
		}
	}
	if len(both[0]) != len(both[1]) || len(both[0]) == 0 {
		return nil, fmt.Errorf("the two themes draw %d and %d outlines", len(both[0]), len(both[1]))
	}
	var out StillLayer
	for i, a := range both[0] {
		b := both[1][i]
		if a.D != b.D || a.Width != b.Width || a.Dash != b.Dash {
			return nil, errors.New("the two themes draw different outlines")
		}
		d := a.D
		if tol > 0 {
			var err error
			if d, err = movePath(d, float64(v.W)/2, float64(v.H)/2, tol); err != nil {
				return nil, err
			}
		}
		s := StillShape{Path: d, Fill: c.of(a.fill(), b.fill()), Line: c.of(a.stroke(), b.stroke()),
			Even: a.Rule == "evenodd"}
		if a.Width != "" {
			var err error
			if s.Width, err = strconv.ParseFloat(a.Width, 64); err != nil {
				return nil, err
			}
		}
		for _, f := range strings.Fields(a.Dash) {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return nil, err
			}
			s.Dash = append(s.Dash, x)
		}
		out.Shapes = append(out.Shapes, s)
	}
	return []StillLayer{out}, nil
}

// saturate gives the most certain regions the colour that they have on the page, where shading is continuous. A figure
// is shaded in steps, each with the colour of its middle: otherwise a large region would visibly change by half a step.
func (c *stillColors) saturate(r *picture.Raster) error {
	const steps = 8 // number of shading steps in a figure
	for k, name := range galleryThemes {
		pal, _ := picture.PaletteByName(name)
		for _, class := range r.Classes {
			i := slices.Index(c.list[k], pal.Tint(class, (steps-0.5)/steps).CSS())
			if i < 0 {
				return errors.New("the first document has no regions in steps of shading")
			}
			c.list[k][i] = pal.Tint(class, 1).CSS()
		}
	}
	return nil
}

// markEdge is the size, in CSS pixels, of the square drawing of one mark.
const markEdge = 64

// marks draws one mark of each look (class and width), and lists the positions of all marks with that look; the looks
// are in painting order.
func (c *stillColors) marks(v picture.Viewport, m *picture.Marks) ([]StillLayer, error) {
	if m.Value != nil {
		return nil, errors.New("the first document has marks by value, which the still does not")
	}
	var out []StillLayer
	// Marks around points come in a few widths; each is drawn separately.
	light, _ := picture.PaletteByName(galleryThemes[0])
	round := light.Style(m.Role).Round
	if m.Size != nil && !round {
		return nil, errors.New("the first document has marks of different sizes, which the still does not")
	}
	type look struct{ class, step int }
	lookOf := func(i int) (l look) {
		l.class = picture.NoClass
		if m.Class != nil {
			l.class = m.Class[i]
		}
		if m.Size != nil {
			l.step = picture.RoundStep(m.Size[i])
		}
		return l
	}
	looks := map[look]bool{}
	for i := range len(m.XY) / 2 {
		looks[lookOf(i)] = true
	}
	// In painting order: the widest first.
	order := slices.SortedFunc(maps.Keys(looks), func(a, b look) int {
		return cmp.Or(cmp.Compare(b.step, a.step), cmp.Compare(a.class, b.class))
	})
	for _, look := range order {
		one := &picture.Marks{Role: m.Role, XY: []float64{markEdge / 2, markEdge / 2}}
		if m.Class != nil {
			one.Class = []int{look.class}
		}
		if m.Size != nil {
			one.Size = []float64{float64(look.step) / (picture.RoundSteps - 1)}
		}
		layers, err := c.layer(picture.Viewport{X1: markEdge, Y1: markEdge, W: markEdge, H: markEdge, Scale: 1}, one, 0)
		if err != nil {
			return nil, err
		}
		l := layers[0]
		l.Points, l.Round = m.Role == picture.RolePoint, round
		for i := range len(m.XY) / 2 {
			if lookOf(i) != look {
				continue
			}
			x, y := v.PX(m.XY[2*i])-float64(v.W)/2, v.PY(m.XY[2*i+1])-float64(v.H)/2
			l.At = append(l.At, math.Round(x*10)/10, math.Round(y*10)/10)
		}
		out = append(out, l)
	}
	return out, nil
}

// svgPath is a path element of a figure's SVG.
type svgPath struct {
	D             string `xml:"d,attr"`
	Fill          string `xml:"fill,attr"`
	FillOpacity   string `xml:"fill-opacity,attr"`
	Rule          string `xml:"fill-rule,attr"`
	Stroke        string `xml:"stroke,attr"`
	StrokeOpacity string `xml:"stroke-opacity,attr"`
	Width         string `xml:"stroke-width,attr"`
	Dash          string `xml:"stroke-dasharray,attr"`
}

func (p svgPath) fill() string   { return withOpacity(p.Fill, p.FillOpacity) }
func (p svgPath) stroke() string { return withOpacity(p.Stroke, p.StrokeOpacity) }

// withOpacity appends an opacity to a colour #rrggbb, giving #rrggbbaa.
func withOpacity(color, opacity string) string {
	a, err := strconv.ParseFloat(opacity, 64)
	if color == "" || color == "none" || opacity == "" || err != nil {
		return color
	}
	return fmt.Sprintf("%s%02x", color, int(math.Round(255*a)))
}

// readPaths returns the paths of an SVG. It returns an error for other elements that paint.
func readPaths(r io.Reader) ([]svgPath, error) {
	var out []svgPath
	x := xml.NewDecoder(r)
	for {
		t, err := x.Token()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "path":
			var p svgPath
			if err := x.DecodeElement(&p, &e); err != nil {
				return nil, err
			}
			out = append(out, p)
		case "svg", "g", "title", "desc", "rect": // rect is the background, which the page paints itself
		default:
			return nil, fmt.Errorf("a figure holds <%s>, which the still does not", e.Name.Local)
		}
	}
}

// drawn is the factor between path coordinates and units: integers are shorter than decimals.
const drawn = 10

// movePath moves the path data of a figure so that (cx, cy) becomes the origin, and omits points that lie within tol of
// the line without them. It understands the lines that picture.Outline.AppendSVG writes: an absolute M, relative l, and
// z.
func movePath(d string, cx, cy, tol float64) (string, error) {
	var out []byte
	for i, part := range strings.Split(d, "M") {
		if i == 0 {
			if part != "" {
				return "", fmt.Errorf("path data begin with %q", part)
			}
			continue
		}
		part, closed := strings.CutSuffix(part, "z")
		var xy []float64
		for _, f := range numbers.FindAllString(part, -1) {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return "", err
			}
			if n := len(xy); n >= 2 {
				v += xy[n-2]
			}
			xy = append(xy, v)
		}
		if strings.ContainsAny(part, "qczM") || len(xy)%2 != 0 || len(xy) < 4 {
			return "", fmt.Errorf("path data are not of lines: %.40q", part)
		}
		px, py := 0, 0
		for k, i := range append([]int{0}, thinned(xy, 0, len(xy)/2-1, tol)...) {
			x, y := int(math.Round(drawn*(xy[2*i]-cx))), int(math.Round(drawn*(xy[2*i+1]-cy)))
			switch k {
			case 0:
				out = append(out, 'M')
			case 1:
				out = append(out, 'l')
			default:
				if x >= px {
					out = append(out, ' ')
				}
			}
			out = strconv.AppendInt(out, int64(x-px), 10)
			if y >= py {
				out = append(out, ' ')
			}
			out = strconv.AppendInt(out, int64(y-py), 10)
			px, py = x, y
		}
		if closed {
			out = append(out, 'z')
		}
	}
	return string(out), nil
}

var numbers = regexp.MustCompile(`-?(\d+\.?\d*|\.\d+)`)

// thinned returns the indices of the points after a, up to b, that a line needs to stay within tol of all points (D.
// Douglas and T. Peucker, 1973).
func thinned(xy []float64, a, b int, tol float64) []int {
	far, at := tol, -1
	ax, ay, dx, dy := xy[2*a], xy[2*a+1], xy[2*b]-xy[2*a], xy[2*b+1]-xy[2*a+1]
	l2 := dx*dx + dy*dy
	for i := a + 1; i < b; i++ {
		x, y := xy[2*i]-ax, xy[2*i+1]-ay
		t := 0.0
		if l2 > 0 {
			t = min(max((x*dx+y*dy)/l2, 0), 1)
		}
		if d := math.Hypot(x-t*dx, y-t*dy); d > far {
			far, at = d, i
		}
	}
	if at < 0 {
		return []int{b}
	}
	return append(thinned(xy, a, at, tol), thinned(xy, at, b, tol)...)
}
