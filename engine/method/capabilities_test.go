package method_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The guide docs/capabilities.md lists every field of method.Capabilities under the part and the file that declare it.
func TestGuideListsCapabilities(t *testing.T) {
	text, err := os.ReadFile("../docs/capabilities.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, part := map[string][]string{}, ""
	heading := regexp.MustCompile("^\\| \\*\\*`method/(\\w+\\.go)`\\*\\* \\| \\*\\*`(\\w+)`")
	row := regexp.MustCompile("^\\| (`\\w+`(?:, `\\w+`)*) \\| .+ \\|$")
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := heading.FindStringSubmatch(line); m != nil {
			part = m[2]
			code, err := os.ReadFile(filepath.FromSlash(m[1]))
			if err != nil || !strings.Contains(string(code), "\ntype "+part+" struct {") {
				t.Errorf("method/%s does not declare %s: %v", m[1], part, err)
			}
		} else if m := row.FindStringSubmatch(line); m != nil && part != "" {
			for _, name := range strings.Split(m[1], ", ") {
				listed[part] = append(listed[part], strings.Trim(name, "`"))
			}
		} else if line == "" {
			part = ""
		}
	}
	all := reflect.TypeFor[method.Capabilities]()
	for i := range all.NumField() {
		part := all.Field(i)
		var has []string
		for k := range part.Type.NumField() {
			has = append(has, part.Type.Field(k).Name)
		}
		slices.Sort(has)
		slices.Sort(listed[part.Name])
		if !slices.Equal(has, listed[part.Name]) {
			t.Errorf("%s has %v, and the guide lists %v", part.Name, has, listed[part.Name])
		}
	}
}

// Flaw finds capabilities that lack another one, or exclude each other, and nothing in records that are right.
func TestFlaw(t *testing.T) {
	scores := func(c *method.Capabilities) { c.ScoreRaster = (&method.Drawing{}).Raster }
	for _, c := range []struct {
		flaw string
		set  func(c *method.Capabilities)
	}{
		{"", func(*method.Capabilities) {}},
		{"", scores},
		{"ScoreRaster beside FieldRaster", func(c *method.Capabilities) { scores(c); c.FieldRaster = c.ScoreRaster }},
		{"Proba without PointScorer", func(c *method.Capabilities) {
			c.Proba = func() method.Proba { return method.AtPoints }
		}},
		{"Draws without Layers", func(c *method.Capabilities) { c.Draws = func(method.Part) bool { return true } }},
		{"End or Adopt without Grower", func(c *method.Capabilities) { c.End = func() int { return 1 } }},
		{"Hits without Tell", func(c *method.Capabilities) {
			c.Hits = func(picture.Viewport, method.Shown) picture.Hits { return nil }
		}},
		{"one of Follow and Follows without the other", func(c *method.Capabilities) {
			scores(c)
			c.Follows = func(*method.Trail) method.Reuse { return method.NoReuse }
		}},
		{"Deviations without Predictor", func(c *method.Capabilities) {
			c.Deviations = func([]float64) (ofF, ofY []float64) { return nil, nil }
		}},
		{"PredictPart without Predictor", func(c *method.Capabilities) {
			c.PredictPart = func(*method.Problem, int, []float64) bool { return false }
		}},
		{"LeaveOneOut without Predictor", func(c *method.Capabilities) {
			c.LeaveOneOut = func(method.Job) ([]float64, []bool, error) { return nil, nil, nil }
		}},
		{"Located without Projected", func(c *method.Capabilities) {
			c.Located = func([]float64) (p method.Projection) { return p }
		}},
		{"ExplainPlace without Explain and Projected", func(c *method.Capabilities) {
			c.ExplainPlace = func([2]float64, picture.Viewport) (e method.Explanation, ok bool) { return e, false }
		}},
		{"Stepper beside Grower", func(c *method.Capabilities) {
			c.Stepper, c.Grower, c.End = runs{}, runs{}, func() int { return 1 }
		}},
		{"Grower without one of End and Adopt", func(c *method.Capabilities) { c.Grower = runs{} }},
		{"", func(c *method.Capabilities) { c.Grower, c.End = runs{}, func() int { return 1 } }},
	} {
		var can method.Capabilities
		if c.set(&can); can.Flaw() != c.flaw {
			t.Errorf("the flaw is %q, want %q", can.Flaw(), c.flaw)
		}
	}
}

// runs is a Stepper and a Grower of which nothing is called.
type runs struct {
	method.Grower
	method.Stepper
}

func (runs) StepName() string { return "" }
