package wire

import (
	"pointscape/engine/json"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// reader takes the members of a JSON object; the first mistake stays.
type reader struct {
	m   map[string]string
	err error
}

func read(text string) *reader {
	m, err := doc.Members(text)
	return &reader{m, err}
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *reader) text(name string) string {
	raw, ok := r.m[name]
	if !ok || raw == "null" {
		return ""
	}
	s, err := doc.Text(name, raw)
	if err != nil {
		r.fail(err)
	}
	return s
}

func (r *reader) number(name string) float64 {
	raw, ok := r.m[name]
	if !ok || raw == "null" {
		return 0
	}
	x, err := doc.Number(name, raw)
	if err != nil {
		r.fail(err)
	}
	return x
}

func (r *reader) whole(name string) int {
	x := r.number(name)
	if n := int(x); float64(n) == x {
		return n
	}
	r.fail(doc.Errorf(name, "a whole number", x))
	return 0
}

func (r *reader) wholes(name string) (list []int) {
	raw, ok := r.m[name]
	if !ok || raw == "null" {
		return nil
	}
	entries, err := doc.List(name, raw)
	if err != nil {
		r.fail(err)
	}
	for i, e := range entries {
		x, err := doc.Number(name, e)
		if n := int(x); err == nil && float64(n) == x {
			list = append(list, n)
			continue
		}
		r.fail(doc.Errorf(name+"["+strconv.Itoa(i)+"]", "a whole number", e))
	}
	return list
}

func (r *reader) flag(name string) bool {
	switch raw := r.m[name]; raw {
	case "", "false", "null":
	case "true":
		return true
	default:
		r.fail(doc.Errorf(name, "true or false", raw))
	}
	return false
}

func (r *reader) raw(name string) json.RawMessage {
	if raw, ok := r.m[name]; ok && raw != "null" {
		return json.RawMessage(raw)
	}
	return nil
}

func (r *reader) sub(name string) *reader {
	raw, ok := r.m[name]
	if !ok || raw == "null" {
		return &reader{}
	}
	return read(raw)
}

func (r *reader) view() picture.Viewport {
	q := r.sub("view")
	v := picture.Viewport{X0: q.number("X0"), X1: q.number("X1"), Y0: q.number("Y0"), Y1: q.number("Y1"), W: q.whole("W"), H: q.whole("H"), Scale: q.number("Scale")}
	r.fail(q.err)
	return v
}

func (r *reader) draw() Draw {
	d := Draw{Doc: r.raw("doc"), PointsVersion: r.whole("pointsVersion"), View: r.view(), Fine: r.flag("fine"), Palette: r.text("palette"), Stage: r.whole("stage"), Terse: r.flag("terse"), Run: r.whole("run"), Tuned: r.whole("tuned"),
		Grow: r.flag("grow"), Keep: r.whole("keep")}
	if raw, ok := r.m["panels"]; ok && raw != "null" {
		list, err := doc.List("panels", raw)
		if err != nil {
			r.fail(err)
		}
		for _, entry := range list {
			q := read(entry)
			d.Panels = append(d.Panels, PanelAsk{ID: q.text("id"), W: q.whole("w"), H: q.whole("h")})
			r.fail(q.err)
		}
	}
	return d
}

// ParseDraw reads the head of a draw request.
func ParseDraw(text string) (Draw, error) {
	r := read(text)
	d := r.draw()
	return d, r.err
}

// ParseExport reads the head of an export request.
func ParseExport(text string) (Export, error) {
	r := read(text)
	o := r.sub("options")
	e := Export{Draw: r.draw(), Kind: r.text("kind"), Options: picture.ExportOptions{
		Kind: o.text("kind"), Width: o.number("width"), Unit: o.text("unit"), Type: o.number("type"), DPI: o.number("dpi"),
		Palette: o.text("palette"), Background: o.text("background"), Legend: o.flag("legend"), Titles: o.flag("titles"), Panels: o.flag("panels")}}
	r.fail(o.err)
	return e, r.err
}

// ParseTabulate reads the head of a Tabulate.
func ParseTabulate(text string) (Tabulate, error) {
	r := read(text)
	f := Tabulate{Draw: r.draw(), W: r.whole("w"), H: r.whole("h"), Cold: r.flag("cold"), Facts: r.flag("facts")}
	return f, r.err
}

// ParseStudy reads the head of a study.
func ParseStudy(text string) (Study, error) {
	r := read(text)
	q := Study{Draw: r.draw(), Study: r.text("study")}
	return q, r.err
}

// ParseExplain reads the head of an explain request.
func ParseExplain(text string) (Explain, error) {
	r := read(text)
	e := Explain{X: r.number("x"), Y: r.number("y"), View: r.view(), Key: r.text("key"), Place: r.flag("place"), Row: r.whole("row"), Take: r.text("take")}
	return e, r.err
}

// ParseLoad reads the head of a load request.
func ParseLoad(text string) (Load, error) {
	r := read(text)
	l := Load{Kind: r.text("kind"), Text: r.text("text"), Doc: r.raw("doc"), Columns: r.wholes("columns"), Wide: r.flag("wide"), Param: r.text("param"), To: r.text("to")}
	return l, r.err
}
