package site

import (
	"fmt"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// offerFile is the name of the file that holds a wire.Offer with texts in English.
const offerFile = "offer.en.json"

// Offer returns the encoded declarations of all methods and data sets in the catalogue. The page fetches it beside its
// program, and so knows all methods, even those that its engine lacks.
func Offer() ([]byte, error) {
	first, _, err := session.New(catalog.All()).Load(method.Unstopped, wire.Load{Kind: "json", Text: catalog.Start})
	if err != nil {
		return nil, fmt.Errorf("the document that opens first: %w", err)
	}
	head, err := doc.EncodeHead(first)
	if err != nil {
		return nil, err
	}
	o := wire.Offer{Version: Version, Datasets: dataset.All(), Tables: dataset.Tables(), Start: []byte(catalog.Start),
		Opened: wire.Opened{Doc: head}}
	for _, p := range first.Pack() {
		o.Opened.Points = append(o.Opened.Points, p.X, p.Y, p.Z)
	}
	for _, m := range catalog.All() {
		m.Seeded = m.Random
		o.Catalog = append(o.Catalog, m.Info)
	}
	return o.Encode()
}
