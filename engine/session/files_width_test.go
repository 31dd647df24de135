package session_test

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// A note says that a table in centimetres has another scale than the kernel; there is none for a table in the unit
// square, a linear kernel and a method without a kernel.
func TestTableOfAnotherScale(t *testing.T) {
	s := session.New(catalog.All())
	for _, x := range []struct{ doc, text, want string }{
		{`{"method":"svm"}`, "150,50,1\n160,60,1\n180,80,2\n190,95,2\n",
			"Coefficient γ = 10 does not suit the scale of these points: 0.0018 does"},
		{`{"method":"svm"}`, "0.1,0.2,1\n0.2,0.3,1\n0.7,0.8,2\n", ""},
		{`{"method":"svm","params":{"gamma":0.002}}`, "0.1,0.2,1\n0.2,0.3,1\n0.7,0.8,2\n", "Coefficient γ = 0.002 does not suit the scale of these points"},
		{`{"method":"svm","params":{"kernel":"linear"}}`, "150,50,1\n160,60,1\n180,80,2\n", ""},
		{`{"method":"knn"}`, "150,50,1\n160,60,1\n180,80,2\n", ""},
		{`{"method":"svm"}`, "150,50,1\n150,50,2\n", ""},
	} {
		_, notes, err := s.Load(method.Unstopped, wire.Load{Kind: "csv", Text: x.text, Doc: json.RawMessage(x.doc)})
		if got := strings.Join(notes, "; "); err != nil || (got == "") != (x.want == "") || !strings.Contains(got, x.want) {
			t.Errorf("%s: %q, %v", x.doc, got, err)
		}
	}
}
