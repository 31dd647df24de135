package wire

import (
	"fmt"
	"pointscape/engine/json"

	"pointscape/engine/picture"
)

// Layers is a list of layers as JSON: one object per layer, with one key that names its type. It may contain small
// rasters with one plane, for rows that are pictures.
type Layers []picture.Layer

type layerBox struct {
	Path  *picture.Path  `json:"path,omitempty"`
	Marks *picture.Marks `json:"marks,omitempty"`
	Label *picture.Label `json:"label,omitempty"`
	// Raster has one plane, and only the fields in its JSON.
	Raster *picture.Raster `json:"raster,omitempty"`
}

// MarshalJSON returns an error for other kinds of layers.
func (l Layers) MarshalJSON() ([]byte, error) {
	boxes := make([]layerBox, len(l))
	for i, x := range l {
		switch x := x.(type) {
		case *picture.Path:
			boxes[i].Path = x
		case *picture.Marks:
			boxes[i].Marks = x
		case *picture.Label:
			boxes[i].Label = x
		case *picture.Raster:
			boxes[i].Raster = x
		default:
			return nil, fmt.Errorf("wire: a %T does not travel as JSON", x)
		}
	}
	return json.Marshal(boxes)
}

// UnmarshalJSON is the inverse of MarshalJSON, for encoding/json.
func (l *Layers) UnmarshalJSON(b []byte) error { return l.ReadJSON(b) }

func (l *Layers) ReadJSON(b []byte) error {
	var boxes []layerBox
	if err := json.Unmarshal(b, &boxes); err != nil {
		return err
	}
	*l = (*l)[:0]
	for _, x := range boxes {
		switch {
		case x.Path != nil:
			*l = append(*l, x.Path)
		case x.Marks != nil:
			*l = append(*l, x.Marks)
		case x.Label != nil:
			*l = append(*l, x.Label)
		case x.Raster != nil:
			*l = append(*l, x.Raster)
		}
	}
	return nil
}
