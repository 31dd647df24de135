package fits

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Values of any kind come through as they are.
func TestValues(t *testing.T) {
	for _, v := range []any{1.5, math.Inf(-1), true, "a", []float64{1, math.Inf(1)}, []float64{}, []string{"a", ""}} {
		if got := wire.ValueOf(v).Any(); !reflect.DeepEqual(got, v) {
			t.Errorf("%#v becomes %#v", v, got)
		}
	}
	if got := wire.ValueOf(math.NaN()).Any(); !math.IsNaN(got.(float64)) {
		t.Errorf("NaN becomes %v", got)
	}
	for _, v := range []wire.Value{{}, {Is: "number"}, {Is: "number", Texts: []string{"x"}},
		{Is: "text"}, {Is: "x", Texts: []string{"x"}}} {
		if got := v.Any(); got != nil {
			t.Errorf("%+v is %v", v, got)
		}
	}
}

// Names that are unknown have no value. A fault of the document is Why; other kinds are passed on.
func TestAnswer(t *testing.T) {
	answer := Answer(session.New(catalog.All()))
	text, err := answer(method.Unstopped, "fits", `{"document": "{\"method\":\"knn\",\"points\":[[0,0,0],[1,1,1]]}", `+
		`"names": ["n_points", "method", "x"]}`)
	if want := `{"values":{"method":{"is":"text","texts":["knn"]},"n_points":{"is":"number","texts":["2"]}}}`; err != nil ||
		text != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
	text, err = answer(method.Unstopped, "fits", `{"document": "{", "names": ["n_points"]}`)
	if err != nil || !strings.HasPrefix(text, `{"why":"`) {
		t.Errorf("%s, %v", text, err)
	}
	svg, err := answer(method.Unstopped, "thumb", `{"method": "knn", "points": [[0,0,0],[1,1,1]]}`)
	if err != nil || !strings.Contains(svg, "<svg") {
		t.Errorf("a thumbnail: %.60q, %v", svg, err)
	}
}
