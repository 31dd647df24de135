package method

import (
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

var classWants = "a class from 0 to " + strconv.Itoa(doc.MaxClass) + ", or -1 for none"

func pointField(i int) string { return "points[" + strconv.Itoa(i) + "]" }

// Palettes have a look for each possible class.
var _ [picture.Classes]struct{} = [doc.MaxClass + 1]struct{}{}

// MaxClassID is the largest class id, for loops over palettes.
const MaxClassID = doc.MaxClass
