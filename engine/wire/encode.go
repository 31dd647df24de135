package wire

import (
	"math"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// The engine writes and reads its heads with the few lines of this file and of
// decode.go, which need no reflect and are quicker for each picture. The page, which
// knows more kinds of them, uses package json; a test holds the two together.

// Head is what the engine sends beside its buffers.
type Head interface {
	// AppendJSON appends the head as JSON.
	AppendJSON(b []byte) []byte
}

// object writes a JSON object, leaving out members that are empty or zero. Its
// methods are not inlined: code is what is to be saved here.
type object struct {
	b    []byte
	some bool
}

func begin(b []byte) object { return object{b: append(b, '{')} }

func (o *object) end() []byte { return append(o.b, '}') }

//go:noinline
func (o *object) key(name string) {
	if o.some {
		o.b = append(o.b, ',')
	}
	o.some = true
	o.b = append(append(append(o.b, '"'), name...), '"', ':')
}

//go:noinline
func (o *object) text(name, s string) {
	if s != "" {
		o.key(name)
		o.b = doc.AppendText(o.b, s)
	}
}

//go:noinline
func (o *object) number(name string, x float64) {
	if x != 0 {
		o.key(name)
		o.b = appendNumber(o.b, x)
	}
}

//go:noinline
func (o *object) whole(name string, n int) {
	if n != 0 {
		o.key(name)
		o.b = strconv.AppendInt(o.b, int64(n), 10)
	}
}

//go:noinline
func (o *object) flag(name string, on bool) {
	if on {
		o.key(name)
		o.b = append(o.b, "true"...)
	}
}

//go:noinline
func (o *object) any(name string, v any) {
	if v != nil {
		o.key(name)
		o.b = appendAny(o.b, v)
	}
}

//go:noinline
func (o *object) raw(name string, text []byte) {
	if len(text) > 0 {
		o.key(name)
		o.b = append(o.b, text...)
	}
}

// list writes n entries, whatever they are.
//
//go:noinline
func (o *object) list(name string, n int, entry func(b []byte, i int) []byte) {
	if n > 0 {
		o.key(name)
		o.b = appendList(o.b, n, entry)
	}
}

//go:noinline
func (o *object) texts(name string, s []string) {
	o.list(name, len(s), func(b []byte, i int) []byte { return doc.AppendText(b, s[i]) })
}

//go:noinline
func (o *object) numbers(name string, x []float64) {
	o.list(name, len(x), func(b []byte, i int) []byte { return appendNumber(b, x[i]) })
}

//go:noinline
func (o *object) wholes(name string, x []int) {
	o.list(name, len(x), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(x[i]), 10) })
}

func appendList(b []byte, n int, entry func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = entry(b, i)
	}
	return append(b, ']')
}

// appendNumber writes what is no number as null, as JSON has it.
func appendNumber(b []byte, x float64) []byte {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return append(b, "null"...)
	}
	return doc.AppendNumber(b, x)
}

// appendAny writes the kinds of values that facts and parameters have. A kind
// that is none of them is a bug of its method, which methodtest finds.
func appendAny(b []byte, v any) []byte {
	switch x := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, x)
	case string:
		return doc.AppendText(b, x)
	case float64:
		return appendNumber(b, x)
	case int:
		return strconv.AppendInt(b, int64(x), 10)
	case []float64:
		return appendList(b, len(x), func(b []byte, i int) []byte { return appendNumber(b, x[i]) })
	case []int:
		return appendList(b, len(x), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(x[i]), 10) })
	case []string:
		return appendList(b, len(x), func(b []byte, i int) []byte { return doc.AppendText(b, x[i]) })
	case [][]float64:
		return appendList(b, len(x), func(b []byte, i int) []byte { return appendAny(b, x[i]) })
	case [][]int:
		return appendList(b, len(x), func(b []byte, i int) []byte { return appendAny(b, x[i]) })
	case doc.Estimator:
		return doc.AppendEstimator(b, x)
	case []doc.Estimator:
		return doc.AppendEstimators(b, x)
	case []any:
		return appendList(b, len(x), func(b []byte, i int) []byte { return appendAny(b, x[i]) })
	}
	panic("wire: a value that facts and parameters do not have")
}

// AppendJSON implements Head.
func (h Hello) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.whole("protocol", h.Protocol)
	o.texts("methods", h.Methods)
	o.flag("whole", h.Whole)
	return o.end()
}

//go:noinline
func (o *object) choices(list []method.Choice) {
	o.list("choices", len(list), func(b []byte, i int) []byte {
		c := &list[i]
		o := begin(b)
		o.text("value", c.Value)
		o.text("label", c.Label)
		o.text("help", c.Help)
		o.text("task", string(c.Task))
		o.flag("plane", c.Plane)
		o.flag("whole", c.Whole)
		return o.end()
	})
}

// AppendTuning appends a Tuning as JSON.
func AppendTuning(b []byte, t *method.Tuning) []byte {
	o := begin(b)
	o.text("method", t.Method)
	o.list("texts", len(t.Texts), func(b []byte, i int) []byte {
		x := &t.Texts[i]
		o := begin(b)
		o.text("param", x.Param)
		o.text("text", x.Text)
		o.list("hyper", len(x.Hyper), func(b []byte, i int) []byte {
			h := &x.Hyper[i]
			o := begin(b)
			o.whole("from", h.From)
			o.whole("to", h.To)
			o.number("value", h.Value)
			o.text("term", h.Term)
			o.text("label", h.Label)
			o.text("symbol", h.Symbol)
			o.number("lo", h.Lo)
			o.number("hi", h.Hi)
			o.flag("log", h.Log)
			o.flag("whole", h.Whole)
			o.number("learned", h.Learned)
			return o.end()
		})
		return o.end()
	})
	o.list("lists", len(t.Lists), func(b []byte, i int) []byte {
		o := begin(b)
		o.text("param", t.Lists[i].Param)
		o.choices(t.Lists[i].Choices)
		return o.end()
	})
	return o.end()
}

//go:noinline
func (o *object) tuning(t *method.Tuning, number int) {
	if t != nil {
		o.key("tuning")
		o.b = AppendTuning(o.b, t)
	}
	o.whole("tuned", number)
}

//go:noinline
func (o *object) view(v picture.Viewport) {
	o.key("view")
	in := begin(o.b)
	in.number("X0", v.X0)
	in.number("X1", v.X1)
	in.number("Y0", v.Y0)
	in.number("Y1", v.Y1)
	in.whole("W", v.W)
	in.whole("H", v.H)
	in.number("Scale", v.Scale)
	o.b = in.end()
}

//go:noinline
func (o *object) status(s method.Status) {
	o.key("status")
	in := begin(o.b)
	in.text("state", string(s.State))
	in.text("sentence", s.Sentence)
	o.b = in.end()
}

//go:noinline
func (o *object) facts(facts []method.Fact) {
	o.list("facts", len(facts), func(b []byte, i int) []byte {
		f := &facts[i]
		o := begin(b)
		o.text("name", f.Name)
		o.text("label", f.Label)
		o.text("group", string(f.Group))
		o.any("value", f.Value)
		o.text("unit", f.Unit)
		o.text("meaning", f.Meaning)
		o.texts("rows", f.Rows)
		o.texts("cols", f.Cols)
		o.flag("quiet", f.Quiet)
		o.flag("late", f.Late)
		return o.end()
	})
}

// AppendJSON implements Head.
func (r Reach) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.numbers("x", r.X[:])
	o.numbers("y", r.Y[:])
	return o.end()
}

// AppendJSON implements Head.
func (f Facts) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.facts(f.Facts)
	o.text("alt", f.Alt)
	o.whole("run", f.Run)
	o.list("tests", len(f.Tests), func(b []byte, i int) []byte { return f.Tests[i].append(b) })
	return o.end()
}

// AppendJSON implements Head.
func (s Studied) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.text("study", s.Study)
	o.text("says", s.Says)
	o.facts(s.Facts)
	o.wholes("points", s.Points)
	o.text("pointsSay", s.PointsSay)
	o.texts("notes", s.Notes)
	return o.end()
}

func (s *Series) append(b []byte) []byte {
	o := begin(b)
	o.text("name", s.Name)
	o.flag("log", s.Log)
	o.flag("same", s.Same)
	o.flag("fresh", s.Fresh)
	o.text("help", s.Help)
	o.whole("n", s.N)
	return o.end()
}

// AppendJSON implements Head.
func (p Picture) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.view(p.View)
	o.whole("pointsVersion", p.PointsVersion)
	o.flag("last", p.Last)
	o.flag("staged", p.Staged)
	o.flag("terse", p.Terse)
	o.text("alt", p.Alt)
	o.facts(p.Facts)
	o.status(p.Status)
	o.text("formula", p.Formula)
	o.flag("coded", p.Coded)
	o.values("learned", p.Learned)
	if len(p.Places) > 0 {
		o.key("places")
		in := begin(o.b)
		for name, list := range p.Places {
			in.any(name, list)
		}
		o.b = in.end()
	}
	o.tuning(p.Tuning, p.Tuned)
	o.numbers("heights", p.Heights)
	o.list("panels", len(p.Panels), func(b []byte, i int) []byte {
		q := &p.Panels[i]
		o := begin(b)
		o.text("id", q.ID)
		o.text("title", q.Title)
		o.text("xLabel", q.XLabel)
		o.text("yLabel", q.YLabel)
		o.flag("xLog", q.XLog)
		o.flag("yLog", q.YLog)
		o.text("help", q.Help)
		o.whole("tall", q.Tall)
		o.flag("pad", q.Pad)
		return o.end()
	})
	o.texts("panelsDrawn", p.PanelsDrawn)
	o.number("fitMS", p.FitMS)
	o.number("drawMS", p.DrawMS)
	o.whole("engines", p.Engines)
	o.whole("tile", p.Tile)
	if l := p.Legend; l != nil {
		o.key("legend")
		in := begin(o.b)
		in.text("name", l.Name)
		in.number("lo", l.Lo)
		in.number("hi", l.Hi)
		in.flag("diverging", l.Diverging)
		o.b = in.end()
	}
	o.keys("keys", p.Keys)
	o.list("panelKeys", len(p.PanelKeys), func(b []byte, i int) []byte { return appendKeys(b, p.PanelKeys[i]) })
	o.list("over", len(p.Over), func(b []byte, i int) []byte {
		l := &p.Over[i]
		o := begin(b)
		o.text("role", string(l.Role))
		o.whole("class", l.Class)
		o.number("level", l.Level)
		o.number("weight", l.Weight)
		o.flag("closed", l.Closed)
		o.text("says", l.Says)
		o.number("lo", l.Lo)
		o.number("hi", l.Hi)
		o.flag("sequential", l.Sequential)
		o.whole("among", l.Among)
		o.text("text", l.Text)
		o.whole("anchor", int(l.Anchor))
		o.flag("turned", l.Turned)
		o.flag("ground", l.Ground)
		o.text("kind", l.Kind)
		o.whole("n", l.N)
		o.whole("starts", l.Starts)
		o.whole("classes", l.Classes)
		o.whole("sizes", l.Sizes)
		o.whole("values", l.Values)
		o.whole("groups", l.Groups)
		o.text("held", l.Held)
		o.whole("weights", l.Weights)
		o.whole("ordinals", l.Ordinals)
		o.flag("deep", l.Deep)
		return o.end()
	})
	if q := p.Placed; q != nil {
		o.key("placed")
		in := begin(o.b)
		in.whole("q", q.Q)
		in.texts("names", q.Names)
		in.whole("n", q.N)
		o.b = in.end()
	}
	if g := p.Groups; g != nil {
		o.key("groups")
		in := begin(o.b)
		in.whole("k", g.K)
		in.whole("n", g.N)
		in.text("name", g.Name)
		in.flag("weighted", g.Weighted)
		in.flag("mixed", g.Mixed)
		in.flag("classes", g.Classes)
		o.b = in.end()
	}
	o.list("spots", len(p.Spots), func(b []byte, i int) []byte {
		o := begin(b)
		o.text("keys", p.Spots[i].Keys)
		o.whole("n", p.Spots[i].N)
		return o.end()
	})
	if q := p.Player; q != nil {
		o.key("player")
		in := begin(o.b)
		in.whole("step", q.Step)
		in.whole("steps", q.Steps)
		in.text("stepName", q.StepName)
		in.whole("run", q.Run)
		in.list("trace", len(q.Trace), func(b []byte, i int) []byte {
			return q.Trace[i].append(b)
		})
		in.flag("endless", q.Endless)
		in.flag("grows", q.Grows)
		in.whole("first", q.First)
		in.flag("kept", q.Kept)
		in.flag("ended", q.Ended)
		o.b = in.end()
	}
	return o.end()
}

// AppendJSON implements Head.
func (e Explanation) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.number("x", e.X)
	o.number("y", e.Y)
	o.text("answer", e.Answer)
	o.texts("lines", e.Lines)
	o.list("layers", len(e.Layers), func(b []byte, i int) []byte { return appendLayer(b, e.Layers[i]) })
	o.keys("keys", e.Keys)
	o.text("key", e.Key)
	o.text("does", e.Does)
	if a := e.Act; a != nil {
		o.key("act")
		in := begin(o.b)
		in.values("set", a.Set)
		if a.Step != nil {
			in.any("step", *a.Step)
		}
		in.wholes("points", a.Points)
		o.b = in.end()
	}
	o.numbers("taken", e.Taken)
	if t := e.Turn; t != nil {
		o.key("turn")
		in := begin(o.b)
		in.text("param", t.Param)
		in.whole("index", t.Index)
		in.number("value", t.Value)
		in.number("scale", t.Scale)
		in.numbers("all", t.All)
		o.b = in.end()
	}
	return o.end()
}

//go:noinline
func (o *object) values(name string, m map[string]any) {
	if len(m) > 0 {
		o.key(name)
		in := begin(o.b)
		for name, v := range m {
			in.any(name, v)
		}
		o.b = in.end()
	}
}

//go:noinline
func (o *object) keys(name string, keys []picture.Key) {
	if len(keys) > 0 {
		o.key(name)
		o.b = appendKeys(o.b, keys)
	}
}

func appendKeys(b []byte, keys []picture.Key) []byte {
	return appendList(b, len(keys), func(b []byte, i int) []byte {
		o := begin(b)
		o.text("says", keys[i].Says)
		o.looks("looks", keys[i].Looks)
		return o.end()
	})
}

//go:noinline
func (o *object) looks(name string, looks []picture.Look) {
	o.list(name, len(looks), func(b []byte, i int) []byte {
		l := &looks[i]
		o := begin(b)
		o.text("kind", string(l.Kind))
		o.text("role", string(l.Role))
		o.whole("class", l.Class)
		o.number("level", l.Level)
		o.number("weight", l.Weight)
		o.number("size", l.Size)
		o.whole("group", l.Group)
		o.whole("mix", l.Mix)
		o.text("held", l.Held)
		o.text("text", l.Text)
		o.whole("raster", int(l.Raster))
		o.number("lo", l.Lo)
		o.number("hi", l.Hi)
		o.looks("on", l.On)
		return o.end()
	})
}

func appendLayer(b []byte, l picture.Layer) []byte {
	o := begin(b)
	switch l := l.(type) {
	case *picture.Path:
		o.key("path")
		in := begin(o.b)
		in.text("Role", string(l.Role))
		in.whole("Class", l.Class)
		in.number("Level", l.Level)
		in.numbers("XY", l.XY)
		in.wholes("Starts", l.Starts)
		in.flag("Closed", l.Closed)
		in.number("Weight", l.Weight)
		in.text("Says", l.Says)
		o.b = in.end()
	case *picture.Marks:
		o.key("marks")
		in := begin(o.b)
		in.text("Role", string(l.Role))
		in.numbers("XY", l.XY)
		in.wholes("Class", l.Class)
		in.numbers("Size", l.Size)
		in.numbers("Value", l.Value)
		in.number("Lo", l.Lo)
		in.number("Hi", l.Hi)
		in.flag("Sequential", l.Sequential)
		in.wholes("Ordinal", l.Ordinal)
		in.whole("Among", l.Among)
		in.wholes("Group", l.Group)
		in.numbers("Weight", l.Weight)
		in.text("Held", l.Held)
		in.text("Says", l.Says)
		o.b = in.end()
	case *picture.Label:
		o.key("label")
		in := begin(o.b)
		in.text("Role", string(l.Role))
		in.number("X", l.X)
		in.number("Y", l.Y)
		in.text("Text", l.Text)
		in.whole("Anchor", int(l.Anchor))
		in.flag("Turned", l.Turned)
		in.flag("Ground", l.Ground)
		in.text("Says", l.Says)
		o.b = in.end()
	case *picture.Raster:
		o.key("raster")
		in := begin(o.b)
		in.whole("Kind", int(l.Kind))
		in.grid("Grid", l.Grid)
		in.list("Planes", len(l.Planes), func(b []byte, i int) []byte {
			return appendList(b, len(l.Planes[i]), func(b []byte, k int) []byte { return appendNumber(b, float64(l.Planes[i][k])) })
		})
		in.number("Lo", l.Lo)
		in.number("Hi", l.Hi)
		in.flag("Sharp", l.Sharp)
		in.text("Name", l.Name)
		in.text("Says", l.Says)
		o.b = in.end()
	default:
		panic("wire: such a layer does not travel as JSON")
	}
	return o.end()
}

// AppendJSON implements Head.
func (l Loaded) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.raw("doc", l.Doc)
	o.texts("notes", l.Notes)
	if t := l.Table; t != nil {
		o.key("table")
		q := begin(o.b)
		q.list("columns", len(t.Columns), func(b []byte, i int) []byte {
			c := &t.Columns[i]
			o := begin(b)
			o.text("name", c.Name)
			o.text("kind", string(c.Kind))
			o.whole("values", c.Values)
			o.flag("many", c.Many)
			o.whole("missing", c.Missing)
			o.flag("whole", c.Whole)
			o.flag("counts", c.Counts)
			o.texts("sample", c.Sample)
			return o.end()
		})
		q.whole("rows", t.Rows)
		q.wholes("picks", t.Picks)
		o.b = q.end()
	}
	return o.end()
}

// AppendJSON implements Head.
func (e Exported) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.text("name", e.Name)
	o.text("mime", e.MIME)
	return o.end()
}

// AppendJSON implements Head.
func (p Progress) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.number("done", p.Done)
	return o.end()
}

// AppendJSON implements Head.
func (e Error) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.text("field", e.Field)
	o.text("message", e.Message)
	o.text("got", e.Got)
	o.flag("need", e.Need)
	o.tuning(e.Tuning, e.Tuned)
	return o.end()
}

func (o *object) grid(name string, g picture.Grid) {
	o.key(name)
	in := begin(o.b)
	in.number("X0", g.X0)
	in.number("Y0", g.Y0)
	in.number("DX", g.DX)
	in.number("DY", g.DY)
	in.whole("W", g.W)
	in.whole("H", g.H)
	o.b = in.end()
}

// AppendJSON implements Head.
func (v Table) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.number("fitMS", v.FitMS)
	o.number("fieldMS", v.FieldMS)
	o.status(v.Status)
	o.facts(v.Facts)
	o.grid("grid", v.Grid)
	o.list("planes", len(v.Planes), func(b []byte, i int) []byte {
		p := &v.Planes[i]
		o := begin(b)
		o.text("name", p.Name)
		o.whole("class", p.Class)
		o.whole("n", p.N)
		return o.end()
	})
	return o.end()
}

// Nothing is the head of messages that need none.
type Nothing struct{}

// AppendJSON implements Head.
func (s Staged) AppendJSON(b []byte) []byte {
	o := begin(b)
	o.view(s.View)
	return o.end()
}

// AppendJSON implements Head.
func (Nothing) AppendJSON(b []byte) []byte { return append(b, "{}"...) }
