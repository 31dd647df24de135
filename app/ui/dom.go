package ui

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/panels"
	"pointscape/engine/words"
)

// The few things that the page does to the document beside rendering. go-app's
// Value is inert outside the browser, so all this compiles and runs natively.

func byID(id string) app.Value { return app.Window().GetElementByID(id) }

// setText writes the text of an element that go-app leaves alone.
func setText(id, text string) {
	if el := byID(id); el != nil && el.Truthy() {
		el.Set("textContent", words.Say(text))
	}
}

// sayLive and sayResult have a screen reader say something, and what came out.
func sayLive(text string)   { setText("live", text) }
func sayResult(text string) { setText("announce", text) }

// syncText writes a text if it is another one.
func syncText(id, text string) {
	if el := byID(id); el != nil && el.Truthy() {
		syncProperty(el, "textContent", words.Say(text))
	}
}

// windowSize is that of the window in CSS pixels, 0 outside the browser.
func windowSize() panels.Size {
	if !app.IsClient {
		return panels.Size{}
	}
	return panels.Size{W: app.Window().Get("innerWidth").Int(), H: app.Window().Get("innerHeight").Int()}
}

// showCross puts an element that marks a place at (x, y), CSS pixels of what it lies in, or takes it away.
func showCross(id string, x, y float64, on bool) {
	el := byID(id)
	if !app.IsClient || el == nil || !el.Truthy() {
		return
	}
	at, seen := "none", "hidden"
	if on {
		at = "translate(" + strconv.FormatFloat(x, 'f', 4, 64) + "px, " + strconv.FormatFloat(y, 'f', 4, 64) + "px)"
		seen = "visible"
	}
	style := el.Get("style")
	style.Set("transform", at)
	style.Set("visibility", seen)
}

// warn tells who builds a page something in the console.
func warn(text string) {
	if app.IsClient {
		app.Window().Get("console").Call("warn", text)
	}
}

// build is the version of the site.
func build() string {
	if !app.IsClient {
		return ""
	}
	return app.Window().Get("pointscapeBoot").Get("version").String()
}

// tongue is the language of the page, as HTML has it.
func tongue() string {
	if l := words.Speaks(); l != nil {
		return l.Tag
	}
	return "en"
}

// languages are those that the site has, each with its name in itself.
func languages() (list [][2]string) {
	if !app.IsClient {
		return nil
	}
	names := app.Window().Get("pointscapeBoot").Get("languages")
	tags := app.Window().Get("Object").Call("keys", names)
	for i := range tags.Length() {
		tag := tags.Index(i).String()
		list = append(list, [2]string{tag, names.Get(tag).String()})
	}
	return list
}

// shownSize is the size of an element in CSS pixels, without its border; 0 when it is
// not shown.
func shownSize(id string) panels.Size {
	if el := byID(id); app.IsClient && el != nil && el.Truthy() {
		return panels.Size{W: el.Get("clientWidth").Int(), H: el.Get("clientHeight").Int()}
	}
	return panels.Size{}
}

// within tells whether the focus is within an element that a selector names.
func within(selector string) bool {
	if !app.IsClient {
		return false
	}
	el := app.Window().Get("document").Get("activeElement")
	return el.Truthy() && el.Call("closest", selector).Truthy()
}

func root() app.Value { return app.Window().Get("document").Get("documentElement") }

func setRootData(name, value string) {
	if app.IsClient {
		root().Call("setAttribute", "data-"+name, value)
	}
}

// rootData are data of the root element that are set several times a frame: the
// page is asked to change only what does change.
type rootData struct {
	dataset app.Value
	now     map[string]string
}

// set sets a datum, whose name is written as scripts do: pictureVersion.
func (r *rootData) set(name, value string) {
	if !app.IsClient {
		return
	}
	if r.now == nil {
		r.now = map[string]string{}
		r.dataset = root().Get("dataset")
	}
	if was, ok := r.now[name]; !ok || was != value {
		r.now[name] = value
		r.dataset.Set(name, value)
	}
}

// A line is an element's text that changes while the pointer moves. The page is
// asked for the element once, and to change it only when the text does.
type line struct {
	el   app.Value
	text string
}

// set writes a text in which something may be set low or high.
func (l *line) set(id, text string) {
	if l.el == nil {
		if l.el = byID(id); l.el == nil || !l.el.Truthy() {
			l.el = nil
			return
		}
	} else if l.text == text {
		return
	}
	l.text = text
	text = words.Readable(text)
	if marked(text) {
		setHTML(l.el, prose(text).html())
		return
	}
	l.el.Set("textContent", text)
}

// setHTML makes an element's content of a text, which boot.js sees through.
func setHTML(el app.Value, text string) {
	el.Set("innerHTML", app.Window().Get("pointscapeBoot").Call("html", text))
}

// changing tells whether a control, or another one of its group, has been changed by a hand, and no handler has
// read that yet. A frame that is due is shown as soon as Go hears of the hand, by whatever listener, and what that
// renders must not write back what the document still says: a key pressed soon after another one, or a click,
// would be lost. What has been changed is told by boot.js, because a listener in Go would be one more that such a
// frame comes with.
func changing(el app.Value) bool {
	changed := app.Window().Get("pointscapeBoot").Get("changed")
	if !changed.Truthy() {
		return false
	}
	name := changed.Get("name").String()
	return changed.Equal(el) || changed.Get("type").String() == "radio" && name != "" && el.Get("name").String() == name
}

// syncProperty sets a DOM property if it differs. go-app compares with what it
// has rendered last, not with what people have typed since.
func syncProperty(el app.Value, name, value string) {
	if el.Get(name).String() != value && !changing(el) {
		el.Set(name, value)
	}
}

// syncChecked ticks a box, or clears it.
func syncChecked(el app.Value, on bool) {
	if el.Get("checked").Bool() != on && !changing(el) {
		el.Set("checked", on)
	}
}

func isFocused(el app.Value) bool {
	return app.Window().Get("document").Get("activeElement").Equal(el)
}

// unfocused tells that nothing has the focus: what had it is gone, or can't be pressed any more.
func unfocused() bool {
	at := activeElement()
	return at != nil && (at.Get("disabled").Truthy() || at.Equal(app.Window().Get("document").Get("body")))
}

// activeElement is what has the focus, nil outside the browser.
func activeElement() app.Value {
	if !app.IsClient {
		return nil
	}
	return app.Window().Get("document").Get("activeElement")
}

// focusOn gives an element the focus, if it is there.
func focusOn(el app.Value) {
	if app.IsClient && el != nil && el.Truthy() {
		el.Call("focus")
	}
}

// focusText gives a field the focus, with all its text selected, if it is there.
func focusText(id string) {
	if el := byID(id); el != nil && el.Truthy() {
		focusOn(el)
		el.Call("select")
	}
}

// reveal scrolls as far as is needed to see an element, if it is there.
func reveal(el app.Value) {
	if app.IsClient && el != nil && el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	}
}

// showAll scrolls the results so that all of an element in them is seen, or its beginning where it is too high. (The
// browser's scrollIntoView would move the whole page on a phone, too.)
func showAll(el app.Value) {
	for _, name := range []string{".results", "#sheet"} { // on a phone, and beside the stage
		in := el.Call("closest", name)
		if !in.Truthy() || in.Get("scrollHeight").Int() <= in.Get("clientHeight").Int() {
			continue
		}
		a, b := el.Call("getBoundingClientRect"), in.Call("getBoundingClientRect")
		up, down := a.Get("top").Float()-b.Get("top").Float(), a.Get("bottom").Float()-b.Get("bottom").Float()
		switch {
		case up < 0 || down > up:
			in.Set("scrollTop", in.Get("scrollTop").Float()+up)
		case down > 0:
			in.Set("scrollTop", in.Get("scrollTop").Float()+down)
		}
		return
	}
}

// focusSoon moves the focus once the page is rendered.
func focusSoon(ctx app.Context, id string) { soon(ctx, func() { focusOn(byID(id)) }) }

// A shelf is one of the browser's two storages, as persistence.Storage wants it. Either may
// throw when it is only looked at; a page without them still works.
type shelf string

const (
	local   shelf = "localStorage"   // for the next visit, of all tabs
	session shelf = "sessionStorage" // for a reload of this tab
)

func (s shelf) Get(key string) (text string) {
	if !app.IsClient {
		return ""
	}
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	if v := app.Window().Get(string(s)).Call("getItem", key); v.Truthy() {
		text = v.String()
	}
	return text
}

func (s shelf) Set(key, value string) (ok bool) {
	if !app.IsClient {
		return true
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	app.Window().Get(string(s)).Call("setItem", key, value)
	return true
}

func (s shelf) Remove(key string) {
	if !app.IsClient {
		return
	}
	defer func() { _ = recover() }() // what can't be reached needs no removing
	app.Window().Get(string(s)).Call("removeItem", key)
}

// SavedTheme is the theme that was chosen at an earlier visit, "" when none was.
func SavedTheme() string { return local.Get(ThemeKey) }

// address returns the page's address without its fragment.
func address() string {
	s := app.Window().Get("location").Get("href").String()
	s, _, _ = strings.Cut(s, "#")
	return s
}

// siteFile is the address of a file of the site; "" where all of the site is one file without it.
func siteFile(path string) string {
	if !app.IsClient {
		return path
	}
	return app.Window().Get("pointscapeBoot").Call("file", path).String()
}

// listPage is a page of the site, courses, gallery, methods, web/builder or web/embed, in the page's language.
func listPage(name string) string {
	if t := tongue(); t != "en" {
		name += "." + t
	}
	return name + ".html"
}

// sayWith is a sentence with a link to another page of the site: what is before it, how that goes on to the link, the
// link, and the rest. Without that page the sentence ends before it.
func sayWith(before, on, link, path, rest string) nodes {
	at := siteFile(path)
	switch {
	case at != "":
		return nodes{say(before + on), el("a href=$ target=_blank rel=noopener|$", at, link), say(rest)}
	case before != "":
		return nodes{say(before + ".")}
	}
	return nil
}

// hash is the fragment that the page was opened with, kept by main: one that is
// no valid address must be gone before go-app reads it.
var hash string

// SetStartHash tells the fragment that the page was opened with.
func SetStartHash(h string) { hash = h }

func takeHash() string {
	h := strings.TrimPrefix(hash, "#")
	hash = ""
	return h
}

// bar is the address bar, as persistence.Address wants it.
type bar struct{}

func (bar) Fragment() string {
	if !app.IsClient {
		return ""
	}
	_, f, _ := strings.Cut(app.Window().Get("location").Get("href").String(), "#")
	return f
}

// anew tells whether people have opened this page, and the browser has not found
// it again: by a reload, Back or Forward.
func anew() bool {
	if !app.IsClient {
		return true
	}
	list := app.Window().Get("performance").Call("getEntriesByType", "navigation")
	return list.Length() == 0 || list.Index(0).Get("type").String() == "navigate"
}

// begun is when the browser began with this page.
func begun() time.Time {
	if !app.IsClient {
		return time.Time{}
	}
	return time.UnixMilli(int64(app.Window().Get("performance").Get("timeOrigin").Float()))
}

func (bar) SetFragment(link string) {
	if !app.IsClient {
		return
	}
	defer func() { _ = recover() }()
	u := address()
	if link != "" {
		u += "#" + link
	}
	app.Window().Get("history").Call("replaceState", nil, "", u)
}

// pushAddress makes an address of a page of a course the present one, with the fragment if that is to stay; Back leads
// to the one before.
func pushAddress(page string, fragment bool) {
	if !app.IsClient {
		return
	}
	u, err := url.Parse(address())
	if err != nil {
		return
	}
	q := u.Query()
	for _, name := range []string{"course", "deck", "page"} {
		q.Del(name)
	}
	if s := q.Encode(); s != "" {
		page += "&" + s
	}
	u.RawQuery = page
	to := u.String()
	if fragment {
		to += "#" + bar{}.Fragment()
	}
	app.Window().Get("history").Call("pushState", nil, "", to)
}

// dropFromAddress takes a parameter out of the page's address.
func dropFromAddress(name string) {
	if !app.IsClient {
		return
	}
	u, err := url.Parse(app.Window().Get("location").Get("href").String())
	if err != nil {
		return
	}
	q := u.Query()
	q.Del(name)
	u.RawQuery = strings.ReplaceAll(q.Encode(), "%2F", "/")
	app.Window().Get("history").Call("replaceState", nil, "", u.String())
}

// plainAddress is the address of the playground itself: no embed, no theme.
func plainAddress() string {
	u, err := url.Parse(address())
	if err != nil {
		return address()
	}
	q := u.Query()
	for _, name := range []string{"embed", "theme", "controls", "title", "legend", "origin", "course", "deck", "page",
		"class"} {
		q.Del(name)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// withQuery is the address of the playground with further parameters.
func withQuery(q string) string {
	to := plainAddress()
	if strings.Contains(to, "?") {
		return to + "&" + q
	}
	return to + "?" + q
}

// embedAddress is that of a frame.
func embedAddress() string {
	u, err := url.Parse(plainAddress())
	if err != nil {
		return plainAddress()
	}
	q := u.Query()
	q.Set("embed", "1")
	u.RawQuery = q.Encode()
	return u.String()
}

// download saves bytes as a file.
func download(name, mime string, b []byte) {
	if !app.IsClient {
		return
	}
	w := app.Window()
	u := blobURL(mime, b)
	link := w.Get("document").Call("createElement", "a")
	link.Set("href", u)
	link.Set("download", name)
	link.Call("click")
	revoke(u)
}

// blobURL is an address of bytes, until revoke.
func blobURL(mime string, b []byte) string {
	if !app.IsClient {
		return "blob:" + mime
	}
	w := app.Window()
	a := w.Get("Uint8Array").New(len(b))
	app.CopyBytesToJS(a, b)
	parts := w.Get("Array").New()
	parts.Call("push", a)
	opt := w.Get("Object").New()
	opt.Set("type", mime)
	return w.Get("URL").Call("createObjectURL", w.Get("Blob").New(parts, opt)).String()
}

func revoke(url string) {
	if app.IsClient {
		app.Window().Get("URL").Call("revokeObjectURL", url)
	}
}

// copyText puts a text on the clipboard.
func copyText(text string, done func(ok bool)) {
	clip := app.Window().Get("navigator").Get("clipboard")
	if !clip.Truthy() {
		done(false)
		return
	}
	defer func() {
		if recover() != nil {
			done(false)
		}
	}()
	var yes, no app.Func
	release := func() { yes.Release(); no.Release() }
	yes = app.FuncOf(func(app.Value, []app.Value) any { release(); done(true); return nil })
	no = app.FuncOf(func(app.Value, []app.Value) any { release(); done(false); return nil })
	clip.Call("writeText", text).Call("then", yes, no)
}

// data reads a data- attribute of the element that has an event's handler.
// Handlers are compared by code, so what they act on is told by the element and
// never by a closure.
func data(ctx app.Context, name string) string {
	return ctx.JSSrc().Get("dataset").Get(name).String()
}

func inputValue(ctx app.Context) string { return ctx.JSSrc().Get("value").String() }

// secondClick tells that a click is the second of a double click, by a hand that is used to them or trembles: what
// would be done twice by it, and seen once, is done once. Keys and scripts click for the first time each time, and who
// goes on clicking means it.
func secondClick(e app.Event) bool { return app.IsClient && e.Get("detail").Int() == 2 }
