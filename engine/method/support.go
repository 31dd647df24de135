package method

import (
	"context"
	"strconv"

	"pointscape/engine/doc"
)

const classWants = "a class from 0 to 8, or -1 for none"

func pointField(i int) string { return "points[" + strconv.Itoa(i) + "]" }

// MaxClassID is the largest class id, for loops over palettes.
const MaxClassID = doc.MaxClass

type progressKey struct{}

// WithProgress lets long computations report how far they are (0 to 1).
func WithProgress(ctx context.Context, report func(done float64)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// Progress reports, if anyone listens. Cheap, but not free: call it a hundred
// times a fit, not a million.
func Progress(ctx context.Context, done float64) {
	if f, ok := ctx.Value(progressKey{}).(func(float64)); ok {
		f(done)
	}
}
