package method

import "sync"

// Begun keeps the step of a Grower that was given up half-way: who asks for the same step
// again goes on with it. S is a state of the run, D what is done of the step after it. The
// states of a run share one, which holds the last step alone; the zero value holds none.
type Begun[S comparable, D any] struct {
	mu   sync.Mutex
	of   S
	done D
	some bool
}

// Step makes the step after a state: with what is kept of it, else from begin on. goOn goes on
// to its end, or until somebody says that nobody waits any more; then what is done is kept, and the error is that of
// goOn. Two who ask at once do not share it: one of them begins anew.
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

// clear holds nothing alive.
func (b *Begun[S, D]) clear() {
	var of S
	var done D
	b.of, b.done, b.some = of, done, false
}
