// Package chart makes the charts of panels from a description: two axes with curves, bars, histograms, lines and marks,
// in painting order. The description is laid out for the size of the panel; the result is a picture with layers, shapes
// that the pointer can hit, legend texts, and an alternative text generated from the data. Lists (names with bars
// beside them) and colored tables are charts without axes.
//
// It knows no method: a method's own layers are added to the same plane (Layers, On).
package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Chart describes a chart.
type Chart struct {
	X, Y Axis
	// Alike says that both axes have the same scale, because distances matter.
	Alike bool
	// Items are painted in this order.
	Items []Item
	// Alt is the beginning of the alternative text, one or several sentences. A description of the items' numbers
	// follows, unless Told says that Alt is complete.
	Alt  string
	Told bool
	// Hits are hit areas besides those of the items.
	Hits picture.Hits
}

// Item is a part of a chart.
type Item interface {
	// reach extends the axes by the item's values.
	reach(x, y *span)
	// draw adds the item to a picture whose view is the chart's plane.
	draw(p *picture.Picture)
	// tell describes its numbers; "" = there are none.
	tell(s *scales) string
}

// Look is the look of an item, and its legend text.
type Look struct {
	Role   picture.Role
	Class  int
	Weight float64
	Level  float64 // level of a contour or a band, as in picture.Path
	Says   string
	// Name is its name in the alternative text, if that differs from the legend text.
	Name string
}

// Called returns the look with another name for the alternative text.
func (l Look) Called(name string) Look {
	l.Name = name
	return l
}

// told returns the beginning of the description of an item: its name.
func (l Look) told() string {
	name := l.Says
	if l.Name != "" {
		name = l.Name
	}
	if strings.Contains(name, ":") {
		return words.Text("%s, ", name)
	}
	return words.Text("%s: ", name)
}

// As returns a look without a class.
func As(role picture.Role, says string) Look {
	return Look{Role: role, Class: picture.NoClass, Says: says}
}

// Of returns the look of a class, or of a numbered series of a picture.
func Of(role picture.Role, class int, says string) Look {
	return Look{Role: role, Class: class, Says: says}
}

func (l Look) path() *picture.Path {
	return &picture.Path{Role: l.Role, Class: l.Class, Weight: l.Weight, Level: l.Level, Says: l.Says}
}

func (c *Chart) Add(items ...Item) { c.Items = append(c.Items, items...) }

// Panel returns a panel with a chart, which make describes when it is drawn.
func Panel(info method.PanelInfo, make func(job method.Job) (*Chart, error)) method.Panel {
	return Sized(info, func(job method.Job, _, _ int) (*Chart, error) { return make(job) })
}

// Plain returns a panel whose chart is described quickly and without errors.
func Plain(info method.PanelInfo, make func() *Chart) method.Panel {
	return Panel(info, func(method.Job) (*Chart, error) { return make(), nil })
}

// Sized returns a panel whose chart depends on its size in pixels.
func Sized(info method.PanelInfo, make func(job method.Job, w, h int) (*Chart, error)) method.Panel {
	return method.Panel{PanelInfo: info, Draw: func(job method.Job, w, h int) (*picture.Picture, error) {
		c, err := make(job, w, h)
		if err != nil {
			return nil, err
		}
		return c.Picture(info, w, h), job.Err()
	}}
}

// Picture lays out a chart on w x h pixels of a panel.
func (c *Chart) Picture(info method.PanelInfo, w, h int) *picture.Picture {
	p := &picture.Picture{View: c.View(w, h), Hits: slices.Clip(c.Hits)}
	for _, i := range c.Items {
		i.draw(p)
	}
	p.Alt = c.alt(&info)
	return p
}

// View returns the plane of a chart on w x h pixels.
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

// mostTold is the largest number of items that an alternative text describes.
const mostTold = 6

// alt returns the alternative text.
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
			said = append(said, words.Text("And %s more.", strconv.Itoa(more-mostTold)))
		}
	}
	return words.Join(said, " ")
}

// scales formats the numbers of the axes.
type scales struct{ info *method.PanelInfo }

func (s *scales) x(x float64) string { return number(x, s.info.XLog) }
func (s *scales) y(y float64) string { return number(y, s.info.YLog) }

func number(x float64, log bool) string {
	if log {
		x = math.Pow(10, x)
	}
	return words.Number(x)
}

// Blank returns a picture of w x h pixels whose coordinates are pixels, with the origin in the lower left corner.
func Blank(w, h int) *picture.Picture {
	return &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
}

// InPixels returns the Drawer of a panel whose coordinates are pixels.
func InPixels(draw func(p *picture.Picture)) method.Drawer {
	return func(job method.Job, w, h int) (*picture.Picture, error) {
		p := Blank(w, h)
		draw(p)
		return p, job.Err()
	}
}

// Note adds a text in the center of a panel that has nothing else to show.
func Note(p *picture.Picture, text, alt string) {
	p.Add(&picture.Label{Role: picture.RoleGuide, X: (p.View.X0 + p.View.X1) / 2, Y: (p.View.Y0 + p.View.Y1) / 2,
		Text: picture.CutText(text, float64(p.View.W)-12)})
	p.Alt = alt
}
