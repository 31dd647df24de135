// Package tikz writes pictures as LaTeX figures: a plane with tick labels is an axis of pgfplots, whose points are
// plots and whose lines are paths in data coordinates, so that an author can restyle, resize and extend it; everything
// else is TikZ. Texts are set by TeX, with formulas as formulas.
package tikz

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Write writes a sheet as a LaTeX file that can be compiled alone, or included in another one with \input. Rasters that
// can't be drawn as shapes, such as the regions of a classifier, are in PNG files beside it, named after the figure
// with a number; if rasters is false they are left out.
func Write(s *picture.Sheet, name string, rasters bool) (tex []byte, images []Image) {
	w := &writer{sheet: s, name: name, rasters: rasters, colors: map[picture.Color]string{}, styles: map[string]string{},
		named: map[string]int{}}
	wide := float64(s.W) * 72 / 96
	switch {
	case s.Wide > 0 && s.Unit == picture.Millimetres:
		wide = s.Wide / 25.4 * 72
	case s.Wide > 0:
		wide = s.Wide * 72 / 96
	}
	w.bp = wide / float64(s.W)
	w.body()
	return []byte(w.whole()), w.images
}

// Image is a file beside a figure.
type Image struct {
	Name string
	Data []byte
}

// writer collects the parts of a figure.
type writer struct {
	sheet   *picture.Sheet
	name    string
	rasters bool
	bp      float64 // big points per CSS pixel

	main   strings.Builder
	colors map[picture.Color]string
	defs   []string // definitions of colors, styles and marks, in order
	styles map[string]string
	named  map[string]int
	images []Image
	beyond bool // there are letters that pdflatex lacks

	axis           *picture.Viewport // the plane of coordinates, nil = the page
	xDigit, yDigit int               // decimals of coordinates
	legends        map[int]bool      // parts that are the legend of an axis
}

func (w *writer) x(v float64) string { return number(v, w.xDigit) }
func (w *writer) y(v float64) string { return number(v, w.yDigit) }

func (w *writer) text(s string) string {
	t := Text(s)
	w.beyond = w.beyond || foreign(t)
	return t
}

// color returns the name of a color, without its opacity.
func (w *writer) color(k picture.Color) string {
	k.A = 255
	name, ok := w.colors[k]
	if !ok {
		name = fmt.Sprintf("ps%d", len(w.colors)+1)
		w.colors[k] = name
		w.defs = append(w.defs, fmt.Sprintf(`\definecolor{%s}{RGB}{%d,%d,%d}`, name, k.R, k.G, k.B))
	}
	return name
}

// unique returns a name that is not used in the figure yet.
func (w *writer) unique(name string) string {
	w.named[name]++
	if n := w.named[name]; n > 1 {
		return fmt.Sprintf("%s %d", name, n)
	}
	return name
}

// style returns the name of a style with these options, which it defines if it is new.
func (w *writer) style(what, options string) string {
	key := what + "/" + options
	name, ok := w.styles[key]
	if !ok {
		name = w.unique("ps " + what)
		w.styles[key] = name
		w.defs = append(w.defs, fmt.Sprintf(`\tikzset{%s/.style={%s}}`, name, options))
	}
	return name
}

// file adds an image beside the figure, unless there is an equal one, and returns its name.
func (w *writer) file(png []byte) string {
	for _, im := range w.images {
		if slices.Equal(im.Data, png) {
			return im.Name
		}
	}
	name := fmt.Sprintf("%s-%d.png", plainName(w.name), len(w.images)+1)
	w.images = append(w.images, Image{name, png})
	return name
}

// plainName returns a file name that all versions of TeX support.
func plainName(name string) string {
	plain := strings.Trim(strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7F && !strings.ContainsRune(`\#$%&{}~^"'`+"`", r) {
			return r
		}
		return '-'
	}, name), "-")
	if plain == "" {
		return "figure"
	}
	return plain
}

// page returns a canvas for the page whose coordinates are those of the sheet.
func (w *writer) page(what string) *canvas {
	return &canvas{writer: w, b: &w.main, what: what, bp: w.bp, at: func(x, y float64) string {
		return "(" + number(x*w.bp, 2) + "," + number((float64(w.sheet.H)-y)*w.bp, 2) + ")"
	}}
}

// whole returns the complete file.
func (w *writer) whole() string {
	var b strings.Builder
	wide, high := number(float64(w.sheet.W)*w.bp, 2)+"bp", number(float64(w.sheet.H)*w.bp, 2)+"bp"
	fmt.Fprintf(&b, "%% %s\n%% Compiled alone, this is a page of the figure's size. Or it is read into a document by "+
		"\\input{%s},\n"+
		"%% after \\usepackage{pgfplots} and \\pgfplotsset{compat=1.16}.\n", line(w.sheet.Name()), w.name)
	if w.beyond {
		b.WriteString("% Some letters are missing from pdflatex's fonts: compile this file with lualatex and " +
			"a font that has them.\n")
	}
	if len(w.images) > 0 {
		fmt.Fprintf(&b, "%% Beside it must lie %s.\n", w.images[0].Name)
	}
	b.WriteString("\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\n" +
		"  \\let\\psbegin\\relax \\let\\psend\\relax\n" +
		"\\else\n" +
		"  \\documentclass{article}\n" +
		"  \\usepackage[paperwidth=" + wide + ", paperheight=" + high + ", margin=0pt]{geometry}\n" +
		"  \\usepackage{fix-cm}\n" +
		"  \\usepackage{pgfplots}\n" +
		"  \\pgfplotsset{compat=1.16}\n" +
		"  \\def\\psbegin{\\begin{document}\\setbox0=\\hbox\\bgroup}\n" +
		"  \\def\\psend{\\egroup\\hoffset=-1in\\voffset=-1in\\shipout\\box0 \\end{document}}\n" +
		"\\fi\n\\psbegin\n\\begingroup%\n")
	for _, d := range w.defs {
		b.WriteString(d + "%\n") // prevents the end of the line from becoming a blank in a document
	}
	b.WriteString("\\begin{tikzpicture}[x=1bp, y=1bp]\n\\useasboundingbox (0,0) rectangle (" +
		strings.TrimSuffix(wide, "bp") + "," +
		strings.TrimSuffix(high, "bp") + ");\n")
	b.WriteString(w.main.String())
	b.WriteString("\\end{tikzpicture}%\n\\endgroup\n\\psend\n")
	return b.String()
}

// line returns a text without line ends.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// body writes all parts.
func (w *writer) body() {
	s := w.sheet
	if bg := s.Palette.Background(); !s.Bare && (bg.R != 255 || bg.G != 255 || bg.B != 255) {
		var ground picture.Outline
		ground.NonZero = true
		ground.Rect(0, 0, float64(s.W), float64(s.H))
		w.page("ground").Fill(&ground, bg)
	}
	w.legends = map[int]bool{}
	of := map[int]int{} // index of the legend of each plane
	for i, p := range s.Parts {
		if len(p.Entries) == 0 {
			continue
		}
		best := -1
		for k, q := range s.Parts {
			if hasAxis(q.Picture) && q.X+q.Frame.Left == p.X && q.Y < p.Y && (best < 0 || q.Y > s.Parts[best].Y) {
				best = k
			}
		}
		if best >= 0 {
			of[best], w.legends[i] = i, true
		}
	}
	for i, p := range s.Parts {
		switch k, ok := of[i]; {
		case w.legends[i]:
		case ok:
			w.plot(p, &s.Parts[k])
		case hasAxis(p.Picture):
			w.plot(p, nil)
		default:
			what := "drawing"
			if len(p.Entries) > 0 {
				what = legendary
			}
			picture.PaintSheet(w.page(what), &picture.Sheet{W: s.W, H: s.H, Parts: []picture.Part{p}, Palette: s.Palette})
		}
	}
}

// hasAxis reports whether a picture is a plane with tick labels.
func hasAxis(p *picture.Picture) bool {
	if !p.Frame.HasGutter() || !(p.View.X0 < p.View.X1) || !(p.View.Y0 < p.View.Y1) {
		return false
	}
	return slices.ContainsFunc(p.Around, func(l *picture.Label) bool { return l.Role == picture.RoleTick })
}

// decimals returns the number of decimals with which a coordinate is accurate to a fiftieth of a pixel.
func decimals(span float64, pixels int) int {
	return max(0, int(math.Ceil(-math.Log10(span/float64(pixels)/50))))
}

// plot writes a plane with tick labels as an axis of pgfplots.
func (w *writer) plot(p picture.Part, legend *picture.Part) {
	v, pal := p.View, w.sheet.Palette
	w.axis, w.xDigit, w.yDigit = &v, decimals(v.X1-v.X0, v.W), decimals(v.Y1-v.Y0, v.H)
	defer func() { w.axis = nil }()
	c := w.page("")
	c.at = func(x, y float64) string { return "(" + w.x(v.DX(x)) + "," + w.y(v.DY(y)) + ")" }
	left, top := float64(p.X+p.Frame.Left), float64(p.Y+p.Frame.Top)
	corner := "(" + c.length(left) + "," + c.length(float64(w.sheet.H)-top) + ")"
	options := []string{"at={" + corner + "}, anchor=north west, scale only axis", "width=" + c.length(float64(v.W)) +
		", height=" + c.length(float64(v.H)), "xmin=" + w.x(v.X0) + ", xmax=" + w.x(v.X1) + ", ymin=" + w.y(v.Y0) +
		", ymax=" + w.y(v.Y1),
		"axis x line*=bottom, axis y line*=left, axis on top, axis background/.style={fill=none}",
		"every outer x axis line/.append style={" + w.look(pal, picture.RoleAxis) + "}",
		"every outer y axis line/.append style={" + w.look(pal, picture.RoleAxis) + "}",
		"tick align=inside, major tick length=" + c.length(picture.LongMark) + ", every tick/.append style={" +
			w.look(pal, picture.RoleTick) + "}",
		"clip marker paths=true"} // otherwise marks would be drawn last
	ticks, rest := w.ticks(c, p.Picture, pal)
	options = append(options, ticks...)
	var names nodes
	for _, l := range rest {
		names.add(c, w, l, pal)
	}
	options = append(options, names.options...)
	if legend != nil {
		fx, fy := (float64(legend.X)-left)/float64(v.W), 1-(float64(legend.Y)-top)/float64(v.H)
		cols := picture.LegendColumns(legend.Entries, legend.View.W, pal)
		size := c.font(picture.TextStyle{Size: pal.Text(), Color: pal.Style(picture.RoleTick).TextInk})
		options = append(options, fmt.Sprintf("legend style={at={(axis description cs:%s,%s)}, anchor=north west, "+
			"draw=none, "+
			"fill=none, inner sep=0pt, cells={anchor=west}, %s, /tikz/every even column/.append style={column sep=%s}}, "+
			"legend columns=%d", number(fx, 4), number(fy, 4), size, c.length(1.5*pal.Text()), cols))
	}
	w.main.WriteString("\\begin{axis}[\n  " + strings.Join(options, ",\n  ") + "]\n")
	for _, l := range p.Layers {
		w.layer(c, l, pal)
	}
	if legend != nil {
		w.legend(legend, pal)
	}
	w.main.WriteString("\\end{axis}\n")
}

// look returns the look of lines with a role as options.
func (w *writer) look(pal *picture.Palette, r picture.Role) string {
	s := pal.Style(r)
	return "draw=" + w.color(s.Stroke) + ", line width=" + number(s.Width*w.bp, 2) + "bp, draw opacity=" +
		opacity(s.Stroke)
}

// ticks returns the options for the tick labels of the axes, and the other labels around the plane.
func (w *writer) ticks(c *canvas, p *picture.Picture, pal *picture.Palette) (options []string, rest []*picture.Label) {
	v := p.View
	var at, says [2][]string
	for _, l := range p.Around {
		px, py := v.PX(l.X), v.PY(l.Y)
		number := l.Role == picture.RoleTick && !l.Turned && !strings.ContainsAny(l.Text, "×·")
		text := "{" + w.text(words.Readable(l.Text)) + "}"
		switch {
		case number && l.Anchor == picture.AnchorBelow && math.Abs(py-float64(v.H)-1.5) < 0.2:
			at[0], says[0] = append(at[0], w.x(l.X)), append(says[0], text)
		case number && l.Anchor == picture.AnchorEnd && math.Abs(px+1.5) < 0.2 && py > -1 && py < float64(v.H)+1:
			at[1], says[1] = append(at[1], w.y(l.Y)), append(says[1], text)
		default:
			rest = append(rest, l)
		}
	}
	style := c.font(picture.TextStyle{Size: pal.Text(), Color: pal.Style(picture.RoleTick).TextInk})
	for i, name := range []string{"x", "y"} {
		if len(at[i]) == 0 {
			options = append(options, name+`tick=\empty`)
			continue
		}
		options = append(options, fmt.Sprintf("%stick={%s}, %sticklabels={%s}", name, strings.Join(at[i], ","), name,
			strings.Join(says[i], ",")))
	}
	return append(options, "tick label style={"+style+"}"), rest
}

// nodes holds the labels around a plane other than tick labels: the titles of axes that pgfplots can draw, and others.
type nodes struct {
	options []string
	x, y    bool
}

// add adds a label with a position in fractions of the plane, so that it stays in place when the plane is resized.
func (n *nodes) add(c *canvas, w *writer, l *picture.Label, pal *picture.Palette) {
	v := *w.axis
	var got struct {
		text string
		x, y float64
		t    picture.TextStyle
	}
	picture.PaintAround(&texts{func(s string, x, y float64, t picture.TextStyle) {
		got.text, got.x, got.y, got.t = s, x, y, t
	}}, &picture.Picture{View: v, Around: []*picture.Label{l}}, pal)
	if got.text == "" {
		return
	}
	x, y := got.x, got.y+got.t.Drop()
	if got.t.Turned {
		x, y = got.x+got.t.Drop(), got.y
	}
	place := fmt.Sprintf("at={(axis description cs:%s,%s)}", number(x/float64(v.W), 4), number(1-y/float64(v.H), 4))
	anchor := map[picture.Align]string{picture.AlignCenter: "base", picture.AlignStart: "base west",
		picture.AlignEnd: "base east"}[got.t.Align]
	turn := ", rotate=0"
	if got.t.Turned {
		turn = ", rotate=90"
	}
	style := place + ", anchor=" + anchor + ", inner sep=0pt" + turn + ", " + c.font(got.t)
	text := w.text(got.text)
	switch {
	case l.Role == picture.RoleAxis && !n.x && v.PY(l.Y) > float64(v.H) && !got.t.Turned:
		n.x = true
		n.options = append(n.options, "xlabel={"+text+"}, every axis x label/.style={"+style+"}")
	case l.Role == picture.RoleAxis && !n.y && v.PX(l.X) < 0:
		n.y = true
		n.options = append(n.options, "ylabel={"+text+"}, every axis y label/.style={"+style+"}")
	default:
		n.options = append(n.options, fmt.Sprintf("extra description/.append code={\\node[%s] at (%s,%s) {%s};}",
			strings.TrimPrefix(style, place+", "), number(x/float64(v.W), 4), number(1-y/float64(v.H), 4), text))
	}
}

// texts is a canvas that only receives texts.
type texts struct {
	text func(s string, x, y float64, t picture.TextStyle)
}

func (o *texts) Text(s string, x, y float64, t picture.TextStyle) { o.text(s, x, y, t) }

func (o *texts) Fill(*picture.Outline, picture.Color)                 {}
func (o *texts) Stroke(*picture.Outline, picture.Stroke)              {}
func (o *texts) Image(_ []byte, _, _ int, _, _, _, _ float64, _ bool) {}
func (o *texts) Into(_, _, _, _ float64)                              {}
func (o *texts) Out()                                                 {}

// layer writes a layer of a plane: marks as plots, everything else as it is painted.
func (w *writer) layer(c *canvas, l picture.Layer, pal *picture.Palette) {
	switch l := l.(type) {
	case *picture.Path:
		if l.Role == picture.RoleAxis || l.Role == picture.RoleTick {
			return // pgfplots draws these
		}
		c.what = string(l.Role)
	case *picture.Marks:
		if w.marks(l, pal) {
			return
		}
		c.what = string(l.Role)
	case *picture.Raster:
		c.what = "field"
	case *picture.Label:
		c.what = string(l.Role)
	}
	picture.Paint(c, &picture.Picture{View: *w.axis, Layers: []picture.Layer{l}}, pal)
}

// marks writes marks as plots: marks with the same look are one plot, whose mark is drawn as the painter draws it. It
// reports whether that is possible.
func (w *writer) marks(m *picture.Marks, pal *picture.Palette) bool {
	v := *w.axis
	var looks []string
	plots := map[string][]string{}
	for i := range len(m.XY) / 2 {
		x, y := m.XY[2*i], m.XY[2*i+1]
		one, ok := m.Alone(i, v)
		if !ok {
			return false
		}
		if !(x >= v.X0 && x <= v.X1 && y >= v.Y0 && y <= v.Y1) {
			continue
		}
		var b strings.Builder
		s := &stamp{canvas{writer: w, b: &b, bp: w.bp}, float64(v.W) / 2, float64(v.H) / 2}
		picture.Paint(s, &picture.Picture{View: v, Layers: []picture.Layer{one}}, pal)
		look := b.String()
		if plots[look] == nil {
			looks = append(looks, look)
		}
		plots[look] = append(plots[look], "("+w.x(x)+","+w.y(y)+")")
	}
	for _, look := range looks {
		if look == "" {
			continue
		}
		name, ok := w.styles[look]
		if !ok {
			name = w.unique("ps " + string(m.Role))
			w.styles[look] = name
			w.defs = append(w.defs, "\\pgfdeclareplotmark{"+name+"}{%\n"+look+"}")
		}
		fmt.Fprintf(&w.main, "\\addplot[forget plot, only marks, mark=%s] coordinates {", name)
		for i, p := range plots[look] {
			if i%8 == 0 {
				w.main.WriteString("\n ")
			}
			w.main.WriteString(" " + p)
		}
		w.main.WriteString("\n};\n")
	}
	return true
}

// legend writes the entries of a legend, row by row.
func (w *writer) legend(p *picture.Part, pal *picture.Palette) {
	entries := p.Entries
	cols := picture.LegendColumns(entries, p.View.W, pal)
	rows := (len(entries) + cols - 1) / cols
	text := pal.Text()
	wide, high := 3.8*text, math.Ceil(2.3*text)
	view := picture.Viewport{X1: wide, Y1: high, W: int(math.Ceil(wide)), H: int(math.Ceil(high))}
	view.X1, view.Y1 = float64(view.W), float64(view.H)
	axis := w.axis
	for r := range rows {
		for k := range cols {
			i := k*rows + r
			if i >= len(entries) {
				w.main.WriteString("\\addlegendimage{empty legend}\\addlegendentry{}\n")
				continue
			}
			var b strings.Builder
			c := &canvas{writer: w, b: &b, what: legendary, bp: w.bp, at: func(x, y float64) string {
				return "(" + number(x*w.bp, 2) + "bp," + number((high/2-y)*w.bp, 2) + "bp)"
			}}
			w.axis = nil
			layers := entries[i].Shows(view, 0, 0, wide, high)
			picture.Paint(c, &picture.Picture{View: view, Layers: layers}, pal)
			w.axis = axis
			// An invisible path with the size of the swatch.
			b.WriteString(fmt.Sprintf("\\path[draw=none, fill=none] (0bp,%sbp) rectangle (%sbp,%sbp);\n",
				number(-high/2*w.bp, 2), number(wide*w.bp, 2),
				number(high/2*w.bp, 2)))
			fmt.Fprintf(&w.main, "\\addlegendimage{legend image code/.code={%%\n%s}}\n\\addlegendentry{%s}\n", b.String(),
				w.text(entries[i].Says))
		}
	}
}
