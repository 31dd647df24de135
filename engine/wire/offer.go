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

// Offer is what all engines together can do. No message tells it: the build of the site
// makes it a file beside the programs (app/tools/site), which the page has read before any engine
// speaks.
type Offer struct {
	Version  string
	Catalog  []method.Info // what ReadOffer has made has an ID alone until Read
	Datasets []method.Dataset
	Tables   []method.Dataset // wide ones
	Start    json.RawMessage  // the document that opens first,
	Opened   Opened           // and as an engine opens it

	unread []json.RawMessage // of Catalog; nil where there is nothing to read
	tasks  []method.Task     // of those, without parameters
}

// offerFile is an Offer as its file has it. Beside Catalog stand the ids of its methods and their tasks, in its
// order, so that some of them are found without reading the others. Catalog comes last, a method a line, so that
// these are found without reading them, too.
type offerFile struct {
	Version  string            `json:"version"`
	Start    json.RawMessage   `json:"start"`
	Opened   Opened            `json:"opened"`
	Methods  []string          `json:"methods"`
	Tasks    []method.Task     `json:"tasks"` // without parameters
	Datasets []method.Dataset  `json:"datasets"`
	Tables   []method.Dataset  `json:"tables"`
	Catalog  []json.RawMessage `json:"catalog"`
}

// Opened is a document that has been checked: what Loaded tells of it, with the points that ride beside that.
type Opened struct {
	Doc    json.RawMessage `json:"doc,omitempty"`
	Points []float64       `json:"points,omitempty"` // x, y, z of each
}

// Document is the document, ok = there is one.
func (o *Opened) Document() (d doc.Document, ok bool, err error) {
	if len(o.Doc) == 0 {
		return d, false, nil
	}
	if d, err = doc.DecodeHead(o.Doc); err == nil {
		err = d.Unpack(doc.Triples(o.Points))
	}
	return d, err == nil, err
}

// Encode writes the file of an offer, one line a method.
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

// ReadOffer reads the file of an offer, but of its methods the ids alone: all declarations take the
// page's program some 70 ms, and the first picture needs one of them.
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

// Task is the task of Catalog[i] without parameters; its declaration is not read for it.
func (o *Offer) Task(i int) method.Task {
	if i < len(o.tasks) {
		return o.tasks[i]
	}
	return o.Catalog[i].TaskOf(nil)
}

// Unread is the place of a method that nobody has read, -1 when there is none.
func (o *Offer) Unread() int {
	return slices.IndexFunc(o.unread, func(text json.RawMessage) bool { return text != nil })
}

// Read makes Catalog[i] whole, and those that its parameters choose among. A declaration that
// can't be read is a fault of the build.
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
