package wire

import (
	"errors"
	"strconv"

	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Groups are the groups that a model has found among the points of the document (method.Groups): the page colors the
// points by them. Of, Weight and Mix are sent beside the head, the values of several points in one number.
type Groups struct {
	K        int    `json:"k"`                  // number of groups
	N        int    `json:"n"`                  // number of points
	Name     string `json:"name"`               // of a group, without its number
	Weighted bool   `json:"weighted,omitempty"` // Weight is present
	Mixed    bool   `json:"mixed,omitempty"`    // Mix is present
	Classes  bool   `json:"classes,omitempty"`  // the groups are the points' own classes
	// Of holds the group of each point, picture.NoClass for none.
	Of []int `json:"-"`
	// Weight holds the weight of each point, rounded to distinguishable degrees (picture.Faded); nil = all are 1.
	Weight []float64 `json:"-"`
	// Mix says how the colors of each point's groups are mixed (picture.MixOf); nil = they are not.
	Mix []int `json:"-"`
}

// Called returns the name of a group: "cluster 2".
func (g *Groups) Called(group int) string { return words.Text("%s %s", g.Name, strconv.Itoa(group+1)) }

// most is the number up to which a float64 represents all whole numbers.
const most = 1 << 53

// packed returns the number of different values that a point can have, and the number of points whose values fit in one
// number.
func (g *Groups) packed() (base uint64, each int) {
	base = uint64(max(g.K, 1)) + 1
	if g.Weighted {
		base *= picture.WeightSteps
	}
	if g.Mixed {
		base *= uint64(picture.Mixes(g.K))
	}
	for p := uint64(1); p <= most/base; p *= base {
		each++
	}
	return base, each
}

// numbers appends the values sent beside the head: the group of each point, its degree of faintness, and its mix of
// colors, as digits.
func (g *Groups) numbers(list []float64) []float64 {
	if g == nil {
		return list
	}
	base, each := g.packed()
	for at := 0; at < g.N; at += each {
		sum := uint64(0)
		for i := min(at+each, g.N) - 1; i >= at; i-- {
			digit := uint64(g.Of[i] + 1)
			if g.Weighted {
				digit = digit*picture.WeightSteps + uint64(picture.WeightStep(g.Weight[i]))
			}
			if g.Mixed {
				digit = digit*uint64(picture.Mixes(g.K)) + uint64(g.Mix[i])
			}
			sum = sum*base + digit
		}
		list = append(list, float64(sum))
	}
	return list
}

// take decodes the values that numbers has appended, and returns the numbers after them; ok is false if they are
// invalid.
func (g *Groups) take(numbers []float64) (rest []float64, ok bool) {
	if g.K < 0 || g.K > maxGroups || g.N < 0 {
		return nil, false
	}
	base, each := g.packed()
	n := (g.N + each - 1) / each
	if n > len(numbers) {
		return nil, false
	}
	g.Of = make([]int, g.N)
	if g.Weighted {
		g.Weight = make([]float64, g.N)
	}
	mixes := uint64(picture.Mixes(g.K))
	if g.Mixed {
		g.Mix = make([]int, g.N)
	}
	for at := range n {
		x := numbers[at]
		if !(x >= 0 && x < most) {
			return nil, false
		}
		for i, sum := at*each, uint64(x); i < min((at+1)*each, g.N); i++ {
			digit := sum % base
			sum /= base
			if g.Mixed {
				g.Mix[i] = int(digit % mixes)
				digit /= mixes
			}
			if g.Weighted {
				g.Weight[i] = picture.Faded(int(digit % picture.WeightSteps))
				digit /= picture.WeightSteps
			}
			g.Of[i] = int(digit) - 1
		}
	}
	return numbers[n:], true
}

// maxGroups exceeds the possible number of points.
const maxGroups = 1 << 30

var errGroups = errors.New("the number of groups of points differs from the header")
