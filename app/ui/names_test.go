package ui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestMeasured(t *testing.T) {
	for name, want := range map[string]string{
		"": "1.4", "petal length (cm)": "petal length 1.4 cm", "age": "age 1.4", "f (x) (m)": "f (x) (m) 1.4",
		"body mass index (kg/m²)": "body mass index 1.4 kg/m²", "(cm)": "(cm) 1.4",
	} {
		if got := measured(name, "1.4"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// The dialog of columns names each column and describes what the choice gives.
func TestColumnsAreCalledByTheirNames(t *testing.T) {
	c, e := open(t)
	e.table = &method.Table{Rows: 9, Picks: []int{0, 2, 3}, Columns: []method.Column{
		{Name: "width", Kind: method.NumberColumn, Values: 7, Missing: 2},
		{Name: "width", Kind: method.NumberColumn, Values: 100, Many: true},
		{Kind: method.DateColumn, Values: 1}, {Name: "species", Kind: method.LabelColumn, Values: 3}}}
	c.opener.table(workers.TextFrom("a,b,c,d\n1,2,3,4"), false)
	html := app.HTMLString(&Columns{core: c})
	for _, want := range []string{">Width (column 1) · numbers, 7 values, 2 missing<",
		">Width (column 2) · numbers, over 100 values<", ">Column 3 · days, 1 value<", ">Species · words, 3 values<",
		"Width (column 1) horizontal, column 3 vertical"} {
		if !strings.Contains(html, want) {
			t.Errorf("the dialog lacks %s", want)
		}
	}
	d := doc.Document{Points: []doc.Point{{Z: 2}, {Z: 0}, {Z: 2}, {Z: -1}}, Names: doc.Names{Classes: []string{"setosa"}}}
	if got := (&Columns{core: c}).told(&d); got != "4 points of 2 classes: setosa, class 3." {
		t.Errorf("the choice gives %q", got)
	}
}

// Places of a parameter are counted with its own words.
func TestPlacesAreCounted(t *testing.T) {
	p := &method.Param{Name: "starts", Kind: method.Places{Handle: &method.Handle{Name: "start", Many: "starts"}}}
	for n, want := range []string{"0 starts", "1 start", "2 starts"} {
		if got := countPlaces(p, n); got != want {
			t.Errorf("%d places are called %q, want %q", n, got, want)
		}
	}
}

// The list of methods shows each method's own picture.
func TestPickerPictures(t *testing.T) {
	c, _ := open(t)
	c.menus.show("method")
	html := app.HTMLString(&Picker{core: c})
	list := regexp.MustCompile(`id="m-([a-z_]+)"|--place: ?(\d+)`).FindAllStringSubmatch(html, -1)
	seen := 0
	for i := 0; i+1 < len(list); i += 2 {
		seen++
		if place, err := strconv.Atoi(list[i+1][2]); err != nil || catalog[place].ID != list[i][1] {
			t.Errorf("%s has the picture %s", list[i][1], list[i+1][2])
		}
	}
	if seen != len(catalog) {
		t.Errorf("%d of %d methods have pictures", seen, len(catalog))
	}
}

// The shared link opens as a presentation if that is ticked.
func TestSharedLinkPresents(t *testing.T) {
	c, _ := open(t)
	c.menus.open = "share"
	for _, on := range []bool{false, true} {
		c.menus.linkPresents = on
		html := app.HTMLString(&Header{core: c})
		link := regexp.MustCompile(`data-text="[^"#]*#([^"]+)"`).FindStringSubmatch(html)
		if link == nil {
			t.Fatal("no link")
		}
		if d, err := doc.DecodeLink(link[1]); err != nil || d.View.Present != on || d.Method != "svm" {
			t.Errorf("ticked %v: %v, %+v", on, err, d.View)
		}
	}
}
