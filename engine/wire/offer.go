package wire

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// Offer describes what all engines together can do. It is not in a message: the build of the site writes it to a file
// beside the programs (app/tools/site), which the page has read before it hears from an engine.
type Offer struct {
	Version  string
	Catalog  []method.Info // after ReadOffer entries have only an ID, until Read
	Datasets []method.Dataset
	Tables   []method.Dataset // wide tables
	Start    json.RawMessage  // the initial document
	Opened   Opened           // the initial document in the form in which an engine opens it

	unread []json.RawMessage // undecoded entries of Catalog; nil = none
	tasks  []method.Task     // tasks of these entries, with default parameters
}

// offerFile is the file of an Offer. It has the ids and the tasks of the methods in the order of Catalog, and Catalog
// comes last, with one method per line, so that single methods can be found without decoding the others.
type offerFile struct {
	Version  string            `json:"version"`
	Start    json.RawMessage   `json:"start"`
	Opened   Opened            `json:"opened"`
	Methods  []string          `json:"methods"`
	Tasks    []method.Task     `json:"tasks"` // with default parameters
	Datasets []method.Dataset  `json:"datasets"`
	Tables   []method.Dataset  `json:"tables"`
	Catalog  []json.RawMessage `json:"catalog"`
}

// Opened is a document that has been checked: the content of Loaded, with the points that are sent beside it.
type Opened struct {
	Doc    json.RawMessage `json:"doc,omitempty"`
	Points []float64       `json:"points,omitempty"` // x, y, z of each point
}

// Document returns the document; ok is false if there is none.
func (o *Opened) Document() (d doc.Document, ok bool, err error) {
	if len(o.Doc) == 0 {
		return d, false, nil
	}
	if d, err = doc.DecodeHead(o.Doc); err == nil {
		err = d.Unpack(doc.Triples(o.Points))
	}
	return d, err == nil, err
}

// Encode writes the file of an offer, with one line per method.
func (o *Offer) Encode() ([]byte, error) {
	f := offerFile{Version: o.Version, Start: o.Start, Opened: o.Opened, Datasets: o.Datasets, Tables: o.Tables}
	for i := range o.Catalog {
		text, err := json.Marshal(o.Catalog[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Catalog[i].ID, err)
		}
		f.Methods = append(f.Methods, o.Catalog[i].ID)
		f.Tasks = append(f.Tasks, o.Catalog[i].TaskOf(nil))
		f.Catalog = append(f.Catalog, append([]byte("\n"), text...))
	}
	text, err := json.Marshal(f)
	return append(text, '\n'), err
}

// ReadOffer decodes the file of an offer, but only the ids of its methods: all declarations take the page's program
// some 70 ms, and the first picture needs only one of them.
func ReadOffer(text []byte) (*Offer, error) {
	var f offerFile
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if err := json.Unmarshal(slices.Concat(lines[0], []byte("]}")), &f); err != nil {
		return nil, err
	}
	list := lines[1:]
	if len(f.Methods) == 0 || len(f.Methods) != len(list) || len(f.Tasks) != len(list) {
		return nil, errors.New("an offer without methods")
	}
	for i, line := range list {
		end := ","
		if i == len(list)-1 {
			end = "]}"
		}
		line, ok := bytes.CutSuffix(line, []byte(end))
		if !ok {
			return nil, errors.New("an offer that does not end")
		}
		f.Catalog = append(f.Catalog, line)
	}
	o := &Offer{Version: f.Version, Datasets: f.Datasets, Tables: f.Tables, Start: f.Start, Opened: f.Opened,
		unread: f.Catalog, tasks: f.Tasks}
	for _, id := range f.Methods {
		o.Catalog = append(o.Catalog, method.Info{ID: id})
	}
	return o, nil
}

// Task returns the task of Catalog[i] with default parameters, without decoding its declaration.
func (o *Offer) Task(i int) method.Task {
	if i < len(o.tasks) {
		return o.tasks[i]
	}
	return o.Catalog[i].TaskOf(nil)
}

// Unread returns the index of a method that has not been decoded, -1 if there is none.
func (o *Offer) Unread() int {
	return slices.IndexFunc(o.unread, func(text json.RawMessage) bool { return text != nil })
}

// Read decodes Catalog[i], and the methods that its parameters can choose. A declaration that can't be decoded is a bug
// of the build.
func (o *Offer) Read(i int) {
	in := &o.Catalog[i]
	if i >= len(o.unread) || o.unread[i] == nil {
		return
	}
	text := o.unread[i]
	o.unread[i] = nil
	if err := json.Unmarshal(text, in); err != nil {
		panic("the offer's " + in.ID + ": " + err.Error())
	}
	for _, p := range in.Params {
		if !method.Is[method.Estimators](p.Kind) {
			continue
		}
		for _, ch := range p.Choices() {
			for k := range o.Catalog {
				if o.Catalog[k].ID == ch.Value {
					o.Read(k)
				}
			}
		}
	}
	in.Link(o.Catalog)
}
