package session

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// wall draws the pictures of walls (doc.Wall). Each picture has a session of its own, because the fits and measured
// times of one are useless for the others.
type wall struct {
	cells []*cell
}

type cell struct {
	*Session
	fit  *Fit // of the latest picture; nil = it could not be drawn
	view picture.Viewport
	took float64 // time of the latest fit, in ms
	// The rows are at other positions than in the document's own picture, so that positions do not correspond.
	apart bool
}

// at returns the cell that draws picture i, after creating those that are missing up to it.
func (w *wall) at(s *Session, i int) *cell {
	for len(w.cells) <= i {
		w.cells = append(w.cells, &cell{Session: s.beside()})
	}
	return w.cells[i]
}

// beside returns another session with the same methods and tables.
func (s *Session) beside() *Session {
	n := With(s.methods)
	n.able, n.open, n.now, n.tables = s.able, s.open, s.now, s.tables
	return n
}

// Cell draws one of the pictures of a document's wall completely: with points, and axes in a frame. req.Doc is the
// document with its points, and req.View what the picture shows. It also returns a description of the picture.
func (s *Session) Cell(job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error) {
	return s.able.figures.cell(s, job, req, i, frame)
}

// Point returns the predictions at a point by the models of the last pictures of the wall; "" if a model has none, or
// its picture has the rows at other positions.
func (s *Session) Point(x, y float64) []string {
	list := make([]string, len(s.wall.cells))
	for i, c := range s.wall.cells {
		if c.fit == nil || c.apart {
			continue
		}
		if ex, ok := c.fit.Explain([]float64{x, y}, c.view); ok {
			list[i] = ex.Answer
		}
	}
	return list
}

func (s *Session) cell(job method.Job, req Request, i int, frame picture.Frame) (*picture.Picture, *wire.Cell, error) {
	r, d, told, err := s.drawCell(job, req, i)
	if err != nil {
		return nil, nil, err
	}
	p := Complete(r, d, frame)
	p.Draft = r.Picture.Draft
	return p, told, nil
}

// drawCell draws one of a wall's pictures without points and axes, and returns its document and description as well. An
// error that is due to the wall's value is an error of that value.
func (s *Session) drawCell(job method.Job, req Request, i int) (*Result, doc.Document, *wire.Cell, error) {
	own := req.Doc
	m, cells, err := s.cellsOf(&req.Doc)
	if err != nil {
		return nil, req.Doc, nil, err
	}
	if i < 0 || i >= len(cells) {
		return nil, req.Doc, nil, doc.Errorf("wall", words.Sprintf("a picture from 0 to %d", len(cells)-1), i)
	}
	says := s.cellName(m, &req.Doc, cells[i])
	if req.Doc, err = s.cellDoc(job, &req.Doc, cells[i]); err != nil {
		return nil, req.Doc, nil, ofValue(err, &own, cells[i])
	}
	c := s.wall.at(s, i)
	c.fit = nil
	req.Panels, req.Curve = nil, nil
	f, err := c.Session.fit(job, req)
	if err != nil {
		return nil, req.Doc, nil, ofValue(err, &own, cells[i])
	}
	if c.apart = !cells[i].Own && elsewhere(f.Placed(req.Doc), &own); c.apart {
		at := f.Placed(req.Doc)
		at.View.X, at.View.Y = [2]float64{}, [2]float64{}
		v := Viewport(at, f.Task, req.View.W, req.View.H, 1)
		req.View.X0, req.View.X1, req.View.Y0, req.View.Y1 = v.X0, v.X1, v.Y0, v.Y1
	}
	var last *Result
	if err := c.DrawFit(job, f, req, func(r *Result) error { last = r; return nil }); err != nil {
		return nil, req.Doc, nil, ofValue(err, &own, cells[i])
	}
	c.fit, c.view = last.Fit, req.View
	if last.Fit.Seconds > 0 {
		c.took = 1000 * last.Fit.Seconds
	}
	told := &wire.Cell{Cell: i, Name: says, Errors: method.ErrorsTold(last.Info.Facts), FitMS: c.took, Alt: last.Info.Alt,
		Fine: req.Fine, Apart: c.apart}
	return last, last.Fit.Placed(req.Doc), told, nil
}

// elsewhere reports whether d is a table whose rows are shown in a plane, at other positions than the points of own.
func elsewhere(d doc.Document, own *doc.Document) bool {
	return d.Table != nil && !d.Table.Solid() && !slices.EqualFunc(d.Points, own.Points, func(p, q doc.Point) bool {
		return p.X == q.X && p.Y == q.Y
	})
}

// ofValue returns the error of a picture's document with the field of the wall's value or parameter, if that is the
// cause.
func ofValue(err error, d *doc.Document, c doc.Cell) error {
	var e *doc.Error
	if !errors.As(err, &e) || c.Own {
		return err
	}
	w, named := d.Wall, *e
	i := slices.IndexFunc(w.Values, func(v any) bool { return reflect.DeepEqual(v, c.Value) })
	number, drawn := strings.CutPrefix(w.Over, doc.WallData)
	within, param := strings.CutPrefix(e.Field, "params.")
	switch {
	case i < 0:
		return err
	case w.Over == doc.WallMethods && param:
		named.Field = fmt.Sprintf("wall.params.%v.%s", c.Value, within)
	case w.Over == doc.WallMethods && e.Field == "method",
		drawn && (e.Field == "dataset."+number || e.Field == "table."+number),
		param && (within == w.Over || strings.HasPrefix(within, w.Over+"[")):
		named.Field = fmt.Sprintf("wall.values[%d]", i)
	}
	return &named
}

// sentence says why a picture of a wall can't be drawn; ok is false for other errors, such as that of a stopped job.
func sentence(err error) (text string, ok bool) {
	var fault *doc.Error
	var need *method.Need
	switch {
	case errors.As(err, &need):
		return need.Sentence, true
	case errors.As(err, &fault):
		return fault.Error() + ".", true
	}
	return "", false
}

// wallSheet draws the pictures of a document's wall as one figure, in rows, with letters. A picture that can't be drawn
// is replaced by the reason; if none can be drawn, it returns the error of the first one.
func (s *Session) wallSheet(job method.Job, req Request, o picture.ExportOptions) (*picture.Sheet, error) {
	m, cells, err := s.cellsOf(&req.Doc)
	if err != nil {
		return nil, err
	}
	pal := o.Look()
	w, scale := o.Lay()
	cols, gap := WallColumns(len(cells)), int(math.Ceil(1.5*pal.Text()))
	sheet := &picture.Sheet{W: w, Palette: pal, Scale: scale, DPI: o.DPI, Wide: o.Width, Unit: o.Unit,
		Bare: o.Background == picture.Transparent, Title: m.Title(&req.Doc)}
	l := &wallLayout{s: s, req: req, o: o, m: m, cells: cells, sheet: sheet, cols: cols, gap: gap,
		across: (w - (cols-1)*gap) / cols}
	for i := range cells {
		if i%cols == 0 && i > 0 {
			l.level()
			l.y += l.high + gap
			l.high = 0
		}
		if err := l.cell(job, i); err != nil {
			return nil, err
		}
	}
	if l.drawn == 0 && l.fault != nil {
		return nil, l.fault
	}
	l.level()
	sheet.H = l.y + l.high
	if o.Legend && len(l.keys) > 0 {
		p := picture.Legend(l.keys, w, pal)
		sheet.Parts = append(sheet.Parts, picture.Part{Y: sheet.H + gap/2, Picture: p})
		_, h := p.Size()
		sheet.H += gap + h
	}
	sheet.Alt = strings.TrimSpace(sheet.Alt)
	if want, got := o.TooLarge(w, sheet.H); want != "" {
		return nil, doc.Errorf("dpi", want, got)
	}
	return sheet, nil
}

// wallLayout arranges the pictures of a wall in rows.
type wallLayout struct {
	s      *Session
	req    Request
	o      picture.ExportOptions
	m      *method.Method
	cells  []doc.Cell
	sheet  *picture.Sheet
	cols   int
	gap    int
	across int // width of a picture
	y      int // upper edge of the row
	high   int // height of the row so far
	drawn  int
	fault  error // that of the first picture that can't be drawn
	keys   []picture.Entry
	row    []int // indices in sheet.Parts of the planes in a row, which get the same upper edge
}

// level gives the planes of the row the same upper edge.
func (l *wallLayout) level() {
	lowest := 0
	for _, k := range l.row {
		lowest = max(lowest, l.sheet.Parts[k].Y)
	}
	for _, k := range l.row {
		l.sheet.Parts[k].Y = lowest
		_, h := l.sheet.Parts[k].Picture.Size()
		l.high = max(l.high, lowest+h-l.y)
	}
	l.row = nil
}

// axes returns the axes of picture i.
func (l *wallLayout) axes(job method.Job, i int) (axes picture.AxisOptions) {
	if d, err := l.s.cellDoc(job, &l.req.Doc, l.cells[i]); err == nil {
		if m, err := l.s.Method(d.Method); err == nil {
			axes = m.TaskOf(d.Params).AxesOf(&d)
		}
	}
	if !l.o.Titles {
		axes.XLabel, axes.YLabel = "", ""
	}
	return axes
}

// cell adds picture i, with a heading, or the reason why there is none.
func (l *wallLayout) cell(job method.Job, i int) error {
	pal, axes := l.sheet.Palette, l.axes(job, i)
	frame := picture.FigureFrame(l.across, pal.Text(), axes)
	pw, _ := frame.Plane(l.across, l.across)
	ask := l.req
	ask.View.W, ask.View.H = pw, max(1, int(math.Round(float64(pw)*float64(l.req.View.H)/float64(l.req.View.W))))
	ask.View.Scale, ask.Fine, ask.Text = l.sheet.Scale, true, pal.Text()
	if picture.Vector(l.o.Kind) {
		ask.View = inVector(ask.View)
	}
	rows := (len(l.cells) + l.cols - 1) / l.cols
	if want, got := l.o.TooLarge(l.sheet.W, l.y+ask.View.H*rows); want != "" {
		return doc.Errorf("dpi", want, got)
	}
	r, d, told, err := l.s.drawCell(job, ask, i)
	why, faulty := sentence(err)
	switch {
	case err != nil && !faulty:
		return err
	case faulty && l.fault == nil:
		l.fault = err
	}
	top := l.y
	put := func(p *picture.Picture) {
		l.sheet.Parts = append(l.sheet.Parts, picture.Part{X: i % l.cols * (l.across + l.gap), Y: top, Picture: p})
		_, h := p.Size()
		top += h
	}
	if faulty {
		name := l.s.cellName(l.m, &l.req.Doc, l.cells[i])
		put(picture.Heading(words.Text("(%s) %s", Letter(i), name), l.across, pal))
		put(picture.Text(why, l.across, pal))
		l.high = max(l.high, top-l.y)
		l.sheet.Alt = words.Say(l.sheet.Alt) + words.Text("%s: %s ", words.Capital(name), why)
		return nil
	}
	l.drawn++
	put(picture.Heading(words.Text("(%s) %s", Letter(i), told.Name), l.across, pal))
	if len(told.Errors) > 0 {
		put(picture.Caption(words.Capital(words.Join(told.Errors, ", ")), l.across, pal))
	}
	if told.Apart && l.o.Titles {
		axes = r.Fit.Task.AxesOf(&d)
	}
	l.row = append(l.row, len(l.sheet.Parts))
	put(complete(r, d, frame, axes))
	l.sheet.Alt = words.Say(l.sheet.Alt) + words.Text("%s: %s ", words.Capital(told.Name), told.Alt)
	l.legend(i, r)
	return nil
}

// legend adds what the legend of the wall takes from picture i.
func (l *wallLayout) legend(i int, r *Result) {
	switch {
	case l.cells[i].Own:
		l.keys = append(legend(r), entries(picture.KeysOf(mapsBeside(&l.req.Doc)...))...)
	case l.req.Doc.Wall.Over == doc.WallClasses && l.keys != nil:
		// Entries of a wall over classes that the picture of all classes lacks: the rest has a color of its own.
		for _, e := range legend(r) {
			if !slices.ContainsFunc(l.keys, func(k picture.Entry) bool { return k.Says == e.Says }) {
				l.keys = append(l.keys, e)
			}
		}
	}
}

// Letter returns the label of a wall's picture: a, b, c.
func Letter(i int) string { return string(rune('a' + i)) }

// WallColumns returns the number of columns in which the pictures of a wall are arranged in a figure.
func WallColumns(n int) int {
	switch {
	case n <= 3:
		return n
	case n == 4:
		return 2
	case n <= 9:
		return 3
	}
	return 4
}

// cellsOf returns the method of a document, and the pictures of its wall. The error says that one of them is invalid.
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

// cellDoc returns the document of one of a wall's pictures, with its points: those of d, or made anew if the picture's
// data or positions are others.
func (s *Session) cellDoc(job method.Job, d *doc.Document, c doc.Cell) (doc.Document, error) {
	n, fault := d.At(c)
	if fault != nil {
		return n, fault
	}
	if n.Table != nil && s.shownAnew(d, &n) {
		n.Reshow()
	}
	if len(n.Points) == 0 && len(d.Points) > 0 {
		return s.Resolve(job, n)
	}
	n.Params = s.infer(n)
	return n, nil
}

// shownAnew reports whether the positions of a table's rows must be computed anew for a picture of the wall: they
// depend on the method, and on some parameters.
func (s *Session) shownAnew(own, n *doc.Document) bool {
	m, err := s.Method(own.Method)
	if err != nil {
		return false
	}
	if n.Method != own.Method {
		other, err := s.Method(n.Method)
		return err == nil && (m.Wide || other.Wide)
	}
	return slices.ContainsFunc(m.Params, func(p method.Param) bool {
		return p.Moves && !method.SameValue(own.Params[p.Name], n.Params[p.Name])
	})
}
