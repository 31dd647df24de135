package cluster

import (
	"fmt"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

var _ method.Panels = (*stage)(nil)

// PanelList implements method.Panels: where rows are pictures, so are the centres.
func (s *stage) PanelList(show method.Shown) (list []method.PanelInfo) {
	if s.p.Across > 0 && show["centers"] && len(s.centers) > 0 {
		list = append(list, method.PanelInfo{ID: "centers", Title: "Centres", Bare: true, Help: "Each centre as a picture: the mean of the rows of its cluster"})
	}
	return list
}

// Panel implements method.Panels.
func (s *stage) Panel(_ method.Job, id string, w, h int) (*picture.Picture, error) {
	if id != "centers" || s.p.Across == 0 || len(s.centers) == 0 {
		return nil, fmt.Errorf("kmeans: there is no panel %q", id)
	}
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	var list []method.Tile
	for c := range s.count() {
		t := method.Tile{Values: s.center(c), Name: "centre", Says: "centre of a cluster", Title: "c" + words.Subscript(c+1), Key: key(c)}
		if s.sizes != nil {
			t.Short, t.Title = t.Title, t.Title+", "+words.Count(s.sizes[c], "row")
		}
		list = append(list, t)
	}
	p.Alt = "The centres of " + words.Count(len(list), "cluster") + ", as pictures."
	method.Tiles(p, s.p.Across, list)
	return p, nil
}
