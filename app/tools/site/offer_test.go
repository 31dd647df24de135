package site

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// The page reads from its offer exactly the declarations of the catalogue, complete and in order.
func TestOfferIsTheCatalogue(t *testing.T) {
	text, err := Offer()
	if err != nil {
		t.Fatal(err)
	}
	o, err := wire.ReadOffer(text)
	if err != nil {
		t.Fatal(err)
	}
	all := catalog.All()
	for i := range o.Catalog {
		if in := o.Catalog[i]; in.ID != all[i].ID {
			t.Errorf("place %d is that of %s, not of %s", i, in.ID, all[i].ID)
		}
		o.Read(i)
	}
	if o.Unread() != -1 {
		t.Error("something has not been read")
	}
	if len(o.Catalog) != len(all) || o.Version != Version || string(o.Start) != catalog.Start || len(o.Datasets) == 0 ||
		len(o.Tables) == 0 {
		t.Fatalf("the offer has %d of %d methods, version %s", len(o.Catalog), len(all), o.Version)
	}
	d, ok, err := o.Opened.Document()
	if !ok || err != nil {
		t.Fatalf("the first document: %v, %v", ok, err)
	}
	asked, _ := doc.Decode([]byte(catalog.Start))
	want, err := session.New(catalog.First()).Resolve(method.Unstopped, asked)
	if err != nil || !reflect.DeepEqual(d, want) {
		t.Errorf("the first document is opened as %+v, not %+v: %v", d, want, err)
	}
	for i, m := range all {
		got, err := json.Marshal(o.Catalog[i])
		if err != nil {
			t.Fatal(err)
		}
		m.Seeded = m.Random // part of the offer
		want, err := json.Marshal(m.Info)
		if err != nil {
			t.Fatal(err)
		}
		// How JSON encodes no parameters.
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

// The name of the file has the language that the page declares.
func TestOfferIsOneLanguages(t *testing.T) {
	if lang := regexp.MustCompile(`^offer\.([a-z]{2})\.json$`).FindStringSubmatch(offerFile); lang == nil {
		t.Fatalf("%s does not say which", offerFile)
	} else if page, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "index.html")); err != nil ||
		!bytes.Contains(page, []byte(`<html lang="`+lang[1]+`">`)) {
		t.Errorf("the page is of another language than %s (%v)", offerFile, err)
	}
}
