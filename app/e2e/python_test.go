package e2e

import (
	"strings"
	"testing"
)

// The menu "Export" saves and copies a Python program with the document's data, saves it as a notebook, and says why if
// there is none.
func TestPythonProgram(t *testing.T) {
	long(t)
	sideBySide(t)
	for name, o := range map[string]Options{"desk": {Clock: true}, "phone": {Clock: true, Window: Phone},
		"dark": {Clock: true, Dark: true}} {
		t.Run(name, func(t *testing.T) {
			p := Start(t, o)
			p.Open("")
			p.WaitReady()
			p.Do(savedHere)
			p.Do(`navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }`)
			p.Set(`{"version":1,"method":"svm","params":{"gamma":8,"C":3},"points":[[0.25,0.5,0],[0.75,0.125,1]]}`)
			p.WaitReady()
			p.ClickOn("#menu-export")
			p.Wait(`document.querySelector("#copy-python")`)
			p.Screenshot("menu")
			p.ClickOn("[data-kind=scikit-learn]")
			p.Wait(`window.saved.length`)
			f := Eval[savedFile](p, `window.saved[0]`)
			if f.Name != "svm_sklearn.py" {
				t.Errorf("the file is called %q", f.Name)
			}
			for _, want := range []string{"from sklearn.svm import SVC", "[0.25, 0.5], [0.75, 0.125],",
				`model = SVC(C=3, kernel="rbf", gamma=8, tol=1e-8)`, `print("Support vectors:", len(model.support_))  # here: 2`} {
				if !strings.Contains(f.text(), want) {
					t.Errorf("the program lacks %q:\n%s", want, f.text())
				}
			}
			p.ClickOn("#menu-export")
			p.ClickOn("#copy-python")
			p.Wait(`window.copied`)
			if got := Eval[string](p, `window.copied`); got != f.text() {
				t.Errorf("what is copied is not what is saved:\n%s", got)
			}
			p.Notice("Copied the Python program")
			p.Screenshot("copied")
			p.ClickOn("#menu-export")
			p.ClickOn("[data-kind=notebook]")
			p.Wait(`window.saved.length > 1`)
			book := Eval[savedFile](p, `window.saved[1]`)
			address := Eval[string](p, `location.origin`)
			if book.Name != "svm.ipynb" || !strings.Contains(book.text(), `IFrame(\"`+address) ||
				!strings.Contains(book.text(), "import matplotlib.pyplot") {
				t.Errorf("the notebook %q:\n%s", book.Name, book.text())
			}
			p.Set(`{"version":1,"method":"som","points":[[0.25,0.5],[0.75,0.125],[0.5,0.5]]}`)
			p.WaitReady()
			p.ClickOn("#menu-export")
			p.ClickOn("[data-kind=scikit-learn]")
			p.Wait(`document.body.innerText.includes("has no self-organising maps")`)
			p.Screenshot("none")
		})
	}
}
