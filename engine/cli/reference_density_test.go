package cli

import "testing"

func TestFitPrintsReferenceDiscriminant(t *testing.T) {
	ids := map[string]string{"lda": "lda", "qda": "qda", "gnb": "naive_bayes"}
	in2D := func(c *refCase) bool { return len(c.X[0]) == 2 }
	cases(t, "../discriminant/testdata/discriminant.json", 19, in2D, func(t *testing.T, c *refCase) {
		params := map[string]any{}
		for name, as := range map[string]string{"shrinkage": "shrinkage", "regularisation": "reg_param",
			"var_smoothing": "var_smoothing", "covariance_divisor": "covariance_divisor"} {
			if v, ok := c.Params[name]; ok && (c.Method != "gnb" || name == "var_smoothing") {
				params[as] = v
			}
		}
		if list, ok := c.Params["priors"].([]any); ok {
			priors := make([]float64, len(list))
			for i, x := range list {
				priors[i] = x.(float64)
			}
			params["priors"] = priors
		}
		got := fitCase(t, c, ids[c.Method], params, 2)
		var labels []float64
		var posterior [][]float64
		c.want(t, "labels", &labels)
		c.want(t, "posterior", &posterior)
		for i, row := range posterior {
			if got.Predictions[i] != labels[i] {
				t.Errorf("query %d: class %g, want %g", i, got.Predictions[i], labels[i])
			}
			for k, p := range row {
				c.near(t, "posterior", got.Scores[i][k], p)
			}
		}
	})
}

func TestFitPrintsReferenceHistogram(t *testing.T) {
	classify := func(c *refCase) bool { return c.Params["task"] == "classification" }
	cases(t, "../histogram/testdata/histogram.json", 5, classify, func(t *testing.T, c *refCase) {
		params := map[string]any{}
		for _, name := range []string{"cell_size", "origin"} {
			var list []float64
			for _, x := range c.Params[name].([]any) {
				list = append(list, x.(float64))
			}
			params[name] = list
		}
		got := fitCase(t, c, "histogram", params, 2)
		var labels []float64
		c.want(t, "labels", &labels)
		for i, label := range labels {
			if !c.skip(t, i) && got.Predictions[i] != label {
				t.Errorf("query %d: class %g, want %g", i, got.Predictions[i], label)
			}
		}
		var occupied float64
		c.want(t, "n_occupied_cells", &occupied)
		c.near(t, "n_occupied_cells", got.Facts["n_occupied_cells"].(float64), occupied)
	})
}
