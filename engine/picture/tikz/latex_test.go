//go:build latex

package tikz

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// LaTeX compiles the figure alone and within a document. The test needs LaTeX with pgfplots, so that only "make latex"
// runs it.
func TestCompiles(t *testing.T) {
	dir := t.TempDir()
	tex, images := Write(sheet(), "fig", true)
	files := append(images, Image{"fig.tex", tex},
		Image{"paper.tex", []byte("\\documentclass{article}\\usepackage{pgfplots}" +
			"\\pgfplotsset{compat=1.16}\\begin{document}A \\input{fig} B\\end{document}")})
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"fig", "paper"} {
		c := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", name)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("(1 page")) {
			t.Errorf("%s: %v\n%s", name, err, out[max(0, len(out)-1500):])
		}
	}
}
