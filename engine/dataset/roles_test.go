package dataset

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestRolesInTables(t *testing.T) {
	pts := []doc.Point{{X: 0.5, Y: 1, Z: 11}, {X: 2, Y: -3, Z: 0}, {X: 4, Y: 5, Z: -1}}
	for _, task := range []method.Task{method.Classify, method.Regress, method.Regress2D} {
		table := FormatCSV(pts, task, doc.Names{X: "length, in cm"})
		with := FormatRoles(table, "v.t")
		rest, roles := CutRoles(with)
		if rest != table || roles != "v.t" || with == table {
			t.Errorf("%s\nbecomes\n%s\nwithout roles %q", with, rest, roles)
		}
	}
	if FormatRoles("x,y\n1,2\n", "") != "x,y\n1,2\n" {
		t.Error("a column of nothing")
	}
	for table, want := range map[string]string{
		"x1;x2;class;Role\n1;2;1;Test\r\n\n# what\n3;4;2;\n3;4;2;val\n": "t.v",
		"x1\tx2\trole\n1\t2\ttrain\n1\t2\tvalidation":                   ".v",
		"x, y, \"role\"\n1, 2, \"test\"\n":                              "t",
	} {
		if _, roles := CutRoles(table); roles != want {
			t.Errorf("%q has the roles %q, want %q", table, roles, want)
		}
	}
	for _, table := range []string{"", "x,y\n1,2\n", "1,2,test\n", "x,role,y\n1,test,2\n", "x,y,role\n1,2,actor\n",
		"x,y,role\n12\n", "role\ntest\n"} {
		if rest, roles := CutRoles(table); rest != table || roles != "" {
			t.Errorf("%q is cut to %q, %q", table, rest, roles)
		}
	}
}
