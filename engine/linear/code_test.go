package linear

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The program in JavaScript says what the functions say.
func TestCode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || runtime.GOOS == "js" {
		t.Skip("there is no node here")
	}
	for _, f := range [][]float64{{0.5, -2, 0.1}, {1, 2, -3, -1, 0.5, 1, 0.25, -1, 2}} {
		pts := []doc.Point{{X: 1, Y: 2}, {X: -1, Y: 0.5, Z: 1}, {X: 0.25, Y: -3, Z: 2}}
		if len(f) == 3 {
			pts = pts[:2]
		}
		p, err := method.NewProblem(pts, method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		a := &affine{prob: p, f: f}
		x, want := []float64{1, 2, -1, 0.5, 0.25, -3, 4, 4, -2, -5, 0, 0.04}, make([]float64, 6)
		a.Predict(x, want)
		text, ok := a.Code("javascript")
		if !ok {
			t.Fatal("no program")
		}
		rows, _ := json.Marshal(x)
		text += fmt.Sprintf("\nconst all = %s, a = [];\nfor (let i = 0; i < all.length; i += 2) a.push(predict(all.slice(i, i + 2)));\nconsole.log(JSON.stringify(a));\n", rows)
		file := filepath.Join(t.TempDir(), "model.js")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(node, file).CombinedOutput()
		var got []float64
		if err != nil || json.Unmarshal(out, &got) != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %s, want %v", err, out, want)
		}
	}
}
