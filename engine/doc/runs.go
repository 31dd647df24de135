package doc

import (
	"fmt"
	"maps"
	"math"
)

// Limits of Runs.
const (
	MaxRuns    = 24 // with all their sizes
	MaxSizes   = 12
	MaxRunName = 60 // characters of a name
)

// What the horizontal axis of a chart of runs has, and what the vertical one may have beside the name of a curve.
const (
	RunSteps  = "steps"
	RunPasses = "passes"
	RunTime   = "time"
	RunSize   = SampleSize
	RunPace   = "time per step"
)

// Runs are fits that a document lays beside each other: the document itself with other parameters, or with other
// methods of the same data. They are never changed in place: documents share them.
type Runs struct {
	Of []Run
	// Sizes are numbers of points, rising: each run is made for each of them, of points of the document's recipe.
	Sizes []float64
	// X is what the curves go over: RunSteps, RunPasses, RunTime, or RunSize; "" = whatever suits.
	X string
	// Y is which curve is shown, by its name, or RunTime, RunPace or RunPasses where X is RunSize; "" = whatever suits.
	Y string
	// Log asks for a logarithmic axis of Y, Excess for what is above the least value of all runs on one.
	Log, Excess bool
}

// Run is a fit by its differences from its document.
type Run struct {
	Name   string // "" = made of the differences
	Method string // "" = the document's, whose parameters hold, too; another one has its defaults
	Params map[string]any
}

// RunsOf are the documents of all runs, and of each the number of its entry: those of one after another, each size
// after the other. Points of another size are left out: the engine makes them.
func (d *Document) RunsOf() (docs []Document, of []int) {
	if d.Runs == nil {
		return nil, nil
	}
	sizes := d.Runs.Sizes
	if len(sizes) == 0 {
		sizes = []float64{0}
	}
	for i, r := range d.Runs.Of {
		for _, n := range sizes {
			one := *d
			one.Runs, one.Study, one.Wall, one.View.Part = nil, nil, nil, 0
			if one = one.Clone(); r.Method != "" && r.Method != d.Method {
				one.Method, one.Params, one.View.Show, one.View.Sweep = r.Method, map[string]any{}, nil, nil
			}
			maps.Copy(one.Params, cloneParams(r.Params))
			if n > 0 && one.Dataset != nil {
				one.Dataset.N, one.Points = int(n), nil
				if one.Split.Roles != "" {
					one.Split = Split{} // by hand, of other points
				}
			}
			docs, of = append(docs, one), append(of, i)
		}
	}
	return docs, of
}

func appendRuns(b []byte, r *Runs) []byte {
	b = append(b, `"runs":{"of":[`...)
	for i := range r.Of {
		one := &r.Of[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = appendMember(appendText(append(b, `{"name":`...), one.Name), ",\"method\":", one.Method)
		if len(one.Params) > 0 {
			b = appendParams(b, one.Params)
		}
		b = append(b, '}')
	}
	b = append(b, ']')
	if len(r.Sizes) > 0 {
		b = appendNumbers(append(b, `,"sizes":`...), r.Sizes)
	}
	b = appendMember(appendMember(b, ",\"x\":", r.X), ",\"y\":", r.Y)
	if r.Log {
		b = append(b, `,"log":true`...)
	}
	if r.Excess {
		b = append(b, `,"excess":true`...)
	}
	return append(b, '}')
}

// appendMember writes a text that is not empty, after a comma and its name.
func appendMember(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return appendText(append(b, name...), text)
}

var (
	runsNames = []string{"of", "sizes", "x", "y", "log", "excess"}
	runNames  = []string{"name", "method", "params"}
	wantSizes = fmt.Sprintf("a list of at most %d increasing whole numbers from 1 to %d", MaxSizes, MaxPoints)
)

func readRuns(raw string) (*Runs, *Error) {
	members, err := readObject("runs", raw)
	if err != nil {
		return nil, err
	}
	r := &Runs{}
	for _, m := range members {
		switch m.name {
		case "of":
			var list []string
			if list, err = readList("runs.of", "a list of runs", m.raw, MaxRuns); err != nil {
				return nil, err
			}
			r.Of = make([]Run, len(list))
			for i, raw := range list {
				if r.Of[i], err = readRun(at("runs.of", i), raw); err != nil {
					return nil, err
				}
			}
		case "sizes":
			r.Sizes, err = readNumbers("runs.sizes", wantSizes, m.raw)
		case "x":
			r.X, err = readText("runs.x", m.raw)
		case "y":
			r.Y, err = readText("runs.y", m.raw)
		case "log":
			r.Log, err = readBool("runs.log", m.raw)
		case "excess":
			r.Excess, err = readBool("runs.excess", m.raw)
		default:
			err = unknown("runs", m.name, runsNames)
		}
		if err != nil {
			return nil, err
		}
	}
	return r, r.validate()
}

func readRun(in, raw string) (r Run, err *Error) {
	members, err := readObject(in, raw)
	if err != nil {
		return r, err
	}
	r.Params = map[string]any{}
	for _, m := range members {
		switch m.name {
		case "name":
			r.Name, err = readText(in+".name", m.raw)
		case "method":
			r.Method, err = readText(in+".method", m.raw)
		case "params":
			err = readParams(in+".params", m.raw, r.Params, 0)
		default:
			err = unknown(in, m.name, runNames)
		}
		if err != nil {
			return r, err
		}
	}
	return r, nil
}

// validate checks what holds of all runs, whatever their methods.
func (r *Runs) validate() *Error {
	if r == nil {
		return nil
	}
	if len(r.Of) == 0 {
		return &Error{Field: "runs.of", Want: fmt.Sprintf("a list of 1 to %d runs", MaxRuns), Got: "none"}
	}
	if len(r.Sizes) > MaxSizes {
		return Errorf("runs.sizes", wantSizes, len(r.Sizes))
	}
	if n := len(r.Of) * max(1, len(r.Sizes)); n > MaxRuns {
		return Errorf("runs.of", fmt.Sprintf("at most %d runs, all sizes counted", MaxRuns), n)
	}
	for i, n := range r.Sizes {
		if !(n >= 1 && n <= MaxPoints) || n != math.Trunc(n) || i > 0 && n <= r.Sizes[i-1] {
			return Errorf(at("runs.sizes", i), wantSizes, n)
		}
	}
	for i := range r.Of {
		one, in := &r.Of[i], at("runs.of", i)
		if err := checkLength(in+".name", one.Name, MaxRunName); err != nil {
			return err
		}
		if one.Method != "" {
			if err := checkName(in+".method", wantMethod, one.Method); err != nil {
				return err
			}
		}
		if err := checkParams(in+".params", one.Params); err != nil {
			return err
		}
	}
	switch r.X {
	case "", RunSteps, RunPasses, RunTime, RunSize:
	default:
		return Errorf("runs.x", OneOf([]string{RunSteps, RunPasses, RunTime, RunSize}, r.X), r.X)
	}
	return checkLength("runs.y", r.Y, MaxRunName)
}
