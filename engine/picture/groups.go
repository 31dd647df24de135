package picture

import "math"

// WeightSteps is how many degrees of faintness points have: those of one are painted
// together.
const WeightSteps = 5

// WeightStep is the degree of a weight, 0..WeightSteps-1; Faded is its weight.
func WeightStep(weight float64) int {
	if !(weight > 0) { // nor NaN
		return 0
	}
	return int(math.Round(min(weight, 1) * (WeightSteps - 1)))
}

// Faded is the weight of a degree.
func Faded(step int) float64 { return float64(step) / (WeightSteps - 1) }

// slots is how many looks data points have: each colour, with each shape, in each
// degree, and each of these full, hollow, or hollow with a dot. Those of one look are
// painted together.
const (
	fullSlots = (Classes + 1) * (Classes + 1) * WeightSteps
	slots     = 3 * fullSlots
)

// slot numbers the look of mark i: the class whose colour it has, the one whose shape,
// its degree. A class is Classes where there is none. Marks without groups have one
// look for each class.
//
// Hollow marks have their slots from fullSlots on, those with a dot from twice that.
func slot(m *Marks, i int) int {
	if i < len(m.Held) && m.Role == RolePoint {
		switch m.Held[i] {
		case ValidationMark:
			return fullSlots + fullSlot(m, i)
		case TestMark:
			return 2*fullSlots + fullSlot(m, i)
		}
	}
	return fullSlot(m, i)
}

func fullSlot(m *Marks, i int) int {
	class := slotOf(m.Class, i)
	if !m.grouped() {
		return class
	}
	colour, step := slotOf(m.Group, i), WeightSteps-1
	if m.Class == nil {
		class = colour
	}
	if i < len(m.Weight) {
		step = WeightStep(m.Weight[i])
	}
	return (colour*(Classes+1)+class)*WeightSteps + step
}

// grouped tells whether colours are those of groups.
func (m *Marks) grouped() bool { return m.Group != nil && m.Role == RolePoint }

func slotOf(class []int, i int) int {
	if i < len(class) && class[i] >= 0 {
		return class[i] % Classes
	}
	return Classes
}

// pointLook is the look of data points of a slot: how they are filled, how pale the
// middle is of those that count less, and their shape. Among points of classes, one of
// no class is hollow: a disc is a class's shape.
func (p *Palette) pointLook(m *Marks, slot int, fill Color) (edge, middle Color, shape Shape) {
	colour, class, step := slot, slot, WeightSteps-1
	if m.grouped() {
		step = slot % WeightSteps
		class = slot / WeightSteps % (Classes + 1)
		colour = slot / WeightSteps / (Classes + 1)
	}
	if colour < Classes {
		fill = p.Class[colour].Mark
	}
	switch {
	case class < Classes:
		shape = p.Class[class].Shape
	case m.grouped() && m.Class != nil:
		shape = Ring
	}
	if step == WeightSteps-1 {
		return fill, fill, shape
	}
	return fill, mixColor(p.Stage, fill, leastFill+(1-leastFill)*Faded(step)), shape
}

// leastFill is how much of its colour is in the middle of a point that does not count.
// Its edge keeps it, fadedEdge pixels wide: it is found and told apart on any ground.
const (
	leastFill = 0.12
	fadedEdge = 1.3
)

// groupLooks are the looks of data points that are coloured by group: one for each
// group, in the order of the groups. Where shapes tell classes, all have the same.
func (m *Marks) groupLooks() (looks []Look) {
	var most [Classes]int // 1 + the largest degree of each group's points
	for i := range len(m.XY) / 2 {
		if g := slotOf(m.Group, i); g < Classes {
			most[g] = max(most[g], 1+fullSlot(m, i)%WeightSteps)
		}
	}
	for g, k := range most {
		if k == 0 {
			continue
		}
		l := Look{Kind: LookMark, Role: m.Role, Class: g, Group: g + 1}
		if m.Class != nil {
			l.Class = 0 // a disc
		}
		if k < WeightSteps {
			l.Weight = max(Faded(k-1), 0.01) // 0 would be all
		}
		looks = append(looks, l)
	}
	return looks
}
