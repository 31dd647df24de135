package session

import (
	"bytes"
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Sheet draws a document as a figure with options o: what req.View shows, fully sharp, with axes and points, and with
// titles, legend and panels if o asks for them. For a document with a wall it draws that. The plane has the aspect
// ratio of req.View. The error is a *doc.Error, or Draw's.
func (s *Session) Sheet(job method.Job, req Request, o picture.ExportOptions) (*picture.Sheet, error) {
	if field, want, got := o.Wrong(); field != "" {
		return nil, doc.Errorf(field, want, got)
	}
	m, err := s.Method(req.Doc.Method)
	if err != nil {
		return nil, err
	}
	if req.Doc.Wall != nil {
		return s.able.figures.sheet(s, job, req, o)
	}
	pal := o.Look()
	w, scale := o.Lay()
	frame, axes := FigureFrame(m, req.Doc, o)
	across, _ := frame.Plane(w, w)
	req.View.H = max(1, int(math.Round(float64(across)*float64(req.View.H)/float64(req.View.W))))
	req.View.W = across
	_, h := frame.Whole(req.View.W, req.View.H)
	if want, got := o.TooLarge(w, h); want != "" {
		return nil, doc.Errorf("dpi", want, got)
	}
	req.View.Scale, req.Fine, req.Panels, req.Text = scale, true, nil, pal.Text()
	if picture.Vector(o.Kind) {
		req.View = inVector(req.View)
	}
	f, err := s.fit(job, req)
	if err != nil {
		return nil, err
	}
	sheet := &picture.Sheet{W: w, Palette: pal, Scale: scale, DPI: o.DPI, Wide: o.Width, Unit: o.Unit,
		Bare: o.Background == picture.Transparent, Title: f.Method.Title(&req.Doc)}
	l := &layout{sheet: sheet, gap: int(math.Ceil(pal.Text())), cols: 1, legends: o.Legend}
	if o.Panels {
		l.asked = f.panels()
	}
	req.Panels = l.ask()
	var last *Result
	if err := s.DrawFit(job, f, req, func(r *Result) error { last = r; return nil }); err != nil {
		return nil, err
	}
	plane := complete(last, f.Placed(req.Doc), frame, axes)
	sheet.Alt = plane.Alt
	l.y = l.put(0, plane)
	if list := legend(last); o.Legend && len(list) > 0 {
		// Below the plane and as wide, so that it begins to the right of the tick labels.
		l.y += l.gap / 2
		l.y += l.key(frame.Left, list, w-frame.Left-frame.Right)
	}
	for i := 0; i < len(last.Panels); i += l.cols {
		l.row(last, i)
	}
	if l.y > 0 && (o.Legend || len(last.Panels) > 0) {
		l.y += l.gap / 2
	}
	sheet.H = l.y
	if want, got := o.TooLarge(w, l.y); want != "" {
		return nil, doc.Errorf("dpi", want, got)
	}
	return sheet, nil
}

// layout arranges the plane, the panels and the legends of a figure from top to bottom.
type layout struct {
	sheet   *picture.Sheet
	asked   []method.Panel
	gap     int
	cols    int // number of panels beside each other
	across  int // width of a panel
	legends bool
	y       int // lower edge of what is in place
}

// ask returns the requests for the panels, and sets their number in a row and their width.
func (l *layout) ask() (list []wire.PanelAsk) {
	if float64(l.sheet.W) > picture.Wide*l.sheet.Palette.Text() {
		l.cols = 2
	}
	l.across = (l.sheet.W - (l.cols-1)*l.gap) / l.cols
	for _, p := range l.asked {
		high := int(float64(l.across) * 0.62)
		if p.Tall > 0 {
			high = min(high, p.Tall)
		}
		list = append(list, wire.PanelAsk{ID: p.ID, W: l.across, H: high})
	}
	return list
}

// put adds a picture at x below what is in place, and returns its height.
func (l *layout) put(x int, p *picture.Picture) (h int) {
	l.sheet.Parts = append(l.sheet.Parts, picture.Part{X: x, Y: l.y, Picture: p})
	_, h = p.Size()
	return h
}

// key is put for a legend of width w.
func (l *layout) key(x int, list []picture.Entry, w int) (h int) {
	h = l.put(x, picture.Legend(list, w, l.sheet.Palette))
	l.sheet.Parts[len(l.sheet.Parts)-1].Entries = list
	return h
}

// row adds a row of panels, from the i-th on, with headings and legends.
func (l *layout) row(r *Result, i int) {
	l.y += l.gap
	row := r.Panels[i:min(i+l.cols, len(r.Panels))]
	high, step := 0, l.across+l.gap
	for k, p := range row {
		title := picture.Heading(l.asked[i+k].Title, p.View.W+p.Frame.Left+p.Frame.Right, l.sheet.Palette)
		high = max(high, l.put(k*step, title))
	}
	l.y += high
	high = 0
	for k, p := range row {
		high = max(high, l.put(k*step, p))
	}
	if len(row) < l.cols { // the legend is in the next column
		if list := entries(r.Info.PanelKeys[i]); l.legends && len(list) > 0 {
			high = max(high, l.key(step, list, l.across))
		}
		l.y += high
		return
	}
	l.y += high
	high = 0
	for k, p := range row {
		if list := entries(r.Info.PanelKeys[i+k]); l.legends && len(list) > 0 {
			high = max(high, l.key(k*step+p.Frame.Left, list, p.View.W))
		}
	}
	l.y += high
}

// inVector limits the number of pixels of the rasters in a vector figure, which can't be drawn as shapes, such as the
// regions of nearest neighbours.
func inVector(v picture.Viewport) picture.Viewport {
	const most = 16e6 // pixels
	v.Scale = min(v.Scale, math.Sqrt(most/(float64(v.W)*float64(v.H))))
	return v
}

// FigureFrame returns the margins of a document's figure, and the axes that options ask for.
func FigureFrame(m *method.Method, d doc.Document, o picture.ExportOptions) (picture.Frame, picture.AxisOptions) {
	axes := m.TaskOf(d.Params).AxesOf(&d)
	if !o.Titles {
		axes.XLabel, axes.YLabel = "", ""
	}
	w, _ := o.Lay()
	return picture.FigureFrame(w, o.Look().Text(), axes), axes
}

// legend returns the legend entries: the classes of the points, and what the method draws.
func legend(r *Result) []picture.Entry {
	return append(r.Fit.classKeys(), entries(r.Info.Keys)...)
}

// entries returns the legend entries for keys, with capital letters.
func entries(keys []picture.Key) []picture.Entry {
	list := make([]picture.Entry, len(keys))
	for i := range keys {
		list[i] = picture.Entry{Says: words.Capital(keys[i].Says), Shows: keys[i].Layers}
	}
	return list
}

// FigureName returns the file name of a document's figure, from its title or else its method, with the kind as
// extension.
func FigureName(d doc.Document, kind string) string {
	name := words.FileName(d.Title)
	if name == "" {
		name = words.FileName(d.Method)
	}
	if name == "" {
		name = "pointscape"
	}
	return name + "." + kind
}

// MIME returns the media type of a kind of figure.
func MIME(kind string) string {
	switch kind {
	case picture.KindSVG:
		return "image/svg+xml"
	case picture.KindPDF:
		return "application/pdf"
	case picture.KindTeX:
		return "text/x-tex"
	case picture.KindWebM:
		return "video/webm"
	}
	return "image/" + kind
}

// svg draws a figure as SVG.
func (s *Session) svg(job method.Job, req Request, o picture.ExportOptions) ([]byte, wire.Exported, error) {
	sheet, err := s.Sheet(job, req, o)
	if err != nil {
		return nil, wire.Exported{}, err
	}
	var b bytes.Buffer
	err = picture.WriteSheet(&b, sheet)
	return b.Bytes(), wire.Exported{Name: FigureName(req.Doc, o.Kind), MIME: MIME(o.Kind)}, err
}
