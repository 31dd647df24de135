//go:build !js

package neural

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The JavaScript program answers as the network does.
func TestCodeInJavaScript(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("Node.js runs the programs: apt-get install nodejs")
	}
	for i, c := range coded {
		t.Run(c.name, func(t *testing.T) {
			s, model, x := codedOf(t, i)
			text, ok := s.Code("javascript")
			if !ok {
				t.Fatal("no program")
			}
			rows, _ := json.Marshal(x)
			text += fmt.Sprintf("\nconst all = %s, d = %d, a = {outputs: [], answers: [], proba: []};\nfor (let i = 0; i < "+
				"all.length; i += d) {\n  const x = all.slice(i, i + d);\n"+
				"  a.outputs.push(outputs(x)); a.answers.push(predict(x));\n  if (typeof predictProba !== 'undefined') "+
				"a.proba.push(predictProba(x));\n}\nconsole.log(JSON.stringify(a));\n", rows, s.p.D)
			file := filepath.Join(t.TempDir(), "net.js")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(node, file).CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var got said
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			got.compare(t, ours(s, model, x))
		})
	}
}
