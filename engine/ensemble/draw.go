package ensemble

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/draw"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Keys of pictures: the vote, and its members.
const theVote = "vote"

var memberKind = picture.KeyKind{Begins: "member", From: 1}

func memberKey(i int) string { return memberKind.Key(i) }

// Layers draws the boundaries of the members, and hatching where they disagree, from their rasters; for rows of a
// table, rings around the rows about which they disagree.
func (m *vote) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.Wide() && show[disputed] {
		return m.split(draw.Plane(m.p)), nil, nil
	}
	if raster == nil || !show[base] && !show[disputed] {
		return nil, nil, nil
	}
	looks := make([]*picture.Raster, len(m.members))
	planes := raster.Basis
	for i, one := range m.members {
		looks[i] = &picture.Raster{Kind: one.look.Kind, Sharp: one.look.Sharp, Classes: one.look.Classes, Grid: raster.Grid,
			Planes: planes[:len(one.look.Planes)]}
		one.can.Box(looks[i])
		planes = planes[len(one.look.Planes):]
	}
	if show[disputed] {
		apart := make([]bool, raster.Grid.W*raster.Grid.H)
		first := make([]int, len(apart))
		for i, r := range looks {
			for at := range apart {
				if c := classAt(r, at); i == 0 {
					first[at] = c
				} else if c != first[at] {
					apart[at] = true
				}
			}
			if err := job.Err(); err != nil {
				return nil, nil, err
			}
		}
		hatch := picture.Hatched(raster.Grid, v, apart)
		hatch.Says = "where the members disagree"
		under = append(under, hatch)
	}
	if !show[base] {
		return under, nil, nil
	}
	for i, r := range looks {
		for _, b := range picture.ClassBoundaries(r) {
			b.Role, b.Class, b.Says = picture.RoleBase, i, words.Text("boundary of %s", numbered(i, m.members[i].of))
			b.Keys = slices.Repeat([]string{memberKey(i)}, max(1, len(b.Starts)))
			under = append(under, b)
		}
		if err := job.Err(); err != nil {
			return nil, nil, err
		}
	}
	return under, nil, nil
}

func (m *vote) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	if !show[disputed] {
		return nil
	}
	return m.split(draw.Space(m.p, at))
}

// split returns rings around the rows of a table about which the members disagree.
func (m *vote) split(rows draw.Rows) []picture.Layer {
	apart := slices.DeleteFunc(method.Indices(m.p.N), func(i int) bool { return !m.differ(i) })
	return draw.Some(rows.Rings(picture.RoleSupport, "row about which the members disagree", 1, apart))
}

// differ reports whether the members disagree about a row.
func (m *vote) differ(i int) bool {
	return slices.ContainsFunc(m.members[1:], func(o *member) bool { return o.answers[i] != m.members[0].answers[i] })
}

func (m *vote) PartSays(p method.Part) string {
	switch p {
	case method.Boundary:
		return "boundary of the vote"
	case method.Regions:
		if m.soft {
			return "region of a class, mixed with others by their mean probabilities"
		}
		return "region of a class, mixed with others by their votes"
	}
	return ""
}

func (m *vote) Panels(show method.Shown) []method.Panel {
	if !show[compared] {
		return nil
	}
	return []method.Panel{chart.Panel(method.PanelInfo{ID: compared, Title: "Errors of members and vote",
		XLabel: "share misclassified",
		Help: "The share of the training points that each member and the vote misclassify. If points are held out, " +
			"hollow marks are their shares, as on the plane."}, m.errorsChart)}
}

// barHeight is the height of a bar, where consecutive bars are 1 apart; the rest is for the name.
const barHeight = 0.4

// errorsChart returns a chart with a bar for each member, and one for the vote.
func (m *vote) errorsChart(job method.Job) (*chart.Chart, error) {
	held, err := m.errors(job)
	if err != nil {
		return nil, err
	}
	n := len(m.members)
	c := &chart.Chart{X: chart.Axis{Below: 0.03, Above: 0.08, Least: 0.05}, Y: chart.Exactly(-0.6, float64(n)+1)}
	var sets []method.Held
	if m.p.Held != nil {
		sets = m.p.Held()
	}
	for i := range n + 1 {
		bar := chart.Strip{Look: chart.As(picture.RoleTotal, "share that the vote misclassifies"), Value: m.share(m.answers),
			Name: "Vote", Key: theVote}
		if i < n {
			bar = chart.Strip{Look: chart.Of(picture.RoleBar, i, "share that a member misclassifies"),
				Value: m.share(m.members[i].answers), Name: m.members[i].of.Method.Name, Key: memberKey(i)}
		}
		bar.Row, bar.High, bar.Figure = n-i, barHeight, words.Percent(bar.Value)
		c.Add(bar)
		for k, list := range held {
			marks := picture.PointMarks([]float64{list[i], float64(n-i) + barHeight/2}, nil, nil)
			marks.Held, marks.Keys = string(rune(sets[k].Role)), []string{bar.Key}
			marks.Says = words.Text("share of the %s", words.Plural(method.RoleName(sets[k].Role)))
			c.Add(chart.Dots{Marks: marks, Untold: true})
		}
	}
	return c, nil
}

// errors returns the misclassification rates of each member, then of the vote, at the held-out points: a list for each
// role.
func (m *vote) errors(job method.Job) ([][]float64, error) {
	if m.p.Held == nil {
		return nil, nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held != nil {
		return m.held, nil
	}
	held := [][]float64{}
	for _, at := range m.p.Held() {
		var list []float64
		for i := range len(m.members) + 1 {
			who := &method.Answers{Predictor: m}
			if i < len(m.members) {
				who = &m.members[i].can.Answers
			}
			e, err := who.Errors(job, m.p, at.Points)
			if err != nil {
				return nil, err
			}
			list = append(list, e.Mean)
		}
		held = append(held, list)
	}
	m.held = held
	return held, nil
}

// known returns the result of errors if it has been computed, otherwise nil.
func (m *vote) known() [][]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.held
}

// share returns the share of the points that are misclassified.
func (m *vote) share(answers []uint8) float64 {
	return float64(len(m.wrong(answers))) / float64(m.p.N)
}

// wrong returns the rows that are misclassified.
func (m *vote) wrong(answers []uint8) (rows []int) {
	for i, c := range answers {
		if int(c) != m.p.Class[i] {
			rows = append(rows, i)
		}
	}
	return rows
}

// Tell describes the errors of a member, or of the vote.
func (m *vote) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	n := len(m.members)
	who, answers := n, m.answers
	if i, ok := memberKind.Number(key, n); ok {
		who, answers = i, m.members[i].answers
	} else if key != theVote {
		return t, false
	}
	t.Answer = "The vote"
	if who < n {
		t.Answer = words.Capital(numbered(who, m.members[who].of))
	}
	wrong := m.wrong(answers)
	t.Lines = append(t.Lines, words.Sprintf("%d of %s wrong, %s", len(wrong), words.Count(m.p.N, "training point"),
		words.Percent(m.share(answers))))
	if held := m.known(); held != nil { // does not compute predictions while the user waits; the panel or the facts do
		for k, at := range m.p.Held() {
			t.Lines = append(t.Lines, words.Sprintf("%d of %s wrong, %s", int(held[k][who]*float64(at.Points.N)+0.5),
				words.Count(at.Points.N, method.RoleName(at.Role)), words.Percent(held[k][who])))
		}
	}
	if who < n {
		t.Lines = append(t.Lines, words.Text("weight %s", words.Number(m.weights[who])),
			m.members[who].model.Status().Sentence)
	}
	rings := &picture.Marks{Role: picture.RoleNeighbor, Says: "misclassified points"}
	for _, i := range wrong {
		x, y := m.p.Drawn(i)
		rings.XY = append(rings.XY, x, y)
		rings.Class = append(rings.Class, m.p.ClassIDs[m.p.Class[i]])
		rings.Ordinal = append(rings.Ordinal, m.p.Ordinal(i))
	}
	if len(wrong) > 0 {
		t.Layers = []picture.Layer{rings}
		t.Click.Rows = wrong
	}
	return t, true
}

// Explain gives each member's prediction and confidence, the result of the vote, and the direction to where each member
// would predict another class.
func (m *vote) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	row := classify.ScoresAt(m, x)
	best := method.Largest(row)
	ex := method.Explanation{Answer: words.Sprintf("%s (%s of %s votes)", m.p.ClassName(best), words.Number(row[best]),
		words.Number(m.total))}
	if m.soft {
		ex.Answer = words.Text("%s, mean probability %s", m.p.ClassName(best), words.Percent(row[best]/m.total))
	}
	out := []float64{0}
	for i, one := range m.members {
		one.can.Predictor.Predict(x, out)
		line := words.Text("%s %s: ", strconv.Itoa(i+1), one.of.Method.Name)
		says := -1
		if out[0] == out[0] {
			says = int(out[0])
			line += m.p.ClassName(says)
		} else {
			line += words.Say("no prediction")
		}
		if one.proba != nil {
			for c, q := range one.proba.PointScores(x)[0] {
				if m.soft || c == says {
					line += words.Text(", %s", words.Percent(q))
					if c != says {
						line += " " + m.p.ClassName(c)
					}
				}
			}
		}
		if w := m.weights[i]; w != 1 {
			line = words.Text("%s, weight %s", line, words.Number(w))
		}
		ex.Lines = append(ex.Lines, line)
		if to, ok := m.elsewhere(one, x, v); ok {
			ex.Layers = append(ex.Layers, &picture.Path{Role: picture.RoleBase, Class: i,
				XY: []float64{x[0], x[1], to[0], to[1]}, Keys: []string{memberKey(i)},
				Says: words.Text("to where member %s predicts another class", strconv.Itoa(i+1))})
		}
	}
	for c, s := range row {
		if m.soft {
			ex.Lines = append(ex.Lines, words.Text("mean of %s: %s", m.p.ClassName(c), words.Percent(s/m.total)))
		} else if s > 0 && s < m.total {
			ex.Lines = append(ex.Lines, words.Text("%s: %s of %s", m.p.ClassName(c), words.Number(s), words.Number(m.total)))
		}
	}
	ex.Lines = append(ex.Lines, classify.Tie(row)...)
	ex.Layers = append(ex.Layers, m.p.Portrait(x, v)...)
	return ex
}

// elsewhere searches for a point near x at which a member predicts another class. ok is false if there is none nearby,
// or if there are too many points to search while the user waits.
func (m *vote) elsewhere(one *member, x []float64, v picture.Viewport) (at [2]float64, ok bool) {
	const ways, gap, far, most = 24, 5.0, 150.0, 4000
	if m.p.D != 2 || m.p.Wide() || m.p.N*len(m.members) > most {
		return at, false
	}
	kx, ky := (v.X1-v.X0)/float64(v.W), (v.Y1-v.Y0)/float64(v.H)
	place := func(way int, r float64) (float64, float64) {
		sin, cos := math.Sincos(2 * math.Pi * float64(way) / ways)
		return x[0] + r*cos*kx, x[1] + r*sin*ky
	}
	var around [2 * ways]float64
	var says [ways]float64
	here := says[:1]
	one.can.Predictor.Predict(x, here)
	own := here[0]
	for r := gap; r <= far; r += gap {
		for way := range ways {
			around[2*way], around[2*way+1] = place(way, r)
		}
		one.can.Predictor.Predict(around[:], says[:])
		for way, c := range says {
			if c == own || c != c {
				continue
			}
			near, beyond := r-gap, r
			for range 8 {
				mid := (near + beyond) / 2
				at[0], at[1] = place(way, mid)
				if one.can.Predictor.Predict(at[:], here); here[0] == own {
					near = mid
				} else {
					beyond = mid
				}
			}
			at[0], at[1] = place(way, beyond)
			return at, true
		}
	}
	return at, false
}

// names returns the names of the members, as row names of facts.
func (m *vote) names() []string {
	list := make([]string, len(m.members))
	for i, one := range m.members {
		list[i] = words.Text("%s %s", strconv.Itoa(i+1), one.of.Method.Name)
	}
	return list
}

func (m *vote) Facts() []method.Fact { return m.facts(m.known()) }

func (m *vote) Assess(job method.Job) ([]method.Fact, error) {
	if err := job.Err(); err != nil {
		return nil, err
	}
	held, err := m.errors(job)
	if err != nil {
		return nil, err
	}
	return m.facts(held), nil
}

func (m *vote) facts(held [][]float64) []method.Fact {
	rows := m.names()
	each := make([]float64, len(m.members))
	pairs, numbers := make([][]float64, len(m.members)), make([]string, len(m.members))
	for i, a := range m.members {
		pairs[i], numbers[i] = make([]float64, len(m.members)), strconv.Itoa(i+1)
		for j, b := range m.members {
			for k := range a.answers {
				if a.answers[k] != b.answers[k] {
					pairs[i][j]++
				}
			}
			pairs[i][j] /= float64(m.p.N)
		}
	}
	split, saved, lost := 0, 0, 0
	for i, one := range m.members {
		each[i] = m.share(one.answers)
	}
	for i, c := range m.p.Class {
		right := 0
		for _, one := range m.members {
			if int(one.answers[i]) == c {
				right++
			}
		}
		if m.differ(i) {
			split++
		}
		switch good := int(m.answers[i]) == c; {
		case good && right < len(m.members):
			saved++
		case !good && right > 0:
			lost++
		}
	}
	var f method.FactList
	f.Add("training_error", m.share(m.answers), "", "Share of the points that the vote misclassifies")
	f.Add("member_training_error", each, "", "Share of the training points that each member misclassifies").
		InPercent().Call("Training error").By(rows)
	if m.p.Held != nil {
		for k, at := range m.p.Held() {
			x := f.Add("member_"+at.Name+"_error", nil, "", words.Text("Share of the %s that each member misclassifies",
				words.Plural(method.RoleName(at.Role)))).Call(words.Capital(method.RoleError(at.Role))).By(
				rows).InPercent()
			if held == nil {
				x.Late = true
			} else {
				x.Value = held[k][:len(rows)]
			}
		}
	}
	f.Add("weights", m.weights, "", "Weight of each member").Call("Weight").By(rows)
	f.Add("disagreement", float64(split)/float64(m.p.N), "", "Share of the training points at which the "+
		"members disagree").Call("Disagreement")
	if len(rows) > 1 {
		f.Add("pairwise_disagreement", pairs, "",
			"Share of the training points at which two members predict different classes").Call("Disagreement of pairs").By(rows,
			numbers...)
	}
	f.Add("saved", saved, "", "Training points that some member misclassifies and the vote classifies "+
		"correctly").Call("Corrected by " +
		"the vote")
	f.Add("lost", lost, "", "Training points that some member classifies correctly and the vote "+
		"misclassifies").Call("Misclassified only by the vote")
	return f
}

func (m *vote) Status() method.Status {
	s := method.Status{State: method.Exact}
	says := ""
	for i, one := range m.members {
		st := one.model.Status()
		grows := one.can.Adopt != nil
		switch {
		case st.State == method.Diverged:
			s.State = method.Diverged
		case (st.State == method.Limited || grows) && s.State != method.Diverged:
			s.State = method.Limited
		case st.State == method.Converged && s.State == method.Exact:
			s.State = method.Converged
		}
		if st.State != method.Exact && st.State != method.Converged {
			says += words.Text(" %s: %s", words.Capital(numbered(i, one.of)), st.Sentence)
		}
	}
	s.Sentence = words.Text("%s: the class with the most votes wins, in a tie the lowest.", words.Count(len(m.members),
		"member"))
	if m.soft {
		s.Sentence = words.Text("%s: the class with the largest mean probability wins, in a tie the lowest.",
			words.Count(len(m.members), "member"))
	}
	if len(m.members) == 1 {
		s.Sentence = "With one member, the vote equals its prediction."
	}
	s.Sentence = words.Say(s.Sentence) + words.Say(says)
	return s
}

// Formula returns the vote with its weights, and the error.
func (m *vote) Formula() string {
	s := "ŷ(x) = argmax_c "
	if m.soft {
		s += "("
	}
	for i, w := range m.weights {
		if i > 0 {
			s += " + "
		}
		if w != 1 {
			s += words.Number(w) + "·"
		}
		k := words.Index(i + 1)
		if m.soft {
			s += words.Text("P%s(c | x)", k)
		} else {
			s += words.Text("[h%s(x) = c]", k)
		}
	}
	if m.soft {
		s += ")/" + words.Number(m.total)
	}
	wrong := len(m.wrong(m.answers))
	return s + words.Sprintf("\nerror = %d/%d = %s", wrong, m.p.N, words.Number(float64(wrong)/float64(m.p.N)))
}
