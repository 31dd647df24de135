package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pointscape/engine/words"
)

// A language is a folder in languages/. language.json has the fields of words.Language other than texts, and the
// separator of thousands; contexts.json has translations of English texts that differ by context; pages.json has the
// texts of the pages that are generated with the site (editions.go); each other file has the texts of a part of the
// project, as a map from English to that language.
//
// The build makes two files of it, which are fetched only by those who read that language: the declarations
// (wire.Offer), and all other texts (words.Language), except those for generated pages alone.

// Tongue is a language as the site contains it.
type Tongue struct {
	Tag, Name, Decimal string
	Thousands          string
	Offer, Words       []byte
	Pages              map[string]string // content of pages.json
}

func (t *Tongue) offerFile() string { return "offer." + t.Tag + ".json" }
func (t *Tongue) wordsFile() string { return "words." + t.Tag + ".json" }

// languagesOf returns the list of languages for web/boot.js, by tag; told returns the description of a file.
func languagesOf(list []Tongue, told func(name string) (program, error)) (map[string]map[string]any, error) {
	languages := map[string]map[string]any{}
	for _, t := range list {
		offer, err := told(t.offerFile())
		if err != nil {
			return nil, err
		}
		words, err := told(t.wordsFile())
		if err != nil {
			return nil, err
		}
		languages[t.Tag] = map[string]any{"name": t.Name, "decimal": t.Decimal, "offer": offer, "words": words}
	}
	return languages, nil
}

// A Translation is the content of a language's folder.
type Translation struct {
	words.Language
	Thousands string
	Contexts  map[string]string // translations by context, such as "svm params.C label"
	Pages     map[string]string // also in Texts
	rest      map[string]bool   // texts in files other than pages.json
}

// Translations reads the folders of all languages, in the order of their tags.
func Translations(root string) (list []*Translation, err error) {
	folders, err := filepath.Glob(filepath.Join(root, "app", "tools", "site", "languages", "*", "language.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range folders {
		t, err := translation(filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

func translation(dir string) (*Translation, error) {
	t := &Translation{Language: words.Language{Texts: map[string]string{}}, Pages: map[string]string{},
		rest: map[string]bool{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		into := map[string]string{}
		switch filepath.Base(path) {
		case "language.json":
			if err = json.Unmarshal(text, &t.Language); err == nil {
				var own struct{ Thousands string }
				err = json.Unmarshal(text, &own)
				t.Thousands = own.Thousands
			}
		case "contexts.json":
			err = json.Unmarshal(text, &t.Contexts)
		default:
			err = json.Unmarshal(text, &into)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for from, to := range into {
			if was, twice := t.Texts[from]; twice && was != to {
				return nil, fmt.Errorf("%s: %q is said in two ways", path, from)
			}
			t.Texts[from] = to
			if filepath.Base(path) == "pages.json" {
				t.Pages[from] = to
			} else {
				t.rest[from] = true
			}
		}
	}
	if t.Tag != filepath.Base(dir) {
		return nil, fmt.Errorf("the language in %s calls itself %q", dir, t.Tag)
	}
	return t, nil
}

// Pending returns the texts that wait for a translation to a language: a list in its folder, which a test of
// app/tools/words writes.
func Pending(root, tag string) (list []string, err error) {
	text, err := os.ReadFile(filepath.Join(root, "app", "tools", "site", "languages", tag, "pending.list"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return list, json.Unmarshal(text, &list)
}

// OnlyOnPages reports whether a text is translated only in pages.json, for generated pages: nothing else finds it.
func (t *Translation) OnlyOnPages(text string) bool {
	_, is := t.Pages[text]
	return is && !t.rest[text]
}

// Says returns the translation of a text for the field what of the declaration where, and whether there is one.
func (t *Translation) Says(where, what, text string) (string, bool) {
	if to, ok := t.Contexts[where+" "+what]; ok {
		return to, true
	}
	to, ok := t.Texts[text]
	return to, ok
}

// Tongues returns all languages with the files made from the English offer.
func Tongues(root string, offer []byte) (list []Tongue, err error) {
	all, err := Translations(root)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		d := declarations{t: t, only: map[string]bool{}}
		own, err := d.offer(offer)
		if err != nil {
			return nil, fmt.Errorf("the declarations in %s: %w", t.Name, err)
		}
		l := t.Language
		l.Texts = map[string]string{}
		for from, to := range t.Texts {
			if !d.only[from] && t.rest[from] {
				l.Texts[from] = to
			}
		}
		text, err := json.Marshal(l)
		if err != nil {
			return nil, err
		}
		list = append(list, Tongue{t.Tag, t.Name, t.Decimal, t.Thousands, own, text, t.Pages})
	}
	return list, nil
}

// declarations translates the declarations of methods and data sets.
type declarations struct {
	t    *Translation
	only map[string]bool // texts that nothing else needs, since they are never part of a sentence
}

// offer translates a file written by wire.Offer.Encode, and keeps its lines.
func (d *declarations) offer(text []byte) ([]byte, error) {
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	out := make([][]byte, len(lines))
	for i, line := range lines {
		end := ","
		switch i {
		case 0:
			end = `"catalog":[`
		case len(lines) - 1:
			end = "]}"
		}
		body, ok := bytes.CutSuffix(line, []byte(end))
		if !ok {
			return nil, fmt.Errorf("line %d is none of an offer", i+1)
		}
		if i == 0 {
			body = slices.Concat(bytes.TrimSuffix(body, []byte(",")), []byte("}"))
		}
		var x map[string]any
		read := json.NewDecoder(bytes.NewReader(body))
		read.UseNumber()
		if err := read.Decode(&x); err != nil {
			return nil, err
		}
		if i > 0 {
			d.method(x)
		} else {
			d.head(x)
		}
		var said bytes.Buffer
		write := json.NewEncoder(&said)
		write.SetEscapeHTML(false)
		if err := write.Encode(x); err != nil {
			return nil, err
		}
		body = bytes.TrimSpace(said.Bytes())
		if i == 0 {
			body = slices.Concat(bytes.TrimSuffix(body, []byte("}")), []byte(","))
		}
		out[i] = slices.Concat(body, []byte(end))
	}
	return append(bytes.Join(out, []byte("\n")), '\n'), nil
}

// text translates the field key of x, if there is one.
func (d *declarations) text(x map[string]any, key, where, what string) {
	if says, ok := x[key].(string); ok && says != "" {
		if to, ok := d.t.Says(where, what, says); ok {
			x[key] = to
			if one, _, counted := strings.Cut(to, "¦"); counted {
				x[key] = one
			}
		}
		if what == "help" || what == "summary" || what == "title" || what == "asks" {
			d.only[says] = true
		}
	}
}

// each calls do for each object of a list.
func each(x any, do func(x map[string]any)) {
	list, _ := x.([]any)
	for _, x := range list {
		if x, ok := x.(map[string]any); ok {
			do(x)
		}
	}
}

func named(x map[string]any, key string) string {
	s, _ := x[key].(string)
	return s
}

func (d *declarations) head(x map[string]any) {
	for _, group := range []struct{ list, name string }{{"datasets", "data"}, {"tables", "table"}} {
		each(x[group.list], func(x map[string]any) {
			where := group.name + "." + named(x, "name")
			d.text(x, "label", where, "label")
			d.text(x, "help", where, "help")
		})
	}
	start, _ := x["start"].(map[string]any)
	d.text(start, "title", "start", "title")
	if opened, ok := x["opened"].(map[string]any); ok {
		document, _ := opened["doc"].(map[string]any)
		d.text(document, "title", "start", "title")
	}
}

func (d *declarations) method(x map[string]any) {
	id := named(x, "id")
	for _, what := range []string{"name", "family", "summary", "asks", "bounds", "complexity", "loss"} {
		d.text(x, what, id, what)
	}
	// English aliases remain, so that a search finds them, too.
	list, _ := x["aliases"].([]any)
	for _, a := range list {
		if a, ok := a.(string); ok {
			if to, ok := d.t.Says(id, "alias", a); ok && !slices.Contains(list, any(to)) {
				list = append(list, to)
			}
		}
	}
	if name := x["name"]; len(list) > 0 {
		x["aliases"] = slices.DeleteFunc(list, func(a any) bool { return a == name })
	}
	each(x["params"], func(x map[string]any) { d.param(id+" params."+named(x, "name"), x) })
	each(x["shows"], func(x map[string]any) {
		where := id + " shows." + named(x, "name")
		d.text(x, "label", where, "label")
		d.text(x, "help", where, "help")
	})
	if example, ok := x["example"].(string); ok {
		x["example"] = d.document(id, example)
	}
	lessons, _ := x["lessons"].([]any)
	for i := range lessons {
		if text, ok := lessons[i].(string); ok {
			lessons[i] = d.document(id, text)
		}
	}
}

func (d *declarations) param(where string, x map[string]any) {
	for _, what := range []string{"label", "help", "unit"} {
		d.text(x, what, where, what)
	}
	kinds, _ := x["kind"].(map[string]any)
	for _, kind := range kinds {
		kind, ok := kind.(map[string]any)
		if !ok {
			continue
		}
		each(kind["choices"], func(x map[string]any) {
			where := where + "=" + named(x, "value")
			d.text(x, "label", where, "choice")
			d.text(x, "help", where, "help")
		})
		d.text(kind, "entry", where, "entry")
		d.text(kind, "taken", where, "button")
		if canvas, ok := kind["canvas"].(map[string]any); ok {
			d.text(canvas, "name", where, "painted")
		}
		if handle, ok := kind["handle"].(map[string]any); ok {
			d.text(handle, "name", where, "one")
			d.text(handle, "many", where, "several")
			list, _ := handle["each"].([]any)
			for i := range list {
				if name, ok := list[i].(string); ok {
					if to, ok := d.t.Says(where, "each", name); ok {
						list[i] = to
					}
				}
			}
		}
	}
}

// document returns a document with its title translated; all other bytes stay as they are.
func (d *declarations) document(id, text string) string {
	var x struct {
		Title string `json:"title"`
	}
	if json.Unmarshal([]byte(text), &x) != nil || x.Title == "" {
		return text
	}
	d.only[x.Title] = true
	to, ok := d.t.Says(id, "title", x.Title)
	if !ok {
		return text
	}
	quoted := func(s string) string {
		var b strings.Builder
		write := json.NewEncoder(&b)
		write.SetEscapeHTML(false)
		_ = write.Encode(s) // a string always can be written
		return strings.TrimSpace(b.String())
	}
	for _, form := range []string{quoted(x.Title), `"` + x.Title + `"`} {
		if strings.Count(text, form) == 1 {
			return strings.Replace(text, form, quoted(to), 1)
		}
	}
	return text
}
