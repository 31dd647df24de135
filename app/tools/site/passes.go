package site

import (
	"fmt"
	"strings"
)

// Passes is a set of the steps that make programs smaller than what Go's linker writes with -s and -w.
type Passes uint

// The passes, in the order in which they are made.
const (
	Cold      Passes = 1 << iota // packages without loops over pixels or points are compiled without inlining
	Overlay                      // go-app is compiled without its server (overlay.go)
	Segments                     // data segments are joined (segments.go)
	Lines                        // what only traces of a panic read is cleared (lines.go)
	Tables                       // the tables of functions are written shorter (tables.go)
	Recode                       // numbers of calls and jumps are written as differences (recode.go)
	AllPasses = Recode<<1 - 1
)

var passNames = []string{"cold", "overlay", "segments", "lines", "tables", "recode"}

// ParsePasses returns the set that a text names: passes separated by commas, "all" or "plain", which is none of them;
// one after a minus sign is taken away.
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
