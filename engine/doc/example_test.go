package doc_test

import (
	"errors"
	"fmt"

	"pointscape/engine/doc"
)

// A document is decoded from JSON. Missing fields have their defaults; points are rows of two or three numbers.
func ExampleDecode() {
	d, err := doc.Decode([]byte(`{"version":1,"method":"svm","params":{"C":10},"points":[[0,0,0],[1,0.5,1]]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Method, d.Params["C"], len(d.Points), d.Points[1].Z)
	// Output: svm 10 2 1
}

// An error has the name of the wrong field, and its allowed values.
func ExampleError() {
	_, err := doc.Decode([]byte(`{"version":1,"method":"svm","points":[[0,0],[1,1e99]]}`))
	var e *doc.Error
	if errors.As(err, &e) {
		fmt.Println(e.Field)
		fmt.Println(e)
	}
	// Output:
	// points[1]
	// points[1] must be finite numbers of absolute value at most 1e+12; got 1e+99
}

// A document is encoded in the fragment (after #) of a link.
func ExampleEncodeLink() {
	d := doc.Document{Method: "knn", Params: map[string]any{"n_neighbors": 3.0},
		Points: []doc.Point{{X: 0.25, Y: 0.5, Z: 1}}}
	link, err := doc.EncodeLink(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	back, err := doc.DecodeLink(link)
	fmt.Println(back.Method, back.Params, back.Points, err)
	// Output: knn map[n_neighbors:3] [{0.25 0.5 1}] <nil>
}

// A document is a value: an edit changes a copy.
func ExampleDocument_Clone() {
	d := doc.Document{Method: "svm", Points: []doc.Point{{X: 1}}}
	edited := d.Clone()
	edited.Points[0].X = 2
	fmt.Println(d.Points[0].X, edited.Points[0].X)
	// Output: 1 2
}
