package methodtest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/session/golden"
)

// drawnSets are the sets of NastyData that are drawn completely, as the user would see them.
var drawnSets = []string{"one point", "two points in one place", "the scale 1e-9", "scales 1e-9 and 1e9",
	"the offset 1e6",
	"collinear points of size 1e3", "every point twice", "a constant target", "denormal numbers",
	"denormals among ordinary numbers", "one point far out", "the corners of all that may be", "scales all mixed",
	"every class, of one point each", "points without a class"}

// grownTo is the step at which extreme data are drawn.
const grownTo = 12

// NastyDrawn draws extreme data completely, as the page does: with all layers and panels. It draws the points of
// drawnSets (at step grownTo and, of a Stepper, at the start, in the middle and at the end), some of them with a third
// of the points held out, and tables with constant, huge or equal columns. All numbers sent to the page must be finite,
// and no text may contain NaN or Inf; or there is an error for the user; or the work can be stopped. In short runs it
// draws a third of drawnSets.
func NastyDrawn(t *testing.T, m method.Method) {
	e := newEasel(&m)
	turn := 0
	for _, s := range NastyData(m.TaskOf(nil)) {
		if !slices.Contains(drawnSets, s.Name) {
			continue
		}
		turn++
		if testing.Short() && turn%3 != 0 {
			continue
		}
		d := doc.Document{Method: m.ID, Points: s.Points, Seed: 7}
		if !m.TakesPoints() {
			d.Points, d.Table = nil, &doc.Table{Rows: rowsOf(&m.Info, s.Points)}
			var err error
			if d, err = e.s.Resolve(method.Unstopped, d); err != nil {
				if !isSaid(err) {
					t.Errorf("%s on %s: %v", m.ID, s.Name, err)
				}
				continue
			}
		}
		e.nasty(t, s.Name, d, true)
		if turn%2 == 0 || len(s.Points) < 4 {
			continue
		}
		d.Split = doc.Split{Test: 0.33, Seed: 3}
		e.nasty(t, s.Name+", a third held out", d, false)
	}
	if !m.Wide || !m.TakesPoints() {
		return
	}
	for name, r := range nastyTables() {
		d := doc.Document{Method: m.ID, Table: &doc.Table{Rows: r}, Seed: 7}
		if m.Param("inputs") != nil {
			d.Params = map[string]any{"inputs": "all"}
		}
		d, err := e.s.Resolve(method.Unstopped, d)
		if err != nil {
			if !isSaid(err) {
				t.Errorf("%s on %s: %v", m.ID, name, err)
			}
			continue
		}
		e.nasty(t, name, d, false)
	}
}

// nastyTables returns tables with four columns.
func nastyTables() map[string]*doc.Rows {
	table := func(n int, at func(i int) [4]float64) *doc.Rows {
		r := &doc.Rows{N: n, Columns: []string{"a", "b", "c", "d"}}
		for i := range n {
			row := at(i)
			r.X = append(r.X, row[:]...)
			r.Class = append(r.Class, i%3)
		}
		return r
	}
	wave := func(i int) float64 { return math.Round(1e4*math.Sin(7.3*float64(i))) / 1e4 }
	return map[string]*doc.Rows{
		"a table with a constant and a huge column": table(15, func(i int) [4]float64 {
			return [4]float64{5, 1e12 * wave(i), wave(i + 40), 1e-9 * wave(i+80)}
		}),
		"a table of constant columns": table(9, func(int) [4]float64 { return [4]float64{1, 0, -2, 1e9} }),
		"a table whose columns are one": table(12, func(i int) [4]float64 {
			return [4]float64{wave(i), 2 * wave(i), -wave(i), 1 + wave(i)}
		}),
		"a table of one row twice": table(2, func(int) [4]float64 { return [4]float64{1, 2, 3, 4} }),
	}
}

// isSaid reports whether an error is one for the user.
func isSaid(err error) bool {
	var need *method.Need
	var de *doc.Error
	return errors.As(err, &need) || errors.As(err, &de)
}

// nasty draws a document at step grownTo, or its last one if that is earlier, and with steps a Stepper also at its
// start, in the middle and at its end.
func (e *easel) nasty(t *testing.T, what string, d doc.Document, steps bool) {
	t.Helper()
	what = e.m.ID + " on " + what
	defer func() {
		if err := recover(); err != nil {
			t.Errorf("%s: panic: %v", what, err)
		}
	}()
	job := &patient{left: 10 * patience()}
	for _, s := range e.m.Shows {
		d.View.Show = append(d.View.Show, string(s.Name))
	}
	to := grownTo
	d.View.Step = &to
	f, err := e.s.Fit(job, d)
	if err != nil {
		if !isSaid(err) && !errors.Is(err, method.ErrStopped) {
			t.Errorf("%s: %v", what, err)
		}
		return
	}
	e.sees(t, what, job, f, d)
	st := f.Whole.Can().Stepper
	if st == nil || !steps {
		return
	}
	for _, k := range slices.Compact([]int{0, st.Steps() / 2, st.Steps()}) {
		d.View.Step = &k
		if f, err = e.s.Fit(job, d); err != nil {
			t.Errorf("%s, step %d: %v", what, k, err)
			return
		}
		e.sees(t, fmt.Sprintf("%s, step %d of %d", what, k, st.Steps()), job, f, d)
	}
}

// sees draws a fit and checks all of it.
func (e *easel) sees(t *testing.T, what string, job method.Job, f *session.Fit, d doc.Document) {
	t.Helper()
	if flaw := f.Model.Can().Flaw(); flaw != "" {
		t.Errorf("%s: the model has %s", what, flaw)
	}
	req := session.Request{Doc: d, View: session.Viewport(f.Placed(d), f.Task, 60, 40, 1), Fine: true,
		Panels: session.AllPanels(f, 80, 60)}
	var last *session.Result
	err := e.s.DrawFit(job, f, req, func(r *session.Result) error { last = r; return nil })
	if err != nil {
		if !isSaid(err) && !errors.Is(err, method.ErrStopped) {
			t.Errorf("%s: drawing: %v", what, err)
		}
		return
	}
	partial := f.Model.Can().Partial
	g := gaze{lost: f.Model.Status().State == method.Diverged, partial: partial}
	g.look("picture", reflect.ValueOf(last.Picture))
	g.look("over", reflect.ValueOf(last.Over))
	g.look("panels", reflect.ValueOf(last.Panels))
	g.look("info", reflect.ValueOf(last.Info))
	var w golden.Writer
	for _, at := range [][2]float64{{0.4, 0.4}, {0.9, 0.1}} {
		w.Explain(last.Fit, req.View, at[0]*float64(req.View.W), at[1]*float64(req.View.H))
	}
	for _, line := range w.Lines() {
		g.read("the answer at a place", line)
	}
	if g.wrong != "" {
		t.Errorf("%s: %s (%s): %s", what, f.Model.Status().State, f.Model.Status().Sentence, g.wrong)
	}
}

// noNumber matches texts with a number that is not finite, or with a formatting error.
var noNumber = regexp.MustCompile(`\bNaN\b|[+-]Inf\b|\bInf\b|%!`)

// gaze checks all numbers and texts of a picture.
type gaze struct {
	lost, partial bool // the status says that numbers may be lost; a raster may have undefined values
	wrong         string
}

func (g *gaze) read(at, text string) {
	if g.wrong == "" && !g.lost && noNumber.MatchString(text) {
		g.wrong = fmt.Sprintf("%s: %q", at, text)
	}
}

func (g *gaze) look(at string, v reflect.Value) {
	if g.wrong != "" {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			g.look(at, v.Elem())
		}
	case reflect.Struct:
		raster := v.Type() == reflect.TypeFor[picture.Raster]()
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			// Cells of a matrix without a number are NaN.
			if raster && name == "Planes" && (g.partial || g.lost || strings.HasPrefix(at, "panels")) ||
				!v.Type().Field(i).IsExported() {
				continue
			}
			g.look(at+"."+name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			g.look(fmt.Sprintf("%s[%d]", at, i), v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			g.look(fmt.Sprintf("%s[%v]", at, k), v.MapIndex(k))
		}
	case reflect.Float64, reflect.Float32:
		if x := v.Float(); x-x != 0 && !g.lost {
			g.wrong = fmt.Sprintf("%s is %v", at, x)
		}
	case reflect.String:
		g.read(at, v.String())
	}
}
