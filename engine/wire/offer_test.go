package wire

import (
	"bytes"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// offered returns the file of an offer of two methods, one of which can choose the other.
func offered(t *testing.T) []byte {
	t.Helper()
	knn := method.Info{ID: "knn", Name: "Nearest",
		Params: []method.Param{{Name: "k", Kind: method.Integer{}, Default: 5.0}}}
	vote := method.Info{ID: "vote", Params: []method.Param{method.Param{Name: "estimators", Kind: method.Estimators{},
		Default: []doc.Estimator{{Method: "knn"}}}.Among([]method.Method{{Info: knn}})}}
	o := Offer{Version: "1.2.3", Catalog: []method.Info{vote, knn}, Datasets: []method.Dataset{{Name: "moons"}},
		Start: []byte(`{"version":1}`)}
	text, err := o.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A method of an offer is decoded when it is needed, together with the methods that it can choose.
func TestOfferIsReadByMethod(t *testing.T) {
	text := offered(t)
	o, err := ReadOffer(text)
	if err != nil {
		t.Fatal(err)
	}
	if o.Version != "1.2.3" || len(o.Datasets) != 1 || string(o.Start) != `{"version":1}` || o.Unread() != 0 {
		t.Errorf("read %+v", o)
	}
	if in := o.Catalog[1]; in.ID != "knn" || in.Name != "" {
		t.Errorf("before it is asked for: %+v", in)
	}
	o.Read(1)
	o.Catalog[1].Name = "mine"
	o.Read(1)
	if in := o.Catalog[1]; in.Name != "mine" || len(in.Params) != 1 || in.Params[0].Default != 5.0 || o.Unread() != 0 {
		t.Errorf("read twice, or not at all: %+v", in)
	}
	if o, err = ReadOffer(text); err != nil {
		t.Fatal(err)
	}
	o.Read(0)
	p := &o.Catalog[0].Params[0]
	if list, ok := p.Default.([]doc.Estimator); !ok || len(list) != 1 || p.Choose("knn") == nil ||
		p.Choose("knn").Name != "Nearest" || o.Unread() != -1 {
		t.Errorf("what chooses among others: %+v", p)
	}
}

// A text that is not an offer, or one without methods, is refused.
func TestOfferIsRefused(t *testing.T) {
	text := offered(t)
	for _, wrong := range []string{"", "{}", "<!doctype html>", `{"methods":["knn"],"catalog":[]}`,
		string(text[:len(text)/2])} {
		if _, err := ReadOffer([]byte(wrong)); err == nil {
			t.Errorf("%.40q is taken", wrong)
		}
	}
	o, err := ReadOffer(bytes.Replace(text, []byte(`"kind":{"integer":{`), []byte(`"kind":{"17":{`), 1))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err, _ := recover().(string); !strings.Contains(err, "knn") {
			t.Errorf("a declaration that can't be read: %q", err)
		}
	}()
	o.Read(1)
}
