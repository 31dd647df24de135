package site

import (
	"bytes"
	"reflect"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// What the page reads of its offer are the declarations of the catalogue, each one whole
// and in its order.
func TestOfferIsTheCatalogue(t *testing.T) {
	text, err := offer("1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var o wire.Offer
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	method.Link(o.Catalog)
	all := catalog.All()
	if len(o.Catalog) != len(all) || o.Version != "1.2.3" || string(o.Start) != catalog.Start || len(o.Datasets) == 0 || len(o.Tables) == 0 {
		t.Fatalf("the offer has %d of %d methods, version %s", len(o.Catalog), len(all), o.Version)
	}
	for i, m := range all {
		got, err := json.Marshal(o.Catalog[i])
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(m.Info)
		if err != nil {
			t.Fatal(err)
		}
		// No parameters, as JSON has them.
		want = bytes.ReplaceAll(want, []byte(`"params":null}`), []byte(`"params":{}}`))
		if !bytes.Equal(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", m.ID, got, want)
		}
		for j := range m.Params {
			if a, b := len(o.Catalog[i].Params[j].Of()), len(m.Params[j].Of()); a != b {
				t.Errorf("%s: %s chooses among %d methods, not %d", m.ID, m.Params[j].Name, a, b)
			}
		}
	}
	if reflect.DeepEqual(o.Catalog[0], o.Catalog[1]) {
		t.Error("this test does not tell declarations apart")
	}
}
