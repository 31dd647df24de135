package reference

import (
	"bytes"
	_ "embed"
	"html/template"

	"pointscape/engine/method"
)

//go:embed methods.html
var page string

// Gallery is where the site has a picture of all methods, one below the other in the order of the catalogue: on
// a light and on a dark ground.
type Gallery struct{ Light, Dark string }

// HTML is the page of a site: static, without a script. Its links open the examples in the playground beside it.
func HTML(list []method.Method, g Gallery) ([]byte, error) {
	families, err := Of(list)
	if err != nil {
		return nil, err
	}
	t, err := template.New("methods.html").Funcs(template.FuncMap{
		"ended":   ended,
		"prose":   func(s string) template.HTML { return template.HTML(set(s, false)) }, // escaped there
		"formula": func(s string) template.HTML { return template.HTML(set(s, true)) },
	}).Parse(page)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		Families []Family
		Count    int
		Gallery  Gallery
	}{families, len(list), g})
	return b.Bytes(), err
}
