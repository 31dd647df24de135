package kernelmethods

import (
	"context"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// BenchmarkFit measures a fit during a drag of a point.
func BenchmarkFit(b *testing.B) {
	for _, of := range []method.Method{Logistic(), KNN()} {
		for name, params := range map[string]map[string]any{
			"rbf": {}, "rough": {"kernel": "laplacian"}, "narrow": {"kernel": "rbf(0.05, 0.3)"},
		} {
			for _, classes := range []string{"two", "three"} {
				b.Run(of.ID+"/"+name+"/"+classes, func(b *testing.B) {
					pts := methodtest.Points(method.Classify, 200, 3)
					if classes == "three" {
						pts = third(pts)
					}
					v, err := of.Validate(params)
					if err != nil {
						b.Fatal(err)
					}
					p, _ := method.NewProblem(pts, method.Classify, 1)
					for b.Loop() {
						if _, err := of.Fit(context.Background(), p, v, nil); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
