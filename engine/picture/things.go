package picture

// ThingLook is how one of several like things that are no classes looks: solvers,
// starts, coefficients.
type ThingLook struct {
	Color Color
	Dash  []float64 // nil = solid
}

// Things is the number of things whose colours differ. From then on colours return
// with other dashes.
const Things = 6

// thingDashes tell things apart without their colours.
var thingDashes = [Things][]float64{nil, {7, 4}, {1, 4.5}, {9, 3.5, 1, 3.5}, {14, 5}, {5, 3.5, 1, 3.5, 1, 3.5}}

// Thing returns the look of thing k, 0, 1, ...: a colour that no class has, and
// dashes. What is numbered once keeps its look wherever it is drawn. The first is
// solid.
func (p *Palette) Thing(k int) ThingLook {
	k = max(k, 0)
	return ThingLook{p.things[k%Things], p.dashes[(k+k/Things)%Things]}
}

// makeThings makes the looks of colours.
func (p *Palette) makeThings(colors [Things]lab) {
	for k, c := range colors {
		p.things[k] = c.color()
		for _, d := range thingDashes[k] {
			p.dashes[k] = append(p.dashes[k], d*p.Line)
		}
	}
}
