package doc

import "pointscape/engine/words"

// Limits of a Sweep, and its defaults.
const (
	MaxSweep     = 600 // steps
	SweepSteps   = 200
	MaxSweepTime = 600 // seconds
	SweepTime    = 6
)

// Sweep is an animation of a parameter from one value to another, for the page's player and for animated figures. It
// does not affect the picture of the document itself.
type Sweep struct {
	Param    string // the parameter, or its path in a nested method
	From, To float64
	Steps    int     // steps from the first value to the last; 0 = SweepSteps
	Log      bool    // equal steps of the logarithm
	Back     bool    // back and forth, until it is stopped
	Seconds  float64 // duration from one end to the other; 0 = SweepTime
}

// Count returns the number of steps, Time the duration in seconds.
func (s *Sweep) Count() int {
	if s.Steps == 0 {
		return SweepSteps
	}
	return s.Steps
}

func (s *Sweep) Time() float64 {
	if s.Seconds == 0 {
		return SweepTime
	}
	return s.Seconds
}

func (s *Sweep) clone() *Sweep {
	if s == nil {
		return nil
	}
	c := *s
	return &c
}

func (s *Sweep) fields(f *fields) {
	f.id("param", &s.Param, "the name of a parameter", true)            // the parameter, or its path; must be given
	f.numberIf("from", &s.From, wantSwept(), -MaxCoord, MaxCoord, true) // its first value; must be given
	f.numberIf("to", &s.To, wantSwept(), -MaxCoord, MaxCoord, true)     // its last value; must be given
	f.whole("steps", &s.Steps, MaxSweep)                                // steps between them; by default 200
	f.flag("log", &s.Log)                                               // equal steps of the logarithm
	f.flag("back", &s.Back)                                             // back and forth
	f.number("seconds", &s.Seconds, wantTime(), 0, MaxSweepTime)        // from one end to the other; by default 6
}

func (s *Sweep) finish(f *fields) *Error {
	switch {
	case f.member("steps") != "" && s.Steps == 0:
		return Errorf("view.sweep.steps", wantSteps(), 0)
	case f.member("seconds") != "" && s.Seconds == 0:
		return Errorf("view.sweep.seconds", wantTime(), 0)
	}
	for _, name := range []string{"param", "from", "to"} {
		if f.member(name) == "" {
			return &Error{Field: "view.sweep." + name, Want: "given", Got: "none"}
		}
	}
	return check(s, "view.sweep")
}

// rules checks what holds for every sweep, whatever its method.
func (s *Sweep) rules(string) *Error {
	switch {
	case s.From == s.To:
		return Errorf("view.sweep.to", "a number other than view.sweep.from", s.To)
	case s.Log && !(s.From > 0):
		return Errorf("view.sweep.from", "above 0, since view.sweep.log is true", s.From)
	case s.Log && !(s.To > 0):
		return Errorf("view.sweep.to", "above 0, since view.sweep.log is true", s.To)
	}
	return nil
}

func wantSwept() string {
	return words.Sprintf("a number of absolute value at most %g", MaxCoord)
}

func wantSteps() string {
	return words.Sprintf("a whole number from 1 to %d", MaxSweep)
}

func wantTime() string {
	return words.Sprintf("a number of seconds, above 0 and at most %d", MaxSweepTime)
}
