package picture

import (
	"math"
	"slices"
)

// WeightSteps is the number of levels of faintness of points: those of one level are painted together.
const WeightSteps = 5

// WeightStep returns the level of a weight, 0..WeightSteps-1. Faded is its inverse.
func WeightStep(weight float64) int {
	if !(weight > 0) { // also true for NaN
		return 0
	}
	return int(math.Round(min(weight, 1) * (WeightSteps - 1)))
}

// Faded returns the weight of a level.
func Faded(step int) float64 { return float64(step) / (WeightSteps - 1) }

// slots is the number of looks of data points: each colour with each shape at each level of faintness, and each of
// these full, hollow, or hollow with a dot. Points of one look are painted together.
const (
	fullSlots = (Classes + 1) * (Classes + 1) * WeightSteps
	slots     = 3 * fullSlots
)

// slot returns the number of the look of mark i, made of the class whose colour it has, the class whose shape it has,
// and its level of faintness. Classes stands for no class. Marks without groups have one look per class.
//
// The slots of hollow marks begin at fullSlots, those of hollow marks with a dot at twice that. Mixed marks have the
// slot of their group plus slots times their mix.
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

// grouped reports whether colours stand for groups.
func (m *Marks) grouped() bool { return m.Group != nil && m.Role == RolePoint }

func slotOf(class []int, i int) int {
	if i < len(class) && class[i] >= 0 {
		return class[i] % Classes
	}
	return Classes
}

// presentSlots returns the slots of all marks in increasing order, and the slot of each mark.
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

// A mix is the shares of the classes' colours in the middle of a mark, in eighths, as digits to the base mixBase, the
// first class's the lowest. 0 means no mix: the group's colour alone.
const mixParts, mixBase = 8, mixParts + 1

// MixOf returns the mix of the colours of groups that share a point, given shares that add up to 1. It is 0 if, rounded
// to eighths, one group has all of it.
func MixOf(shares []float64) (mix int) {
	var left [Classes]float64
	for g, s := range shares {
		left[g%Classes] += mixParts * s
	}
	var parts [Classes]int
	for range mixParts { // each eighth goes to the group with the largest remainder
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

// Mixes returns an upper bound (exclusive) of the mixes of k groups.
func Mixes(k int) int {
	n := 1
	for range min(k, Classes) {
		n *= mixBase
	}
	return n
}

// mixed returns the colour of a mix other than 0.
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

// pointLook returns the look of data points in a slot: the colour of their edge, the colour of their middle (mixed if
// the slot has a mix, paler for less weight), and their shape. fill is the colour of points without a class. Among
// grouped points with classes, one without a class is hollow, because a disc is a class's shape.
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

// leastFill is the share of its colour in the middle of a point of weight 0, leastMixed the same for a mixed point. The
// edge of such a point, fadedEdge pixels wide, keeps the full colour, so that the point is visible and distinguishable
// on any background.
const (
	leastFill  = 0.12
	leastMixed = 0.6
	fadedEdge  = 1.3
)

// groupLooks returns the looks of data points coloured by group: one per group, in the order of the groups. If shapes
// stand for classes, all looks have the same shape.
func (m *Marks) groupLooks() (looks []Look) {
	var most, mix [Classes]int // 1 + the largest level of each group's points, and the mix of that point
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
			l.Weight = max(Faded(k-1), 0.01) // 0 would mean full weight
		}
		looks = append(looks, l)
	}
	return looks
}
