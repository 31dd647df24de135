package session

import (
	"fmt"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// wall draws the pictures of walls (doc.Wall). Each has a session of its own: what was fitted for one of them, and how
// long it took, is of no use for the others.
type wall struct {
	cells []*cell
}

type cell struct {
	*Session
	fit  *Fit
	view picture.Viewport
	took float64 // ms of the newest fit
}

// at is what draws the picture with a number.
func (w *wall) at(s *Session, i int) *cell {
	for len(w.cells) <= i {
		w.cells = append(w.cells, &cell{Session: s.beside()})
	}
	return w.cells[i]
}

// beside is another session over the same methods and tables.
func (s *Session) beside() *Session {
	n := Lean(s.methods)
	n.further, n.open, n.now, n.tables = s.further, s.open, s.now, s.tables
	return n
}

// Cell draws one of the pictures of a document's wall, whole: with points, and axes in a frame. req.Doc is the document
// with its points, and req.View what the picture shows. It says with it what the picture is of.
func (s *Session) Cell(job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error) {
	if err := s.lacks("a wall of pictures", &req.Doc); err != nil {
		return nil, nil, err
	}
	return s.further.cell(s, job, req, i, frame)
}

// Point asks the models of the pictures that were drawn last about a place; "" where one says nothing, or there is none.
func (s *Session) Point(x, y float64) []string {
	list := make([]string, len(s.wall.cells))
	for i, c := range s.wall.cells {
		if c.fit == nil {
			continue
		}
		if ex, ok := c.fit.Explain([]float64{x, y}, c.view); ok {
			list[i] = ex.Answer
		}
	}
	return list
}

func (s *Session) cell(job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error) {
	m, cells, err := s.cellsOf(&req.Doc)
	if err != nil {
		return nil, nil, err
	}
	if i < 0 || i >= len(cells) {
		return nil, nil, doc.Errorf("wall", fmt.Sprintf("a picture from 0 to %d", len(cells)-1), i)
	}
	says := s.cellName(m, &req.Doc, cells[i])
	if req.Doc, err = s.cellDoc(&req.Doc, cells[i]); err != nil {
		return nil, nil, err
	}
	c := s.wall.at(s, i)
	c.fit = nil
	req.Panels, req.Curve = nil, nil
	var last *Result
	if err := c.Draw(job, req, func(r *Result) error { last = r; return nil }); err != nil {
		return nil, nil, err
	}
	c.fit, c.view = last.Fit, req.View
	if last.Fit.Seconds > 0 {
		c.took = 1000 * last.Fit.Seconds
	}
	told, err := c.tell(job)
	if err != nil {
		return nil, nil, err
	}
	p := Complete(last, req.Doc, frame)
	p.Draft = last.Picture.Draft
	return p, &wire.Cell{Cell: i, Name: says, Errors: told, FitMS: c.took, Alt: last.Info.Alt, State: string(last.Info.Status.State),
		Fine: req.Fine}, nil
}

// cellsOf are the pictures of a document's wall, and its method.
func (s *Session) cellsOf(d *doc.Document) (*method.Method, []doc.Cell, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, nil, err
	}
	return m, m.Cells(d), m.CheckWall(d)
}

func (s *Session) cellName(m *method.Method, d *doc.Document, c doc.Cell) string {
	return m.CellName(d, c, func(id string) string {
		if m, err := s.Method(id); err == nil {
			return m.Name
		}
		return id
	})
}

// cellDoc is the document of one of a wall's pictures, with its points.
func (s *Session) cellDoc(d *doc.Document, c doc.Cell) (doc.Document, error) {
	n, fault := d.At(c)
	if fault != nil {
		return n, fault
	}
	if len(n.Points) == 0 && len(d.Points) > 0 {
		return s.Resolve(n)
	}
	n.Params = s.infer(n)
	return n, nil
}

// tell says how good a model is, in the words of its facts.
func (c *cell) tell(job method.Job) ([]string, error) {
	f := c.fit
	if _, ok := f.Model.(method.Predictor); ok && f.Task.Supervised() {
		e, err := method.ErrorsOf(job, f.Model.(method.Predictor), f.Problem, f.Problem)
		if err != nil {
			return nil, err
		}
		list := []string{f.errorSays("training", e)}
		for _, at := range f.heldOut() {
			e, err := method.ErrorsOf(job, f.Model.(method.Predictor), f.Problem, at.points)
			if err != nil {
				return nil, err
			}
			list = append(list, f.errorSays(at.name, e))
		}
		return list, nil
	}
	for _, x := range f.known() {
		x.Complete()
		if v, ok := x.Value.(float64); ok && !x.Quiet && x.Group == method.Found && !notFinite(v) {
			says := words.Number(v)
			if x.Label != "" {
				says = x.Label + " " + says
			}
			return []string{says}, nil
		}
	}
	return nil, nil
}

// errorSays is an error on points of a role: a share of them, or a mean square.
func (f *Fit) errorSays(name string, e method.Errors) string {
	if math.IsNaN(e.Mean) {
		return name + " none"
	}
	if f.Task == method.Classify {
		return name + " " + words.Percent(e.Mean)
	}
	return name + " " + words.Number(e.Mean)
}
