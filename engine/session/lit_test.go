package session_test

import (
	"context"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Lit returns the layers of the named parts that are switched on, and no others; the next picture is unchanged.
func TestLit(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"svm","params":{"kernel":"linear","C":1},"dataset":{"name":"blobs2","n":40,"noise":0.3,"seed":3},"view":{"show":["regions","boundary","margins","slack"],"truth":true}}`)
	f, before := seen(t, s, d, 60, 40)
	v := before.Picture.View
	for _, x := range []struct {
		names []string
		roles []picture.Role
	}{
		{[]string{"margins"}, []picture.Role{picture.RoleMargin}},
		{[]string{"boundary", "C", "n_support"}, []picture.Role{picture.RoleBoundary}},
		{[]string{"slack", "margins"}, []picture.Role{picture.RoleMargin, picture.RoleSlack}},
		{[]string{"truth"}, []picture.Role{picture.RoleTruth}},
		{[]string{"support"}, nil}, // switched off
		{[]string{"regions"}, nil},
		{nil, nil},
	} {
		layers, err := s.Lit(method.Unstopped, f, v, x.names)
		if err != nil {
			t.Fatal(err)
		}
		var roles []picture.Role
		for _, l := range layers {
			if p, ok := l.(*picture.Path); ok && !slices.Contains(roles, p.Role) {
				roles = append(roles, p.Role)
			}
		}
		slices.Sort(roles)
		if !slices.Equal(roles, x.roles) {
			t.Errorf("%q: %q, want %q", x.names, roles, x.roles)
		}
	}
	// Layers without a switch are not highlighted.
	d2 := resolved(t, s, `{"method":"constrained","view":{"show":["isolines","feasible","forces"]}}`)
	f2, r2 := seen(t, s, d2, 60, 40)
	layers, err := s.Lit(method.Unstopped, f2, r2.Picture.View, []string{"forces"})
	if err != nil {
		t.Fatal(err)
	}
	if len(layers) == 0 {
		t.Error("the forces are not lit")
	}
	for _, l := range layers {
		if p, ok := l.(*picture.Path); ok && (p.Role == picture.RoleMargin || p.Role == picture.RoleIsoline) {
			t.Errorf("the forces are %s", p.Says)
		}
	}
	var after *session.Result
	req := session.Request{Doc: d, View: v, Fine: true}
	if err := s.Draw(context.Background(), req, func(r *session.Result) error { after = r; return nil }); err != nil {
		t.Fatal(err)
	}
	if a, b := picture.KeysOf(before.Picture.Layers...), picture.KeysOf(after.Picture.Layers...); !picture.Alike(a, b) {
		t.Errorf("the picture after it: %v, before: %v", b, a)
	}
}
