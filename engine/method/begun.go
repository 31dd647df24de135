package method

import "sync"

// Begun keeps the work done for a step of a Grower that was interrupted, so that the next request for the same step
// continues it. S is a state of the run, D the partial work on the step after it. All states of a run share one Begun,
// which holds only the latest interrupted step. The zero value is ready to use.
type Begun[S comparable, D any] struct {
	mu   sync.Mutex
	of   S
	done D
	some bool
}

// Step makes the step after state of. It continues the kept work, or starts with begin. goOn works to the end of the
// step or until the job is stopped; if it returns an error, the work so far is kept and the error returned. Concurrent
// calls do not share the work: one of them begins anew.
func (b *Begun[S, D]) Step(of S, begin func() D, goOn func(D) error) (D, error) {
	b.mu.Lock()
	done, kept := b.done, b.some && b.of == of
	b.clear()
	b.mu.Unlock()
	if !kept {
		done = begin()
	}
	err := goOn(done)
	if err != nil {
		b.mu.Lock()
		b.of, b.done, b.some = of, done, true
		b.mu.Unlock()
	}
	return done, err
}

// clear releases what is kept.
func (b *Begun[S, D]) clear() {
	var of S
	var done D
	b.of, b.done, b.some = of, done, false
}
