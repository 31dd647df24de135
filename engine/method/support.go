package method

import (
	"strconv"

	"pointscape/engine/doc"
)

const classWants = "a class from 0 to 8, or -1 for none"

func pointField(i int) string { return "points[" + strconv.Itoa(i) + "]" }

// MaxClassID is the largest class id, for loops over palettes.
const MaxClassID = doc.MaxClass
