package wire

import (
	"errors"
	"strconv"

	"pointscape/engine/picture"
)

// Groups are what a model has found of each point of the document (method.Groups): the
// page colours the points by it. Of and Weight ride beside the head, many in a number.
type Groups struct {
	K        int    `json:"k"`                  // number of groups
	N        int    `json:"n"`                  // number of points
	Name     string `json:"name"`               // of a group, without its number
	Weighted bool   `json:"weighted,omitempty"` // there is a Weight
	Mixed    bool   `json:"mixed,omitempty"`    // there is a Mix
	Classes  bool   `json:"classes,omitempty"`  // the groups are the points' own classes
	// Of is the group of each point, picture.NoClass for none.
	Of []int `json:"-"`
	// Weight is that of each point, one of those that can be seen to differ
	// (picture.Faded); nil = 1 for all.
	Weight []float64 `json:"-"`
	// Mix is how the colours of each point's groups are mixed (picture.MixOf); nil = they are not.
	Mix []int `json:"-"`
}

// Called is what people call a group: "cluster 2".
func (g *Groups) Called(group int) string { return g.Name + " " + strconv.Itoa(group+1) }

// most is the number up to which a float64 holds all whole ones.
const most = 1 << 53

// packed tells how many values a point can have, and how many points share a number.
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

// numbers appends what rides beside the head: of each point its group and its degree
// of faintness, and how its colours are mixed, as digits.
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

// take reads them.
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

// maxGroups is more than there can be points.
const maxGroups = 1 << 30

var errGroups = errors.New("the number of groups of points differs from the header")
