package doc

import (
	"fmt"
	"strings"

	"pointscape/engine/words"
)

// Sample says which rows of a file a document's points are: Kept of Of, drawn with Seed. It is a line of the
// document's note, which is English in every language, and is shown in the reader's language.
type Sample struct {
	Kept, Of int
	Seed     uint64
	Strata   bool // the classes are in it in proportion
}

// sampleNote begins the line of a note.
const sampleNote = "Sample: "

// The formats of a sample.
const (
	sampled = "%d of %d rows, drawn with seed %d"
	strata  = "%d of %d rows, drawn with seed %d in proportion to the classes"
)

func (s Sample) format() string {
	if s.Strata {
		return strata
	}
	return sampled
}

// Line returns the line of a note.
func (s Sample) Line() string {
	return sampleNote + fmt.Sprintf(s.format(), s.Kept, s.Of, s.Seed) + "."
}

// String describes the sample in the present language.
func (s Sample) String() string { return words.Sprintf(s.format(), s.Kept, s.Of, s.Seed) }

// IsSample reports whether a line of a note says which rows the points are.
func IsSample(line string) bool { return strings.HasPrefix(line, sampleNote) }

// ReadSample reads such a line; ok is false if an author has changed it.
func ReadSample(line string) (s Sample, ok bool) {
	line = strings.TrimRight(line, "\n")
	for _, s.Strata = range []bool{false, true} {
		n, err := fmt.Sscanf(line, sampleNote+s.format()+".", &s.Kept, &s.Of, &s.Seed)
		if err == nil && n == 3 && s.Line() == line {
			return s, true
		}
	}
	return Sample{}, false
}
