package catalogue

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

var offer = wire.Offer{
	Catalog: []method.Info{
		{ID: "svm", Task: method.Classify},
		{ID: "gp", Task: method.Regress, Example: `{"version":1,"method":"gp","dataset":{"name":"gap","n":5,"seed":1}}`, Params: []method.Param{
			{Name: "domain", Kind: method.Choose{Choices: []method.Choice{{Value: "line", Task: method.Regress}, {Value: "plane", Task: method.Regress2D}}}, Default: "line"}}},
		{ID: "kmeans", Task: method.Cluster},
	},
	Datasets: []method.Dataset{
		{Name: "moons", Task: method.Classify}, {Name: "sine", Task: method.Regress}, {Name: "gap", Task: method.Regress}, {Name: "hill", Task: method.Regress2D},
	},
}

func TestEmptyCatalogue(t *testing.T) {
	var c Catalogue
	if _, _, ok := c.MethodFor(method.Classify, doc.Document{}); ok || c.Known() || c.Method("svm") != nil || c.Dataset("moons") != nil || c.DataFor("svm", method.Classify) != nil {
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
		{"svm", method.Classify, "moons"}, {"kmeans", method.Cluster, "moons"}, // read in the same way
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
