package doc

import (
	"pointscape/engine/words"
)

const (
	wantTurn  = "two numbers: an azimuth from -360 to 360 and an elevation from -90 to 90 degrees"
	wantRange = "a list of two numbers from -1e15 to 1e15, the smaller one first"
)

func (v *View) fields(f *fields) {
	value(f, "x", &v.X, v.HasRange(), readRange, appendRange, nil) // the part of the plane; by default it fits the points
	value(f, "y", &v.Y, v.HasRange(), readRange, appendRange, nil) // the same from bottom to top; given with `x`
	f.wholeAt("step", &v.Step, MaxStep)                            // step of the fit; by default the last one
	// names of the layers that are on; by default those of the method
	value(f, "show", &v.Show, v.Show != nil, readShow, appendTexts, nil)
	f.flag("present", &v.Present) // the plane alone and large, for an audience
	f.flag("kernel", &v.Kernel)   // the kernel of a method on the points: see [pictures.md](pictures.md)
	f.flag("truth", &v.Truth)     // the distribution that the data are drawn from: see [pictures.md](pictures.md)
	// the fold of the study's cross-validation that is held out, from 1
	f.whole("part", &v.Part, MaxFolds*MaxRepeats)
	optional(f, "scores", &v.Scores)       // ROC curve and calibration of the scores
	f.wholeAt("proba", &v.Proba, MaxClass) // the class whose probability is shown: see [pictures.md](pictures.md)
	f.flag("section", &v.Section)          // predictions of a fit to whole rows: see [pictures.md](pictures.md)
	// rotation of a view in three dimensions
	value(f, "turn", &v.Turn, v.Turn != nil, readTurn, appendTurn, nil)
	optional(f, "sweep", &v.Sweep) // a parameter to animate
	// `"free"`: a scale for each axis; `"equal"`: the same scale, whichever method is chosen
	f.text("axes", &v.Axes, 0)
}

func readShow(raw string) ([]string, *Error) {
	list, err := readList("a list of names", raw, MaxShow)
	if err != nil {
		return nil, err
	}
	return readEach(list, readText)
}

// readPair reads two numbers.
func readPair(want, raw string) (p [2]float64, err *Error) {
	list, err := readList(want, raw, 2)
	if err == nil && len(list) != 2 {
		err = wrong(want, raw)
	}
	for i := 0; i < 2 && err == nil; i++ {
		p[i], err = readNumber(want, list[i])
	}
	return p, err
}

// readRange rejects a range that is not increasing here, because [0, 0] would later count as "no range".
func readRange(raw string) ([2]float64, *Error) {
	r, err := readPair(wantRange, raw)
	if err == nil && !(r[0] < r[1]) {
		err = wrong(wantRange, raw)
	}
	return r, err
}

func appendRange(b []byte, r [2]float64) []byte { return appendNumbers(b, r[:]) }

func readTurn(raw string) (*[2]float64, *Error) {
	t, err := readPair(wantTurn, raw)
	return &t, err
}

func appendTurn(b []byte, t *[2]float64) []byte { return appendNumbers(b, t[:]) }

// rules checks a view.
func (v *View) rules(string) *Error {
	if v.X != [2]float64{} || v.Y != [2]float64{} {
		for _, r := range []struct {
			field string
			r     [2]float64
		}{{"view.x", v.X}, {"view.y", v.Y}} {
			if r.r == [2]float64{} {
				return Errorf(r.field, words.Text("%s: both axes or neither", wantRange), nil)
			}
			if !(r.r[0] < r.r[1] && r.r[0] >= -maxView && r.r[1] <= maxView) {
				return Errorf(r.field, wantRange, r.r)
			}
			if w, least := r.r[1]-r.r[0], MinSpan(max(-r.r[0], r.r[1])); w < least {
				return &Error{Field: r.field, Want: words.Sprintf("wide enough to be resolved, at least %.3g", least),
					Got: words.Sprintf("[%v,%v], %.3g wide", r.r[0], r.r[1], w)}
			}
		}
	}
	if s := v.Step; s != nil && (*s < 0 || *s > MaxStep) {
		return Errorf("view.step", wantWhole(MaxStep), *s)
	}
	if t := v.Turn; t != nil && !(t[0] >= -360 && t[0] <= 360 && t[1] >= -90 && t[1] <= 90) {
		return Errorf("view.turn", wantTurn, *t)
	}
	if a := v.Axes; a != "" && a != EqualAxes && a != FreeAxes {
		return Errorf("view.axes", `"`+EqualAxes+`" or "`+FreeAxes+`"`, a)
	}
	if c := v.Proba; c != nil && (*c < 0 || *c > MaxClass) {
		return Errorf("view.proba", wantScored(), *c)
	}
	if len(v.Show) > MaxShow {
		return Errorf("view.show", words.Sprintf("at most %d names", MaxShow), len(v.Show))
	}
	for i, s := range v.Show {
		if err := checkName("the name of a layer", s); err != nil {
			return err.of(at("view.show", i))
		}
	}
	return nil
}

// finish leaves out what is invalid, if that is wanted; else Document.Validate checks the rest.
func (v *View) finish(f *fields) *Error {
	if f.left == nil {
		return nil
	}
	none := [2]float64{}
	if f.member("x") != "" && v.X == none || f.member("y") != "" && v.Y == none {
		v.X, v.Y = none, none // one range without the other is of no use
	}
	for err := check(v, "view"); err != nil; err = check(v, "view") {
		*f.left = append(*f.left, err)
		switch err.Field {
		case "view.x", "view.y":
			v.X, v.Y = none, none
		case "view.step":
			v.Step = nil
		case "view.turn":
			v.Turn = nil
		case "view.axes":
			v.Axes = ""
		case "view.proba":
			v.Proba = nil
		default:
			v.Show = nil
		}
	}
	return nil
}
