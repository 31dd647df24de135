package picture

// Style is how a role looks in a palette. Zero colours (A = 0) are not painted.
type Style struct {
	Stroke Color
	Width  float64
	Dash   []float64
	Fill   Color
	Casing Color // a wider line behind the line, so that it reads on any field
	Case   float64
	// ByClass: the class's colour replaces Stroke and Fill, keeping their opacity.
	ByClass bool
	// Sample: the line's colour is that of the Class-th sample.
	Sample bool
	// Thing: colour and dashes are those of Palette.Thing(Class), of the first where
	// Class is NoClass.
	Thing bool
	// Scaled: Width is that of a path of Weight 1, and others are as much narrower as
	// they have less.
	Scaled bool

	Shape   Shape   // marks; points take their class's
	Radius  float64 // marks, CSS pixels
	MarkInk Color   // outline of filled marks
	MarkLn  float64
	Core    float64 // of filled marks: the share of the radius within which the stage shows, for a text
	// Round: an open mark round a data point, see RoundReach. It clears whatever shape the point has,
	// by its casing; Radius is not used. Its line is wider by Swell for a mark of Size
	// 1, and only there is Size seen.
	Round bool
	Swell float64

	Beside   float64 // how far labels stand from the mark that they are beside, CSS pixels
	Text     float64 // size of labels
	TextInk  Color
	TextBold bool
}

// of returns the look of the k-th of the things that a role is for, of the first
// where k is NoClass.
func (s Style) of(p *Palette, k int) Style {
	l := p.Thing(k)
	s.Dash = l.Dash
	if s.Stroke.A > 0 {
		s.Stroke = l.Color.Alpha(float64(s.Stroke.A) / 255)
	}
	if s.Fill.A > 0 {
		s.Fill = l.Color.Alpha(float64(s.Fill.A) / 255)
	}
	return s
}

// Style returns the look of a role; unknown roles look like RoleGuide.
func (p *Palette) Style(r Role) Style {
	if s, ok := p.styles[r]; ok {
		return s
	}
	return p.styles[RoleGuide]
}

// BandAlpha is the opacity of a band of so many standard deviations. Bands are
// painted over one another, so the inner ones gain.
func bandAlpha(level float64) float64 {
	switch {
	case level <= 1:
		return 0.20
	case level <= 2:
		return 0.15
	}
	return 0.10
}

func (p *Palette) makeStyles() map[Role]Style {
	ink, muted, acc, acc2 := p.Ink, p.Muted, p.Accent, p.Accent2
	casing := p.Stage.Alpha(0.55)
	first := p.Thing(0).Color
	w, z := p.Line, p.Size
	of := z * p.Marks // of marks
	text := Style{Text: LabelSize * z, TextInk: ink}
	line := func(c Color, width float64, dash ...float64) Style {
		s := text
		s.Stroke, s.Width = c, width*w
		for i := range dash {
			dash[i] *= w
		}
		s.Dash = dash
		return s
	}
	cased := func(s Style, width float64) Style {
		s.Casing, s.Case = casing, width*w
		return s
	}
	round := func(s Style, shape Shape, swell float64) Style {
		s.Round, s.Shape, s.Swell = true, shape, swell*w
		return s
	}
	scaled := func(s Style) Style {
		s.Scaled = true
		return s
	}
	thing := func(s Style) Style {
		s.Thing = true
		return s
	}
	mark := func(s Style, shape Shape, radius float64) Style {
		s.Shape, s.Radius = shape, radius*of
		return s
	}
	filled := func(s Style, c Color) Style {
		s.Fill = c
		return s
	}
	byClass := func(s Style) Style {
		s.ByClass = true
		return s
	}

	m := map[Role]Style{
		RoleBoundary: cased(line(ink, 2), 1),
		RoleTruth:    cased(line(ink, 2.2, 9, 5), 1),
		RoleMargin:   cased(line(ink.Alpha(0.85), 1.1, 5, 4), 0.6),
		RoleSlack:    line(ink.Alpha(0.55), 1),
		RoleSupport:  round(cased(line(ink, 1), 0.75), Ring, 2),
		RoleBounded:  round(cased(line(ink, 1), 0.75), Brackets, 1.25),
		RolePicked:   round(cased(line(ink, 2.2), 1.5), Pointers, 0),

		RoleMean:     cased(line(acc, 2.5), 1),
		RoleBand:     filled(line(Color{}, 0), acc),
		RoleBandEdge: line(acc.Alpha(0.6), 1, 4, 3),
		RoleBandLine: line(acc.Alpha(0.5), 1),
		RoleTube:     filled(line(acc2.Alpha(0.75), 1.1, 5, 4), acc2.Alpha(0.10)),
		RoleResidual: line(acc2.Alpha(0.75), 1.1),

		RoleIsoline:  byClass(line(ink.Alpha(0.45), 0.9)),
		RoleCellEdge: cased(line(ink.Alpha(0.75), 1.1), 0.5),
		RoleDelaunay: line(muted.Alpha(0.9), 0.9, 7, 3),
		RoleCircle:   line(muted.Alpha(0.55), 0.8, 3, 3),
		RoleNeighbor: cased(round(line(ink, 1.2), Ring, 0), 0.75),
		RoleReach:    filled(line(ink.Alpha(0.7), 1.2, 4, 3), ink.Alpha(0.05)),
		RoleEllipse:  byClass(cased(line(ink, 1.6), 0.8)),
		RoleFlat:     byClass(cased(line(ink, 2.4), 1)),
		RolePlane:    filled(line(ink.Alpha(0.8), 1.1), ink.Alpha(0.09)),
		RoleTrack:    thing(cased(line(first, 1.8), 1)),
		RoleRival:    thing(cased(line(first, 1.6), 0.8)),
		RoleOptimum:  mark(cased(line(ink, 2), 1), Cross, 8),
		RoleMiddle:   mark(cased(line(ink, 2.4), 1.2), CrossMark, 8.5),
		RoleBar:      thing(filled(line(Color{}, 0), first)),
		RoleBase:     thing(cased(line(first, 1.3), 0.6)),
		RoleTotal:    filled(line(Color{}, 0), ink),
		RoleCut:      cased(line(first, 2.6), 1.2),
		RoleWeight:   scaled(line(p.diverging[len(p.diverging)-1].color(), 4.5)),
		RoleAgainst:  scaled(line(p.diverging[0].color(), 4.5, 7, 6)),
		RoleCursor:   mark(line(ink.Alpha(0.8), 1.2), Cross, 9),

		RoleAxis:     line(muted, 1),
		RoleGridline: line(ink.Alpha(0.09), 1),
		RoleTick:     line(muted, 1),
		RoleGuide:    mark(line(muted.Alpha(0.9), 1), Ring, 5),
	}

	s := line(muted.Alpha(0.85), 1.2)
	s.Sample = true
	m[RoleSample] = s

	s = byClass(line(ink.Alpha(0), 0))
	s.Fill = ink.Alpha(1)
	m[RoleCell] = s

	s = mark(byClass(text), Circle, pointRadius)
	s.Fill, s.MarkInk, s.MarkLn = p.Mark, p.Stage, 1.25*w
	m[RolePoint] = s

	s = mark(byClass(line(ink, 2)), CrossMark, 10.5)
	s.Fill, s.MarkInk, s.MarkLn = ink, p.Stage, 2*w
	m[RoleCentroid] = s

	s = mark(byClass(line(ink.Alpha(0.45), 0.9)), Circle, 11)
	s.Fill, s.MarkInk, s.MarkLn, s.Core = ink, p.Stage, 1.5*w, 0.74
	s.Text, s.TextInk, s.TextBold = LabelSize*of, ink, true
	m[RoleCenter] = s
	s = byClass(mark(cased(line(ink, 2), 1.75), Sight, 12.5))
	s.Beside, s.TextBold = sightTo*s.Radius-labelGap*s.Text+w, true
	m[RoleHandle] = s
	m[RoleMember] = byClass(line(ink.Alpha(0.5), 0.9))

	// What belongs to a point has its class's colour. Lines onto which points are
	// projected belong to none: their colour is no class's, and they are long and
	// short dashes, as axes in drawings are.
	s = mark(byClass(line(first.Alpha(0.8), 1.6)), Circle, 3)
	s.Fill, s.MarkInk, s.MarkLn = first, p.Stage, 0.6*w
	m[RoleProjection] = s
	m[RoleDirection] = cased(line(first, 2.2, 15, 4, 1, 4), 0.8)

	s = mark(text, Circle, 4)
	s.Fill, s.MarkInk, s.MarkLn = ink, p.Stage, 0.5*w
	m[RoleSite] = s

	// Tracks have small solid marks at their steps.
	s = m[RoleTrack]
	s.Shape, s.Radius, s.Fill, s.MarkInk, s.MarkLn = Circle, 2.6*of, first, p.Stage, 0.8*w
	m[RoleTrack] = s

	for _, r := range []Role{RoleTick, RoleAxis, RoleGuide, RoleIsoline} {
		s := m[r]
		s.TextInk = p.Ink.Alpha(0.78)
		m[r] = s
	}
	s = m[RoleAxis]
	s.Text, s.TextInk = titleSize*10.5*z, p.Ink
	m[RoleAxis] = s
	s.TextBold = true
	m[RoleHeading] = s
	s = m[RoleIsoline]
	s.Text = 10 * z
	m[RoleIsoline] = s
	s = m[RoleTick]
	s.Text = 10.5 * z
	m[RoleTick] = s
	return m
}
