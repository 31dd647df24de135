package golden

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestTemplate(t *testing.T) {
	for _, c := range []struct{ text, words, args string }{
		{"After 6 examples 15 % are wrong.", "After # examples # % are wrong.", "6 15"},
		{"z = 4.01·0.3267 + 1.949·0.71 − 3.186 = −0.4925", "z = #·# #·# # = #", "4.01 0.3267 1.949 0.71 -3.186 -0.4925"},
		{"2·(−3)", "#·#", "2 -3"},
		{"x1 and L2 of 10^{-5}", "x1 and L2 of #^{#}", "10 -5"},
		{"w_{2} = 1.5e-05", "w_{#} = #", "2 1.5e-05"},
		{"no number", "no number", ""},
	} {
		words, args := template(c.text)
		if words != c.words || strings.Join(args, " ") != c.args {
			t.Errorf("%q: %q, %q", c.text, words, args)
		}
	}
}

func TestWord(t *testing.T) {
	line := "key " + word("key", "margin, f = ±1") + " of " + word("sign", "φ")
	if got := plain(line); got != "key margin, f = ±1 of φ" {
		t.Errorf("plain: %q", got)
	}
	tab := names(nil, []*use{{role: "key", text: "margin, f = ±#", count: 2}})
	if got := tab.refer(line); got != "key «key»(1) of φ" {
		t.Errorf("with names: %q", got)
	}
}

// Names stay with their texts; a text in place of another inherits its name, and no other name changes.
func TestNames(t *testing.T) {
	uses := func(texts ...string) (list []*use) {
		for _, text := range texts {
			role, said, _ := strings.Cut(text, ": ")
			list = append(list, &use{role: role, text: said, count: 2})
		}
		return list
	}
	file := names(nil, uses("key: the margin of a machine", "key: the boundary", "fact: the boundary", "says: z")).texts()
	want := map[string]string{"key": "the margin of a machine", "key 2": "the boundary", "says": "z"}
	if !maps.Equal(file, want) {
		t.Fatalf("from nothing: %q", file)
	}
	for _, c := range []struct {
		what           string
		uses           []*use
		want           map[string]string
		changed, added []string
	}{
		{"in another order", uses("says: z", "key: the boundary", "key: the margin of a machine"), file, nil, nil},
		{"one before", uses("key: ticks", "key: the margin of a machine", "key: the boundary", "says: z"),
			map[string]string{"key": "the margin of a machine", "key 2": "the boundary", "key 3": "ticks", "says": "z"}, nil,
			[]string{"key 3"}},
		{"one less", uses("key: the boundary", "says: z"), map[string]string{"key 2": "the boundary", "says": "z"}, nil, nil},
		{"both others", uses("key: a boundary", "key: a margin of a machine", "says: z"),
			map[string]string{"key": "a margin of a machine", "key 2": "a boundary", "says": "z"},
			[]string{"key", "key 2"}, nil},
		{"of another role", uses("key: the margin of a machine", "key: the boundary", "fact: z = 3"),
			map[string]string{"key": "the margin of a machine", "key 2": "the boundary", "fact": "z = 3"}, nil,
			[]string{"fact"}},
	} {
		got := names(file, c.uses)
		slices.Sort(got.changed)
		if !maps.Equal(got.texts(), c.want) || !slices.Equal(got.changed, c.changed) || !slices.Equal(got.added, c.added) {
			t.Errorf("%s: %q, changed %q, added %q", c.what, got.texts(), got.changed, got.added)
		}
	}
	once := []*use{{role: "key", text: "said once", count: 1}}
	if got := names(nil, once).texts(); len(got) > 0 {
		t.Errorf("what is said once has a name: %q", got)
	}
	if got := natural(map[string]string{"b 2": "", "b 10": "", "b": "", "a 3": ""}); !slices.Equal(got, []string{"a 3",
		"b", "b 2", "b 10"}) {
		t.Errorf("sorted: %q", got)
	}
}
