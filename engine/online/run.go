// Package online is a kit for methods that learn from one row after the other. The method supplies the update rule and
// the texts; this package keeps the order of the rows, the steps, the measures and the drawings of steps.
package online

import (
	"math/rand/v2"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Run is a run with an end: passes over the rows, in which each row is visited once. A visit that corrects the model is
// a step. The run keeps what a Stepper needs of its steps, from which the method derives each stage:
//
//	for r.Next(job) {
//		if r.Row() needs no correction {
//			continue
//		}
//		r.Step(1, 1)
//		correct the model
//		r.Values = append(r.Values, the measure now)
//	}
//	return r.Err()
type Run struct {
	P            *method.Problem
	Passes, Most int     // maximum numbers of passes and of corrections
	Stream       uint64  // stream of random numbers that sorts the rows anew in each pass; 0 = they stay as they are
	Tol          float64 // the run ends after a pass with no correction larger than Tol
	Name, Curve  string  // name of a step; name of the series Values: "mistake", "training error"
	// VisitCost and StepCost are the work of a visit and of a step, in numbers read. They decide how often job.Err is
	// called.
	VisitCost, StepCost int

	Seen   int       // number of visits
	Ends   []int     // number of steps up to the end of each complete pass
	Worst  float64   // largest correction in the last pass
	Clean  bool      // ended because no correction in a pass was larger than Tol
	Full   bool      // ended because of too many corrections
	Rows   []int32   // per step: its row
	Visit  []int     // per step: its visit, counted from 1
	Values []float64 // measure at the start and after each step, which the method appends

	made   int // number of corrections
	random *rand.Rand
	order  []int
	at     int // index of the present visit in order
	until  int // index in order at which Next must leave its fast path
	from   int // index in order up to which work is counted
	work   int // numbers read since job.Err was called
	err    error
}

// asking is the maximum of Run.work: job.Err is called when it is reached.
const asking = 10_000

// Next goes on to the next visit, that of Row. It returns false at the end of the run: after the last pass, after
// too many corrections, or if the job was stopped (Err).
func (r *Run) Next(job method.Job) bool {
	if r.at++; r.at < r.until {
		r.Seen++
		return true
	}
	return r.advance(job)
}

// advance is the slow path of Next: the end of a pass, or time to call job.Err.
func (r *Run) advance(job method.Job) bool {
	n := r.P.N
	if r.work += (r.at - r.from) * r.VisitCost; r.work >= asking {
		r.work = 0
		method.Progress(job, min(1, max(float64(len(r.Ends))/float64(r.Passes), float64(r.made)/float64(r.Most))))
		if r.err = job.Err(); r.err != nil {
			return false
		}
	}
	if r.Full {
		return false
	}
	switch {
	case r.order == nil:
		r.order = method.Indices(n)
		if r.Stream != 0 {
			r.random = rand.New(rand.NewPCG(r.P.Seed, r.Stream))
		}
		r.at = n
	case r.at == n:
		r.Ends = append(r.Ends, len(r.Rows))
		r.Clean = r.Worst <= r.Tol
	}
	if r.at == n {
		if r.Clean || len(r.Ends) == r.Passes {
			return false
		}
		if r.random != nil {
			r.random.Shuffle(n, func(i, j int) { r.order[i], r.order[j] = r.order[j], r.order[i] })
		}
		r.at, r.Worst = 0, 0
	}
	r.from, r.until = r.at, min(n, r.at+1+(asking-r.work)/max(1, r.VisitCost))
	r.Seen++
	return true
}

// Row returns the row of the present visit.
func (r *Run) Row() int { return r.order[r.at] }

// Step records the present visit as a step, which makes so many corrections, the largest of the given size.
func (r *Run) Step(size float64, corrections int) {
	r.Rows, r.Visit = append(r.Rows, int32(r.Row())), append(r.Visit, r.Seen)
	r.Worst = max(r.Worst, size)
	r.made += corrections
	r.Full = r.made >= r.Most
	if r.work += r.StepCost; r.Full || r.work >= asking {
		r.until = r.at + 1
	}
}

// Err returns the job's error if it ended the run.
func (r *Run) Err() error { return r.err }

// Steps returns the number of steps.
func (r *Run) Steps() int { return len(r.Rows) }

// StepName returns what a step is called.
func (r *Run) StepName() string { return r.Name }

// Trace returns the measure over the steps.
func (r *Run) Trace() []method.Series { return []method.Series{{Name: r.Curve, Values: r.Values}} }

// Visited returns the number of visits up to step k; at the last step, that of the whole run.
func (r *Run) Visited(k int) int {
	switch k {
	case len(r.Rows):
		return r.Seen
	case 0:
		return 0
	}
	return r.Visit[k-1]
}

// Begun returns the number of passes begun up to step k; at the last step, that of the whole run.
func (r *Run) Begun(k int) int { return (r.Visited(k) + r.P.N - 1) / r.P.N }

// Cost returns the cost up to step k, if a visit takes nothing but its row.
func (r *Run) Cost(k int) method.Cost {
	return method.Cost{Passes: float64(r.Visited(k)) / float64(r.P.N)}
}

// Going returns the status at step k; ok is false at the last step. text formats the step, the number of steps and the
// number of the step's row. made is the number of steps in words, for the status at step 0.
func (r *Run) Going(k int, made, text string) (st method.Status, ok bool) {
	switch k {
	case len(r.Rows):
		return st, false
	case 0:
		text = words.Sprintf("Before the first of %s.", made)
	default:
		text = words.Sprintf(text, k, len(r.Rows), r.P.Number(int(r.Rows[k-1])))
	}
	return method.Status{State: method.Running, Sentence: text}, true
}
