package methodtest

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
)

// T is the part of *testing.T that the checks need, so that the suite itself can be tested, and exceptions tried.
type T interface {
	Helper()
	Run(name string, f func(T))
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

type tester struct{ *testing.T }

func (t tester) Run(name string, f func(T)) {
	t.T.Run(name, func(t *testing.T) { guarded(tester{t}, f) })
}

// guarded converts a panic into a failure of the check in which it happens.
func guarded(t T, f func(T)) {
	defer func() {
		if err := recover(); err != nil {
			t.Errorf("panic: %v\n%s", err, debug.Stack())
		}
	}()
	f(t)
}

// recorder records failures.
type recorder struct {
	name   string
	failed *[]string
}

func (r recorder) Helper()             {}
func (r recorder) Logf(string, ...any) {}

func (r recorder) Errorf(format string, args ...any) {
	*r.failed = append(*r.failed, r.name+fmt.Sprintf(format, args...))
}

func (r recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r recorder) Run(name string, f func(T)) {
	done := make(chan bool)
	go func() { // a goroutine that Fatalf can end
		defer close(done)
		guarded(recorder{r.name + name + ": ", r.failed}, f)
	}()
	<-done
}

// failures runs f and returns its failures.
func failures(f func(T)) []string {
	var failed []string
	recorder{"", &failed}.Run("", f)
	for i := range failed {
		failed[i] = failed[i][len(": "):]
	}
	return failed
}
