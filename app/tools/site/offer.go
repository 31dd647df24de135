package site

import (
	"fmt"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// offerFile is the file beside the programs that holds a wire.Offer. Its words are those of one
// language.
const offerFile = "offer.en.json"

// Offer tells what the engines can do, of the catalogue itself. The page fetches it beside its
// program: so it knows all methods, whichever of them its engine has.
func Offer() ([]byte, error) {
	first, _, err := session.New(catalog.All()).Load(wire.Load{Kind: "json", Text: catalog.Start})
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
