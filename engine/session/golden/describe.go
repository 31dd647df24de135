// Package golden describes pictures as text that can be read, and compared by tests: what is drawn, where, in which
// role, and with which texts. It is only for tests.
//
// What is written, one line each:
//
//	alt, view, status, formula, learned, fact, legend, key, player, trace
//	layer ...    what is painted, in painting order
//	panel ...    a panel, with layers of its own
//	on ...       the numbers of shapes with keys, and after that descriptions of some keys
//	explain ...  the explanation at a point, with its lines and layers
//
// Positions are CSS pixels from the top left, "120.5,33.1". Long lists are thinned by these rules; the totals before
// them are for everything:
//
//   - a raster: its values at 5 x 7 positions, evenly spaced; at 3 x 3 if there are more than 8 rasters, and at none if
//     there are more than 24;
//   - a path: at most 8 of its lines, evenly chosen; of a line with more than 6 points, 7 positions that divide its
//     length evenly (of a closed one, beginning at its leftmost point); of axes and ticks, none;
//   - marks: at most 12, evenly chosen;
//   - a list of numbers: the first 8, and the sum of all;
//   - a curve over steps: 5 of its values, evenly chosen.
package golden

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// PanelW and PanelH are the size in CSS pixels at which panels are described.
const PanelW, PanelH = 160, 120

// Writer collects lines.
type Writer struct {
	lines []Line
	// Brief omits keys of areas, lines and marks, the points, and the axes.
	Brief bool
	kind  string // kind of the present block
	where string // "" for the stage, the name of a panel, "answer" for an explanation
	nodes [2]int // number of columns and rows of nodes at which rasters are described
}

// A Line is one line of a description. A block is a line and its details.
type Line struct {
	Text string // with marked words
	// Kind is the kind of the block, such as "path margin". Unless the Section is Whole, only the first block of each kind
	// is kept in full, and none of kind "".
	Kind   string
	Detail bool // belongs to the line before
}

// Lines returns what was written as plain text.
func (w *Writer) Lines() []string {
	var out []string
	for _, l := range w.lines {
		out = append(out, plain(l.Text))
	}
	return out
}

// Described returns what was written as lines of a Section.
func (w *Writer) Described() []Line { return w.lines }

// head writes the first line of a block.
func (w *Writer) head(kind, format string, args ...any) {
	w.kind = kind
	w.add(Line{Text: fmt.Sprintf(format, args...), Kind: kind})
}

// here qualifies a kind by the part of the page that is described.
func (w *Writer) here(kind string) string { return strings.TrimSpace(w.where + " " + kind) }

// detail writes a further line of a block.
func (w *Writer) detail(format string, args ...any) {
	w.add(Line{Text: fmt.Sprintf(format, args...), Kind: w.kind, Detail: true})
}

func (w *Writer) add(l Line) {
	// One line of the file, even for a text with several.
	l.Text = strings.ReplaceAll(strings.TrimRight(l.Text, " "), "\n", " / ")
	w.lines = append(w.lines, l)
}

// details writes short items, several per line. The number per line is fixed, because lines are compared one by one.
func (w *Writer) details(items []string, each int) {
	for list := range slices.Chunk(items, each) {
		w.detail("    %s", strings.Join(list, " | "))
	}
}

// Result writes a drawn document: what the page shows of it, and facts that only the command line prints. Unless Brief
// is set, it also writes its points and axes, as in exports, and the keys of shapes.
func (w *Writer) Result(r *session.Result, d doc.Document) {
	v := r.Picture.View
	all := slices.Concat(r.Picture.Layers, r.Over)
	if !w.Brief {
		all = session.Complete(r, d, exportFrame(v, r.Fit.Task, &d)).All()
	}
	w.alt(r)
	w.head("", "view %s..%s, %s..%s", num(v.X0), num(v.X1), num(v.Y0), num(v.Y1))
	state := string(r.Info.Status.State)
	w.head("", "status %s: %s", state, word("status "+state, r.Info.Status.Sentence))
	if r.Info.Formula != "" {
		var parts []string
		for part := range strings.SplitSeq(r.Info.Formula, "\n") {
			parts = append(parts, word("formula", part))
		}
		w.head("", "formula %s", strings.Join(parts, " / "))
	}
	for _, k := range sortedKeys(r.Info.Learned) {
		w.head("learned "+k, "learned %s = %s", k, value(r.Info.Learned[k]))
	}
	for _, f := range r.Info.Facts {
		w.fact("fact", f)
	}
	for _, f := range r.Fit.Facts(v) {
		if f.Quiet {
			w.fact("fact printed by fit alone,", f)
		}
	}
	if l := r.Info.Legend; l != nil {
		how := "one-directional"
		if l.Diverging {
			how = "diverging"
		}
		w.head("legend", "legend %s from %s to %s, %s", quoted("legend", l.Name), num(l.Lo), num(l.Hi), how)
	}
	w.keys("", r.Info.Keys)
	if p := r.Info.Player; p != nil {
		w.head("player", "player at step %d of %d, called %s", p.Step, p.Steps, quoted("player", p.StepName))
		for _, s := range p.Trace {
			scale := ""
			if s.Log {
				scale = ", logarithmic"
			}
			if s.Same {
				scale += ", on the scale of the one before"
			}
			w.head("trace "+s.Name, "trace %s of %d values%s: %s", quoted("trace", s.Name), len(s.Values), scale,
				thinned(s.Values))
		}
	}
	w.Layers(v, all)
	w.spots(r)
	for i, p := range r.Panels {
		at := slices.IndexFunc(r.Info.Panels, func(x method.PanelInfo) bool { return x.ID == r.Info.PanelsDrawn[i] })
		info := r.Info.Panels[at]
		w.where = info.ID
		w.head(w.here("panel"), "panel %s %s, x %s%s, y %s%s, %s..%s, %s..%s", info.ID, quoted(info.ID, info.Title),
			quoted(info.ID+" x", info.XLabel), logarithmic(info.XLog), quoted(info.ID+" y", info.YLabel), logarithmic(info.YLog),
			num(p.View.X0), num(p.View.X1), num(p.View.Y0), num(p.View.Y1))
		w.keys("    ", r.Info.PanelKeys[i])
		w.Layers(p.View, p.All())
	}
	w.where = ""
}

// alt writes the alternative text of the page, and that of the picture if it differs. Labels of facts are replaced by
// the facts' names.
func (w *Writer) alt(r *session.Result) {
	short := func(text string) string {
		before, after := "", text
		if s := r.Info.Status; s.Sentence != "" {
			if b, a, ok := strings.Cut(text, s.Sentence); ok {
				before, after = b+word("status "+string(s.State), s.Sentence), a
			}
		}
		for _, f := range r.Info.Facts {
			after = named(after, f)
		}
		text = before + after
		if rest, ok := strings.CutPrefix(text, r.Fit.Method.Name); ok {
			text = word("method", r.Fit.Method.Name) + rest
		}
		return text
	}
	w.head(Always, "alt %s", short(r.Info.Alt))
	if r.Picture.Alt != r.Info.Alt {
		w.head(Always, "alt of the picture %s", short(r.Picture.Alt))
	}
}

// named replaces the first label of a fact that stands before a number by the name of the fact.
func named(text string, f method.Fact) string {
	label := " " + f.Label + " "
	for from := 0; f.Label != ""; {
		at := strings.Index(text[from:], label)
		if at < 0 {
			break
		}
		at += from
		rest := text[at+len(label):]
		if strings.HasPrefix(rest, "−") || rest != "" && '0' <= rest[0] && rest[0] <= '9' {
			return text[:at] + " " + f.Name + " " + rest
		}
		from = at + 1
	}
	return text
}

// few returns the first keys of a list, and the number of the others: the rows of a table have many.
func few(keys string) string {
	const most = 250
	list := strings.Fields(keys)
	if len(list) <= most {
		return keys
	}
	return strings.Join(list[:most], " ") + " and " + strconv.Itoa(len(list)-most) + " more"
}

var numbered = regexp.MustCompile(`^([a-z]+)(\d+)$`)

// shorten writes three or more consecutive keys as the first and the last: row1..row9.
func shorten(keys string) string {
	list := strings.Split(keys, " ")
	var out []string
	for i := 0; i < len(list); {
		n := 1
		if at := numbered.FindStringSubmatch(list[i]); at != nil {
			first, _ := strconv.Atoi(at[2])
			for i+n < len(list) && list[i+n] == at[1]+strconv.Itoa(first+n) {
				n++
			}
		}
		if n > 2 {
			out = append(out, list[i]+".."+list[i+n-1])
		} else {
			out = append(out, list[i:i+n]...)
		}
		i += n
	}
	return strings.Join(out, " ")
}

// spots writes how many shapes have keys, and which, with the descriptions and actions of the first few.
func (w *Writer) spots(r *session.Result) {
	if w.Brief {
		return
	}
	var keys []string
	for i, s := range r.Info.Spots {
		where := "the stage"
		if i > 0 {
			where = "the panel " + r.Info.PanelsDrawn[i-1]
		}
		var n [picture.Spots]int
		for _, x := range s.List {
			n[x.Kind]++
		}
		w.head("", "on %s %d areas, %d lines and %d marks carry keys: %s", where, n[picture.Area], n[picture.Line],
			n[picture.Dot], shorten(few(s.Keys)))
		for k, key := range strings.Fields(s.Keys) {
			if k < 4 && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	for _, key := range keys {
		e, _, does, _ := r.Fit.Tell(key, r.Picture.View)
		said := []string{key + " is " + word("answer", e.Answer)}
		for _, l := range e.Lines {
			said = append(said, word("says", l))
		}
		w.head("", "%s; a click: %s", strings.Join(said, "; "), word("click", does))
	}
}

// keys writes the entries of a legend, with the swatch of each.
func (w *Writer) keys(indent string, keys []picture.Key) {
	for _, k := range keys {
		var looks []string
		for _, l := range k.Looks {
			looks = append(looks, look(l))
		}
		what := "key"
		if len(k.Looks) > 0 {
			what += " " + cmp.Or(string(k.Looks[0].Role), string(k.Looks[0].Kind))
		}
		kind := what
		if w.where != "" {
			kind = "" // its layers are kept in full
		}
		w.head(kind, "%skey %s: %s", indent, quoted(what, k.Says), strings.Join(looks, ", "))
	}
}

func look(l picture.Look) string {
	s := string(l.Kind)
	if l.Role != "" {
		s += " of " + string(l.Role)
	}
	if l.Class >= 0 {
		s += fmt.Sprintf(" class %d", l.Class)
	}
	if l.Level != 0 {
		s += " level " + num(l.Level)
	}
	if l.Weight != 0 {
		s += " weight " + num(l.Weight)
	}
	if l.Size != 0 {
		s += " size " + num(l.Size)
	}
	if l.Group != 0 {
		s += fmt.Sprintf(" group %d", max(l.Group-1, picture.NoClass))
	}
	if l.Text != "" {
		s += fmt.Sprintf(" %q", l.Text)
	}
	if l.Kind == picture.LookRamp {
		s += " " + kinds[l.Raster]
	}
	for _, o := range l.On {
		s += " on (" + look(o) + ")"
	}
	return s
}

// exportFrame returns the margins of a picture that is exported to a file.
func exportFrame(v picture.Viewport, t method.Task, d *doc.Document) picture.Frame {
	light, _ := picture.PaletteByName("light")
	return picture.FigureFrame(v.W, light.Text(), t.AxesOf(d))
}

// Explain writes the explanation at a position, given in CSS pixels, if there is one.
func (w *Writer) Explain(f *session.Fit, v picture.Viewport, px, py float64) {
	e, ok := f.Explain([]float64{v.DX(px), v.DY(py)}, v)
	if !ok {
		return
	}
	w.where = "answer"
	w.head("", "explain %s: %s", place(px, py), word("answer", e.Answer))
	for _, l := range e.Lines {
		w.detail("    %s", word("says", l))
	}
	w.keys("    ", picture.KeysOf(e.Layers...))
	w.Layers(v, e.Layers)
	w.where = ""
}

func (w *Writer) fact(kind string, f method.Fact) {
	unit := ""
	if f.Unit != "" {
		unit = " " + f.Unit
	}
	late := ""
	if f.Late {
		late = " (late)"
	}
	s := fmt.Sprintf("%s %s = %s%s%s", kind, f.Name, value(f.Value), unit, late)
	if text := strings.TrimSpace(f.Label + ". " + f.Meaning); f.Label != "" {
		s += ": " + word(f.Name, text)
	} else if f.Meaning != "" {
		s += ": " + word(f.Name, f.Meaning)
	}
	if f.Group != method.Found {
		s += ", of the " + string(f.Group)
	}
	if len(f.Rows) > 0 {
		s += ", by " + strings.Join(f.Rows, "; ")
	}
	if len(f.Cols) > 0 {
		s += ", across " + strings.Join(f.Cols, "; ")
	}
	w.head("fact "+f.Name, "%s", s)
}

// Layers writes layers in painting order.
func (w *Writer) Layers(v picture.Viewport, layers []picture.Layer) {
	rasters := 0
	for _, l := range layers {
		if _, ok := l.(*picture.Raster); ok {
			rasters++
		}
	}
	switch {
	case rasters > 24: // means and ranges are enough
		w.nodes = [2]int{}
	case rasters > 8:
		w.nodes = [2]int{3, 3}
	default:
		w.nodes = [2]int{7, 5}
	}
	var labels []*picture.Label
	for i, l := range layers {
		switch l := l.(type) {
		case *picture.Raster:
			w.raster(l)
		case *picture.Path:
			w.path(v, l)
		case *picture.Marks:
			w.marks(v, l)
		case *picture.Label:
			labels = append(labels, l)
			if i+1 < len(layers) && len(labels) < 8 {
				next, ok := layers[i+1].(*picture.Label)
				if ok && next.Role == l.Role && next.Anchor == l.Anchor {
					continue
				}
			}
			w.labels(v, labels)
			labels = nil
		default:
			w.head(w.here("layer"), "layer %T", l)
		}
	}
}

// labels writes labels with the same role and anchor.
func (w *Writer) labels(v picture.Viewport, list []*picture.Label) {
	role := list[0].Role
	kind := w.here("label " + string(role))
	if role == picture.RoleAxis || role == picture.RoleTick {
		kind = "" // every panel has them
	}
	var items []string
	for _, l := range list {
		text := strconv.Quote(l.Text)
		if role == picture.RoleAxis {
			text = word("axis", text)
		}
		items = append(items, text+" "+place(v.PX(l.X), v.PY(l.Y)))
	}
	w.head(kind, "layer label of %s%s: %s", role, anchors[list[0].Anchor], strings.Join(items, " | "))
}

var anchors = map[picture.Anchor]string{picture.AnchorStart: ", starts there", picture.AnchorEnd: ", ends there",
	picture.AnchorAbove: ", above", picture.AnchorBelow: ", below"}

var kinds = map[picture.RasterKind]string{picture.Decision: "decision", picture.Scores: "scores",
	picture.Shares: "shares",
	picture.Labels: "labels", picture.Sequential: "sequential", picture.Diverging: "diverging",
	picture.Interior: "interior", picture.Colors: "colours"}

func (w *Writer) raster(r *picture.Raster) {
	g := r.Grid
	s := fmt.Sprintf("layer raster %s %s on %d x %d nodes", kinds[r.Kind], quoted("raster", r.Name), g.W, g.H)
	if r.Kind != picture.Labels {
		s += fmt.Sprintf(", %s..%s", num(r.Lo), num(r.Hi))
	}
	if r.Classes != nil {
		s += fmt.Sprintf(", classes %v", r.Classes)
	}
	if r.Sharp {
		s += ", sharp"
	}
	if r.Veil != nil {
		s += ", veiled"
	}
	w.head(w.here("raster "+kinds[r.Kind]+" "+r.Name), "%s", s)
	planes := r.Planes
	if r.Veil != nil {
		planes = append(slices.Clone(planes), r.Veil)
	}
	for k, plane := range planes {
		name := strconv.Itoa(k)
		if k == len(r.Planes) {
			name = "veil"
		}
		lo, hi, sum, n := math.Inf(1), math.Inf(-1), 0.0, 0
		for _, x := range plane {
			if y := float64(x); !math.IsNaN(y) && !math.IsInf(y, 0) {
				lo, hi, sum, n = min(lo, y), max(hi, y), sum+y, n+1
			}
		}
		tol := 0.0
		if r.Kind != picture.Labels {
			tol = max(0.0103*(hi-lo), 1e-6) // not 0.01: for a range such as 2.5 it would be rounded up or down by chance
		}
		w.detail("    plane %s%s: mean %s, %s..%s, %d without a value", name, within(tol), num(sum/float64(n)), num(lo),
			num(hi), len(plane)-n)
		columns, rows := w.nodes[0], w.nodes[1]
		for j := range rows {
			var row []string
			for i := range columns {
				x := float64(plane[g.H*(2*j+1)/(2*rows)*g.W+g.W*(2*i+1)/(2*columns)])
				if math.IsNaN(x) {
					row = append(row, "-") // undefined there
					continue
				}
				row = append(row, num(x))
			}
			w.detail("       %s  %s", within(tol), strings.Join(row, " "))
		}
	}
}

func within(tol float64) string {
	if tol == 0 {
		return ""
	}
	return " ±" + strconv.FormatFloat(tol, 'g', 1, 64)
}

func (w *Writer) path(v picture.Viewport, p *picture.Path) {
	var lines [][]float64 // in pixels
	length, cx, cy := 0.0, 0.0, 0.0
	p.Lines(func(xy []float64) {
		line := make([]float64, 0, len(xy)+2)
		for i := 0; i < len(xy); i += 2 {
			line = append(line, v.PX(xy[i]), v.PY(xy[i+1]))
		}
		if p.Closed {
			line = append(line, line[0], line[1])
		}
		if n := len(line); n > 2*6 && line[0] == line[n-2] && line[1] == line[n-1] {
			line = fromLeft(line)
		}
		for i := 2; i < len(line); i += 2 {
			d := math.Hypot(line[i]-line[i-2], line[i+1]-line[i-1])
			length += d
			cx += d * (line[i] + line[i-2]) / 2
			cy += d * (line[i+1] + line[i-1]) / 2
		}
		lines = append(lines, line)
	})
	s := "layer path " + string(p.Role)
	if p.Class != picture.NoClass {
		s += fmt.Sprintf(" class %d", p.Class)
	}
	if p.Level != 0 {
		s += " level " + num(p.Level)
	}
	if p.Weight != 0 {
		s += " weight " + num(p.Weight)
	}
	if p.Closed {
		s += ", closed"
	}
	if len(lines) != 1 {
		s += fmt.Sprintf(", %d lines", len(lines))
	}
	if length > 0 {
		s += fmt.Sprintf(", %.1f long, about %s", length, place(cx/length, cy/length))
	}
	if p.Role == picture.RoleAxis || p.Role == picture.RoleTick {
		w.head("", "%s", s) // labels have positions of their own
		return
	}
	w.head(w.here("path "+string(p.Role)), "%s", s)
	var short []string
	for _, k := range evenly(len(lines), 8) {
		line := lines[k]
		var out []string
		if len(line) <= 2*6 {
			for i := 0; i < len(line); i += 2 {
				out = append(out, place(line[i], line[i+1]))
			}
		} else {
			out = divide(line, 6)
		}
		if len(out) <= 2 {
			short = append(short, strings.Join(out, " "))
			continue
		}
		w.detail("    %s", strings.Join(out, " "))
	}
	w.details(short, 4)
}

// fromLeft rotates a closed line so that it begins and ends at its leftmost point: where a contour begins depends on
// the last digits of the values.
func fromLeft(line []float64) []float64 {
	at, n := 0, len(line)-2
	for i := 2; i < n; i += 2 {
		if line[i] < line[at] || line[i] == line[at] && line[i+1] < line[at+1] {
			at = i
		}
	}
	out := append(slices.Clone(line[at:n]), line[:at]...)
	return append(out, line[at], line[at+1])
}

// divide returns the n + 1 positions that divide a line's length into n equal parts.
func divide(line []float64, n int) []string {
	total := 0.0
	for i := 2; i < len(line); i += 2 {
		total += math.Hypot(line[i]-line[i-2], line[i+1]-line[i-1])
	}
	out := []string{place(line[0], line[1])}
	gone, i := 0.0, 2
	for k := 1; k < n; k++ {
		want := total * float64(k) / float64(n)
		for {
			d := math.Hypot(line[i]-line[i-2], line[i+1]-line[i-1])
			if gone+d >= want || i+2 >= len(line) {
				t := 0.0
				if d > 0 {
					t = (want - gone) / d
				}
				out = append(out, place(line[i-2]+t*(line[i]-line[i-2]), line[i-1]+t*(line[i+1]-line[i-1])))
				break
			}
			gone += d
			i += 2
		}
	}
	return append(out, place(line[len(line)-2], line[len(line)-1]))
}

func (w *Writer) marks(v picture.Viewport, m *picture.Marks) {
	n := len(m.XY) / 2
	s := fmt.Sprintf("layer marks %s: %d", m.Role, n)
	if m.Class != nil {
		count := map[int]int{}
		for _, c := range m.Class {
			count[c]++
		}
		for c := picture.NoClass; c <= method.MaxClassID; c++ {
			if count[c] > 0 {
				s += fmt.Sprintf(", %d of class %d", count[c], c)
			}
		}
	}
	sum := func(list []float64) (t float64) {
		for _, x := range list {
			t += x
		}
		return t
	}
	if m.Size != nil {
		s += ", sizes sum " + num(sum(m.Size))
	}
	if m.Held != "" {
		s += fmt.Sprintf(", %d of validation, %d of test", strings.Count(m.Held, string(rune(picture.ValidationMark))),
			strings.Count(m.Held, string(rune(picture.TestMark))))
	}
	if m.Group != nil {
		groups := slices.Sorted(slices.Values(m.Group))
		for len(groups) > 0 {
			n := 1
			for n < len(groups) && groups[n] == groups[0] {
				n++
			}
			s += fmt.Sprintf(", %d of group %d", n, groups[0])
			groups = groups[n:]
		}
	}
	if m.Weight != nil {
		s += ", weights sum " + num(sum(m.Weight))
	}
	if mixed := slices.DeleteFunc(slices.Clone(m.Mix), func(mix int) bool { return mix == 0 }); len(mixed) > 0 {
		s += fmt.Sprintf(", %d of mixed colours", len(mixed))
	}
	if m.Value != nil {
		s += fmt.Sprintf(", values sum %s, coloured over %s..%s", num(sum(m.Value)), num(m.Lo), num(m.Hi))
	}
	x, y := 0.0, 0.0
	for i := range n {
		x, y = x+v.PX(m.XY[2*i])/float64(n), y+v.PY(m.XY[2*i+1])/float64(n)
	}
	w.head(w.here("marks "+string(m.Role)), "%s, about %s", s, place(x, y))
	var items []string
	for _, i := range evenly(n, 12) {
		s := place(v.PX(m.XY[2*i]), v.PY(m.XY[2*i+1]))
		if m.Class != nil {
			s += fmt.Sprintf(" class %d", m.Class[i])
		}
		if m.Size != nil {
			s += " size " + num(m.Size[i])
		}
		if m.Group != nil {
			s += fmt.Sprintf(" group %d", m.Group[i])
		}
		if m.Weight != nil {
			s += " weight " + num(m.Weight[i])
		}
		if m.Value != nil {
			s += " value " + num(m.Value[i])
		}
		if m.Ordinal != nil {
			s += fmt.Sprintf(" of point %d", m.Ordinal[i])
		}
		items = append(items, s)
	}
	w.details(items, 4)
}

// evenly chooses at most k of the indices 0 to n − 1, the first and the last among them; k is at least 2.
func evenly(n, k int) []int {
	out := make([]int, 0, min(n, k))
	for i := range min(n, k) {
		at := i
		if n > k {
			at = i * (n - 1) / (k - 1)
		}
		out = append(out, at)
	}
	return out
}

func thinned(values []float64) string {
	var out []string
	for _, i := range evenly(len(values), 5) {
		out = append(out, num(values[i]))
	}
	return strings.Join(out, " ")
}

func logarithmic(is bool) string {
	if is {
		return " logarithmic"
	}
	return ""
}

// place writes a position in CSS pixels with one decimal, and coordinates from 10,000 on as num does.
func place(px, py float64) string {
	one := func(x float64) string {
		if math.Abs(x) < 1e4 {
			if x = math.Round(10*x) / 10; x == 0 {
				x = 0 // not −0
			}
			return strconv.FormatFloat(x, 'f', 1, 64)
		}
		return num(x)
	}
	return one(px) + "," + one(py)
}

// num writes five digits, and whole numbers below a million in full. Below 1e-12 it writes 0, because that may be what
// rounding leaves of a difference.
func num(x float64) string {
	if math.Abs(x) < 1e-12 {
		return "0"
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', 5, 64)
}

func value(v any) string {
	switch x := v.(type) {
	case float64:
		return num(x)
	case []float64:
		list := make([]any, len(x))
		for i, y := range x {
			list[i] = y
		}
		return value(list)
	case []int:
		list := make([]any, len(x))
		for i, y := range x {
			list[i] = float64(y)
		}
		return value(list)
	case [][]float64:
		list := make([]any, len(x))
		for i, y := range x {
			list[i] = y
		}
		return value(list)
	case []any:
		var out []string
		sum := 0.0
		for i, y := range x {
			if i < 8 {
				out = append(out, value(y))
			}
			if f, ok := y.(float64); ok {
				sum += f
			}
		}
		s := "[" + strings.Join(out, " ") + "]"
		if len(x) > 8 {
			s += fmt.Sprintf(" of %d, sum %s", len(x), num(sum))
		}
		return s
	case string:
		return strconv.Quote(x)
	}
	return fmt.Sprint(v)
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
