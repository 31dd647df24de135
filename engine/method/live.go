package method

import "pointscape/engine/words"

// Live is what the engine works out about a parameter of a document: what depends on
// its value, or on the others'. It does not cross to the page as the declaration does;
// what it says does, as a Tuning.
type Live struct {
	// Hyper finds the numbers in a Kernel's text that a slider may move.
	Hyper func(v Values) []Hyper
	// Rewrite says the same in another way: a Kernel as an expression (to = "*"), or
	// as one of its choices with the parameters beside it. It returns the parameters
	// that are others then; ok is false where there is no such way.
	Rewrite func(v Values, to string) (params map[string]any, ok bool)
	// Choices are the values that a number may have, by name, as the others stand.
	Choices func(v Values) []Choice
}

// Hyper is a number that stands in the text of a parameter.
type Hyper struct {
	From  int     `json:"from,omitempty"` // its bytes
	To    int     `json:"to"`
	Value float64 `json:"value"`
	// Term is the part of the text that it belongs to, "" = all: "rbf", "rbf 2".
	Term   string  `json:"term,omitempty"`
	Label  string  `json:"label"`        // "length scale"
	Symbol string  `json:"symbol"`       // "ℓ"
	Lo     float64 `json:"lo,omitempty"` // ends of its slider
	Hi     float64 `json:"hi,omitempty"`
	Log    bool    `json:"log,omitempty"`
	Whole  bool    `json:"whole,omitempty"`
	// Learned is the value that the fit has found in its place; 0 = none.
	Learned float64 `json:"learned,omitempty"`
}

// Name is what people call a hyperparameter within a line: "length scale ℓ",
// "rbf: length scale ℓ".
func (h *Hyper) Name() string {
	if h.Term == "" {
		return h.signed(h.Label)
	}
	return h.Title()
}

// Title is the same where it stands by itself: "Length scale ℓ". A term is written as in
// the text.
func (h *Hyper) Title() string { return h.signed(h.Heading()) }

// Heading is its title without the symbol.
func (h *Hyper) Heading() string {
	if h.Term == "" {
		return words.Capital(h.Label)
	}
	return h.Term + ": " + h.Label
}

func (h *Hyper) signed(name string) string {
	if h.Symbol == h.Label {
		return name
	}
	return name + " " + h.Symbol
}

// Tuning is what is to be known of the parameters of one document beside their
// declarations.
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

// Listed is a number whose values have names.
type Listed struct {
	Param   string   `json:"param"`
	Choices []Choice `json:"choices"`
}

// Tuning says of validated parameters what is to be known; nil when nothing. learned
// are better ones that the fit has found (Learner).
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

// within adds what is to be known of a method's parameters where it is one itself.
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

// withLearned gives numbers the values that they have in a learned text of the same
// form. One of another form says nothing of single numbers.
func withLearned(list, learned []Hyper) {
	if len(list) != len(learned) {
		return
	}
	for i := range list {
		h, l := &list[i], &learned[i]
		h.Learned, h.Lo, h.Hi = l.Value, min(h.Lo, l.Lo), max(h.Hi, l.Hi)
	}
}
