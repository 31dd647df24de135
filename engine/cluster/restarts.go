package cluster

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// restarts holds runs from different starts. The best has the least inertia (the first of equal ones). The player goes
// through all runs and ends with the best.
type restarts struct {
	runs []*lloyd
	best int
	from []int // step at which each run begins
}

// restart makes n runs like l, each with other random numbers. They are copies: l itself does not change.
func restart(job method.Job, l *lloyd, n int) (*restarts, error) {
	r := &restarts{}
	at := 0
	for i := range n {
		run := *l
		run.restart = i
		part := method.Stretch(job, float64(i)/float64(n), float64(i+1)/float64(n))
		if err := run.seed(part); err != nil {
			return nil, err
		}
		if err := run.runWithHand(part, run.starts()); err != nil {
			return nil, err
		}
		r.runs, r.from = append(r.runs, &run), append(r.from, at)
		at += run.Steps() + 1
		if run.inertia() < r.runs[r.best].inertia() {
			r.best = i
		}
	}
	return r, nil
}

// inertia returns the inertia at the end of the run.
func (l *lloyd) inertia() float64 { return l.energy[len(l.energy)-1] }

// steps returns the number of steps: those of all runs, and one for the choice of the best.
func (r *restarts) steps() int {
	last := len(r.runs) - 1
	return r.from[last] + r.runs[last].Steps() + 1
}

// stage returns the stage, at step k, of the run to which step k belongs; for the last step, the end of the best run.
func (r *restarts) stage(k int) *stage {
	i, step := r.best, r.runs[r.best].Steps()
	chosen := k == r.steps()
	if !chosen {
		i = len(r.runs) - 1
		for r.from[i] > k {
			i--
		}
		step = k - r.from[i]
	}
	s := r.runs[i].stage(step)
	s.of, s.run, s.chosen = r, i, chosen
	return s
}

// trace returns the traces of the runs, concatenated.
func (r *restarts) trace() (all []method.Series) {
	for _, l := range r.runs {
		for k, s := range l.Trace() {
			if k == len(all) {
				all = append(all, method.Series{Name: s.Name, Log: s.Log})
			}
			all[k].Values = append(all[k].Values, s.Values...)
		}
	}
	all[0].Values = append(all[0].Values, r.runs[r.best].inertia())
	for k := range all[1:] {
		all[1+k].Values = append(all[1+k].Values, math.NaN())
	}
	return all
}

// runName returns the name of run i in tables.
func runName(i int) string { return words.Text("Run %s", strconv.Itoa(i+1)) }

// facts adds the final state of each run.
func (r *restarts) facts(f *method.FactList) {
	var names []string
	var inertia []float64
	var moves []int
	for i, l := range r.runs {
		names, inertia, moves = append(names, runName(i)), append(inertia, l.inertia()), append(moves, l.moves())
	}
	f.Add("run_inertia", inertia, r.runs[0].p.SquaredUnit(), "Inertia at the end of each run; the run with the "+
		"smallest is used").Call("Inertia").By(names)
	f.Add("run_n_iter", moves, "", "Number of moves of the centres in each run").Call("Moves").By(names)
}

// happened describes the last step.
func (r *restarts) happened(s *stage) string {
	says := words.Sprintf("%s of %d. ", runName(s.run), len(r.runs))
	if !s.ended() {
		return says + s.happened()
	}
	least := 0
	for i, l := range r.runs[:s.run] {
		if l.inertia() < r.runs[least].inertia() {
			least = i
		}
	}
	after, inertia := words.Count(s.moves(), "iteration"), words.Number(s.lloyd.inertia())
	switch best := r.runs[least].inertia(); {
	case s.run == 0:
		says += words.Text("It ends after %s with the inertia %s.", after, inertia)
	case s.lloyd.inertia() < best:
		says += words.Text("It ends after %s with the inertia %s, the smallest so far.", after, inertia)
	default:
		says += words.Sprintf("It ends after %s with the inertia %s; the smallest so far is %s, of run %d.", after, inertia,
			words.Number(best), least+1)
	}
	return says + s.vacant()
}

// found describes how the runs ended.
func (r *restarts) found() string {
	least, same, most := r.runs[r.best].inertia(), 0, 0.0
	for _, l := range r.runs {
		if most = max(most, l.inertia()); l.inertia() <= least*(1+1e-9) {
			same++
		}
	}
	if same == len(r.runs) {
		return words.Sprintf("All %d runs end with the inertia %s.", same, words.Number(least))
	}
	return words.Sprintf("Run %d of %d is the best, with the inertia %s; %s with this smallest value, the worst with %s.",
		r.best+1, len(r.runs), words.Number(least), words.CountOf(same, "run ends", "runs end"), words.Number(most))
}

// runKind is the kind of keys of runs in the panel.
var runKind = picture.KeyKind{Begins: "r"}

// tell describes the end of a run. A click goes to that step.
func (r *restarts) tell(i int) (t method.Told, ok bool) {
	l := r.runs[i]
	t.Answer = words.Text("run %s", strconv.Itoa(i+1))
	if i == r.best {
		t.Answer = words.Text("%s, the best", t.Answer)
	}
	t.Lines = []string{words.Text("inertia %s", words.Number(l.inertia())), words.Count(l.moves(), "iteration")}
	step := r.from[i] + l.Steps()
	t.Click.Step = &step
	return t, true
}

// info declares the panel of the runs.
func (r *restarts) info() method.PanelInfo {
	info := method.PanelInfo{ID: "restarts", Title: words.Text("Inertia of the %s", words.Count(len(r.runs), "run")),
		XLabel: "iterations", XCounts: true, YLabel: "inertia",
		Help: "Each line is a run from its own start. A click on a line shows its end in the player; from there you can " +
			"step back."}
	_, info.YLog = r.scale()
	return info
}

// scale returns the inertia after each assignment, for each run. If all are positive and of different magnitudes, they
// are logarithms, and log is true.
func (r *restarts) scale() (runs [][]float64, log bool) {
	lo, hi := math.Inf(1), 0.0
	for _, l := range r.runs {
		var values []float64
		for i := 0; i < len(l.energy); i += 2 {
			values = append(values, l.energy[i])
		}
		lo, hi = min(lo, slices.Min(values)), max(hi, slices.Max(values))
		runs = append(runs, values)
	}
	if log = lo > 0 && hi > 4*lo; log {
		for _, values := range runs {
			for i, y := range values {
				values[i] = math.Log10(y)
			}
		}
	}
	return runs, log
}

// chart draws the inertia of each run over its iterations.
func (r *restarts) chart(s *stage) *chart.Chart {
	runs, _ := r.scale()
	c := &chart.Chart{X: chart.Airy(0.03), Y: chart.Airy(0.08), Alt: r.found()}
	ends := &picture.Marks{Role: picture.RoleProjection, Says: "where a run ends"}
	run := func(i int, look chart.Look) chart.Curve {
		of := chart.Curve{Look: look, Y: runs[i], Key: runKind.Key(i), Untold: i != r.best}
		if len(of.Y) == 1 {
			of = chart.Curve{Look: look, XY: []float64{0, of.Y[0], 0, of.Y[0]}, Key: of.Key, Untold: of.Untold}
		}
		return of
	}
	for i, values := range runs {
		if i != r.best {
			c.Add(run(i, chart.Of(picture.RoleSample, i, "run")))
		}
		at := len(values) - 1
		c.X.See = append(c.X.See, 0, float64(max(at, 1)))
		ends.XY, ends.Keys = append(ends.XY, float64(at), values[at]), append(ends.Keys, runKind.Key(i))
	}
	c.Add(run(r.best, chart.Of(picture.RoleTrack, 0, "the best run")), chart.Dots{Marks: ends})
	if !s.seeding() {
		c.Add(chart.Dot(chart.As(picture.RoleOptimum, "the step that is shown"), float64(s.moved),
			runs[s.run][min(s.moved, len(runs[s.run])-1)]))
	}
	return c
}
