package site

import (
	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// offerFile is a file of the page's program, by its path from the project's root. It is
// empty there, and holds a wire.Offer when it is compiled.
const offerFile = "app/offer.json"

// offer tells what the engines can do, of the catalogue itself. The page's program is
// compiled with it: so it knows all methods, whichever of them its engine has, and waits
// for no further file.
func offer(version string) ([]byte, error) {
	o := wire.Offer{Version: version, Datasets: dataset.All(), Tables: dataset.Tables(), Start: []byte(catalog.Start)}
	for _, m := range catalog.All() {
		o.Catalog = append(o.Catalog, m.Info)
	}
	return encode(&o)
}

func encode(o *wire.Offer) ([]byte, error) {
	b, err := json.Marshal(o)
	return append(b, '\n'), err
}
