package picture

// Style is the look of a role in a palette. Zero colours (A = 0) are not painted.
type Style struct {
	Stroke Color
	Width  float64
	Dash   []float64
	Fill   Color
	Casing Color // colour of a wider line behind the line, which keeps it visible on any background
	Case   float64
	// ByClass says that the class's colour replaces Stroke and Fill, keeping their opacity.
	ByClass bool
	// Sample says that the line has the colour of sample number Class.
	Sample bool
	// Thing says that colour and dashes are those of Palette.Thing(Class), and of the first series if Class is NoClass.
	Thing bool
	// Scaled says that Width is the width at Weight 1, and that the width is proportional to Weight.
	Scaled bool

	Shape   Shape   // shape of marks; points have that of their class
	Radius  float64 // radius of marks, CSS pixels
	MarkInk Color   // outline of marks, also of the lines of unfilled ones
	MarkLn  float64
	Core    float64 // for filled marks: the share of the radius within which the stage shows, as background of a text
	// Round marks an open mark round a data point, see RoundReach. Its inside leaves room for any shape of the point,
	// and for its casing; Radius is not used. Its line is wider by Swell for a mark of Size 1; Size has no other
	// effect.
	Round bool
	Swell float64

	Beside   float64 // additional distance of labels from the mark beside them, CSS pixels
	Text     float64 // size of labels
	TextInk  Color
	TextBold bool
}

// of returns s with the look of series k (see Palette.Thing), or of the first series if k is NoClass.
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

// bandAlpha returns the opacity of a band of level standard deviations. Bands are painted over one another, so that the
// inner ones become stronger.
func bandAlpha(level float64) float64 {
	switch {
	case level <= 1:
		return 0.20
	case level <= 2:
		return 0.15
	}
	return 0.10
}

// tone names a colour of a palette.
type tone int

const (
	noTone tone = iota
	inkTone
	mutedTone
	accentTone
	accent2Tone
	firstTone // the first series, see Palette.Thing
	markTone
	stageTone
	forTone // ends of the diverging colour map
	againstTone
	tones
)

// looks are the styles of roles that all palettes share, with names of colours and their opacities; 0 = none. Lengths
// are in units of the palette's Line and Size.
var looks = []struct {
	role    Role
	stroke  tone
	opacity float64
	fill    tone
	filled  float64
	Style
}{
	{RoleBoundary, inkTone, 1, 0, 0, Style{Width: 2, Case: 1}},
	{RoleTruth, inkTone, 1, 0, 0, Style{Width: 2.2, Dash: []float64{9, 5}, Case: 1}},
	{RoleMargin, inkTone, 0.85, 0, 0, Style{Width: 1.1, Dash: []float64{5, 4}, Case: 0.6}},
	{RoleSlack, inkTone, 0.55, 0, 0, Style{Width: 1}},
	{RoleSupport, inkTone, 1, 0, 0, Style{Width: 1, Case: 0.75, Round: true, Shape: Ring, Swell: 2}},
	{RoleBounded, inkTone, 1, 0, 0, Style{Width: 1, Case: 0.75, Round: true, Shape: Brackets, Swell: 1.25}},
	{RolePicked, inkTone, 1, 0, 0, Style{Width: 2.2, Case: 1.5, Round: true, Shape: Pointers}},

	{RoleMean, accentTone, 1, 0, 0, Style{Width: 2.5, Case: 1}},
	{RoleBand, 0, 0, accentTone, 1, Style{}},
	{RoleBandEdge, accentTone, 0.7, 0, 0, Style{Width: 1, Dash: []float64{4, 3}}},
	{RoleBandLine, accentTone, 0.65, 0, 0, Style{Width: 1}},
	{RoleTube, accent2Tone, 0.75, accent2Tone, 0.10, Style{Width: 1.1, Dash: []float64{5, 4}}},
	{RoleResidual, accent2Tone, 0.75, 0, 0, Style{Width: 1.1}},

	{RoleIsoline, inkTone, 0.45, 0, 0, Style{Width: 0.9, ByClass: true, Text: 10}},
	{RoleCellEdge, inkTone, 0.75, 0, 0, Style{Width: 1.1, Case: 0.5}},
	{RoleCell, inkTone, 0, inkTone, 1, Style{ByClass: true}},
	{RoleDelaunay, mutedTone, 1, 0, 0, Style{Width: 0.9, Dash: []float64{7, 3}}},
	{RoleCircle, mutedTone, 0.8, 0, 0, Style{Width: 0.8, Dash: []float64{3, 3}}},
	{RoleNeighbor, inkTone, 1, 0, 0, Style{Width: 1.2, Case: 0.75, Round: true, Shape: Ring}},
	{RoleReach, inkTone, 0.7, inkTone, 0.05, Style{Width: 1.2, Dash: []float64{4, 3}}},
	{RoleEllipse, inkTone, 1, 0, 0, Style{Width: 1.6, Case: 0.8, ByClass: true}},
	{RoleFlat, inkTone, 1, 0, 0, Style{Width: 2.4, Case: 1, ByClass: true}},
	// Tracks have small solid marks at their steps.
	{RoleTrack, firstTone, 1, firstTone, 1, Style{Width: 1.8, Case: 1, Thing: true, Shape: Circle, Radius: 2.6,
		MarkLn: 0.8}},
	{RoleRival, firstTone, 1, 0, 0, Style{Width: 1.6, Case: 0.8, Thing: true}},
	{RoleOptimum, inkTone, 1, 0, 0, Style{Width: 2, Case: 1, Shape: Cross, Radius: 8}},
	{RoleMiddle, inkTone, 1, 0, 0, Style{Width: 2.4, Case: 1.2, Shape: CrossMark, Radius: 8.5}},
	{RoleBar, 0, 0, firstTone, 1, Style{Thing: true}},
	{RoleDensity, firstTone, 1, firstTone, 0.2, Style{Width: 1.8, Thing: true}},
	{RoleBase, firstTone, 1, 0, 0, Style{Width: 1.3, Case: 0.6, Thing: true}},
	{RoleTotal, 0, 0, inkTone, 1, Style{}},
	{RoleCut, firstTone, 1, 0, 0, Style{Width: 2.6, Case: 1.2}},
	{RoleWeight, forTone, 1, 0, 0, Style{Width: 4.5, Scaled: true}},
	{RoleAgainst, againstTone, 1, 0, 0, Style{Width: 4.5, Dash: []float64{7, 6}, Scaled: true}},
	{RoleCursor, inkTone, 0.8, 0, 0, Style{Width: 1.2, Case: 0.8, Shape: Cross, Radius: 9}},

	{RoleAxis, mutedTone, 1, 0, 0, Style{Width: 1, Text: titleSize * 10.5}},
	{RoleHeading, mutedTone, 1, 0, 0, Style{Width: 1, Text: titleSize * 10.5, TextBold: true}},
	{RoleGridline, inkTone, 0.09, 0, 0, Style{Width: 1}},
	{RoleTick, mutedTone, 1, 0, 0, Style{Width: 1, Text: 10.5}},
	{RoleGuide, mutedTone, 1, 0, 0, Style{Width: 1, Shape: Ring, Radius: 5}},
	{RoleSample, mutedTone, 0.9, 0, 0, Style{Width: 1.2, Sample: true}},

	{RolePoint, 0, 0, markTone, 1, Style{ByClass: true, Shape: Circle, Radius: pointRadius, MarkLn: 1.25}},
	{RoleCentroid, inkTone, 1, inkTone, 1, Style{Width: 2, ByClass: true, Shape: CrossMark, Radius: 10.5, MarkLn: 2}},
	{RoleCenter, inkTone, 0.45, inkTone, 1, Style{Width: 0.9, ByClass: true, Shape: Circle, Radius: 11, MarkLn: 1.5,
		Core: 0.74, TextBold: true}},
	{RoleHandle, inkTone, 1, 0, 0, Style{Width: 2, Case: 1.75, ByClass: true, Shape: Sight, Radius: 12.5, TextBold: true}},
	{RoleKnob, inkTone, 1, stageTone, 1, Style{Width: 1.6, Case: 1.2, Shape: Circle, Radius: 5.5, MarkLn: 1.8}},
	{RoleMember, inkTone, 0.5, 0, 0, Style{Width: 0.9, ByClass: true}},
	// A projection has the class's colour of its point. Lines onto which points are projected belong to no class: they
	// have no class's colour, and are dash-dotted, like the axes in technical drawings.
	{RoleProjection, firstTone, 0.8, firstTone, 1, Style{Width: 1.6, ByClass: true, Shape: Circle, Radius: 3,
		MarkLn: 0.6}},
	{RoleDirection, firstTone, 1, 0, 0, Style{Width: 2.2, Dash: []float64{15, 4, 1, 4}, Case: 0.8}},
	{RolePlane, inkTone, 0.8, inkTone, 0.09, Style{Width: 1.1}},
	{RoleSite, 0, 0, inkTone, 1, Style{Shape: Circle, Radius: 4, MarkLn: 0.5}},

	{RoleNote, inkTone, 1, 0, 0, Style{Width: 2.2, Case: 1.75, Text: NoteSize}},
	{RoleArea, inkTone, 1, inkTone, 0.07, Style{Width: 1.6, Dash: []float64{2, 4}, Case: 1.2}},
}

// makeStyles applies the palette's colours and sizes to looks.
func (p *Palette) makeStyles() map[Role]Style {
	color := [tones]Color{inkTone: p.Ink, mutedTone: p.Muted, accentTone: p.Accent, accent2Tone: p.Accent2,
		firstTone: p.Thing(0).Color, markTone: p.Mark, stageTone: p.Stage, forTone: p.diverging[len(p.diverging)-1].color(),
		againstTone: p.diverging[0].color()}
	w, z := p.Line, p.Size
	of := z * p.Marks // scale of marks
	styles := make(map[Role]Style, len(looks))
	for _, x := range looks {
		s := x.Style
		s.Stroke, s.Fill, s.TextInk = color[x.stroke].Alpha(x.opacity), color[x.fill].Alpha(x.filled), p.Ink
		s.Width, s.Swell, s.Radius = s.Width*w, s.Swell*w, s.Radius*of
		s.Dash = nil
		for _, d := range x.Dash {
			s.Dash = append(s.Dash, d*w)
		}
		if s.Case > 0 {
			halo := 0.55
			if x.stroke != inkTone || s.ByClass && x.role != RoleEllipse {
				halo = 0.9 // a colour has a contrast of 3:1 only to its casing, whatever value lies below
			}
			s.Casing, s.Case = p.Stage.Alpha(halo), s.Case*w
		}
		if s.MarkLn > 0 {
			s.MarkInk, s.MarkLn = p.Stage, s.MarkLn*w
		}
		if s.Text == 0 {
			s.Text = LabelSize
		}
		s.Text *= z
		switch x.role {
		case RoleCenter:
			s.Text = LabelSize * of
		case RoleHandle:
			s.Beside = sightTo*s.Radius - labelGap*s.Text + w
		case RoleKnob:
			s.MarkInk = p.Ink
		case RoleTick, RoleGuide, RoleIsoline:
			s.TextInk = p.Ink.Alpha(0.78)
		}
		styles[x.role] = s
	}
	return styles
}
