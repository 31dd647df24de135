package picture

import (
	"math"
	"slices"
)

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
// Hollow marks have their slots from fullSlots on, those with a dot from twice that; mixed
// ones have those of their group, and slots times their mix.
func slot(m *Marks, i int) int {
	if i < len(m.Mix) && m.grouped() {
		return flatSlot(m, i) + slots*m.Mix[i]
	}
	return flatSlot(m, i)
}

func flatSlot(m *Marks, i int) int {
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

// presentSlots are the looks that marks have, in their order, and the look of each mark.
func presentSlots(m *Marks) (list, of []int) {
	var present [slots]bool
	of = make([]int, len(m.XY)/2)
	for i := range of {
		if of[i] = slot(m, i); of[i] < slots {
			present[of[i]] = true
		} else {
			list = append(list, of[i])
		}
	}
	for k, ok := range present {
		if ok {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), of
}

// A mix says in eighths how much of each class's colour is in the middle of a mark: digits
// to the base mixBase, the first class's the lowest. 0 is no mix: all is the group's.
const mixParts, mixBase = 8, mixParts + 1

// MixOf is the mix of the colours of groups that share a point: 0 where one has all of it,
// to an eighth. shares add up to 1.
func MixOf(shares []float64) (mix int) {
	var left [Classes]float64
	for g, s := range shares {
		left[g%Classes] += mixParts * s
	}
	var parts [Classes]int
	for range mixParts { // each goes to whom most is missing
		most := 0
		for c := range left {
			if left[c] > left[most] {
				most = c
			}
		}
		left[most]--
		if parts[most]++; parts[most] == mixParts {
			return 0
		}
	}
	for c := Classes - 1; c >= 0; c-- {
		mix = mix*mixBase + parts[c]
	}
	return mix
}

// Mixes is how many mixes k groups can have: each is less.
func Mixes(k int) int {
	n := 1
	for range min(k, Classes) {
		n *= mixBase
	}
	return n
}

// mixed is the colour of a mix that is not 0.
func (p *Palette) mixed(mix int) Color {
	var all lab
	for c, sum := 0, 0; mix > 0 && c < Classes; c, mix = c+1, mix/mixBase {
		if n := mix % mixBase; n > 0 {
			sum += n
			all = all.mix(p.Class[c].Mark.toLab(), float64(n)/float64(sum))
		}
	}
	return all.color()
}

// pointLook is the look of data points of a slot: how they are filled, how pale or mixed the
// middle is of those that count less, and their shape. Among points of classes, one of
// no class is hollow: a disc is a class's shape.
func (p *Palette) pointLook(m *Marks, slot int, fill Color) (edge, middle Color, shape Shape) {
	mix := slot / slots
	slot %= fullSlots // slots are a multiple of it
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
	middle, least := fill, leastFill
	if mix > 0 {
		middle, least = p.mixed(mix), leastMixed
	}
	if step < WeightSteps-1 {
		middle = mixColor(p.Stage, middle, least+(1-least)*Faded(step))
	}
	return fill, middle, shape
}

// leastFill is how much of its colour is in the middle of a point that does not count,
// leastMixed where that is mixed.
// Its edge keeps it, fadedEdge pixels wide: it is found and told apart on any ground.
const (
	leastFill  = 0.12
	leastMixed = 0.6
	fadedEdge  = 1.3
)

// groupLooks are the looks of data points that are coloured by group: one for each
// group, in the order of the groups. Where shapes tell classes, all have the same.
func (m *Marks) groupLooks() (looks []Look) {
	var most, mix [Classes]int // 1 + the largest degree of each group's points, and that one's mix
	for i := range len(m.XY) / 2 {
		if g, k := slotOf(m.Group, i), 1+fullSlot(m, i)%WeightSteps; g < Classes && k > most[g] {
			most[g], mix[g] = k, slot(m, i)/slots
		}
	}
	for g, k := range most {
		if k == 0 {
			continue
		}
		l := Look{Kind: LookMark, Role: m.Role, Class: g, Group: g + 1, Mix: mix[g]}
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
