package histogram

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

type refCase struct {
	Name   string
	Params struct {
		CellSize []float64 `json:"cell_size"`
		Origin   []float64
		Task     string
	}
	X, Query [][]float64
	Y        []float64
	Expected struct {
		Cells      [][]int64
		Counts     json.RawMessage
		Labels     []int
		Undecided  []int
		Empty      []int
		Errors     int        `json:"train_errors"`
		Occupied   int        `json:"n_occupied_cells"`
		Prediction []*float64 // null for an empty cell
	}
	Tolerance struct{ Default struct{ Abs, Rel float64 } }
}

func fitWith(t *testing.T, m method.Method, p *method.Problem, params map[string]any) method.Model {
	t.Helper()
	v, err := m.Validate(params)
	if err == nil && m.Check != nil {
		err = m.Check(v)
	}
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func reference(t *testing.T) []refCase {
	b, err := os.ReadFile("testdata/histogram.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 7 {
		t.Fatalf("%d cases", len(cases))
	}
	return cases
}

func TestReference(t *testing.T) {
	for _, c := range reference(t) {
		if c.Params.Task != "classification" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			p := &method.Problem{N: len(c.X), D: len(c.X[0]), Task: method.Classify, X: slices.Concat(c.X...)}
			for _, y := range c.Y {
				p.Class = append(p.Class, int(y))
			}
			for k := range slices.Max(p.Class) + 1 {
				p.ClassIDs = append(p.ClassIDs, k)
			}
			m := fitWith(t, Histogram(), p, map[string]any{"cell_size": c.Params.CellSize,
				"origin": c.Params.Origin}).(*histogram)
			var counts [][]int32
			if err := json.Unmarshal(c.Expected.Counts, &counts); err != nil {
				t.Fatal(err)
			}
			labels := make([]float64, len(c.Query))
			m.Predict(slices.Concat(c.Query...), labels)
			for i, q := range c.Query {
				k := m.at(q)
				if !slices.Equal(k[:len(q)], c.Expected.Cells[i]) {
					t.Errorf("query %d: cell %v, want %v", i, k, c.Expected.Cells[i])
				}
				votes := make([]int32, len(p.ClassIDs))
				n, ok := m.cell[k]
				if ok {
					votes = m.votes(n)
				}
				if !slices.Equal(votes, counts[i]) {
					t.Errorf("query %d: counts %v, want %v", i, votes, counts[i])
				}
				if ok == slices.Contains(c.Expected.Empty, i) {
					t.Errorf("query %d: occupied %v", i, ok)
				}
				// Ties within a cell go to the lowest class, as in the reference; empty cells have the overall majority
				// class.
				want := c.Expected.Labels[i]
				if !ok {
					want = m.majority
				}
				if int(labels[i]) != want {
					t.Errorf("query %d: class %g, want %d", i, labels[i], want)
				}
			}
			if m.errors != c.Expected.Errors || len(m.keys) != c.Expected.Occupied {
				t.Errorf("%d errors, %d cells; want %d, %d", m.errors, len(m.keys), c.Expected.Errors, c.Expected.Occupied)
			}
		})
	}
}

// Decimal numbers on edges count as edges, although 0.3/0.1 < 3 in binary.
func TestEdges(t *testing.T) {
	l := &lattice{size: []float64{0.1}, origin: []float64{0}, last: []float64{math.NaN()}, bins: math.Inf(1)}
	for i := -1000; i <= 1000; i++ {
		x := math.Round(float64(i)) / 10
		if got := l.index(0, x); got != int64(i) {
			t.Errorf("%v lies in cell %d, want %d", x, got, i)
		}
		if got := l.index(0, x-1e-9); got != int64(i-1) {
			t.Errorf("just below %v lies in cell %d", x, got)
		}
	}
}

// With a number of bins, the cells cover all points, and the largest lies in the last cell.
func TestBins(t *testing.T) {
	p, err := method.NewProblem(methodtest.Points(method.Classify, 300, 2), method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, bins := range []int64{1, 2, 7, 10, 33} {
		m := fitWith(t, Histogram(), p, map[string]any{"bins": float64(bins)}).(*histogram)
		seen := [2]map[int64]bool{{}, {}}
		for _, k := range m.keys {
			for j := range k {
				if k[j] < 0 || k[j] >= bins {
					t.Fatalf("%d bins: cell %v", bins, k)
				}
				seen[j][k[j]] = true
			}
		}
		for j := range seen {
			if !seen[j][0] || !seen[j][bins-1] {
				t.Errorf("%d bins: the range is not filled", bins)
			}
		}
	}
}

// The centre of each drawn cell is predicted as the class it is drawn in.
func TestDrawnAsPredicted(t *testing.T) {
	p, err := method.NewProblem(methodtest.Points(method.Classify, 300, 2), method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := fitWith(t, Histogram(), p, map[string]any{"cell_size": []float64{0.1, 0.07},
		"origin": []float64{0.013}}).(*histogram)
	under, _, err := m.Layers(t.Context(), picture.Viewport{X0: -2, X1: 3, Y0: -2, Y1: 3, W: 500, H: 500}, nil,
		method.Shown{"regions": true})
	if err != nil {
		t.Fatal(err)
	}
	boxes := 0
	for _, l := range under {
		path := l.(*picture.Path)
		path.Lines(func(xy []float64) {
			out := []float64{-1}
			m.Predict([]float64{(xy[0] + xy[4]) / 2, (xy[1] + xy[5]) / 2}, out)
			if p.ClassIDs[int(out[0])] != path.Class {
				t.Errorf("a box of class %d is predicted as %g", path.Class, out[0])
			}
			if !strings.HasPrefix(path.Says, "empty") {
				boxes++
			}
		})
	}
	if boxes != len(m.keys) {
		t.Errorf("%d boxes for %d cells", boxes, len(m.keys))
	}
}

// The boundary lies where the prediction changes, also at empty cells. Each empty cell is tinted once, and no other
// cell with it.
func TestEmptyCellsAnswerAsTheyLook(t *testing.T) {
	p, err := method.NewProblem(methodtest.Points(method.Classify, 60, 3), method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := fitWith(t, Histogram(), p, map[string]any{"cell_size": []float64{0.25, 0.125}}).(*histogram)
	answer := func(i, j int) float64 {
		out := []float64{-1}
		m.Predict([]float64{0.25 * (float64(i) + 0.5), 0.125 * (float64(j) + 0.5)}, out)
		return out[0]
	}
	want, holes := map[[4]float64]bool{}, 0
	for i := -12; i < 12; i++ {
		for j := -24; j < 24; j++ {
			x0, y0, x1, y1 := 0.25*float64(i), 0.125*float64(j), 0.25*float64(i+1), 0.125*float64(j+1)
			if answer(i, j) != answer(i+1, j) {
				want[[4]float64{x1, y0, x1, y1}] = true
			}
			if answer(i, j) != answer(i, j+1) {
				want[[4]float64{x0, y1, x1, y1}] = true
			}
			if _, ok := m.cell[key{int64(i), int64(j)}]; !ok {
				holes++
			}
		}
	}
	v := picture.Viewport{X0: -3, X1: 3, Y0: -3, Y1: 3, W: 500, H: 500}
	under, _, err := m.Layers(t.Context(), v, nil, method.Shown{"regions": true, "boundary": true})
	if err != nil {
		t.Fatal(err)
	}
	got, area := map[[4]float64]bool{}, 0.0
	for _, l := range under {
		path := l.(*picture.Path)
		path.Lines(func(xy []float64) {
			switch {
			case path.Role == picture.RoleBoundary:
				side := [4]float64(xy)
				if got[side] {
					t.Errorf("side %v is drawn twice", side)
				}
				got[side] = true
			case path.Says == "empty cell: predicts class "+string(rune('1'+m.majority)):
				area += (xy[2] - xy[0]) * (xy[5] - xy[1])
				for _, k := range m.keys {
					if x, y := m.edge(0, k[0])+0.1, m.edge(1, k[1])+0.05; x > xy[0] && x < xy[2] && y > xy[1] && y < xy[5] {
						t.Errorf("cell %v has points, and is tinted as an empty one", k)
					}
				}
			}
		})
	}
	if len(want) == 0 || !maps.Equal(got, want) {
		t.Errorf("sides drawn %v, answers change at %v", got, want)
	}
	if want := 0.25 * 0.125 * float64(holes); math.Abs(area-want) > 1e-9 {
		t.Errorf("%g is tinted, empty are %g", area, want)
	}
}

func TestRefusesThreeSizes(t *testing.T) {
	m := Histogram()
	v, err := m.Validate(map[string]any{"cell_size": []float64{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Check(v) == nil {
		t.Error("three sizes for two axes were taken")
	}
}

func TestReferenceRegression(t *testing.T) {
	cases := 0
	for _, c := range reference(t) {
		if c.Params.Task != "regression" {
			continue
		}
		cases++
		t.Run(c.Name, func(t *testing.T) {
			d := len(c.X[0])
			p := &method.Problem{N: len(c.X), D: d, Task: method.Regress, X: slices.Concat(c.X...), Y: c.Y}
			m := fitWith(t, Regression(), p, map[string]any{"cell_size": c.Params.CellSize,
				"origin": c.Params.Origin}).(*regressogram)
			var counts []int
			if err := json.Unmarshal(c.Expected.Counts, &counts); err != nil {
				t.Fatal(err)
			}
			out := make([]float64, len(c.Query))
			m.Predict(slices.Concat(c.Query...), out)
			for i, want := range c.Expected.Prediction {
				k := m.at(c.Query[i])
				if !slices.Equal(k[:d], c.Expected.Cells[i]) {
					t.Errorf("query %d: cell %v, want %v", i, k, c.Expected.Cells[i])
				}
				got := 0
				if n, ok := m.cell[k]; ok {
					got = m.count[n]
				}
				if got != counts[i] {
					t.Errorf("query %d: %d points, want %d", i, got, counts[i])
				}
				switch tol := c.Tolerance.Default; {
				case want == nil:
					if !math.IsNaN(out[i]) || !slices.Contains(c.Expected.Empty, i) {
						t.Errorf("query %d: %v in an empty cell", i, out[i])
					}
				case !(math.Abs(out[i]-*want) <= tol.Abs+tol.Rel*math.Abs(*want)):
					t.Errorf("query %d: %v, want %v", i, out[i], *want)
				}
			}
			if len(m.count) != c.Expected.Occupied {
				t.Errorf("%d cells, want %d", len(m.count), c.Expected.Occupied)
			}
		})
	}
	if cases != 2 {
		t.Errorf("%d cases", cases)
	}
}

// Counts of adjacent cells do not run together, and counts without room are left out.
func TestCountsStandApart(t *testing.T) {
	p := &method.Problem{D: 2, Task: method.Classify, ClassIDs: []int{0, 1}}
	for c := range 10 { // A hundred points of each class in each of ten adjacent cells
		for i := range 200 {
			p.X, p.Class = append(p.X, float64(c)+0.5, 0.5), append(p.Class, i%2)
		}
	}
	p.N = len(p.Class)
	m := fitWith(t, Histogram(), p, map[string]any{"cell_size": []float64{1}}).(*histogram)
	fewest, most := 10, 0
	for _, width := range []int{320, 440, 450, 460, 800} {
		v := picture.Viewport{X1: 10, Y1: 1, W: width, H: 60, Scale: 1}
		_, over, err := m.Layers(t.Context(), v, nil, method.Shown{"counts": true})
		if err != nil {
			t.Fatal(err)
		}
		var last picture.Box
		for k, l := range over {
			b := l.(*picture.Label).Box(v.PX(l.(*picture.Label).X), v.PY(l.(*picture.Label).Y), picture.LabelSize)
			if k > 0 && b.X0 < last.X1+4 {
				t.Errorf("%d pixels: counts from %g and to %g", width, b.X0, last.X1)
			}
			last = b
		}
		fewest, most = min(fewest, len(over)), max(most, len(over))
	}
	if fewest == 10 || most < 10 {
		t.Errorf("%d to %d of 10 counts are shown", fewest, most)
	}
}
