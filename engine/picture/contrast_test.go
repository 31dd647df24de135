package picture

import "testing"

// WCAG 1.4.11 for lines and marks: each has a contrast of 3:1 to every background it may lie on, or to its own casing
// or rim.
func TestContrastOfLinesAndMarks(t *testing.T) {
	const stage, regions, values = 1, 2, 4
	lie := map[Role]int{
		RoleBoundary: stage | regions | values, RoleTruth: stage | regions | values, RoleMargin: stage | regions | values,
		RoleSupport: stage | regions | values, RoleBounded: stage | regions | values, RolePicked: stage | regions | values,
		RoleNeighbor: stage | regions | values, RoleOptimum: stage | regions | values, RoleMiddle: stage | regions | values,
		RoleCursor: stage | regions | values, RoleTrack: stage | regions | values, RoleRival: stage | regions | values,
		RoleHandle: stage | regions | values, RoleKnob: stage | regions | values, RolePoint: stage | regions | values,
		RoleCentroid: stage | regions | values, RoleSite: stage | regions | values,
		RoleNote: stage | regions | values, RoleArea: stage | regions | values,
		RoleFlat: stage | regions | values, RoleDirection: stage | regions | values, RoleCut: stage | regions | values,
		RoleCellEdge: stage | regions, RoleSlack: stage | regions, RoleDelaunay: stage | regions, RoleGuide: stage | regions,
		RoleAxis: stage | regions, RoleReach: stage | regions, RolePlane: stage | regions, RoleProjection: stage | regions,
		// Ellipses of components over values have 2:1: a stronger casing would hide the outlines of histograms, which
		// have the same role. Their centres, which are marks, have 3:1.
		RoleEllipse: stage | regions,
		RoleMean:    stage, RoleBandEdge: stage, RoleBandLine: stage, RoleTube: stage, RoleResidual: stage, RoleSample: stage,
		RoleDensity: stage, RoleBase: stage, RoleWeight: stage, RoleAgainst: stage, RoleBar: stage, RoleTotal: stage,
		RoleCircle: stage, RoleTick: stage, RoleHeading: stage,
	}
	for _, p := range allPalettes(t) {
		ground := map[int][]Color{stage: {p.Stage}}
		for i := range 65 {
			share := float64(i) / 64
			for k := range Classes {
				ground[regions] = append(ground[regions], p.Tint(k, share))
			}
			ground[regions] = append(ground[regions], p.Within(share))
			ground[values] = append(ground[values], p.Value(share, false), p.Value(share, true))
		}
		for role, on := range lie {
			s := p.Style(role)
			var colors []Color
			switch {
			case s.Sample:
				for k := range 12 {
					colors = append(colors, p.SampleColor(k).Alpha(float64(s.Stroke.A)/255))
				}
			case s.Thing:
				for k := range Things {
					colors = append(colors, p.Thing(k).Color)
				}
				if s.Casing.A == 0 && on != stage { // TestThings checks the others
					colors = colors[:1]
				}
			case s.Stroke.A > 0:
				colors = append(colors, s.Stroke)
			default:
				colors = append(colors, s.Fill)
			}
			if s.ByClass {
				for k := range Classes {
					colors = append(colors, p.Class[k].Mark.Alpha(float64(colors[0].A)/255))
				}
			}
			for kind, list := range ground {
				worst, at := 99.0, Color{}
				for _, g := range list {
					for _, c := range colors {
						is := Contrast(c.Over(g), g)
						if s.Casing.A > 0 {
							beside := s.Casing.Over(g)
							is = max(is, Contrast(c.Over(beside), beside))
						}
						if s.MarkInk.A > 0 {
							is = max(is, Contrast(c, s.MarkInk))
						}
						if is < worst {
							worst, at = is, g
						}
					}
				}
				if on&kind != 0 && worst < 3 {
					t.Errorf("%s: %s on %s: %.2f", p.Name, role, at.CSS(), worst)
				}
			}
		}
		// A misclassified point lies on another class's region, and points in crowds have no rim.
		for k := range Classes {
			for j := range Classes {
				if c := Contrast(p.Class[k].Mark, p.Tint(j, 1)); c < 3 {
					t.Errorf("%s: point of class %d on the region of class %d: %.2f", p.Name, k, j, c)
				}
			}
		}
		// Points coloured by value have a rim of ink, whatever their value and the value below.
		if c := Contrast(p.Ink, p.Stage); c < 9 {
			t.Errorf("%s: the two rims of points with values: %.2f", p.Name, c)
		}
	}
}
