package session_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// The confusion matrix counts the tested points, held-out ones if there are some, by true and predicted class, and each
// cell describes and selects its points. The method needs no scores for it. With a threshold the predictions are those
// of the threshold.
func TestConfusionMatrix(t *testing.T) {
	s := session.New(catalog.All())
	const blobs = `"dataset":{"name":"blobs","n":60,"noise":0.8,"seed":3}`
	for _, c := range []struct{ name, text string }{
		{"own answers", `{"method":"lda",` + blobs + `,"view":{"scores":{}}}`},
		{"held out", `{"method":"lda",` + blobs + `,"split":{"test":0.4,"seed":2},"view":{"scores":{}}}`},
		{"no scores", `{"method":"nearest_centroid",` + blobs + `,"view":{"scores":{}}}`},
		{"threshold", `{"method":"lda",` + blobs + `,"view":{"scores":{"class":2,"threshold":0.3}}}`},
		{"threshold, first of two", `{"method":"logistic","dataset":{"name":"moons","n":60,"noise":0.4,"seed":3},` +
			`"view":{"scores":{"class":0,"threshold":0.8}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, last, plots := scoresOf(t, s, c.text)
			picked := plots["confusion"]
			if picked == nil {
				t.Fatalf("plots: %v", last.Info.PanelsDrawn)
			}
			d := open(t, s, c.text)
			at, fit, view := f.Problem, f.Problem, d.View.Scores
			if !d.Split.IsZero() {
				var err error
				if at, err = method.NewProblemOf(d.Points, d.Split.Of(d.Points, true), doc.Test, method.Classify, 0); err != nil {
					t.Fatal(err)
				}
			}
			var want [13][13][]int
			right := 0
			for i := range at.N {
				row, col, of := at.Class[i], len(fit.ClassIDs), make([]float64, 1)
				x := at.At(i)
				f.Model.Can().Predictor.Predict(x, of)
				if of[0] == of[0] {
					col = int(of[0])
				}
				if view.Threshold != nil {
					class := slices.Index(fit.ClassIDs, view.Class)
					place := func(yes bool) int {
						if yes == (class > 0) {
							return 1
						}
						return 0
					}
					row = place(at.Class[i] == class)
					if col = place(proba(f, x, class) > *view.Threshold); row == col {
						right++
					}
				} else if col < len(fit.ClassIDs) && fit.ClassIDs[col] == at.ClassIDs[row] {
					right++
				}
				want[row][col] = append(want[row][col], at.Ordinal(i))
			}
			numbers := map[string]int{}
			for _, l := range picked.Layers {
				if l, ok := l.(*picture.Label); ok {
					numbers[l.Text]++
				}
			}
			cells := map[string]int{}
			for row := range want {
				for col := range want[row] {
					key := fmt.Sprintf("confusion/%d/%d", row, col)
					told, points, ok := f.Told(key, last.Picture.View)
					if n := len(want[row][col]); ok {
						if cells[strconv.Itoa(n)]++; !slices.Equal(points, want[row][col]) {
							t.Errorf("%s picks out %v, want %v", key, points, want[row][col])
						}
						if !strings.HasPrefix(told.Answer, strconv.Itoa(n)+" point") && n > 0 ||
							strings.Contains(told.Answer, "Class") {
							t.Errorf("%s says %q of %d", key, told.Answer, n)
						}
					} else if n > 0 {
						t.Errorf("%s is no cell, and has %d points", key, n)
					}
				}
			}
			for n, many := range cells {
				if numbers[n] < many {
					t.Errorf("%d cells have %s points, and %d say so", many, n, numbers[n])
				}
			}
			if !strings.HasPrefix(picked.Alt, fmt.Sprintf("%d of %d points are classified correctly", right, at.N)) {
				t.Errorf("%d of %d are right, and it says %q", right, at.N, picked.Alt)
			}
			// A point on the stage has the key of its cell.
			lit := map[string]int{}
			for _, spot := range last.Info.Spots[0].List {
				lit[spot.Key]++
			}
			for row := range want {
				for col := range want[row] {
					if key := fmt.Sprintf("confusion/%d/%d", row, col); lit[key] != len(want[row][col]) {
						t.Errorf("%s lights %d points, want %d", key, lit[key], len(want[row][col]))
					}
				}
			}
		})
	}
}

// proba returns the probability of a class at a point.
func proba(f *session.Fit, x []float64, class int) float64 {
	return f.Model.Can().PointScorer.PointScores(x)[0][class]
}
