package doc

import (
	"reflect"
	"strings"
	"testing"
)

// A sweep reads back as written, through a link, too; missing fields have defaults.
func TestSweep(t *testing.T) {
	for _, s := range []*Sweep{
		{Param: "C", From: 0.01, To: 100, Steps: 60, Log: true},
		{Param: "members[0].C", From: 5, To: -5, Back: true, Seconds: 0.5},
		{Param: "k", From: 1, To: 2, Steps: MaxSweep, Seconds: MaxSweepTime},
	} {
		d := Document{Method: "svm", Params: map[string]any{}, View: View{Sweep: s}}
		link, err := EncodeLink(d)
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		back, err := DecodeLink(link)
		if err != nil || !reflect.DeepEqual(back.View.Sweep, s) {
			t.Errorf("%+v became %+v, %v", s, back.View.Sweep, err)
		}
		if c := d.Clone(); c.View.Sweep == s || *c.View.Sweep != *s {
			t.Errorf("a copy has the same sweep, or another: %+v", c.View.Sweep)
		}
	}
	if s := (&Sweep{Param: "C", To: 1}); s.Count() != SweepSteps || s.Time() != SweepTime {
		t.Errorf("%d steps in %g s", s.Count(), s.Time())
	}
	if s := (&Sweep{Steps: 7, Seconds: 2}); s.Count() != 7 || s.Time() != 2 {
		t.Errorf("%d steps in %g s", s.Count(), s.Time())
	}
}

func TestSweepsAreValidated(t *testing.T) {
	for text, want := range map[string]string{
		`7`:                                                            "view.sweep must be an object",
		`{}`:                                                           "view.sweep.param must be given",
		`{"param":"C","to":1}`:                                         "view.sweep.from must be given",
		`{"param":"C","from":"1"`:                                      "",
		`{"param":"","from":0,"to":1}`:                                 "view.sweep.param must be the name of a parameter",
		`{"param":"C","from":"a","to":1}`:                              "view.sweep.from must be a number",
		`{"param":"C","from":1e13,"to":1}`:                             "view.sweep.from must be a number",
		`{"param":"C","from":0,"to":-1e13}`:                            "view.sweep.to must be a number",
		`{"param":"C","from":2,"to":2}`:                                "view.sweep.to must be a number other than view.sweep.from",
		`{"param":"C","from":0,"to":2,"log":true}`:                     "view.sweep.from must be above 0",
		`{"param":"C","from":2,"to":0,"log":true}`:                     "view.sweep.to must be above 0",
		`{"param":"C","from":0,"to":2,"log":"yes"}`:                    "view.sweep.log must be true or false",
		`{"param":"C","from":0,"to":2,"steps":0}`:                      "view.sweep.steps must be a whole number from 1 to 600",
		`{"param":"C","from":0,"to":2,"steps":601}`:                    "view.sweep.steps must be a whole number from",
		`{"param":"C","from":0,"to":2,"seconds":0}`:                    "view.sweep.seconds must be a number of seconds",
		`{"param":"C","from":0,"to":2,"seconds":1e3}`:                  "view.sweep.seconds must be a number of seconds",
		`{"param":"C","from":0,"to":2,"autoplay":true}`:                "view.sweep.autoplay",
		`{"param":"C","from":0,"to":2,"back":1}`:                       "view.sweep.back must be true or false",
		`{"param":"` + strings.Repeat("a", 300) + `","from":0,"to":2}`: "view.sweep.param",
	} {
		_, err := Decode([]byte(`{"method":"svm","view":{"sweep":` + text + `}}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}
