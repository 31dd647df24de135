package site

import (
	"fmt"
	"strings"
)

// Passes is a set of steps that make programs smaller than those that Go's linker writes with -s and -w.
type Passes uint

// The passes, in the order in which they are applied.
const (
	Cold      Passes = 1 << iota // packages without loops over pixels or points are compiled without inlining
	Overlay                      // go-app is compiled without its server (overlay.go)
	Segments                     // data segments are joined (segments.go)
	Lines                        // what only stack traces of a panic read is cleared (lines.go)
	Tables                       // the tables of functions are packed (tables.go)
	Recode                       // numbers in calls and jumps are written as differences (recode.go)
	AllPasses = Recode<<1 - 1
)

var passNames = []string{"cold", "overlay", "segments", "lines", "tables", "recode"}

// ParsePasses parses a set of passes: names separated by commas, where "all" stands for all passes and "plain" for
// none. A name after a minus sign is removed from the set. The error names the first unknown name, or a pass that needs
// another.
func ParsePasses(text string) (p Passes, err error) {
names:
	for name := range strings.SplitSeq(text, ",") {
		name, minus := strings.CutPrefix(name, "-")
		set := Passes(0)
		switch name {
		case "all":
			set = AllPasses
		case "plain":
			continue names
		}
		for i, n := range passNames {
			if n == name {
				set = 1 << i
			}
		}
		switch {
		case set == 0:
			return 0, fmt.Errorf("%q is not one of all, plain, %s", name, strings.Join(passNames, ", "))
		case minus:
			p &^= set
		default:
			p |= set
		}
	}
	if p&(Lines|Tables) != 0 && p&Segments == 0 {
		return 0, fmt.Errorf("%s: lines and tables need joined segments", text)
	}
	return p, nil
}

func (p Passes) has(pass Passes) bool { return p&pass != 0 }
