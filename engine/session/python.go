package session

import (
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/python"
	"pointscape/engine/wire"
)

// Python returns the document as a program that fits it with scikit-learn.
func (s *Session) Python(job method.Job, d doc.Document) (*python.Program, error) {
	of, _, err := s.forPython(job, d)
	if err != nil {
		return nil, err
	}
	return python.Write(of)
}

// forPython fits a document and returns the fit also as the input of package python.
func (s *Session) forPython(job method.Job, d doc.Document) (of python.Fit, f *Fit, err error) {
	f, err = s.Fit(job, d)
	if err != nil {
		return of, nil, err
	}
	if err := f.assess(job); err != nil {
		return of, nil, err
	}
	of = python.Fit{Title: f.Method.Title(&d), Method: f.Method, Values: f.Values, Problem: f.Problem, Whole: f.Whole,
		Facts: f.known()}
	for _, h := range f.heldOut() {
		of.Held = append(of.Held, method.Held{Role: h.role, Name: h.name, Points: h.points})
	}
	return of, f, nil
}

// pythonFile returns the program with its file name and MIME type.
func (s *Session) pythonFile(job method.Job, d doc.Document) ([]byte, wire.Exported, error) {
	p, err := s.Python(job, d)
	if err != nil {
		return nil, wire.Exported{}, err
	}
	return []byte(p.Text), wire.Exported{Name: d.Method + "_sklearn.py", MIME: "text/plain"}, nil
}
