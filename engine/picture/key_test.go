package picture_test

import (
	"reflect"
	"testing"

	"pointscape/engine/picture"
)

var triangle = []float64{0.1, 0.1, 0.9, 0.5, 0.2, 0.8}

func look(kind picture.LookKind, role picture.Role, class int) picture.Look {
	return picture.Look{Kind: kind, Role: role, Class: class}
}

// Layers with the same words share an entry; of looks that differ in places alone
// there is one; what says nothing, or shows nothing, has none.
func TestKeysOf(t *testing.T) {
	none := picture.NoClass
	class := func(c int) *picture.Path {
		return &picture.Path{Role: picture.RoleEllipse, Class: c, Level: float64(c), Closed: true, XY: triangle, Says: "one standard deviation"}
	}
	pale := &picture.Path{Role: picture.RoleNeighbor, Class: 3, Weight: 0.2, XY: triangle, Says: "neighbour"}
	strong := &picture.Path{Role: picture.RoleNeighbor, Class: none, Weight: 0.7, XY: triangle, Says: "neighbour"}
	band := func(level float64, says string) *picture.Path {
		return &picture.Path{Role: picture.RoleBand, Class: none, Level: level, Closed: true, XY: triangle, Says: says}
	}
	wide := picture.Look{Kind: picture.LookArea, Role: picture.RoleBand, Class: none, Level: 2}
	ring := look(picture.LookMark, picture.RoleSupport, 4)
	ring.On = []picture.Look{look(picture.LookMark, picture.RolePoint, 4)}
	heavy := look(picture.LookLine, picture.RoleNeighbor, none)
	heavy.Weight = 0.7
	inner := wide
	inner.Level, inner.On = 1, []picture.Look{wide}
	for _, c := range []struct {
		what   string
		layers []picture.Layer
		want   []picture.Key
	}{
		{"nothing", nil, nil},
		{"no words, no places, points", []picture.Layer{&picture.Path{Role: picture.RoleMean, XY: triangle}, &picture.Path{Role: picture.RoleMean, Says: "a"},
			&picture.Marks{Role: picture.RoleCentroid, Says: "b"}, picture.PointMarks(triangle, nil, nil)}, nil},
		{"cells of no class", []picture.Layer{&picture.Path{Role: picture.RoleCell, Class: none, Closed: true, XY: triangle, Says: "cells"}}, nil},
		{"classes", []picture.Layer{class(1), class(2), class(1)}, []picture.Key{{Says: "one standard deviation", Looks: []picture.Look{
			look(picture.LookLoop, picture.RoleEllipse, 1), look(picture.LookLoop, picture.RoleEllipse, 2)}}}},
		{"a class that is not shown, and emphasis", []picture.Layer{pale, strong}, []picture.Key{{Says: "neighbour", Looks: []picture.Look{heavy}}}},
		{"a band on a band", []picture.Layer{band(2, "two"), band(1, "one")}, []picture.Key{{Says: "two", Looks: []picture.Look{wide}}, {Says: "one", Looks: []picture.Look{inner}}}},
		{"rings round points of classes", []picture.Layer{&picture.Marks{Role: picture.RoleSupport, XY: triangle, Class: []int{4, 1, 4}, Ordinal: []int{0, 1, 2}, Says: "support vector"}},
			[]picture.Key{{Says: "support vector", Looks: []picture.Look{ring}}}},
		{"means of classes", []picture.Layer{&picture.Marks{Role: picture.RoleCentroid, XY: triangle, Class: []int{2, none, 2}, Says: "mean"}},
			[]picture.Key{{Says: "mean", Looks: []picture.Look{look(picture.LookMark, picture.RoleCentroid, 2), look(picture.LookMark, picture.RoleCentroid, none)}}}},
		{"line and marks of one thing", []picture.Layer{&picture.Path{Role: picture.RoleTrack, Class: 7, XY: triangle, Says: "way"}, &picture.Marks{Role: picture.RoleTrack, XY: triangle, Says: "way"}},
			[]picture.Key{{Says: "way", Looks: []picture.Look{look(picture.LookLine, picture.RoleTrack, 7), look(picture.LookMark, picture.RoleTrack, none)}}}},
		{"numbers", []picture.Layer{&picture.Label{Role: picture.RoleGuide, Text: "3:1", Says: "votes"}, &picture.Label{Role: picture.RoleGuide, Text: "0:4", Says: "votes"}},
			[]picture.Key{{Says: "votes", Looks: []picture.Look{{Kind: picture.LookText, Role: picture.RoleGuide, Class: none, Text: "3:1"}}}}},
		{"values", []picture.Layer{&picture.Raster{Kind: picture.Diverging, Lo: -1, Hi: 2, Name: "f"}, &picture.Raster{Kind: picture.Scores, Name: "regions"}},
			[]picture.Key{{Says: "f", Looks: []picture.Look{{Kind: picture.LookRamp, Class: none, Raster: picture.Diverging, Lo: -1, Hi: 2}}}}},
	} {
		if got := picture.KeysOf(c.layers...); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.what, got, c.want)
		}
	}
}

// A legend stays while the words and the looks are the same, wherever things are.
func TestAlike(t *testing.T) {
	key := func(role picture.Role, class int, says string) []picture.Key {
		return picture.KeysOf(&picture.Path{Role: role, Class: class, XY: triangle, Says: says}, &picture.Raster{Kind: picture.Sequential, Hi: float64(class), Name: "sd"})
	}
	a := key(picture.RoleMargin, 1, "margin")
	if !picture.Alike(a, key(picture.RoleMargin, 2, "margin")) {
		t.Error("another class of a role that shows none, and another range, make another legend")
	}
	for _, b := range [][]picture.Key{nil, a[:1], key(picture.RoleSlack, 1, "margin"), key(picture.RoleMargin, 1, "slack")} {
		if picture.Alike(a, b) {
			t.Errorf("%+v is like %+v", b, a)
		}
	}
}
