package wire

import (
	"math"

	"pointscape/engine/json"
)

// The fast path of the package. `go run ./app/tools/bench speed` runs engine and page with it switched off and
// measures the difference: see engine/docs/speed.md.
const fastNumbers = true // numbers are sent as a Float64Array beside the head, not as JSON (numbers, take)

// InJSON reports whether the numbers beside a head are JSON, which NumbersText writes and NumbersOf reads.
func InJSON() bool { return !fastNumbers }

// NumbersText returns numbers as a JSON list, with null for numbers that are not finite.
func NumbersText(list []float64) string { return string(Append(nil, list)) }

// NumbersOf reads the result of NumbersText; numbers that are null become NaN.
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
