package catalogue

import (
	"slices"
	"testing"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

var offer = wire.Offer{
	Catalog: []method.Info{
		{ID: "svm", Task: method.Classify},
		{ID: "gp", Task: method.Regress,
			Examples: method.ExamplesIn(`{"version":1,"method":"gp","dataset":{"name":"gap","n":5,"seed":1}}`),
			Params: []method.Param{
				{Name: "domain", Kind: method.Choose{Choices: []method.Choice{{Value: "line", Task: method.Regress},
					{Value: "plane", Task: method.Regress2D}}}, Default: "line"}}},
		{ID: "kmeans", Task: method.Cluster},
	},
	Datasets: []method.Dataset{
		{Name: "moons", Task: method.Classify}, {Name: "sine", Task: method.Regress}, {Name: "gap", Task: method.Regress},
		{Name: "hill", Task: method.Regress2D},
	},
}

func TestEmptyCatalogue(t *testing.T) {
	var c Catalogue
	if _, _, ok := c.MethodFor(method.Classify, doc.Document{}); ok || c.Known() || c.Method("svm") != nil ||
		c.Dataset("moons") != nil || c.DataFor("svm", method.Classify) != nil {
		t.Error("it offers something")
	}
}

func TestDataFor(t *testing.T) {
	var c Catalogue
	c.Take(&offer)
	for _, x := range []struct {
		id   string
		task method.Task
		want string
	}{
		{"svm", method.Classify, "moons"}, {"kmeans", method.Cluster, "moons"}, // both read points alike
		{"gp", method.Regress, "gap"}, {"gp", method.Regress2D, "hill"}, // its example is on the line
		{"gone", method.Regress, "sine"},
	} {
		if ds := c.DataFor(x.id, x.task); ds == nil || ds.Name != x.want {
			t.Errorf("for %s, %s: %v", x.id, x.task, ds)
		}
	}
}

func TestMethodFor(t *testing.T) {
	var c Catalogue
	c.Take(&offer)
	svm := doc.Document{Method: "svm", Params: map[string]any{"C": 2.0}}
	gp := doc.Document{Method: "gp", Params: map[string]any{}}
	for _, x := range []struct {
		task   method.Task
		now    doc.Document
		id     string
		domain any
	}{
		{method.Cluster, svm, "svm", nil}, {method.Regress, svm, "gp", nil}, {method.Regress2D, svm, "gp", "plane"},
		{method.Regress, gp, "gp", nil}, {method.Regress2D, gp, "gp", "plane"}, {method.Classify, gp, "svm", nil},
	} {
		id, params, ok := c.MethodFor(x.task, x.now)
		if !ok || id != x.id || params["domain"] != x.domain {
			t.Errorf("for %s beside %s: %s %v", x.task, x.now.Method, id, params)
		}
	}
	if len(svm.Params) != 1 || len(gp.Params) != 0 {
		t.Error("a document's parameters were changed")
	}
}

// fromFile returns the offer as the page reads it from the file.
func fromFile(t *testing.T) *wire.Offer {
	t.Helper()
	text, err := offer.Encode()
	if err != nil {
		t.Fatal(err)
	}
	o, err := wire.ReadOffer(text)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Method reads one declaration, Methods reads all, and the ids need none.
func TestDeclarationsAreReadWhenTheyAreAskedFor(t *testing.T) {
	o := fromFile(t)
	var c Catalogue
	c.Take(o)
	got := c.IDs()
	if !slices.Equal(got, []string{"svm", "gp", "kmeans"}) || c.Place("gp") != 1 || c.Place("gone") != -1 ||
		o.Unread() != 0 {
		t.Errorf("methods %v, of which the first that is not read is number %d", got, o.Unread())
	}
	if of := c.Of(method.Cluster); !slices.Equal(of, []string{"kmeans"}) || o.Unread() != 0 || o.Catalog[2].Task != "" {
		t.Errorf("methods that cluster: %v", of)
	}
	gp := c.Method("gp")
	if gp.Task != method.Regress || len(gp.Params) != 1 || o.Unread() != 0 || o.Catalog[2].Task != "" {
		t.Errorf("gp, with others: %+v", o.Catalog)
	}
	if list := c.Methods(); list[2].Task != method.Cluster || o.Unread() != -1 || &list[1] != gp {
		t.Errorf("all: %+v", list)
	}
}

type busy bool

func (b *busy) Busy() bool { return bool(*b) }

// The remaining declarations are read one by one once a picture is there, but not while the user is changing something.
func TestDeclarationsAreReadAhead(t *testing.T) {
	o := fromFile(t)
	var c Catalogue
	time := clock.NewManual()
	hand := busy(true)
	c.Take(o)
	for range 3 { // Ahead is called with each picture
		c.Ahead(time, &hand)
	}
	time.Pass(10 * rest)
	if o.Unread() != 0 {
		t.Fatal("a hand had to wait")
	}
	hand = false
	time.Pass(pause)
	for i := range 3 {
		if got := o.Unread(); got != i+1 && (i < 2 || got != -1) {
			t.Errorf("after %d pauses the first that is not read is number %d", i, got)
		}
		time.Pass(pause)
	}
	if time.Pass(rest); o.Unread() != -1 {
		t.Error("some are not read")
	}
}
