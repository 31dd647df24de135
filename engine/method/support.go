package method

import (
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func classWants() string { return words.Sprintf("a class from 0 to %d, or -1 for none", doc.MaxClass) }

func pointField(i int) string { return "points[" + strconv.Itoa(i) + "]" }

// Palettes have a look for each possible class.
var _ [picture.Classes]struct{} = [doc.MaxClass + 1]struct{}{}

// MaxClassID is the largest class id, for loops over palettes.
const MaxClassID = doc.MaxClass
