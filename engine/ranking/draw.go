package ranking

import (
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// beside is the distance of a rule's name from its mark, in pixels.
const beside = 8

// ofRules draws marks at the rankings of the rules, with the names of the rules. Equal rankings share a mark.
func (m *model) ofRules(v picture.Viewport) (layers []picture.Layer) {
	answer := &picture.Marks{Role: picture.RoleOptimum, Says: "ranking of the chosen rule"}
	others := &picture.Marks{Role: picture.RoleNeighbor, Says: "ranking of another rule"}
	room := picture.NewPlaces(v, 2)
	var labels []picture.Layer
	for k, r := range m.rules {
		same := func(q ruled) bool { return slices.Equal(q.order, r.order) }
		if slices.IndexFunc(m.rules, same) < k {
			continue
		}
		at := m.place(asEntries(r.order), 2)
		if slices.Equal(r.order, m.answer().order) {
			answer.XY = append(answer.XY, at...)
		} else {
			others.XY = append(others.XY, at...)
		}
		var list []string
		for _, q := range m.rules {
			if same(q) {
				list = append(list, q.name)
			}
		}
		l := &picture.Label{Role: picture.RoleSite, Text: words.Join(list, ", "), Ground: true}
		if room.PutBeside(l, v.PX(at[0]), v.PY(at[1]), beside) {
			labels = append(labels, l)
		}
	}
	if len(others.XY) > 0 {
		layers = append(layers, others)
	}
	return append(append(layers, answer), labels...)
}

// Layers draws the rankings of the rules over the points, if they are switched on and the plane shows voters by their
// preferences.
func (m *model) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show[voters] && m.p.Principal == 2 {
		over = m.ofRules(v)
	}
	return nil, over, nil
}

func (m *model) Panels(show method.Shown) (list []method.Panel) {
	if show[voters] && m.p.Principal != 2 {
		list = append(list, chart.Plain(method.PanelInfo{ID: voters, Title: "Voters and rankings", Bare: true,
			Help: "Voters by the first two principal components of their pairwise preferences, with the rankings of the " +
				"rules. Squared distances are numbers of pairs ordered differently, as far as two dimensions show them."},
			m.drawVoters))
	}
	if show[preferences] {
		list = append(list, chart.Matrix{Key: preferences}.Panel(method.PanelInfo{ID: preferences,
			Title: "Pairwise preferences", Help: "How many voters put the item of the row above that of the column. Rows and " +
				"columns are in the order of the ranking. Point at a cell for its pair."},
			func(job method.Job) (*chart.Matrix, error) { return m.matrix(), job.Err() }))
	}
	if show[byRules] {
		list = append(list, chart.Sized(method.PanelInfo{ID: byRules, Title: "Places by rule", Bare: true,
			Help: "The rank of each item by each rule, the best one on top. Point at an item for its wins and losses."},
			func(_ method.Job, w, h int) (*chart.Chart, error) { return m.bumps(w), nil }))
	}
	return list
}

// drawVoters returns a chart of the voters, with the rankings of the rules.
func (m *model) drawVoters() *chart.Chart {
	marks := &picture.Marks{Role: picture.RolePoint, Says: "voter"}
	c := &chart.Chart{X: chart.Airy(0.12), Y: chart.Airy(0.12), Alike: true, Alt: words.Count(m.n, "voter") + "."}
	for v := range m.n {
		marks.XY = append(marks.XY, m.place(m.entry[v*m.m:(v+1)*m.m], 2)...)
		class := picture.NoClass
		if m.p.Labels != nil {
			if id := m.p.Labels[m.p.Ordinal(v)]; id != doc.Unlabeled {
				class = id
			}
		}
		marks.Class = append(marks.Class, class)
	}
	for _, r := range m.rules {
		at := m.place(asEntries(r.order), 2)
		c.X.See, c.Y.See = append(c.X.See, at[0]), append(c.Y.See, at[1])
	}
	c.Add(chart.Dots{Marks: marks}, chart.On(func(p *picture.Picture) { p.Add(m.ofRules(p.View)...) }))
	return c
}

// matrix returns the pairwise preferences, rows and columns in the order of the chosen rule's ranking.
func (m *model) matrix() *chart.Matrix {
	order := m.answer().order
	c := &chart.Matrix{Rows: m.m, Cols: m.m, Alike: true, Counts: true, Lo: 0, Hi: float64(m.n), Name: "voters",
		Says: "voters who put the row above the column", Noun: "voters who put the first above the second:",
		Numbers: "number of an item", RowNames: m.named(order), ColNames: m.named(order),
		Row: func(k int, out []float64) {
			for l, j := range order {
				out[l] = float64(m.above[order[k]*m.m+j])
			}
		}}
	for k, i := range order {
		c.Short, c.ColKeys = append(c.Short, strconv.Itoa(k+1)), append(c.ColKeys, itemKind.Key(i))
	}
	c.Alt = words.Text("How many of %s put one of %s above another.", words.Count(m.n, "voter"), words.Count(m.m, "item"))
	return c
}

// bumps returns a bump chart: lines through the position of each item under each rule.
func (m *model) bumps(w int) *chart.Chart {
	n, wide := len(m.rules), 0.0
	last := &m.rules[n-1]
	for _, s := range m.names {
		wide = max(wide, picture.TextWidth(s, picture.LabelSize))
	}
	c := &chart.Chart{Y: chart.Exactly(0.5, float64(m.m)+1), X: chart.Axis{See: []float64{0.6, float64(n)}, Only: true,
		After: min(wide+8, 0.4*float64(w))}}
	ends := chart.EndNames{X: float64(n)}
	for i, name := range m.names {
		var y []float64
		var keys []string
		for _, r := range m.rules {
			y = append(y, float64(m.m-slices.Index(r.order, i)))
			keys = append(keys, itemKind.Key(i))
		}
		c.Add(chart.Curve{Look: chart.Of(picture.RoleTrack, i%picture.Things, "item").Called(name), From: 1, Y: y, Keys: keys,
			Key: itemKind.Key(i), Untold: true})
		ends.Y, ends.Names = append(ends.Y, float64(m.m-slices.Index(last.order, i))), append(ends.Names, name)
	}
	c.Add(ends, chart.On(func(p *picture.Picture) {
		for k, r := range m.rules {
			p.Add(&picture.Label{Role: picture.RoleGuide, X: float64(k + 1), Y: float64(m.m) + 0.7, Text: r.name})
		}
		for place := range m.m {
			p.Add(&picture.Label{Role: picture.RoleGuide, X: 0.72, Y: float64(m.m - place), Text: strconv.Itoa(place + 1),
				Says: "rank by a rule"})
		}
	}))
	for _, r := range m.rules {
		c.Alt = words.Say(c.Alt) + words.Text("%s: %s. ", r.name, m.said(r.order))
	}
	c.Alt, c.Told = strings.TrimSpace(c.Alt), true
	return c
}
