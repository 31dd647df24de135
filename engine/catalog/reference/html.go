package reference

import (
	"bytes"
	_ "embed"
	"html/template"

	"pointscape/engine/method"
)

//go:embed methods.html
var page string

// Gallery has the addresses of the site's images of all methods, one below the other in the order of the catalogue: on
// a light and on a dark background.
type Gallery struct{ Light, Dark string }

// HTML returns the page of a site in a language, from the methods' declarations: static, without a script. Its links
// open the examples in the playground beside it.
func HTML(list []method.Info, e *Edition, g Gallery) ([]byte, error) {
	families, err := of(list, e)
	if err != nil {
		return nil, err
	}
	funcs := e.Funcs()
	funcs["ended"] = ended
	// These functions escape their results.
	funcs["prose"] = func(s string) template.HTML { return template.HTML(set(e.Set(s), false)) }
	funcs["formula"] = func(s string) template.HTML { return template.HTML(set(s, true)) }
	funcs["source"] = func(s string) template.HTML { return template.HTML(set(s, false)) }
	t, err := template.New("methods.html").Funcs(funcs).Parse(page)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		*Edition
		Families []Family
		Count    int
		Gallery  Gallery
	}{e, families, len(list), g})
	return b.Bytes(), err
}
