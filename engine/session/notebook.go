package session

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/python"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Size of a notebook's picture, in CSS pixels.
const notebookW, notebookH = 720, 540

// Notebook returns the document as a Jupyter notebook with a program that fits it with scikit-learn. site is the
// address of the page for the live picture, as in python.Notebook; "" = no live picture. The error is a *method.Need if
// the method has no program.
func (s *Session) Notebook(job method.Job, d doc.Document, site string) ([]byte, error) {
	fit, f, err := s.forPython(job, d)
	if err != nil {
		return nil, err
	}
	m := f.Method
	lean, _ := m.Lean(d)
	link, err := doc.EncodeLink(lean)
	if err != nil {
		return nil, err
	}
	placed := f.Placed(d)
	v := Viewport(placed, f.Task, notebookW, notebookH, 1)
	axes := f.Task.AxesOf(&placed)
	n := python.Notebook{Fit: fit, Site: site, Link: link, Area: python.Area{X: ends(v.X0, v.X1), Y: ends(v.Y0, v.Y1),
		Equal: f.Task.OneScale(&placed), Axes: [2]string{axes.XLabel, axes.YLabel},
		Value: f.Task.Named(f.Problem.Names).Value}}
	if d.Note != "" {
		n.Says = append(n.Says, []string{d.Note})
	}
	n.Says = append(n.Says, []string{alt(f)}, origin(&d, f.Problem.N))
	return n.Write()
}

// ends rounds the ends of an axis to a thousandth of its length or finer.
func ends(a, b float64) [2]float64 {
	unit := math.Pow(10, math.Floor(math.Log10(b-a))-3)
	return [2]float64{words.Significant(math.Round(a/unit)*unit, 12), words.Significant(math.Round(b/unit)*unit, 12)}
}

// origin returns sentences about the source of a document's data. n is the number of rows in the fit.
func origin(d *doc.Document, n int) []string {
	list, name := dataset.All(), ""
	if d.Dataset != nil {
		name = d.Dataset.Name
	} else if d.Table != nil {
		list, name = dataset.Tables(), d.Table.Name
	}
	at := slices.IndexFunc(list, func(x method.Dataset) bool { return x.Name == name })
	switch {
	case at < 0 && d.Table != nil:
		return []string{words.Sprintf("Data: %s of a table.", words.Count(n, "row"))}
	case at < 0:
		return []string{words.Sprintf("Data: %s of the document.", words.Count(n, "point"))}
	}
	from := list[at]
	says := []string{words.Sprintf("Data: %s.", from.Label), from.Help}
	if from.Source != "" {
		return append(says, words.Sprintf("Source: %s.", from.Source))
	}
	if r := d.Dataset; r != nil {
		says = append(says, words.Sprintf("Noise %s, seed %s.", words.Number(r.Noise), strconv.FormatUint(r.Seed, 10)))
	}
	return says
}

// notebookFile returns the notebook with its file name and MIME type.
func (s *Session) notebookFile(job method.Job, d doc.Document, site string) ([]byte, wire.Exported, error) {
	b, err := s.Notebook(job, d, site)
	return b, wire.Exported{Name: d.Method + ".ipynb", MIME: "application/x-ipynb+json"}, err
}
