package tikz

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/picture"
)

// canvas implements picture.Canvas with TikZ commands: \draw and \fill, with named styles.
type canvas struct {
	*writer
	b    *strings.Builder
	at   func(x, y float64) string // a position, given in CSS pixels of the figure or of the plane
	what string                    // what is painted, for names of styles
	bp   float64                   // big points per CSS pixel
	in   *inside                   // clipped plane that is being painted; nil = none
}

// legendary is the name for parts of a legend.
const legendary = "legend"

// inside is the position in the figure of the top left corner of a clipped plane; positions on that plane are relative
// to it.
type inside struct{ x, y float64 }

func (c *canvas) place(x, y float64) string {
	if c.in != nil {
		x, y = x+c.in.x, y+c.in.y
	}
	return c.at(x, y)
}

// length returns a length on the page.
func (c *canvas) length(px float64) string { return number(px*c.bp, 2) + "bp" }

func (c *canvas) path(o *picture.Outline) string {
	var b strings.Builder
	open := 0 // number of bytes in the line of text
	say := func(join string, x, y float64) {
		p := c.place(x, y)
		if open += len(join) + len(p); open > 110 {
			b.WriteString("\n ")
			open = len(p)
		}
		b.WriteString(join + p)
	}
	var px, py float64
	o.WalkRound(func(g picture.Segment) {
		p := g.XY
		switch g.Op {
		case 'M':
			say(" ", p[0], p[1])
		case 'L':
			for k := 0; k+1 < len(p); k += 2 {
				say("--", p[k], p[k+1])
			}
		case 'Q':
			say("..controls", (px+2*p[0])/3, (py+2*p[1])/3)
			say("and", (p[2]+2*p[0])/3, (p[3]+2*p[1])/3)
			say("..", p[2], p[3])
		case 'C':
			say("..controls", p[0], p[1])
			say("and", p[2], p[3])
			say("..", p[4], p[5])
		case 'Z':
			b.WriteString("--cycle")
		}
		if n := len(p); n > 1 {
			px, py = p[n-2], p[n-1]
		}
	}, func(x, y, r float64) bool {
		say(" ", x, y)
		b.WriteString("circle[radius=" + c.length(r) + "]")
		return true
	})
	return b.String()
}

func (c *canvas) Fill(o *picture.Outline, k picture.Color) {
	if o.Empty() || k.A == 0 {
		return
	}
	options := "draw=none, fill=" + c.color(k)
	if k.A != 255 {
		options += ", fill opacity=" + opacity(k)
	}
	if !o.NonZero {
		options += ", even odd rule"
	}
	c.b.WriteString(`\path[` + c.style(c.what+" area", options) + "]" + c.path(o) + ";\n")
}

func (c *canvas) Stroke(o *picture.Outline, s picture.Stroke) {
	if o.Empty() || s.Color.A == 0 || !(s.Width > 0) {
		return
	}
	options := "fill=none, draw=" + c.color(s.Color) + ", line width=" + c.length(s.Width) +
		", line cap=round, line join=round"
	if s.Color.A != 255 {
		options += ", draw opacity=" + opacity(s.Color)
	}
	if len(s.Dash) > 0 {
		options += ", dash pattern="
		for i, d := range s.Dash {
			options += []string{"on ", " off "}[i%2] + c.length(d)
			if i%2 == 1 && i+1 < len(s.Dash) {
				options += " "
			}
		}
	}
	c.b.WriteString(`\path[` + c.style(c.what, options) + "]" + c.path(o) + ";\n")
}

// Image draws a color scale of a legend, whose rows are all equal, as shapes, and writes other rasters to files.
func (c *canvas) Image(pix []byte, w, h int, x, y, dw, dh float64, _ bool) {
	if c.what == legendary && c.ramp(pix, w, h, x, y, dw, dh) || !c.rasters {
		return
	}
	name := c.file(picture.EncodePNG(pix, w, h))
	if c.axis != nil {
		v := c.axis
		fmt.Fprintf(c.b, "\\addplot[forget plot] graphics[xmin=%s, xmax=%s, ymin=%s, ymax=%s] {%s};\n", c.x(v.DX(x)),
			c.x(v.DX(x+dw)),
			c.y(v.DY(y+dh)), c.y(v.DY(y)), name)
		return
	}
	fmt.Fprintf(c.b, "\\node[anchor=north west, inner sep=0pt] at %s {\\includegraphics[width=%s, height=%s]{%s}};\n",
		c.place(x, y), c.length(dw), c.length(dh), name)
}

// ramp paints an image with equal rows as a few strips. It returns false if the rows differ.
func (c *canvas) ramp(pix []byte, w, h int, x, y, dw, dh float64) bool {
	for j := 1; j < h; j++ {
		if !slices.Equal(pix[4*j*w:4*(j+1)*w], pix[:4*w]) {
			return false
		}
	}
	const most = 24
	at := func(i int) picture.Color {
		p := pix[4*(min(i*w/most+w/(2*most), w-1)):]
		return picture.Color{R: p[0], G: p[1], B: p[2], A: 255}
	}
	for i := 0; i < most; {
		from := i
		for i < most && at(i) == at(from) {
			i++
		}
		var o picture.Outline
		o.NonZero = true
		wide := dw * float64(most-from) / most // to the end, so that the next one overlaps it without a gap
		o.Rect(x+dw*float64(from)/most, y, wide, dh)
		c.Fill(&o, at(from))
	}
	return true
}

// Text draws a halo as a translucent background.
func (c *canvas) Text(s string, x, y float64, t picture.TextStyle) {
	anchor := map[picture.Align]string{picture.AlignCenter: "base", picture.AlignStart: "base west",
		picture.AlignEnd: "base east"}[t.Align]
	options := "anchor=" + anchor + ", inner sep=0pt, " + c.font(t)
	if t.Turned {
		x += t.Drop()
		options += ", rotate=90"
	} else {
		y += t.Drop()
	}
	if t.HaloWidth > 0 && t.Halo.A > 0 {
		options += ", inner sep=" + c.length(t.HaloWidth) + ", fill=" + c.color(t.Halo) + ", fill opacity=" +
			opacity(t.Halo) +
			", text opacity=1"
	}
	fmt.Fprintf(c.b, "\\node[%s] at %s {%s};\n", options, c.place(x, y), c.text(s))
}

// font returns the look of a text as options.
func (c *canvas) font(t picture.TextStyle) string {
	pt := t.Size * c.bp * 72.27 / 72
	bold := ""
	if t.Bold {
		bold = `\bfseries`
	}
	return fmt.Sprintf(`font=\fontsize{%s}{%s}\selectfont%s, text=%s`, number(pt, 2), number(1.2*pt, 2), bold,
		c.color(t.Color))
}

func (c *canvas) Into(x, y, w, h float64) {
	c.Out()
	fmt.Fprintf(c.b, "\\begin{scope}\n\\clip %s rectangle %s;\n", c.at(x, y), c.at(x+w, y+h))
	c.in = &inside{x, y}
}

func (c *canvas) Out() {
	if c.in != nil {
		c.b.WriteString("\\end{scope}\n")
		c.in = nil
	}
}

func opacity(k picture.Color) string {
	return strconv.FormatFloat(math.Round(float64(k.A)/255*1000)/1000, 'f', -1, 64)
}

// stamp is a picture.Canvas that writes the shape of a mark around its center, in pgf commands, for a mark of pgfplots.
type stamp struct {
	canvas
	x, y float64 // the center
}

func (s *stamp) point(x, y float64) string {
	return `\pgfqpoint{` + s.length(x-s.x) + "}{" + s.length(s.y-y) + "}"
}

func (s *stamp) trace(o *picture.Outline) {
	var px, py float64
	o.WalkRound(func(g picture.Segment) {
		p := g.XY
		switch g.Op {
		case 'M':
			s.b.WriteString(`\pgfpathmoveto{` + s.point(p[0], p[1]) + "}")
		case 'L':
			for k := 0; k+1 < len(p); k += 2 {
				s.b.WriteString(`\pgfpathlineto{` + s.point(p[k], p[k+1]) + "}")
			}
		case 'Q', 'C':
			if g.Op == 'Q' {
				p = []float64{(px + 2*p[0]) / 3, (py + 2*p[1]) / 3, (p[2] + 2*p[0]) / 3, (p[3] + 2*p[1]) / 3, p[2], p[3]}
			}
			s.b.WriteString(`\pgfpathcurveto{` + s.point(p[0], p[1]) + "}{" + s.point(p[2], p[3]) + "}{" + s.point(p[4], p[5]) +
				"}")
		case 'Z':
			s.b.WriteString(`\pgfpathclose`)
		}
		if n := len(p); n > 1 {
			px, py = p[n-2], p[n-1]
		}
	}, func(x, y, r float64) bool {
		s.b.WriteString(`\pgfpathcircle{` + s.point(x, y) + "}{" + s.length(r) + "}")
		return true
	})
}

func (s *stamp) Fill(o *picture.Outline, k picture.Color) {
	if o.Empty() || k.A == 0 {
		return
	}
	rule := `\pgfsetnonzerorule`
	if !o.NonZero {
		rule = `\pgfseteorule`
	}
	fmt.Fprintf(s.b, `  %s\pgfsetfillcolor{%s}\pgfsetfillopacity{%s}`, rule, s.color(k), opacity(k))
	s.trace(o)
	s.b.WriteString("\\pgfusepathqfill%\n")
}

func (s *stamp) Stroke(o *picture.Outline, k picture.Stroke) {
	if o.Empty() || k.Color.A == 0 || !(k.Width > 0) {
		return
	}
	fmt.Fprintf(s.b, `  \pgfsetlinewidth{%s}\pgfsetroundcap\pgfsetroundjoin\pgfsetdash{}{0pt}\pgfsetstrokecolor{%s}`+
		`\pgfsetstrokeopacity{%s}`, s.length(k.Width), s.color(k.Color), opacity(k.Color))
	s.trace(o)
	s.b.WriteString("\\pgfusepathqstroke%\n")
}

func (s *stamp) Into(_, _, _, _ float64) {}
func (s *stamp) Out()                    {}
