package encodings

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func encoded(s string, big, mark bool) string {
	var b []byte
	units := utf16.Encode([]rune(s))
	if mark {
		units = append([]uint16{0xFEFF}, units...)
	}
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

func TestDecode(t *testing.T) {
	const text = "Größe;€\n1,5;😀\n"
	for _, c := range []struct {
		name, in, as string
		text, found  string
		guessed      bool
		broken       int
	}{
		{"UTF-8", text, "", text, method.UTF8, false, 0},
		{"UTF-8 with a mark", "\xEF\xBB\xBF" + text, "", text, method.UTF8, false, 0},
		{"UTF-16 LE with a mark", encoded(text, false, true), "", text, method.UTF16LE, false, 0},
		{"UTF-16 BE with a mark", encoded(text, true, true), "", text, method.UTF16BE, false, 0},
		{"UTF-16 LE", encoded(text, false, false), "", text, method.UTF16LE, true, 0},
		{"UTF-16 BE", encoded(text, true, false), "", text, method.UTF16BE, true, 0},
		{"Windows-1252", "Gr\xF6\xDFe;\x80\n", "", "Größe;€\n", method.Windows1252, true, 0},
		{"Windows-1252, asked for", "\xC3\xB6", method.Windows1252, "Ã¶", method.Windows1252, false, 0},
		{"UTF-8, asked for", "Gr\xF6\xDFe", method.UTF8, "Gr\uFFFDe", method.UTF8, false, 1},
		{"UTF-8 with a broken byte", "Größe Höhe \xF6 Maß", "", "Größe Höhe \uFFFD Maß", method.UTF8, true, 1},
		{"half a character", encoded("ab", false, true) + "c", "", "ab\uFFFD", method.UTF16LE, false, 1},
		{"nothing", "", "", "", method.UTF8, false, 0},
	} {
		got, err := Decode(c.in, c.as)
		if want := (dataset.Decoded{Text: c.text, Encoding: c.found, Guessed: c.guessed, Broken: c.broken}); err != nil ||
			got != want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, want)
		}
	}
}

func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../testdata/files/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Real-world files, each with the right result.
func TestFilesAsPeopleHaveThem(t *testing.T) {
	trees := []doc.Point{{X: 2021, Y: 31204}, {X: 2020, Y: 30877}, {X: 2019, Y: 30115}, {X: 2018, Y: 29640}}
	for _, c := range []struct {
		name  string
		task  method.Task
		how   method.Reading
		want  []doc.Point
		names doc.Names
		notes []string
	}{
		{"thousands_tab.csv", method.Regress, method.Reading{Decimal: "."}, trees, doc.Names{X: "Year", Y: "Trees"},
			[]string{`numbers such as “31,204” read as 31204`}},
		{"thousands_quoted.csv", method.Regress, method.Reading{Decimal: "."}, trees, doc.Names{X: "Year", Y: "Trees"},
			[]string{`numbers such as “31,204” read as 31204`}},
		{"german_thousands.csv", method.Regress, method.Reading{}, []doc.Point{{X: -12345.6, Y: 1.5}, {X: -2070.25, Y: 2.5},
			{X: 41008.75, Y: 3.5}, {X: -61.2, Y: 4.5}}, doc.Names{}, []string{`numbers such as “-12.345,60” read as -12345.60`}},
		{"nbsp.csv", method.Classify, method.Reading{}, []doc.Point{{X: 1234.5, Y: 2}, {X: 3, Y: 4, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}}, []string{"read as 1234.5"}},
		{"percent.csv", method.Classify, method.Reading{}, []doc.Point{{X: 41.25, Y: 30.5}, {X: 8.75, Y: 12, Z: 1}},
			doc.Names{X: "x (%)", Y: "y (%)", Classes: []string{"a", "b"}},
			[]string{`x is in percent: “41,25%” read as 41.25`, `y is in percent: “30,5%” read as 30.5`}},
		{"excel_errors.csv", method.Classify, method.Reading{}, []doc.Point{{X: 1, Y: 1}, {X: 2, Y: 2, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}},
			[]string{`no number in x (line 2: “#N/A”)`, `no number in y (line 3: “#DIV/0!”)`}},
		{"cp1252.csv", method.Classify, method.Reading{}, []doc.Point{{X: 1.5, Y: 2.5}, {X: 2.5, Y: 3.5, Z: 1}},
			doc.Names{X: "Länge", Y: "Höhe", Value: "Art", Classes: []string{"groß", "klein"}},
			[]string{"read as Windows-1252, as the file does not say its encoding"}},
		{"utf16.csv", method.Classify, method.Reading{}, []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}},
			doc.Names{X: "x", Y: "y", Classes: []string{"a", "b"}}, []string{"read as UTF-16 LE"}},
		{"points.json.csv", method.Classify, method.Reading{}, []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}}, doc.Names{},
			[]string{"a list of rows in JSON"}},
	} {
		f, err := dataset.Read(file(t, c.name), Decode, c.how)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		pts, names, notes, err := f.CSV(c.task)
		if err != nil || !slices.Equal(pts, c.want) || !names.Equal(c.names) {
			t.Errorf("%s: %v\n got %v %+v\nwant %v %+v", c.name, err, pts, names, c.want, c.names)
		}
		for _, n := range c.notes {
			if !strings.Contains(strings.Join(notes, "\n"), n) {
				t.Errorf("%s: notes %q lack %q", c.name, notes, n)
			}
		}
	}
	for name, says := range map[string]string{
		"thousands_tab.csv":    `decimal must be given: "31,204" (line 2, column 2) is 31204 with a decimal point, and 31.204 with a decimal comma`,
		"thousands_quoted.csv": `"31,204" (line 2, column 2)`,
	} {
		f, err := dataset.Read(file(t, name), Decode, method.Reading{})
		if err != nil {
			t.Fatal(err)
		}
		var e *doc.Error
		if _, _, _, err := f.CSV(method.Regress); !errors.As(err, &e) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, _, err := f.Chosen(method.Regress, []int{0, 0}); err != nil {
			t.Errorf("%s: a column that is not read is in doubt: %v", name, err)
		}
		f, err = dataset.Read(file(t, name), Decode, method.Reading{Decimal: ","})
		if err != nil {
			t.Fatal(err)
		}
		if pts, _, _, err := f.CSV(method.Regress); err != nil || pts[0].Y != 31.204 {
			t.Errorf("%s, decimal commas: %v, %v", name, pts, err)
		}
	}
}

// Any bytes are decoded to a text, with a known encoding.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"", "Gr\xf6\xdfe;b\n1;2\n", "\xff\xfea\x00", "\xfe\xff\x00a\x00", "\xef\xbb\xbfa",
		"a\x00b\x00", "ö\xff"} {
		f.Add(s, "")
		f.Add(s, method.Windows1252)
	}
	f.Fuzz(func(t *testing.T, s, as string) {
		if (method.Reading{Encoding: as}).Check() != nil {
			return
		}
		d, err := Decode(s, as)
		if err != nil || !utf8.ValidString(d.Text) || as != "" && d.Encoding != as || d.Broken < 0 {
			t.Fatalf("%+v, %v", d, err)
		}
		if _, err := dataset.Read(s, Decode, method.Reading{Encoding: as}); err != nil && len(s) < 1000 &&
			!strings.HasPrefix(strings.TrimSpace(d.Text), "[") {
			t.Fatal(err)
		}
	})
}
