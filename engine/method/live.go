package method

import "pointscape/engine/words"

// Live computes what depends on the values of a document's parameters. Unlike the declaration, it does not go to the
// page; its results do, as a Tuning.
type Live struct {
	// Hyper finds the numbers in a Kernel's text that get a slider.
	Hyper func(v Values) []Hyper
	// Rewrite converts the value to an equivalent form: a Kernel to an expression (to = "*"), or to one of its choices
	// together with other parameters. It returns the parameters that change; ok is false if there is no such form.
	Rewrite func(v Values, to string) (params map[string]any, ok bool)
	// Choices returns the named values that a number can have, given the other parameters.
	Choices func(v Values) []Choice
}

// Hyper is a number in the text of a parameter.
type Hyper struct {
	From  int     `json:"from,omitempty"` // From and To are its first byte and the byte after its last
	To    int     `json:"to"`
	Value float64 `json:"value"`
	// Term is the part of the text that it belongs to: "rbf", "rbf 2"; "" = the whole text.
	Term   string  `json:"term,omitempty"`
	Label  string  `json:"label"`        // "length scale"
	Symbol string  `json:"symbol"`       // "ℓ"
	Lo     float64 `json:"lo,omitempty"` // ends of its slider
	Hi     float64 `json:"hi,omitempty"`
	Log    bool    `json:"log,omitempty"`
	Whole  bool    `json:"whole,omitempty"`
	// Learned is the value that the fit has found instead; 0 = none.
	Learned float64 `json:"learned,omitempty"`
}

// Name returns the name of a hyperparameter within a line: "length scale ℓ", "rbf: length scale ℓ".
func (h *Hyper) Name() string {
	if h.Term == "" {
		return h.signed(h.Label)
	}
	return h.Title()
}

// Title returns the name as a title: "Length scale ℓ". A term is written as in the text.
func (h *Hyper) Title() string { return h.signed(h.Heading()) }

// Heading returns the title without the symbol.
func (h *Hyper) Heading() string {
	if h.Term == "" {
		return words.Capital(h.Label)
	}
	return words.Text("%s: %s", h.Term, h.Label)
}

func (h *Hyper) signed(name string) string {
	if h.Symbol == h.Label {
		return name
	}
	return words.Text("%s %s", name, h.Symbol)
}

// Tuning is what the page must know about the parameters of one document beyond their declarations.
type Tuning struct {
	Method string   `json:"method"`
	Texts  []Tuned  `json:"texts,omitempty"`
	Lists  []Listed `json:"lists,omitempty"`
}

// Tuned is a parameter whose text holds numbers.
type Tuned struct {
	Param string  `json:"param"`
	Text  string  `json:"text"`
	Hyper []Hyper `json:"hyper"`
}

// Listed is a number with named values.
type Listed struct {
	Param   string   `json:"param"`
	Choices []Choice `json:"choices"`
}

// Tuning computes the tuning of validated parameters; nil if there is nothing to say. learned holds better values that
// the fit has found (Learned).
func (in *Info) Tuning(v Values, learned map[string]any) *Tuning {
	t := &Tuning{Method: in.ID}
	for i := range in.Params {
		p := &in.Params[i]
		if Is[Estimators](p.Kind) && in.Applies(p.When, v.m) {
			for k, c := range v.Chosen(p.Name) {
				if of := c.Method.Tuning(c.Values, nil); of != nil {
					t.within(of, p.PathTo(k))
				}
			}
		}
		if p.Live == nil || !in.Applies(p.When, v.m) {
			continue
		}
		if p.Live.Hyper != nil {
			list := p.Live.Hyper(v)
			if text, ok := learned[p.Name].(string); ok && len(list) > 0 {
				withLearned(list, p.Live.Hyper(v.With(p.Name, text)))
			}
			if len(list) > 0 {
				t.Texts = append(t.Texts, Tuned{p.Name, v.String(p.Name), list})
			}
		}
		if p.Live.Choices != nil {
			t.Lists = append(t.Lists, Listed{p.Name, p.Live.Choices(v)})
		}
	}
	if len(t.Texts)+len(t.Lists) == 0 {
		return nil
	}
	return t
}

// within adds the tuning of a method that is the value of a parameter, with path as prefix.
func (t *Tuning) within(of *Tuning, path string) {
	for _, x := range of.Texts {
		x.Param = path + x.Param
		t.Texts = append(t.Texts, x)
	}
	for _, x := range of.Lists {
		x.Param = path + x.Param
		t.Lists = append(t.Lists, x)
	}
}

// withLearned copies the values of the numbers of a learned text into list. It widens the sliders where those of the
// learned text extend farther. A text with another number of numbers is ignored.
func withLearned(list, learned []Hyper) {
	if len(list) != len(learned) {
		return
	}
	for i := range list {
		h, l := &list[i], &learned[i]
		h.Learned, h.Lo, h.Hi = l.Value, min(h.Lo, l.Lo), max(h.Hi, l.Hi)
	}
}
