package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Lit returns the layers that some switched-on parts (names of method.Show, and "truth") contribute to a fit's picture:
// they are highlighted when the user points at a symbol of a formula. Rasters are left out. The error is job's.
func (s *Session) Lit(job method.Job, f *Fit, v picture.Viewport, names []string) ([]picture.Layer, error) {
	// These pictures are neither kept nor followed by others.
	trail, show, reuse, views := s.trail, f.Show, f.reuse, f.additions
	defer func() { s.trail, f.Show, f.reuse, f.additions = trail, show, reuse, views }()
	f.reuse = method.NoReuse
	draw := func(parts method.Shown, views []addition) ([]picture.Layer, error) {
		s.trail, f.Show, f.additions = method.Trail{}, parts, views
		grid, _ := s.grids(f, v)
		r, err := s.render(job, f, Request{View: v, Terse: true}, grid, true)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Concat(r.Picture.Layers, r.Over), func(l picture.Layer) bool {
			_, field := l.(*picture.Raster)
			return field
		}), nil
	}
	parts := method.Shown{}
	for _, x := range f.Method.Shows {
		if show[x.Name] && slices.Contains(names, string(x.Name)) {
			parts[x.Name] = true
		}
	}
	var drawn []addition
	for _, v := range views {
		if name := v.symbol(); name != "" && slices.Contains(names, name) {
			drawn = append(drawn, v)
		}
	}
	if len(parts) == 0 && drawn == nil {
		return nil, nil
	}
	always, err := draw(method.Shown{}, nil)
	if err != nil {
		return nil, err
	}
	layers, err := draw(parts, drawn)
	if err != nil {
		return nil, err
	}
	others := map[meaning]bool{}
	for _, l := range always {
		others[meaningOf(l)] = true
	}
	return slices.DeleteFunc(layers, func(l picture.Layer) bool { return others[meaningOf(l)] }), nil
}

// meaning identifies a layer by its role and legend text.
type meaning struct {
	role picture.Role
	says string
}

func meaningOf(l picture.Layer) meaning {
	switch l := l.(type) {
	case *picture.Path:
		return meaning{l.Role, l.Says}
	case *picture.Marks:
		return meaning{l.Role, l.Says}
	case *picture.Label:
		return meaning{l.Role, l.Says}
	}
	return meaning{}
}
