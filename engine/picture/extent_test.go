package picture_test

import (
	"testing"

	"pointscape/engine/picture"
)

// Over one feature, curves and the edges of bands count by their heights; in the plane, only roles of finite length
// count.
func TestExtent(t *testing.T) {
	curve := func(r picture.Role) []picture.Layer {
		return []picture.Layer{&picture.Path{Role: r, Class: picture.NoClass, XY: []float64{0, -3, 1, 4}}}
	}
	for _, r := range []picture.Role{picture.RoleMean, picture.RoleBand, picture.RoleBandEdge, picture.RoleBandLine,
		picture.RoleTube, picture.RoleSample} {
		if b := picture.Extent(curve(r), true); b.Y != [2]float64{-3, 4} {
			t.Errorf("a %s over a line reaches %v", r, b)
		}
		if b := picture.Extent(curve(r), false); !b.Empty() {
			t.Errorf("a %s in the plane reaches %v", r, b)
		}
	}
	for _, r := range []picture.Role{picture.RoleEllipse, picture.RoleTrack} {
		if b := picture.Extent(curve(r), false); b.X != [2]float64{0, 1} || b.Y != [2]float64{-3, 4} {
			t.Errorf("an %s reaches %v", r, b)
		}
	}
	if b := picture.Extent(curve(picture.RoleBoundary), true); !b.Empty() {
		t.Errorf("a boundary reaches %v", b)
	}
}
