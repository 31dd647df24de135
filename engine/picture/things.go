package picture

// ThingLook is the look of one of several series that are not classes: solvers, starts, coefficients.
type ThingLook struct {
	Color Color
	Dash  []float64 // nil = solid
}

// Things is the number of series with different colours. Beyond it colours repeat with other dashes.
const Things = 6

// thingDashes distinguish series without colour.
var thingDashes = [Things][]float64{nil, {7, 4}, {1, 4.5}, {9, 3.5, 1, 3.5}, {14, 5}, {5, 3.5, 1, 3.5, 1, 3.5}}

// Thing returns the look of series k, 0, 1, ...: a colour that no class has, and dashes. A number has the same look
// wherever it is drawn. The first is solid.
func (p *Palette) Thing(k int) ThingLook {
	k = max(k, 0)
	return ThingLook{p.things[k%Things], p.dashes[(k+k/Things)%Things]}
}

// makeThings sets the looks of the series from their colours.
func (p *Palette) makeThings(colors [Things]lab) {
	for k, c := range colors {
		p.things[k] = c.color()
		for _, d := range thingDashes[k] {
			p.dashes[k] = append(p.dashes[k], d*p.Line)
		}
	}
}
