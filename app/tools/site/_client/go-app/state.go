package app

import "errors"

// This file replaces go-app's state.go: the page of Pointscape keeps its state in its rooms. So there is no store of
// states that outlive the page, expire or are sent to other windows; it would link packages for reading and writing
// times. Setting, reading, deleting or observing a state panics.
var errNoStates = errors.New("this build of go-app has no states: see app/tools/site/overlay.go")

// Observer observes a state.
type Observer interface {
	While(condition func() bool) Observer
	OnChange(fn func()) Observer
	Value(recv any)
}

// State is a value that can be observed.
type State struct{}

// StateOption is an option of setting a state.
type StateOption func(*State)

type store struct{}

func newStore(Dispatcher) *store { return &store{} }

func (*store) Set(string, any, ...StateOption) { panic(errNoStates) }

func (*store) Get(string, any) { panic(errNoStates) }

func (*store) Del(string) { panic(errNoStates) }

func (*store) Observe(string, UI) Observer { panic(errNoStates) }

func (*store) Cleanup() {}

func (*store) Close() {}
