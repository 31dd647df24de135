package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
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
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// A still is the picture of the document that the page starts with, an SVG that web/boot.js shows until the live
// picture is there. The size of the stage is not known when the site is made, so the file lays itself out as the page
// will, in whatever size it is shown: picture.WriteSVG draws its parts, and rules of CSS place them. Lines and areas
// are scaled with the plane. Widths of lines, points and texts keep their size.
//
// The file's address ends in #embed in a frame, where a little plane has its numbers inside.

// stillUnits is the length of the document's range in the drawing of lines and areas, stillWide how many times that
// the drawing is wide and high: a stage may be so much wider than high, or higher than wide.
const (
	stillUnits = 240
	stillWide  = 5
)

// stillPlane is the edge of a plane that has room for some numbers.
const stillPlane = 400

// stillTicks is how many ticks an axis has at most.
const stillTicks = 12

// stillSteps are the steps of axes of at least one unit, and the spans from which, divided by the number of ticks,
// the next one is taken (picture.NiceTicks).
var stillSteps = []struct{ step, most float64 }{
	{0.1, math.Sqrt2 / 10}, {0.2, math.Sqrt(10) / 10}, {0.5, math.Sqrt(50) / 10}, {1, math.Inf(1)},
}

// stillFile is where the still of a theme is; one with another decimal sign than a point has a language's tag.
func stillFile(theme, tag string) string {
	if tag != "" {
		theme += "." + tag
	}
	return "still-" + theme + ".svg"
}

// stills are the stills by their themes. They are made once: that takes a fit, and they are the same for every site.
var stills = sync.OnceValues(makeStills)

// addStills adds the still of each theme, and those of languages with another decimal sign.
func (s *Site) addStills() error {
	files, err := stills()
	if err != nil {
		return err
	}
	for theme, still := range files {
		if err := s.add(stillFile(theme, ""), still); err != nil {
			return err
		}
		for _, t := range s.tongues {
			if t.Decimal != "." {
				if err := s.add(stillFile(theme, t.Tag), comma(still, t.Decimal)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// stillsOf is where the stills of the themes are.
func stillsOf(tag string, address func(name string) (string, error)) (map[string]string, error) {
	at := map[string]string{}
	for _, theme := range galleryThemes {
		var err error
		if at[theme], err = address(stillFile(theme, tag)); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// stillNumber is a number of an axis.
var stillNumber = regexp.MustCompile(`>[^<.]*\.\d</text>`)

// comma returns a still with another decimal sign.
func comma(still []byte, decimal string) []byte {
	return stillNumber.ReplaceAllFunc(still, func(text []byte) []byte {
		return bytes.Replace(text, []byte("."), []byte(decimal), 1)
	})
}

func makeStills() (map[string][]byte, error) {
	d, err := doc.Decode([]byte(catalog.Start))
	if err != nil {
		return nil, err
	}
	s := session.New(catalog.All())
	if d, err = s.Resolve(d); err != nil {
		return nil, err
	}
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	task := m.TaskOf(d.Params)
	opt := task.Axes(d.Names)
	r := session.Range(d, task)
	if !task.Plane() || r.X1-r.X0 != 1 || r.Y1-r.Y0 != 1 {
		return nil, errors.New("the first document is not of a plane from 0 to 1, whose axes the still has")
	}
	if !picture.EndTitle(opt.XLabel) || !picture.EndTitle(opt.YLabel) {
		return nil, fmt.Errorf("the still has no room for the names %q and %q of its axes", opt.XLabel, opt.YLabel)
	}
	const size = stillUnits * stillWide
	view := session.Viewport(d, task, size, size, 1)
	cx, cy := (r.X0+r.X1)/2, (r.Y0+r.Y1)/2
	view.X0, view.X1 = cx-stillWide/2.0, cx+stillWide/2.0
	view.Y0, view.Y1 = cy-stillWide/2.0, cy+stillWide/2.0
	fig, err := s.Figure(context.Background(), session.Request{Doc: d, View: view})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, theme := range galleryThemes {
		pal, ok := picture.PaletteByName(theme)
		if !ok {
			return nil, fmt.Errorf("there is no palette %q", theme)
		}
		w := &stillWriter{pal: pal, view: view, axes: opt}
		if files[theme], err = w.write(fig.Layers, len(d.Points)); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// stillWriter writes a still.
type stillWriter struct {
	pal  *picture.Palette
	view picture.Viewport
	axes picture.AxisOptions
	defs bytes.Buffer
	out  bytes.Buffer
	n    int // of drawings of marks
}

// write returns the still of a figure's layers, which has so many points.
func (w *stillWriter) write(layers []picture.Layer, points int) ([]byte, error) {
	var under, over []picture.Layer // points, and what is under them
	for _, l := range layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint {
			over = append(over, l)
		} else {
			under = append(under, l)
		}
	}
	// What is in the plane ends at its edges. Its numbers stand around it, or over all.
	const clip = "<g clip-path=\"url(#plane)\">\n"
	w.out.WriteString(clip)
	if err := w.plane(under); err != nil {
		return nil, err
	}
	fmt.Fprintf(&w.out, `<g class="gutter" stroke="%s"><path class="left" d="M.5-9V9999"/>`+
		`<path class="lower" d="M0-.5H9999"/></g></g>`+"\n",
		w.pal.Style(picture.RoleAxis).Stroke.CSS())
	w.out.WriteString("<g class=\"gutter\">\n")
	if err := w.numbers(true); err != nil {
		return nil, err
	}
	w.out.WriteString("</g>\n" + clip)
	if err := w.plane(over); err != nil {
		return nil, err
	}
	w.out.WriteString("</g>\n<g class=\"inside\">\n")
	if err := w.numbers(false); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" id="embed" width="100%%" height="100%%" font-family='%s'>`+
		"\n<style>\n%s</style>\n",
		picture.FontStack, w.rules(points))
	fmt.Fprintf(&b, "<defs>\n<clipPath id=\"plane\"><rect/></clipPath>\n%s</defs>\n", w.defs.Bytes())
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n%s</g>\n</svg>\n", w.pal.Stage.CSS(),
		w.out.Bytes())
	return b.Bytes(), nil
}

// svg is what WriteSVG draws of a picture, without the frame and the ground.
func (w *stillWriter) svg(p *picture.Picture) (string, error) {
	var b bytes.Buffer
	s := picture.SheetOf(p, w.pal)
	s.Bare = true
	if err := picture.WriteSheet(&b, s); err != nil {
		return "", err
	}
	_, body, _ := strings.Cut(b.String(), "</title>\n")
	body, _ = strings.CutSuffix(body, "</svg>\n")
	return body, nil
}

// plane writes layers of the plane.
func (w *stillWriter) plane(layers []picture.Layer) error {
	for _, l := range layers {
		switch l := l.(type) {
		case *picture.Raster, *picture.Path:
			p := &picture.Picture{View: w.view}
			p.Add(l)
			body, err := w.svg(p)
			if err != nil {
				return err
			}
			if r, ok := l.(*picture.Raster); ok {
				body = w.saturated(body, r)
			}
			fmt.Fprintf(&w.out, "<g class=\"drawn\">\n%s</g>\n", body)
		case *picture.Marks:
			if err := w.marks(l); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the first document has a %T, which the still does not", l)
		}
	}
	return nil
}

// saturated gives the clearest regions the colour that they have on the page, where shading is smooth and ends there.
// A figure has it in steps, each of the colour of its middle: half a step more would be seen.
func (w *stillWriter) saturated(svg string, r *picture.Raster) string {
	const steps = 8 // of shading in a figure
	for _, class := range r.Classes {
		svg = strings.ReplaceAll(svg, w.pal.Tint(class, (steps-0.5)/steps).CSS(), w.pal.Tint(class, 1).CSS())
	}
	return svg
}

// marks writes marks: one drawing of each look, and where they are.
func (w *stillWriter) marks(m *picture.Marks) error {
	const edge = 64 // of the drawing of a mark
	round := w.pal.Style(m.Role).Round
	if m.Value != nil || m.Size != nil && !round {
		return errors.New("the first document has marks by value or of several sizes, which the still does not")
	}
	type look struct{ class, step int }
	at := map[look][]int{}
	for i := range len(m.XY) / 2 {
		l := look{class: picture.NoClass}
		if m.Class != nil {
			l.class = m.Class[i]
		}
		if m.Size != nil {
			l.step = picture.RoundStep(m.Size[i])
		}
		at[l] = append(at[l], i)
	}
	// As they are painted: the widest first.
	for _, look := range slices.SortedFunc(maps.Keys(at), func(a, b look) int {
		return cmp.Or(cmp.Compare(b.step, a.step), cmp.Compare(a.class, b.class))
	}) {
		one := &picture.Marks{Role: m.Role, XY: []float64{edge / 2, edge / 2}}
		if m.Class != nil {
			one.Class = []int{look.class}
		}
		if m.Size != nil {
			one.Size = []float64{float64(look.step) / (picture.RoundSteps - 1)}
		}
		p := &picture.Picture{View: picture.Viewport{X1: edge, Y1: edge, W: edge, H: edge, Scale: 1}}
		p.Add(one)
		body, err := w.svg(p)
		if err != nil {
			return err
		}
		fmt.Fprintf(&w.defs, "<g id=\"m%d\" transform=\"translate(-%d -%d)\">\n%s</g>\n", w.n, edge/2, edge/2, body)
		for _, i := range at[look] {
			fmt.Fprintf(&w.out, "<use href=\"#m%d\" style=\"--v:%s;--z:%s\"/>\n", w.n, decimals(m.XY[2*i]-w.middle(true)),
				decimals(w.middle(false)-m.XY[2*i+1]))
		}
		w.n++
	}
	return nil
}

// middle is what is in the middle of the plane.
func (w *stillWriter) middle(x bool) float64 {
	if x {
		return (w.view.X0 + w.view.X1) / 2
	}
	return (w.view.Y0 + w.view.Y1) / 2
}

// decimals writes a number with up to four decimals.
func decimals(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/1e4+0, 'f', -1, 64)
}

// axis is what engine/picture's axes are in a plane of a size, for the still to place in any other.
type axis struct {
	name          string // "X", "Y"
	view          picture.Viewport
	number, title *picture.Label // one that stands there; the title is nil inside a plane
	lo, hi        float64        // how far numbers stay from its ends
}

// axesOf returns the axes of a plane with its numbers around it, or inside.
func (w *stillWriter) axesOf(around bool) (x, y axis, err error) {
	const edge = stillPlane
	text := w.pal.Style(picture.RoleTick).Text
	f := picture.Inside(text)
	if around {
		f = picture.Gutter(edge, text, w.axes)
	}
	v := picture.Viewport{X1: 1, Y1: 1, W: edge, H: edge, Scale: 1}
	x, y = axis{name: "X", view: v}, axis{name: "Y", view: v}
	_, over, labels := picture.Axes(v, f, w.axes)
	for _, l := range over {
		if l, ok := l.(*picture.Label); ok {
			labels = append(labels, l)
		}
	}
	for _, l := range labels {
		a := &y
		if l.Anchor == picture.AnchorAbove || l.Anchor == picture.AnchorBelow || v.PY(l.Y) > edge {
			a = &x
		}
		if l.Role == picture.RoleAxis {
			a.title = l
		} else {
			a.number = l
		}
	}
	if x.number == nil || y.number == nil || around && (x.title == nil || y.title == nil) {
		err = errors.New("the axes of the first document lack numbers or titles")
	}
	return x, y, err
}

// at is where a label of the axis stands in its plane, box its room.
func (a *axis) at(l *picture.Label) (x, y float64) { return a.view.PX(l.X), a.view.PY(l.Y) }
func (a *axis) box(l *picture.Label, size float64) picture.Box {
	x, y := a.at(l)
	return l.Box(x, y, size)
}

// drawn is a label as WriteSVG draws it, where it stands in the axis's own plane.
func (w *stillWriter) drawn(a *axis, l *picture.Label) (string, error) {
	p := &picture.Picture{View: a.view}
	if a.title != nil {
		p.Around = []*picture.Label{l}
	} else {
		p.Add(l)
	}
	body, err := w.svg(p)
	_, body, _ = strings.Cut(body, ">\n")
	body, _ = strings.CutSuffix(body, "\n</g>\n")
	return strings.ReplaceAll(body, "\n", ""), err
}

// numbers writes the marks and the numbers of both axes at all steps, and the titles: as they are in a plane of a
// size. Rules put them where they belong, and show those of one step that have room: from --lo after the beginning of
// an edge to --hi before its end.
func (w *stillWriter) numbers(around bool) error {
	x, y, err := w.axesOf(around)
	if err != nil {
		return err
	}
	edge := float64(x.view.W)
	text, title := w.pal.Style(picture.RoleTick).Text, w.pal.Style(picture.RoleAxis).Text
	high := y.box(y.number, text)
	half := (high.Y1 - high.Y0) / 2
	y.lo, y.hi = half, edge-x.box(x.number, text).Y0+half // in a plane, the numbers below have a row of their own
	if around {
		y.lo, y.hi = y.box(y.title, title).Y1+half, half
	}
	for _, a := range []*axis{&x, &y} {
		ax, ay := a.at(a.number)
		mark := fmt.Sprintf("M%s %sv-", decimals(ax), decimals(edge))
		x.lo, x.hi = -0.5, edge
		if !around {
			x.lo = picture.TextWidth("0.0", text) / 2
		}
		shift := fmt.Sprintf("--x:%spx;--y:%spx", decimals(ax), decimals(edge))
		if a == &y {
			mark = fmt.Sprintf("M0 %sh", decimals(ay))
			shift = fmt.Sprintf("--x:0px;--y:%spx;--lo:%spx;--hi:%spx", decimals(ay), decimals(y.lo), decimals(y.hi))
		}
		fmt.Fprintf(&w.out, "<g class=\"%s\" style=\"%s;--two:%spx\">\n", a.name, shift, decimals(2*min(a.lo, a.hi)))
		mid := w.middle(a == &x)
		for k := math.Ceil(10 * (mid - stillWide/2.0)); k <= 10*(mid+stillWide/2.0); k++ {
			for _, t := range ticksAt(k/10, mid) {
				n := *a.number
				n.Text = t.text
				body, err := w.drawn(a, &n)
				if err != nil {
					return err
				}
				fmt.Fprintf(&w.out, `<g class="%s" style="--v:%s`, t.steps, decimals(k/10-mid))
				if a == &x {
					half := picture.TextWidth(t.text, text) / 2
					lo, hi := half, half
					if around {
						lo, hi = -0.5, edge-x.box(x.title, title).X0+half+picture.Apart*text
					}
					fmt.Fprintf(&w.out, ";--lo:%spx;--hi:%spx", decimals(lo), decimals(hi))
				}
				fmt.Fprintf(&w.out, `"><g class="n">%s</g>`, body)
				if around || a == &x { // in a plane a mark before a number would read as its sign
					fmt.Fprintf(&w.out, `<path class="m" d="%[1]s%[2]v"/><path class="m n" d="%[1]s%[3]v"/>`, mark, picture.ShortMark,
						picture.LongMark)
				}
				w.out.WriteString("</g>\n")
			}
		}
		w.out.WriteString("</g>\n")
		if around {
			body, err := w.drawn(a, a.title)
			if err != nil {
				return err
			}
			fmt.Fprintf(&w.out, "<g class=\"title%s\">%s</g>\n", a.name, body)
		}
	}
	return nil
}

// tick is a number as some steps write it: "s0 s2" of the first and the third one.
type tick struct{ text, steps string }

// ticksAt tells how the steps whose multiple a value is write it, if an axis with that middle may reach it.
func ticksAt(v, mid float64) (list []tick) {
	for i, s := range stillSteps {
		n := math.Round(v / s.step)
		if math.Abs(n*s.step-v) > 1e-9 || math.Abs(v-mid) > stillTicks*s.most/2 {
			continue
		}
		text := picture.LinearTicks(n*s.step, (n+2)*s.step, 2, 6).Text[0]
		if k := len(list) - 1; k >= 0 && list[k].text == text {
			list[k].steps += strconv.Itoa(i)
		} else {
			list = append(list, tick{text, "s" + strconv.Itoa(i)})
		}
	}
	return list
}

// rules are the rules that lay the still out.
func (w *stillWriter) rules(points int) string {
	var b strings.Builder
	text := w.pal.Style(picture.RoleTick).Text
	put := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	// far is where that is which is not shown, in pixels; above tells how far what exceeds 0 goes there.
	const far = 9999
	above := func(px string) string { return fmt.Sprintf("clamp(0px,(%s)*%d,%dpx)", px, far, far) }

	// The plane is --w x --h, with --l and --b beside and below it, a unit --u. Axes have up to --nx and --ny ticks.
	put(":root{--w:calc(100vw - var(--l));--h:calc(100vh - var(--b));--u:min(var(--w),var(--h));--c:1}")
	put("#plane rect{x:var(--l);width:var(--w);height:var(--h)}")
	// A length divided by another one, which few browsers know otherwise.
	put("@supports not (scale:tan(atan2(1vw,2px))){:root{display:none}}")
	put(".drawn{transform:translate(calc(var(--l) + var(--w)/2),calc(var(--h)/2)) "+
		"scale(tan(atan2(var(--u),%dpx))) translate(-%dpx,-%[2]dpx)}",
		stillUnits, stillUnits*stillWide/2)
	put(".left{transform:translate(var(--l),0)}")
	put(".lower{transform:translate(var(--l),var(--h))}")
	put("path{vector-effect:non-scaling-stroke}")
	put(".inside{display:none}")
	ticks := func(pixels int, each float64) int { return min(max(int(float64(pixels)/each), 3), stillTicks) }
	const widest = 6000
	var last string
	for size := 1; size <= widest; size++ {
		f := picture.Gutter(size, text, w.axes)
		rule := fmt.Sprintf("--l:%dpx;--b:%dpx;--nx:%d", f.Left, f.Bottom, ticks(size-f.Left, picture.AcrossEach))
		if rule != last {
			put("@media(min-width:%dpx){:root{%s}}", size, rule)
		}
		last = rule
	}
	f := picture.Gutter(1, text, w.axes)
	for size := 1; size <= widest; size++ {
		rule := fmt.Sprintf("--ny:%d", ticks(size-f.Bottom, picture.UpEach))
		if rule != last {
			put("@media(min-height:%dpx){:root{%s}}", size, rule)
		}
		last = rule
	}
	// Somebody's frame that is too small for a gutter.
	little := func(and, rules string) {
		put("@media%s(max-width:%.1fpx),%[1]s(max-height:%.1[3]fpx){%[4]s}", and, stage.LeastWidth-0.1,
			stage.LeastHeight-0.1, rules)
	}
	little("", ":root:target{--l:0px;--b:0px}:target .gutter{display:none}:target .inside{display:inline}")
	for _, side := range []struct {
		name, media string
		each        float64
	}{{"nx", "width", picture.AcrossEach}, {"ny", "height", picture.UpEach}} {
		for size := 1; size <= widest; size++ {
			rule := fmt.Sprintf(":root:target{--%s:%d}", side.name, ticks(size, side.each))
			if rule != last {
				little(fmt.Sprintf("(min-%s:%dpx) and ", side.media, size), rule)
			}
			last = rule
		}
	}
	// Points are smaller where they are many: --c, for a few sizes of the stage.
	full := w.pal.PointRadius(1, 1)
	sizes := []float64{700, 560, 450, 360, 290, 230, 180, 140, 110}
	for i, wide := range sizes {
		for _, high := range sizes {
			if c := w.pal.PointRadius(points, 0.9*wide*0.9*high) / full; i > 0 && c < 0.99 {
				put("@media(max-width:%vpx) and (max-height:%vpx){:root{--c:%.3f}}", wide, high, c)
			}
		}
	}
	put("use{transform:translate(calc(var(--l) + var(--w)/2 + var(--v)*var(--u))," +
		"calc(var(--h)/2 + var(--z)*var(--u))) scale(var(--c))}")

	// Which step it is: those of the others are far away.
	put(".X{--e:var(--w);--q:calc(var(--nx)*var(--u))}")
	put(".Y{--e:var(--h);--q:calc(var(--ny)*var(--u))}")
	var steps strings.Builder
	// One number is no scale: of 0, 0.5 and 1, a second one has room if there is --two more than the unit.
	most := func(i int) string {
		q := fmt.Sprintf("%.6f*var(--q)", stillSteps[i].most)
		if i == 1 {
			return "max(" + q + ",var(--u) + var(--two))"
		}
		return q
	}
	for i, s := range stillSteps {
		var other []string
		if !math.IsInf(s.most, 1) {
			other = append(other, "var(--e) - "+most(i))
		}
		if i > 0 {
			other = append(other, most(i-1)+" - var(--e)")
		}
		fmt.Fprintf(&steps, ";--%d:%s", i, above("max("+strings.Join(other, ",")+")"))
	}
	put(".X,.Y{%s}", steps.String()[1:])
	shown := map[string]bool{}
	for k := -10 * stillWide; k <= 10*stillWide; k++ {
		for _, t := range ticksAt(float64(k)/10, 0.5) {
			if !shown[t.steps] {
				shown[t.steps] = true
				var each []string
				for _, i := range t.steps[1:] {
					each = append(each, fmt.Sprintf("var(--%c)", i))
				}
				put(".%s{--s:min(%s)}", t.steps, strings.Join(each, ","))
			}
		}
	}
	put(".X>g{--p:calc(var(--w)/2 + var(--v)*var(--u));" +
		"transform:translate(calc(var(--l) + var(--p) - var(--x)),calc(var(--h) + var(--s) - var(--y)))}")
	put(".Y>g{--p:calc(var(--h)/2 - var(--v)*var(--u));" +
		"transform:translate(calc(var(--l) - var(--s) - var(--x)),calc(var(--p) - var(--y)))}")
	// What has no room is far away, too: marks at the ends of an edge, long ones where the number is.
	put(".m{--f:0.5px;--t:0.5px;stroke-linecap:round;stroke:%s}", w.pal.Style(picture.RoleTick).Stroke.CSS())
	put(".n{--f:var(--lo);--t:var(--hi)}")
	put("path.n{--f:max(var(--lo),0.5px)}")
	put(".m,.n{--o:%s}", above("max(var(--f) - var(--p),var(--p) - var(--e) + var(--t))"))
	put(".X .m,.X .n{transform:translate(0,var(--o))}")
	put(".Y .m,.Y .n{transform:translate(calc(0px - var(--o)),0)}")
	put(".titleX{transform:translate(calc(100vw - %dpx),calc(var(--h) - %[1]dpx))}", stillPlane)
	put(".titleY{transform:translate(var(--l),0)}")
	return b.String()
}
