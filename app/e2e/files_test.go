package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// dropBytes drops a file with these bytes on the stage; Drop does so with a text.
func (p *Page) dropBytes(name, bytes string) {
	p.t.Helper()
	var list []string
	for i := range len(bytes) {
		list = append(list, hexOf(bytes[i]))
	}
	p.Do(`(() => {
		const t = new DataTransfer();
		t.items.add(new File([new Uint8Array([` + strings.Join(list, ",") + `])], ` + quote(name) + `));
		document.getElementById("stage").dispatchEvent(new DragEvent("drop", { dataTransfer: t, bubbles: true, cancelable: true }));
	})()`)
}

func hexOf(b byte) string {
	const digits = "0123456789abcdef"
	return "0x" + string(digits[b>>4]) + string(digits[b&15])
}

// trees is a table from a German spreadsheet, in Windows-1252: its numbers of trees can be read in two ways, and two of
// its labels differ only in case.
const trees = "Stra\xDFe;B\xE4ume;Art\n1;31.204;Fichte\n2;30.877;fichte\n3;29.640;Fichte\n4;12.115;R\xFCster\n5;11.030;R\xFCster\n"

// If a file can be read in several ways, the page asks: the assumptions are shown, and can be changed.
func TestReadingAFile(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	p.dropBytes("trees.csv", trees)
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	told := func() string { return p.Text("#columns .columns-result") }
	value := func(id string) string { return Eval[string](p, `document.getElementById("`+id+`").value`) }
	if value("read-encoding") != "windows-1252" || value("read-decimal") != "." ||
		!strings.Contains(told(), "Read as Windows-1252, as the file does not say its encoding") ||
		!strings.Contains(told(), "5 points of 3 classes: Fichte, fichte, Rüster") {
		t.Errorf("read in %s, with the mark %s: %s", value("read-encoding"), value("read-decimal"), told())
	}
	p.Screenshot("reading")
	choose := func(id, to string) {
		p.Do(`(() => { const s = document.getElementById("` + id + `"); s.value = "` + to +
			`"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	}
	choose("read-decimal", ",")
	p.Wait(`/Numbers such as “31\.204” read as 31204/.test(document.querySelector("#columns").innerText)`)
	p.ClickOn("#merge-labels")
	p.Wait(`/5 points of 2 classes: Fichte, Rüster/.test(document.querySelector("#columns").innerText)`)
	choose("read-encoding", "utf-8")
	p.Wait(`/characters could not be read/.test(document.querySelector("#columns").innerText)`)
	choose("read-encoding", "windows-1252")
	p.Wait(`/5 points of 2 classes: Fichte, Rüster/.test(document.querySelector("#columns").innerText)`)
	p.Dark(true)
	p.Screenshot("reading-dark")
	p.Resize(Phone)
	p.Screenshot("reading-phone")
	p.Resize(Desktop)
	p.Changed(func() { p.ClickOn("#columns-use") })
	d := p.Doc()
	if len(d.Points) != 5 || d.Points[0] != (doc.Point{X: 31204, Y: 1}) ||
		d.Points[4] != (doc.Point{X: 11030, Y: 5, Z: 1}) ||
		!d.Names.Equal(doc.Names{X: "Bäume", Y: "Straße", Value: "Art", Classes: []string{"Fichte", "Rüster"}}) {
		t.Errorf("loaded %v, %+v", d.Points, d.Names)
	}
	// If a file has more rows than the method takes, a sample is drawn, and the document says so.
	rows := strings.Repeat("1,2,a\n3,4,b\n5,7,b\n9,8,a\n", 2000)
	p.Drop("many.csv", "p,q,kind\n"+rows)
	p.Wait(`document.querySelector("#columns-use:not([disabled])") && document.getElementById("sample-rows")`)
	if n := value("sample-rows"); n != "5000" {
		t.Errorf("a sample of %s rows is offered", n)
	}
	choose("sample-rows", "100")
	p.Wait(`/100 points of 2 classes/.test(document.querySelector("#columns").innerText)`)
	p.Screenshot("reading-sample")
	p.Changed(func() { p.ClickOn("#columns-use") })
	if d := p.Doc(); len(d.Points) != 100 ||
		d.Note != "Sample: 100 of 8000 rows, drawn with seed 1 in proportion to the classes." {
		t.Errorf("%d points, %q", len(d.Points), d.Note)
	}
	// A file that can't be read changes nothing.
	p.dropBytes("bad.csv", "a,b\n1,x\x00\n")
	p.Notice("bad.csv")
	if d := p.Doc(); len(d.Points) != 100 {
		t.Errorf("%d points after a file that can't be read", len(d.Points))
	}
}

// The data panel shows the note of a document: a short one completely, a long one as a line that can be expanded. The
// author's text stays as it is; the line about a sample is in the page's language.
func TestNoteOfADocument(t *testing.T) {
	long(t) // TestReadingAFile has the note of a sample
	noted := func(note string) string {
		return link(t, strings.Replace(twoClasses, `{"version":1,`, `{"version":1,"note":`+quote(note)+`,`, 1))
	}
	p := Start(t, Options{Path: noted("Length by width, measured in May.")})
	p.WaitReady()
	p.ClickOn("#menu-data")
	if s := p.Text("p#data-note"); s != "Note: Length by width, measured in May." {
		t.Errorf("the note is %q", s)
	}
	p.Changed(func() { p.ClickNamed("#data button", "Remove all") })
	p.Wait(`!document.getElementById("data-note")`)

	p.Open("?lang=fr" + noted("Names\nMeasured by hand.\nSample: 4 of 8000 rows, drawn with seed 1."))
	p.WaitReady()
	p.ClickOn("#menu-data")
	p.Wait(`document.querySelector("details#data-note:not([open])")`)
	const inside = "Note\u00a0: Names\nMeasured by hand.\n" +
		"Échantillon\u00a0: 4 sur 8000 lignes, tirées avec la graine 1."
	if s := Eval[string](p, `document.getElementById("data-note").textContent`); s != inside {
		t.Errorf("the note is %q", s)
	}
	closed := p.Box("#data-note").H
	p.Screenshot("note-closed")
	p.ClickOn("#data-note summary")
	p.Wait(`document.querySelector("#data-note[open]")`)
	if open := p.Box("#data-note").H; open < 2.5*closed || closed > 24 {
		t.Errorf("the note is %v px high when closed, %v when open", closed, open)
	}
	p.Screenshot("note-open")
	p.Dark(true)
	p.Screenshot("note-dark")
}
