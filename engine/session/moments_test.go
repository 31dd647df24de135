package session_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/assess"
	"pointscape/engine/method"
)

func factOf(list []method.Fact, name string) any {
	for _, f := range list {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Over n, mean and covariance converge to the true ones like 1/√n, and the squared distance between the means has the
// expectation tr C/n, for points of the plane and for rows.
func TestLawOfLargeNumbers(t *testing.T) {
	for _, data := range []string{`"dataset":{"name":"elongated","n":60,"noise":0.3,"seed":2}`,
		`"dataset":{"name":"blobs2","n":60,"noise":0.3,"seed":2}`,
		`"table":{"name":"spheres","d":4,"n":60,"noise":0.1,"seed":2}`} {
		c, r := survey(t, `{"method":"pca",`+data+
			`,"study":{"over":"n","values":[20,80,320,1280,5000],"draws":60,"log":true}}`)
		cov, ok := factOf(r.Facts, "true_covariance").([][]float64)
		if !ok || len(c.Moments()) != 2 {
			t.Fatalf("%s: no covariance, %v", data, c.Moments())
		}
		for _, m := range c.Moments() {
			if math.Abs(m.Slope+0.5) > 0.06 {
				t.Errorf("%s: %s goes like n to the power %v", data, m.Name, m.Slope)
			}
			if got := factOf(r.Facts, m.Fact); got != m.Slope {
				t.Errorf("%s: the fact %s is %v, the slope %v", data, m.Fact, got, m.Slope)
			}
		}
		trace := 0.0
		for j := range cov {
			trace += cov[j][j]
		}
		for i, each := range c.Line(assess.MeanOff).Each {
			n, sum, square := c.Over.At[i], 0.0, 0.0
			for _, e := range each {
				e = e * e * n / trace
				sum, square = sum+e, square+e*e
			}
			k := float64(len(each))
			// (With two classes of equal size the mean varies less: the draws are not independent.)
			even := strings.Contains(data, "blobs2")
			if se := math.Sqrt((square/k - sum/k*sum/k) / k); k != 60 || math.Abs(sum/k-1) > 5*se && !even {
				t.Errorf("%s: n = %v: the mean of ‖m̂ − m‖² is %v tr C/n, ± %v", data, n, sum/k, se)
			}
		}
		if _, ok := c.MomentsPanel(); !ok {
			t.Errorf("%s: no chart", data)
		}
	}
}

// For a linear model there are the covariances with y, too; inputs that a recipe spaces evenly converge faster. If the
// true distribution depends on n, or is unknown, nothing is reported.
func TestMomentsOfLinearModels(t *testing.T) {
	const text = `{"method":"%s",%s,"study":{"over":"n","values":[20,80,320],"draws":30,"log":true}}`
	c, r := survey(t, fmt.Sprintf(text, "least_squares",
		`"params":{"degree":1},"dataset":{"name":"sine","n":40,"noise":0.3,"seed":1}`))
	slopes := map[string]float64{}
	for _, m := range c.Moments() {
		slopes[m.Name] = m.Slope
	}
	if len(slopes) != 3 || math.Abs(slopes[assess.WithOff]+0.5) > 0.1 || slopes[assess.CovOff] > -0.8 {
		t.Errorf("slopes %v", slopes)
	}
	if !strings.Contains(r.Says, assess.WithOff+" like n to the power −0.") {
		t.Error(r.Says)
	}
	for _, without := range []string{
		fmt.Sprintf(text, "pca", `"dataset":{"name":"grid","n":40,"noise":0.1,"seed":1}`),
		fmt.Sprintf(text, "pca", `"params":{"subspace":"linear"},"dataset":{"name":"elongated","n":40,"noise":0.1,"seed":1}`),
		fmt.Sprintf(text, "kmeans", `"dataset":{"name":"elongated","n":40,"noise":0.1,"seed":1}`),
		fmt.Sprintf(text, "pca", `"table":{"name":"gaussians","d":3,"n":40,"noise":0.5,"standardize":true}`)} {
		if c, _ := survey(t, without); len(c.Moments()) > 0 {
			t.Errorf("%s has %v", without, c.Moments())
		}
	}
}
