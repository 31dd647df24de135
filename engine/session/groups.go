package session

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// grouping holds the groups that a model has found, by row of its problem.
type grouping struct {
	method.Groups
	wire    *wire.Groups // by the document's indices
	classed bool         // the shapes of points are those of their classes
}

// groups returns the groups of the model at the document's step, computed once; nil if there are none.
func (f *Fit) groups() *grouping {
	if f.found != nil {
		return f.found
	}
	g, ok := f.can.Grouped(f.Show)
	if !ok {
		return nil
	}
	w := &wire.Groups{K: g.K, N: len(f.points), Name: g.Name, Weighted: g.Weight != nil, Mixed: g.Shares != nil,
		Classes: g.Classes}
	w.Of = slices.Repeat([]int{method.NoGroup}, w.N) // also for points without a class, which are not rows
	for o := range w.Of {
		if g.Classes {
			w.Of[o] = f.points[o].Class() // NoGroup if it has none
			w.K = max(w.K, w.Of[o]+1)
		}
	}
	if w.Weighted {
		w.Weight = slices.Repeat([]float64{1}, w.N)
	}
	if w.Mixed {
		w.Mix = make([]int, w.N)
	}
	for i, of := range g.Of {
		o := f.Problem.Ordinal(i)
		w.Of[o] = of
		if w.Weighted {
			w.Weight[o] = picture.Faded(picture.WeightStep(g.Weight[i]))
		}
		if w.Mixed {
			w.Mix[o] = picture.MixOf(g.Shares[i*g.K : (i+1)*g.K])
		}
	}
	f.found = &grouping{g, w, f.Task.Classed(f.points)}
	return f.found
}

// marks returns the document's points as they are painted in the model's picture.
func (f *Fit) marks(pts []doc.Point) *picture.Marks {
	if values, name := f.table.Colours(); values != nil && len(values) == len(pts) {
		m := f.Task.Marks(pts, f.roles, -1)
		m = picture.PointMarks(m.XY, nil, values)
		m.Sequential, m.Says = true, name
		return m
	}
	g := f.groups()
	if g == nil || len(pts) != g.wire.N {
		return f.Task.Marks(pts, f.roles, -1)
	}
	m := f.Task.GroupedMarks(pts, f.roles, -1, g.wire.Of, g.wire.Weight, g.wire.Mix)
	m.Says = g.Says
	return m
}

// grouped returns the marks that the legend has entries for if there are groups: all points, and the faintest one to
// explain faint points.
func (f *Fit) grouped() []picture.Layer {
	g := f.groups()
	if values, _ := f.table.Colours(); g == nil || values != nil {
		return nil
	}
	all := f.marks(f.points)
	all.Held = "" // held-out points, which are hollow, have an entry of their own
	list := []picture.Layer{all}
	if g.Classes {
		list = nil
	}
	at, least := -1, 1.0
	for i, w := range g.wire.Weight {
		if w < least && g.wire.Of[i] != method.NoGroup {
			at, least = i, w
		}
	}
	if at >= 0 {
		one := *all
		one.XY, one.Group, one.Weight = all.XY[2*at:2*at+2], all.Group[at:at+1], all.Weight[at:at+1]
		if all.Class != nil {
			one.Class = all.Class[at : at+1]
		}
		if all.Mix != nil {
			one.Mix = all.Mix[at : at+1]
		}
		one.Says = g.Fainter
		list = append(list, &one)
	}
	return list
}

// shapeOf returns the class id, or the group, that determines the shape of a point.
func (f *Fit) shapeOf(point int) int {
	if g := f.groups(); g != nil && !g.classed {
		return g.wire.Of[point]
	}
	return f.points[point].Class()
}

// classKeys returns the legend entries for the classes of points. If colors show groups, the entries of classes are
// shapes without color.
func (f *Fit) classKeys() (list []picture.Entry) {
	if values, _ := f.table.Colours(); values != nil {
		return nil // classes are not visible
	}
	ids, names := f.Problem.ClassIDs, f.Problem.ClassNames()
	g := f.groups()
	if g != nil && g.Classes {
		g = nil
	}
	// A method without classes shows those of the points, unless it has found groups.
	shown := g == nil && len(ids) == 0 && f.Task.Classed(f.points)
	if g != nil || shown {
		ids, names = nil, nil
		for _, q := range f.points {
			if id := q.Class(); (shown || g.classed) && id != doc.Unlabeled && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		for _, id := range ids {
			name := f.Problem.Names.Class(id)
			if !f.Problem.Names.Named(id) {
				name = words.Capital(name)
			}
			names = append(names, name)
		}
	}
	for k, id := range ids {
		list = append(list, picture.Entry{Says: names[k],
			Shows: func(v picture.Viewport, x, y, w, h float64) []picture.Layer {
				m := picture.PointMarks([]float64{v.DX(x + w/2), v.DY(y + h/2)}, []int{id}, nil)
				if g != nil {
					m.Group = []int{picture.NoClass}
				}
				return []picture.Layer{m}
			}})
	}
	return list
}

// listed is the largest number of groups whose sizes are listed one by one in an alternative text.
const listed = 12

// sizes lists the sizes of the groups, " Points in each cluster: 12, 9, 30.", or their range; "" if the groups are the
// classes.
func (g *grouping) sizes() string {
	if g.Classes {
		return ""
	}
	count := make([]int, g.K)
	none := 0
	for _, of := range g.wire.Of {
		if of == method.NoGroup {
			none++
		} else {
			count[of]++
		}
	}
	var b strings.Builder
	switch {
	case none == g.wire.N:
	case g.K <= listed:
		list := make([]string, g.K)
		for k, n := range count {
			list[k] = strconv.Itoa(n)
		}
		b.WriteString(words.Sprintf(" Points in each %s: %s.", g.Name, words.Join(list, ", ")))
	default:
		b.WriteString(words.Sprintf(" %s of %d to %s.", words.Count(g.K, g.Name), slices.Min(count),
			words.Count(slices.Max(count), "point")))
	}
	if none > 0 {
		b.WriteString(words.Sprintf(" %s in no %s.", words.Count(none, "point"), g.Name))
	}
	return b.String()
}
