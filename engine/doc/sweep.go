package doc

import "fmt"

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

func (s *Sweep) append(b []byte) []byte {
	b = appendText(append(b, `"sweep":{"param":`...), s.Param)
	b = AppendNumber(append(b, `,"from":`...), s.From)
	b = AppendNumber(append(b, `,"to":`...), s.To)
	if s.Steps != 0 {
		b = fmt.Appendf(b, `,"steps":%d`, s.Steps)
	}
	if s.Log {
		b = append(b, `,"log":true`...)
	}
	if s.Back {
		b = append(b, `,"back":true`...)
	}
	if s.Seconds != 0 {
		b = AppendNumber(append(b, `,"seconds":`...), s.Seconds)
	}
	return append(b, '}')
}

var (
	sweepNames = []string{"param", "from", "to", "steps", "log", "back", "seconds"}
	wantSwept  = fmt.Sprintf("a number of absolute value at most %g", MaxCoord)
	wantSteps  = fmt.Sprintf("a whole number from 1 to %d", MaxSweep)
	wantTime   = fmt.Sprintf("a number of seconds, above 0 and at most %d", MaxSweepTime)
)

func readSweep(raw string) (*Sweep, *Error) {
	members, err := readObject("view.sweep", raw)
	if err != nil {
		return nil, err
	}
	s := &Sweep{}
	given := map[string]bool{}
	for _, m := range members {
		given[m.name] = true
		switch m.name {
		case "param":
			s.Param, err = readText("view.sweep.param", m.raw)
		case "from":
			s.From, err = readNumber("view.sweep.from", wantSwept, m.raw)
		case "to":
			s.To, err = readNumber("view.sweep.to", wantSwept, m.raw)
		case "steps":
			var n uint64
			if n, err = readWhole("view.sweep.steps", MaxSweep, m.raw); err == nil && n == 0 {
				err = Errorf("view.sweep.steps", wantSteps, 0)
			}
			s.Steps = int(n)
		case "log":
			s.Log, err = readBool("view.sweep.log", m.raw)
		case "back":
			s.Back, err = readBool("view.sweep.back", m.raw)
		case "seconds":
			if s.Seconds, err = readNumber("view.sweep.seconds", wantTime, m.raw); err == nil && s.Seconds == 0 {
				err = Errorf("view.sweep.seconds", wantTime, 0)
			}
		default:
			err = unknown("view.sweep", m.name, sweepNames)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, name := range sweepNames[:3] {
		if !given[name] {
			return nil, &Error{Field: "view.sweep." + name, Want: "given", Got: "none"}
		}
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	return s, nil
}

// validate checks what holds for every sweep, whatever its method.
func (s *Sweep) validate() *Error {
	if s == nil {
		return nil
	}
	if err := checkName("view.sweep.param", "the name of a parameter", s.Param); err != nil {
		return err
	}
	switch {
	case !inRange(s.From):
		return Errorf("view.sweep.from", wantSwept, s.From)
	case !inRange(s.To):
		return Errorf("view.sweep.to", wantSwept, s.To)
	case s.From == s.To:
		return Errorf("view.sweep.to", "a number other than view.sweep.from", s.To)
	case s.Log && !(s.From > 0):
		return Errorf("view.sweep.from", "above 0, since view.sweep.log is true", s.From)
	case s.Log && !(s.To > 0):
		return Errorf("view.sweep.to", "above 0, since view.sweep.log is true", s.To)
	case s.Steps < 0 || s.Steps > MaxSweep:
		return Errorf("view.sweep.steps", wantSteps, s.Steps)
	case !(s.Seconds >= 0 && s.Seconds <= MaxSweepTime):
		return Errorf("view.sweep.seconds", wantTime, s.Seconds)
	}
	return nil
}
