package wire

import (
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// AskFits is the text of an AskText of the kind "fits": what the program of a live class, which has no methods, has an
// engine find out about a document.
type AskFits struct {
	Document string         `json:"document"`
	Palette  string         `json:"palette,omitempty"` // of the picture; "" = no picture is wanted
	Names    []string       `json:"names,omitempty"`   // of conditions, whose values are wanted (check.Known)
	Lines    [][][2]float64 `json:"lines,omitempty"`   // drawn over the document, whose errors are wanted
}

// Fits answers AskFits. Its numbers are texts (see Exact).
type Fits struct {
	Why    string           `json:"why,omitempty"` // why the document has nothing of this; the other fields are empty then
	Figure *Figure          `json:"figure,omitempty"`
	Values map[string]Value `json:"values,omitempty"` // without names that are unknown or computed later

	Task   method.Task `json:"task,omitempty"` // of the document's method: Classify or Regress
	On     string      `json:"on,omitempty"`   // as in Judged
	Method []string    `json:"method,omitempty"`
	Mine   [][]string  `json:"mine,omitempty"` // for each line
}

// Figure is the picture of a document's plane, over which answers are drawn. Lengths are in pixels of the picture.
type Figure struct {
	W      int              `json:"w"`
	H      int              `json:"h"`
	Left   float64          `json:"left"` // top left corner of the plane in the picture
	Top    float64          `json:"top"`
	View   picture.Viewport `json:"view"`   // of the plane
	Source string           `json:"source"` // data: URL of an SVG
	Alt    string           `json:"alt"`    // alternative text
	Free   int              `json:"free"`   // id of a class that no point has, whose colour the answers get
}

// Exact writes numbers as texts, so that NaN and infinities, which JSON does not have, come through as well.
func Exact(list []float64) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return texts
}

// Numbers is the inverse of Exact.
func Numbers(texts []string) ([]float64, error) {
	list := make([]float64, len(texts))
	for i, text := range texts {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, err
		}
		list[i] = x
	}
	return list, nil
}

// Value is a value that conditions compare (check.Names).
type Value struct {
	Is    string   `json:"is"` // number, numbers, text, texts or truth
	Texts []string `json:"texts"`
}

// ValueOf returns the Value of a float64, bool, string, []float64 or []string.
func ValueOf(v any) Value {
	switch v := v.(type) {
	case float64:
		return Value{"number", Exact([]float64{v})}
	case []float64:
		return Value{"numbers", Exact(v)}
	case string:
		return Value{"text", []string{v}}
	case []string:
		return Value{"texts", v}
	case bool:
		return Value{"truth", []string{strconv.FormatBool(v)}}
	}
	panic("wire: a condition cannot compare this")
}

// Any is the inverse of ValueOf; nil for any other Value.
func (v Value) Any() any {
	list, err := Numbers(v.Texts)
	switch one := len(v.Texts) == 1; {
	case v.Is == "texts":
		return v.Texts
	case v.Is == "text" && one:
		return v.Texts[0]
	case v.Is == "truth" && one:
		return v.Texts[0] == "true"
	case v.Is == "number" && one && err == nil:
		return list[0]
	case v.Is == "numbers" && err == nil:
		return list
	}
	return nil
}
