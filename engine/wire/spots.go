package wire

import (
	"errors"
	"strings"

	"pointscape/engine/picture"
)

// Spots are the shapes of one picture that have keys. Those of the stage are in data units; those of a panel are in
// fractions of its width and height, from its upper left corner.
type Spots struct {
	Keys string         `json:"keys,omitempty"` // separated by blanks
	N    int            `json:"n,omitempty"`    // number of shapes, which are sent beside the head
	List []picture.Spot `json:"-"`
}

// SpotsOf prepares shapes for sending.
func SpotsOf(list []picture.Spot) Spots {
	seen := map[string]int{}
	var keys []string
	for _, x := range list {
		if _, ok := seen[x.Key]; !ok {
			seen[x.Key] = len(keys)
			keys = append(keys, x.Key)
		}
	}
	return Spots{Keys: strings.Join(keys, " "), N: len(list), List: list}
}

// numbers appends the numbers sent beside the head: for each shape its key and form, the number of its coordinates, and
// these.
func (s *Spots) numbers(list []float64) []float64 {
	number := map[string]int{}
	for k, key := range strings.Fields(s.Keys) {
		number[key] = k
	}
	for _, x := range s.List {
		n := float64(len(x.XY))
		if x.Z != nil {
			n = -n // third coordinates follow
		}
		list = append(list, float64(number[x.Key]*picture.Spots+int(x.Kind)), n)
		list = append(append(list, x.XY...), x.Z...)
	}
	return list
}

// take decodes the shapes that numbers has appended, and returns the numbers after them; ok is false if they are
// invalid.
func (s *Spots) take(numbers []float64) (rest []float64, ok bool) {
	keys := strings.Fields(s.Keys)
	if s.N < 0 || s.N > len(numbers)/2 {
		return nil, false
	}
	s.List = make([]picture.Spot, s.N)
	for i := range s.List {
		if len(numbers) < 2 {
			return nil, false
		}
		what, n := int(numbers[0]), int(numbers[1])
		numbers = numbers[2:]
		deep := 0
		if n < 0 {
			n, deep = -n, -n/2
		}
		if what < 0 || what >= len(keys)*picture.Spots || n < 2 || n%2 != 0 || n+deep > len(numbers) {
			return nil, false
		}
		s.List[i] = picture.Spot{Key: keys[what/picture.Spots], Kind: picture.SpotKind(what % picture.Spots),
			XY: numbers[:n:n]}
		if deep > 0 {
			s.List[i].Z = numbers[n : n+deep : n+deep]
		}
		numbers = numbers[n+deep:]
	}
	return numbers, true
}

var errSpots = errors.New("the shapes with keys differ in number from the header")
