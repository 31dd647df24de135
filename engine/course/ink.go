package course

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Stroke is a figure drawn over a page's picture by hand.
type Stroke struct {
	Kind string       `json:"kind"`
	At   [][2]float64 `json:"at"` // positions in the plane, in data coordinates
}

// Kinds of strokes.
const (
	Pen    = "pen"    // a line
	Arrow  = "arrow"  // from the first position to the last
	Region = "region" // the inside of a closed line, highlighted
)

var strokes = []string{Pen, Arrow, Region}

// Limits of the drawing over a page.
const (
	MaxStrokes = 60
	MaxStroke  = 400 // positions of one stroke
)

// inked checks the drawing over a page.
func inked(at string, list []Stroke) error {
	if len(list) > MaxStrokes {
		return doc.Errorf(at+".ink", words.Sprintf("at most %d strokes", MaxStrokes), strconv.Itoa(len(list)))
	}
	for i, s := range list {
		field := fmt.Sprintf("%s.ink[%d]", at, i)
		if !slices.Contains(strokes, s.Kind) {
			return doc.Errorf(field+".kind", words.Text("one of %s", strings.Join(strokes, ", ")), s.Kind)
		}
		if n := len(s.At); n < 2 || n > MaxStroke {
			return doc.Errorf(field+".at", words.Sprintf("a list of 2 to %d positions", MaxStroke), strconv.Itoa(n))
		}
		for _, p := range s.At {
			if !(math.Abs(p[0]) <= math.MaxFloat32 && math.Abs(p[1]) <= math.MaxFloat32) {
				return doc.Errorf(field+".at", "positions of finite numbers", fmt.Sprint(p))
			}
		}
	}
	return nil
}
