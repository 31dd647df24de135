package wire

import (
	"math"

	"pointscape/engine/json"
)

// The fast paths of the package, which is part of the page's program, too. `go run ./app/tools/bench speed` builds the
// engine without one at a time and measures what it gives.
const fastNumbers = true // numbers are sent as a Float64Array beside the head, not as JSON (numbers, take)

// InJSON reports whether the numbers beside a head are JSON, which NumbersText writes and NumbersOf reads.
func InJSON() bool { return !fastNumbers }

func NumbersText(list []float64) string { return string(Append(nil, list)) }

func NumbersOf(text string) ([]float64, error) {
	var list []*float64
	err := json.UnmarshalString(text, &list)
	numbers := make([]float64, len(list))
	for i, x := range list {
		if numbers[i] = math.NaN(); x != nil {
			numbers[i] = *x
		}
	}
	return numbers, err
}
