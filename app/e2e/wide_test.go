package e2e

import "testing"

// A table is fetched when it is chosen, its rows are shown and can't be moved; a selected digit shows its picture;
// another plane is chosen in the panel, and a button makes the rows points.
func TestWideTables(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"version":1,"method":"knn","params":{"n_neighbors":10},"table":{"name":"iris"}}`), Clock: true})
	p.WaitReady()
	p.Wait(`document.querySelector("#stage-frame") && document.getElementById("stage").getAttribute("aria-label") === "Plane with 150 points"`)
	p.Screenshot("wide-iris")
	// A dragged row stays where it is, and the page says why.
	x, y := p.At(-2.684125626, 0.319397247)
	p.Drag(x, y, x+120, y+60)
	p.Notice("rows of a table")
	p.Do(`document.getElementById("menu-data").click()`)
	p.Wait(`document.getElementById("table-plane")`)
	p.Do(`(() => { const s = document.getElementById("dataset"); s.value = "table digits"; s.dispatchEvent(new Event("change")); })()`)
	p.Wait(`document.getElementById("stage").getAttribute("aria-label") === "Plane with 1797 points"`)
	p.WaitReady()
	p.Screenshot("wide-panel")
	// The colours of the classes are explained below the plane.
	if got := Eval[string](p,
		`[...document.querySelectorAll("#row-classes .row-class")].map(e => e.textContent).join()`); got != "0,1,2,3,4,5,6,7,8,9" {
		t.Errorf("the classes of the rows are named %q", got)
	}
	p.Key("Escape")
	p.Wait(`!document.getElementById("menu-data").matches("[aria-expanded=true]")`)
	d := p.Doc()
	if d.Table == nil || d.Table.Name != "digits" || d.Points != nil {
		t.Errorf("the link holds %+v, not the table's name alone", d)
	}
	x, y = p.At(-1.2594664501, -21.2748834807)
	p.Click(x, y)
	p.Wait(`document.getElementById("row-picture")`)
	p.Screenshot("wide-digits")
	p.Key("Escape")
	p.Do(`document.getElementById("menu-data").click()`)
	p.Wait(`document.getElementById("table-plane")`)
	p.Do(`(() => { const s = document.getElementById("table-plane"); s.value = "columns"; s.dispatchEvent(new Event("change")); })()`)
	p.Wait(`document.getElementById("table-x")`)
	p.WaitReady()
	p.Do(`document.getElementById("loosen").click()`)
	p.Wait(`!document.getElementById("table-plane") && document.getElementById("stage").getAttribute("aria-label") === "Plane with 1797 points"`)
}
