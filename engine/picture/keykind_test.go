package picture

import "testing"

// Numbers reads back what Key writes, and rejects everything else.
func TestKeysOfKinds(t *testing.T) {
	node, member := KeyKind{Begins: "n"}, KeyKind{Begins: "member", From: 1}
	unit, pair := KeyKind{Begins: "u"}, KeyKind{Begins: "pair", Sep: "-"}
	for got, want := range map[string]string{
		node.Key(12): "n12", member.Key(0): "member1", unit.Key(1, 30): "u1.30", pair.Key(7, 2): "pair7-2",
		node.Key(1000000): "n1000000",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if i, ok := member.Number("member3", 3); i != 2 || !ok {
		t.Errorf("member3 is %d %v", i, ok)
	}
	var i, j int
	if !unit.Numbers("u1.30", &i, &j) || i != 1 || j != 30 {
		t.Errorf("u1.30 is %d %d", i, j)
	}
	if !pair.Numbers("pair7-2", &i, &j) || i != 7 || j != 2 {
		t.Errorf("pair7-2 is %d %d", i, j)
	}
	for _, key := range []string{"", "n", "12", "n012", "n+1", "n-1", "n1.2", "n1 ", "n5", "m1", "nn1",
		"n99999999999999999999", "vote"} {
		if i, ok := node.Number(key, 5); ok {
			t.Errorf("%q is node %d", key, i)
		}
	}
	for _, key := range []string{"u1", "u1.", "u.1", "u1.2.3", "u1-2", "u01.2"} {
		if unit.Numbers(key, &i, &j) {
			t.Errorf("%q is a unit", key)
		}
	}
	if i, ok := member.Number("member0", 3); ok {
		t.Errorf("member0 is %d", i)
	}
}
