// Package chart makes the charts of panels from a description: two axes, and on them, in the order
// in which they are painted, curves, bars, histograms, rules and marks. The description is laid out
// once, on the size that a panel has; then it is a picture with its layers, with what the pointer
// can hit, with words for the legend, and with an alternative text made from the data. Lists (names
// with bars beside them) and tables of colours are charts without axes.
//
// It knows no method: whatever a method draws of its own goes on the same plane (Layers, On).
package chart

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Chart is a description of a chart.
type Chart struct {
	X, Y Axis
	// Alike says that both axes have one scale: distances count.
	Alike bool
	// Items are what is drawn, those painted first first.
	Items []Item
	// Alt is what the alternative text begins with, a sentence or several. What it says of the items'
	// numbers follows, unless Told says that nothing is missing.
	Alt  string
	Told bool
	// Unseen are keys where nothing is drawn that could carry them (see picture.Picture).
	Unseen []picture.Layer
}

// Item is a part of a chart.
type Item interface {
	// reach tells the axes what values they have to show.
	reach(x, y *span)
	// draw adds the item to a picture whose view is the chart's plane.
	draw(p *picture.Picture)
	// tell says its numbers; "" = there are none to be said.
	tell(s *scales) string
}

// Look is what an item looks like, and what the legend says it is.
type Look struct {
	Role   picture.Role
	Class  int
	Weight float64
	Level  float64 // of a contour, or a number
	Says   string
	// Name is what the alternative text calls it, where that is not what the legend says.
	Name string
}

// Called is the look with a name of its own for the alternative text.
func (l Look) Called(name string) Look {
	l.Name = name
	return l
}

// told begins what is said of a look: its name.
func (l Look) told() string {
	name := l.Says
	if l.Name != "" {
		name = l.Name
	}
	if strings.Contains(name, ":") {
		return name + ", "
	}
	return name + ": "
}

// As is a look without a class.
func As(role picture.Role, says string) Look {
	return Look{Role: role, Class: picture.NoClass, Says: says}
}

// Of is the look of a class, or of one of the things of a picture.
func Of(role picture.Role, class int, says string) Look {
	return Look{Role: role, Class: class, Says: says}
}

func (l Look) path() *picture.Path {
	return &picture.Path{Role: l.Role, Class: l.Class, Weight: l.Weight, Level: l.Level, Says: l.Says}
}

// Add appends items.
func (c *Chart) Add(items ...Item) { c.Items = append(c.Items, items...) }

// Panel is a panel that shows a chart: make describes it, when it is to be drawn.
func Panel(info method.PanelInfo, make func(job method.Job) (*Chart, error)) method.Panel {
	return Sized(info, func(job method.Job, _, _ int) (*Chart, error) { return make(job) })
}

// Plain is a panel whose chart is described at once.
func Plain(info method.PanelInfo, make func() *Chart) method.Panel {
	return Panel(info, func(method.Job) (*Chart, error) { return make(), nil })
}

// Sized is a panel whose chart depends on its size in pixels.
func Sized(info method.PanelInfo, make func(job method.Job, w, h int) (*Chart, error)) method.Panel {
	return method.Panel{PanelInfo: info, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
		c, err := make(job, w, h)
		if err != nil {
			return nil, err
		}
		return c.Picture(info, w, h), job.Err()
	}}
}

// Picture lays a chart out on w x h pixels of a panel.
func (c *Chart) Picture(info method.PanelInfo, w, h int) *picture.Picture {
	p := &picture.Picture{View: c.View(w, h), Unseen: c.Unseen}
	for _, i := range c.Items {
		i.draw(p)
	}
	p.Alt = c.alt(&info)
	return p
}

// View is the plane of a chart on w x h pixels.
func (c *Chart) View(w, h int) picture.Viewport {
	x, y := newSpan(c.X), newSpan(c.Y)
	for _, i := range c.Items {
		i.reach(x, y)
	}
	v := picture.Viewport{W: w, H: h, Scale: 1}
	if c.Alike {
		v.X0, v.X1, v.Y0, v.Y1 = alike(x, y, w, h)
		return v
	}
	v.X0, v.X1 = x.layout(float64(w))
	v.Y0, v.Y1 = y.layout(float64(h))
	return v
}

// mostTold is how many items an alternative text tells of.
const mostTold = 6

// alt is the alternative text.
func (c *Chart) alt(info *method.PanelInfo) string {
	var said []string
	if c.Alt != "" {
		said = append(said, c.Alt)
	}
	if !c.Told {
		s, more := &scales{info}, 0
		for _, i := range c.Items {
			text := i.tell(s)
			if text == "" {
				continue
			}
			if more++; more <= mostTold {
				said = append(said, words.Capital(text)+".")
			}
		}
		if more > mostTold {
			said = append(said, "And "+strconv.Itoa(more-mostTold)+" more.")
		}
	}
	return strings.Join(said, " ")
}

// scales writes the numbers of the axes.
type scales struct{ info *method.PanelInfo }

func (s *scales) x(x float64) string { return number(x, s.info.XLog) }
func (s *scales) y(y float64) string { return number(y, s.info.YLog) }

func number(x float64, log bool) string {
	if log {
		x = math.Pow(10, x)
	}
	return words.Number(x)
}

// Blank is a picture of w x h pixels whose plane are its pixels, the bottom left one at 0, 0.
func Blank(w, h int) *picture.Picture {
	return &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
}

// InPixels draws a panel whose plane are its pixels.
func InPixels(draw func(p *picture.Picture)) method.Drawer {
	return func(job method.Job, w, h int) (*picture.Picture, error) {
		p := Blank(w, h)
		draw(p)
		return p, job.Err()
	}
}

// Note is a text in the middle of a panel that has nothing else to show.
func Note(p *picture.Picture, text, alt string) {
	p.Add(&picture.Label{Role: picture.RoleGuide, X: (p.View.X0 + p.View.X1) / 2, Y: (p.View.Y0 + p.View.Y1) / 2,
		Text: picture.CutText(text, float64(p.View.W)-12)})
	p.Alt = alt
}
