package session_test

import (
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

func judged(t *testing.T, text string, line [][2]float64) (mine, theirs []float64, on string, err error) {
	t.Helper()
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		t.Fatal(err)
	}
	r, err := s.Judge(method.Unstopped, session.Request{Doc: d}, line)
	if err != nil {
		return nil, nil, "", err
	}
	return r.Mine, r.Method, r.On, nil
}

// A drawing divides the plane, in whichever direction it was drawn, and each side predicts the class of most of its
// points.
func TestJudgeParts(t *testing.T) {
	four := `{"method":"knn","params":{"n_neighbors":1},"points":[[0,0,0],[0.2,0.1,0],[1,1,1],[1.2,1,1],[0.1,1.1,0]]}`
	for name, line := range map[string][][2]float64{
		"up":         {{0.6, -1}, {0.6, 2}},
		"down":       {{0.6, 2}, {0.6, -1}},
		"short":      {{0.6, 0.4}, {0.6, 0.5}}, // is extended beyond its ends
		"slanted":    {{0.3, 2}, {0.9, 0}},
		"round them": {{0.7, 0.7}, {1.5, 0.7}, {1.5, 1.4}, {0.7, 1.4}, {0.7, 0.72}},
		"hooked":     {{-3, 0.5}, {0.5, 0.5}, {0.5, 3}},
	} {
		mine, theirs, on, err := judged(t, four, line)
		want := 0.0
		if name == "hooked" { // assigns the point at (0.1, 1.1) to the wrong side
			want = 0.4
		}
		if err != nil || len(mine) != 1 || math.Abs(mine[0]-want) > 1e-12 || on != "" || theirs[0] != 0 {
			t.Errorf("%s: %v, the method's %v, on %q, %v; want %v", name, mine, theirs, on, err, want)
		}
	}
	// One point on the wrong side.
	if mine, _, _, err := judged(t, four, [][2]float64{{-1, 0.8}, {2, 0.8}}); err != nil || mine[0] != 0.2 {
		t.Errorf("a level line: %v, %v", mine, err)
	}
	// Fresh points, if the distribution is known.
	moons := `{"method":"svm","dataset":{"name":"blobs2","n":60,"noise":0.1,"seed":1}}`
	mine, theirs, on, err := judged(t, moons, [][2]float64{{0, 1}, {1, 0}})
	if err != nil || on != "fresh" || len(mine) != 2 || len(theirs) != 2 || mine[1] < 0 || mine[1] > 0.5 {
		t.Errorf("with fresh points: %v, %v on %q, %v", mine, theirs, on, err)
	}
	// Held-out points, if the points come from no recipe.
	_, _, on, err = judged(t, strings.Replace(four, `"points"`, `"split":{"roles":"3.t"},"points"`, 1), [][2]float64{{0.6, -1}, {0.6, 2}})
	if err != nil || on != "test" {
		t.Errorf("with points held out: on %q, %v", on, err)
	}
}

// Validation points come first, because the user may redraw after seeing the error: here (0.1, 1.1) is the only one.
func TestJudgeByValidation(t *testing.T) {
	moons := `{"method":"svm","dataset":{"name":"blobs2","n":60,"noise":0.1,"seed":1},"split":{"validate":0.3,"test":0.3,"seed":1}}`
	if _, _, on, err := judged(t, moons, [][2]float64{{0, 1}, {1, 0}}); err != nil || on != "validation" {
		t.Errorf("with a recipe: on %q, %v", on, err)
	}
	four := `{"method":"knn","params":{"n_neighbors":1},"split":{"roles":"..t.v"},"points":[[0,0,0],[0.2,0.1,0],[1,1,1],[1.2,1,1],[0.1,1.1,0]]}`
	for y, want := range map[float64]float64{0.5: 1, 1.2: 0} { // a horizontal line below it, and one above
		if mine, _, on, err := judged(t, four, [][2]float64{{-1, y}, {0.5, y}, {0.7, 0.5}, {2, 0.5}}); err != nil ||
			on != "validation" || len(mine) != 2 || mine[1] != want {
			t.Errorf("y = %v: %v on %q, %v; want %v", y, mine, on, err, want)
		}
	}
}

// In regression a drawing is a function.
func TestJudgeGraphs(t *testing.T) {
	line := `{"method":"least_squares","points":[[0,0],[1,1],[2,4]]}`
	for _, x := range []struct {
		line [][2]float64
		want float64
	}{
		{[][2]float64{{0, 0}, {1, 1}, {2, 4}}, 0},
		{[][2]float64{{2, 4}, {1, 1}, {0, 0}}, 0},
		{[][2]float64{{0.5, 0}, {1.5, 0}}, (1 + 16) / 3.0}, // constant beyond its ends
		{[][2]float64{{0, 2}, {2, 2}}, (4 + 1 + 4) / 3.0},
	} {
		mine, _, _, err := judged(t, line, x.line)
		if err != nil || math.Abs(mine[0]-x.want) > 1e-12 {
			t.Errorf("%v: %v, %v; want %v", x.line, mine, err, x.want)
		}
	}
}

func TestJudgeRefuses(t *testing.T) {
	ok := `{"method":"knn","points":[[0,0,0],[1,1,1]]}`
	for want, try := range map[string]struct {
		text string
		line [][2]float64
	}{
		"2 to 5000 points":            {ok, [][2]float64{{0, 0}}},
		"points with two coordinates": {ok, [][2]float64{{0, 0}, {math.NaN(), 1}}},
		"drawn over classes":          {`{"method":"kmeans","points":[[0,0],[1,1],[2,3]]}`, [][2]float64{{0, 0}, {1, 1}}},
	} {
		if _, _, _, err := judged(t, try.text, try.line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; want %q", try.line, err, want)
		}
	}
	// A drawing with one point twice has no length, and is still valid.
	if mine, _, _, err := judged(t, ok, [][2]float64{{0.5, 0.5}, {0.5, 0.5}}); err != nil || math.IsNaN(mine[0]) {
		t.Errorf("a line without length: %v, %v", mine, err)
	}
}
