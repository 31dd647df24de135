package methodtest

import (
	"math"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// probabilities checks that the scores of a model with Proba are probabilities, that the class with the largest one is
// the predicted one, and that its raster agrees with them if it shows probabilities.
func probabilities(t T, m method.Method) {
	variants := inTurn(&m, 2)
	for _, v := range variants {
		task := m.TaskOf(v.Params)
		if task != method.Classify {
			continue
		}
		pts := Points(task, 45, 12)
		for i := range pts {
			if i%4 == 3 {
				pts[i].Z = 2
			}
		}
		for _, n := range []int{45, 3} { // three classes, and two
			model, p := fit(t, m, pts[:n], v.Params, nil)
			if model == nil { // it needs other data, such as validation points
				continue
			}
			at := model.Can().ProbaAt()
			if at == method.NoProba {
				continue
			}
			proba := model.Can()
			g := view.Grid(12, 8)
			var x []float64
			for j := range g.H {
				for i := range g.W {
					x = append(x, g.X(i), g.Y(j))
				}
			}
			rows := proba.PointScorer.PointScores(x)
			answer := make([]float64, len(rows))
			model.Can().Predictor.Predict(x, answer)
			var r *picture.Raster
			if at == method.OnGrids {
				var err error
				if r, err = model.Can().ScoreRaster(method.Unstopped, g, nil); err != nil {
					t.Fatalf("%s: %v", v.Name, err)
				}
			}
			of := make([]float64, len(p.ClassIDs))
			for i, row := range rows {
				sum := 0.0
				for _, q := range row {
					sum += q
					if !(q >= 0 && q <= 1+1e-12) {
						t.Fatalf("%s: %v are no probabilities", v.Name, row)
					}
				}
				if len(row) != len(p.ClassIDs) || math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%s: %v are no probabilities of %d classes", v.Name, row, len(p.ClassIDs))
				}
				best := method.Largest(row)
				if row[best]-row[int(answer[i])] > 1e-9 {
					t.Errorf("%s: predicts class %g where the probabilities are %v", v.Name, answer[i], row)
				}
				if r == nil {
					continue
				}
				classify.Probabilities(r, i, of)
				for c := range row {
					if math.Abs(of[c]-row[c]) > 2e-4 {
						t.Fatalf("%s: the raster gives the probabilities %v, the point %v", v.Name, of, row)
					}
				}
			}
		}
	}
}
