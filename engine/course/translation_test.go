package course

import (
	"encoding/json"
	"strings"
	"testing"
)

const margins = `{"course": "margins", "title": "Margins", "line": "Wide.", "summary": "Of streets.",
	"level": "intermediate", "prerequisites": "Vectors.", "symbols": [{"symbol": "$w$", "means": "Weights."}],
	"references": ["Vapnik 1995."], "pages": [
	{"id": "widest", "title": "The widest street", "text": "Two lines.",
	 "line": "A street.", "minutes": 5, "notice": "The edges.", "summary": "Wide is good.", "notes": "Wait.",
	 "document": {"method": "svm", "names": {"x": "height", "y": "weight"}, "params": {"C": 2}},
	 "steps": [
	  {"kind": "choose", "text": "What?", "choices": [{"text": "Wider", "right": true, "why": "So."}, {"text": "No"}]},
	  {"kind": "task", "text": "Make three.", "check": "n_support == 3", "hints": ["Drag."], "then": "Look.",
	   "solution": [{"params": {"C": 100}}], "wrong": [{"params": {"C": 0.001}}]}]}]}`

const marges = `{"course": "margins", "lang": "fr", "title": "Les marges", "line": "Large.", "summary": "Des rues.",
	"prerequisites": "Vecteurs.", "symbols": ["Les poids."], "pages": [
	{"id": "widest", "title": "La rue", "text": "Deux droites.",
	 "line": "Une rue.", "notice": "Les bords.", "summary": "Large est bien.", "notes": "Attendez.",
	 "names": {"x": "taille", "y": "poids"},
	 "steps": [
	  {"text": "Quoi ?", "choices": [{"text": "Plus large", "why": "Voilà."}, {"text": "Non"}]},
	  {"text": "Trois.", "hints": ["Tirez."], "then": "Regardez."}]}]}`

// A translated course differs from the original only in its texts.
func TestTranslation(t *testing.T) {
	if IsTranslation([]byte(margins)) || !IsTranslation([]byte(marges)) {
		t.Error("a course and its translation are taken for each other")
	}
	s, err := ReadSource([]byte(margins))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := json.Marshal(s)
	tr, err := ReadTranslation([]byte(marges))
	if err != nil {
		t.Fatal(err)
	}
	said, err := s.In(tr)
	if err != nil {
		t.Fatal(err)
	}
	c, err := said.Set()
	if err != nil {
		t.Fatal(err)
	}
	p := c.Pages[0]
	for what, is := range map[string]bool{
		"title":    c.Title == "Les marges" && p.Title == "La rue" && c.Lang == "fr",
		"text":     strings.Contains(p.Text, "Deux droites.") && strings.Contains(c.Summary, "Des rues."),
		"notes":    strings.Contains(p.Notes, "Attendez."),
		"names":    strings.Contains(p.Document, `"taille"`) && strings.Contains(p.Document, `"poids"`),
		"document": strings.Contains(p.Document, `"C":2`) || strings.Contains(p.Document, `"C": 2`),
		"front": strings.Contains(c.Prerequisites, "Vecteurs.") && strings.Contains(c.Symbols[0].Means, "poids") &&
			strings.Contains(c.Symbols[0].Symbol, "<math") && strings.Contains(c.References[0], "Vapnik") &&
			c.Level == Intermediate,
		"beside": p.Line == "Une rue." && strings.Contains(p.Notice, "bords") && strings.Contains(p.Summary, "Large") &&
			p.Minutes == 5 && c.Minutes() == 5,
		"choices": strings.Contains(p.Steps[0].Choices[0].Text, "Plus large") && p.Steps[0].Choices[0].Right &&
			strings.Contains(p.Steps[0].Choices[0].Why, "Voilà.") && !p.Steps[0].Choices[1].Right,
		"task": strings.Contains(p.Steps[1].Hints[0], "Tirez.") && strings.Contains(p.Steps[1].Then, "Regardez.") &&
			p.Steps[1].Check == "n_support == 3" && len(p.Steps[1].Solution) == 1 && len(p.Steps[1].Wrong) == 1,
	} {
		if !is {
			t.Errorf("%s: %+v", what, c)
		}
	}
	if after, _ := json.Marshal(s); string(after) != string(before) {
		t.Errorf("the course itself has become another: %s", after)
	}
	for from, want := range map[string][2]string{
		`"course": "margins"`:                     {`"course": "streets"`, "course"},
		`"lang": "fr"`:                            {`"lang": "Français"`, "lang"},
		`"title": "La rue"`:                       {`"title": ""`, "pages[0].title"},
		`"id": "widest"`:                          {`"id": "others"`, "pages[0].id"},
		`, "notes": "Attendez."`:                  {``, "pages[0].notes"},
		`"names": {"x": "taille", "y": "poids"},`: {``, "pages[0].names"},
		`, {"text": "Non"}`:                       {``, "pages[0].steps[0].choices"},
		`{"text": "Non"}`:                         {`{"text": "Non", "why": "Parce que."}`, "choices[1].why"},
		`"hints": ["Tirez."]`:                     {`"hints": []`, "pages[0].steps[1].hints"},
		`, "then": "Regardez."`:                   {``, "pages[0].steps[1].then"},
		`"line": "Large.", `:                      {``, "line"},
		`"line": "Une rue.", `:                    {``, "pages[0].line"},
		`"notice": "Les bords.", `:                {``, "pages[0].notice"},
		`"summary": "Large est bien.", `:          {``, "pages[0].summary"},
		`"prerequisites": "Vecteurs.", `:          {``, "prerequisites"},
		`["Les poids."]`:                          {`[]`, "symbols"},
		`"text": "Deux droites."`:                 {`"text": "$\\frac$"`, ""},
		`"text": "Trois."`:                        {`"text": "Trois.", "check": "n_support == 4"`, "check"},
		`{"text": "Trois.", "hints": ["Tirez."], "then": "Regardez."}`: {`{"text": "Trois."}`, "steps[1].then"},
	} {
		text := strings.Replace(marges, from, want[0], 1)
		if text == marges {
			t.Fatalf("%s is not there", from)
		}
		tr, err := ReadTranslation([]byte(text))
		if err == nil {
			var said *Source
			if said, err = s.In(tr); err == nil {
				_, err = said.Set()
			}
		}
		if err == nil || !strings.Contains(err.Error(), want[1]) {
			t.Errorf("%s: %v, want an error that names %s", text, err, want[1])
		}
	}
}
