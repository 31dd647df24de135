package ui

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/panels"
	"pointscape/engine/course"
	"pointscape/engine/words"
)

// The few things that the page does to the document directly, without rendering. go-app's Value does nothing outside
// the browser, so all this compiles and runs natively.

func byID(id string) app.Value { return app.Window().GetElementByID(id) }

// setText sets the text of an element whose content go-app does not render. The text is translated (words.Say).
func setText(id, text string) {
	if el := byID(id); el != nil && el.Truthy() {
		el.Set("textContent", words.Say(text))
	}
}

// sayLive and sayResult set the texts that screen readers speak: messages, and results of a fit.
func sayLive(text string)   { setText("live", text) }
func sayResult(text string) { setText("announce", text) }

// syncText is setText, but changes the element only if the text differs.
func syncText(id, text string) {
	if el := byID(id); el != nil && el.Truthy() {
		syncProperty(el, "textContent", words.Say(text))
	}
}

// windowSize returns the size of the window in CSS pixels, 0 outside the browser.
func windowSize() panels.Size {
	if !app.IsClient {
		return panels.Size{}
	}
	return panels.Size{W: app.Window().Get("innerWidth").Int(), H: app.Window().Get("innerHeight").Int()}
}

// showCross shows an element that marks the position (x, y), in CSS pixels of its parent, or hides it.
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

// warn writes a warning to the console, for the author of the embedding page.
func warn(text string) {
	if app.IsClient {
		app.Window().Get("console").Call("warn", text)
	}
}

// build returns the version of the site, "" outside the browser.
func build() string {
	if !app.IsClient {
		return ""
	}
	return app.Window().Get("pointscapeBoot").Get("version").String()
}

// tongue returns the language tag of the page, as HTML's lang attribute has it.
func tongue() string {
	if l := words.Speaks(); l != nil {
		return l.Tag
	}
	return "en"
}

// languages returns the languages of the site: for each, its tag and its name in that language.
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

// shownSize returns the size of an element in CSS pixels, with its padding and without its border; 0 if it is not
// shown.
func shownSize(id string) panels.Size {
	if el := byID(id); app.IsClient && el != nil && el.Truthy() {
		return panels.Size{W: el.Get("clientWidth").Int(), H: el.Get("clientHeight").Int()}
	}
	return panels.Size{}
}

// within reports whether the focus is within an element that matches a selector.
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

// markRoot sets a data attribute of the root element, or removes it.
func markRoot(name string, on bool) {
	if app.IsClient {
		root().Call("toggleAttribute", "data-"+name, on)
	}
}

// rootData are data attributes of the root element that are set several times per frame. The DOM is only changed if a
// value changes.
type rootData struct {
	dataset app.Value
	now     map[string]string
}

// set sets an attribute; name is as in JavaScript's dataset: pictureVersion.
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

// A line is the text of an element that changes while the pointer moves. The element is looked up once, and changed
// only if the text changes.
type line struct {
	el   app.Value
	text string
}

// set sets the text of the element with an id; the text may have subscripts and superscripts.
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

// setHTML sets the content of an element to HTML, which boot.js checks: it may only have elements that the page writes.
func setHTML(el app.Value, text string) {
	el.Set("innerHTML", app.Window().Get("pointscapeBoot").Call("html", text))
}

// changing reports whether the user has just changed a control, or another radio button of its group, and no handler
// has read that yet. go-app renders a pending frame as soon as Go handles any event, so it may render between the
// user's change and the handler of that change. It must not write the old value back then: the change would be lost.
// boot.js records the change (pointscapeBoot.changed), because a listener in Go would trigger such a frame itself.
func changing(el app.Value) bool {
	changed := app.Window().Get("pointscapeBoot").Get("changed")
	if !changed.Truthy() {
		return false
	}
	name := changed.Get("name").String()
	return changed.Equal(el) || changed.Get("type").String() == "radio" && name != "" && el.Get("name").String() == name
}

// syncProperty sets a DOM property if it differs. go-app compares with what it rendered last, and not with what the
// user has typed since.
func syncProperty(el app.Value, name, value string) {
	if el.Get(name).String() != value && !changing(el) {
		el.Set(name, value)
	}
}

// syncChecked checks or unchecks a checkbox.
func syncChecked(el app.Value, on bool) {
	if el.Get("checked").Bool() != on && !changing(el) {
		el.Set("checked", on)
	}
}

func isFocused(el app.Value) bool {
	return app.Window().Get("document").Get("activeElement").Equal(el)
}

// unfocused reports whether no usable element has the focus: the one that had it is gone, or is disabled.
func unfocused() bool {
	at := activeElement()
	return at != nil && (at.Get("disabled").Truthy() || at.Equal(app.Window().Get("document").Get("body")))
}

// activeElement returns the element that has the focus, nil outside the browser.
func activeElement() app.Value {
	if !app.IsClient {
		return nil
	}
	return app.Window().Get("document").Get("activeElement")
}

// focusOn focuses an element, if it exists.
func focusOn(el app.Value) {
	if app.IsClient && el != nil && el.Truthy() {
		el.Call("focus")
	}
}

// focusText focuses a text field and selects its text, if the field exists.
func focusText(id string) {
	if el := byID(id); el != nil && el.Truthy() {
		focusOn(el)
		el.Call("select")
	}
}

// reveal scrolls an element into view, if it exists, and no further than needed.
func reveal(el app.Value) {
	if app.IsClient && el != nil && el.Truthy() {
		el.Call("scrollIntoView", map[string]any{"block": "nearest", "inline": "nearest"})
	}
}

// showAll scrolls the results until an element in them is completely visible; if it is too high, its top is. (The
// browser's scrollIntoView would also move the whole page on a phone.)
func showAll(el app.Value) {
	for _, name := range []string{".results", "#sheet"} { // .results scrolls on a phone, #sheet beside the stage
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

// focusSoon focuses an element once the page is rendered.
func focusSoon(ctx app.Context, id string) { soon(ctx, func() { focusOn(byID(id)) }) }

// A shelf is one of the browser's two storages (persistence.Storage). Any access may throw if the user has disabled it;
// the page still works then.
type shelf string

const (
	local   shelf = "localStorage"   // for the next visit; shared by all tabs
	session shelf = "sessionStorage" // for a reload; of this tab only
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
	defer func() { _ = recover() }() // without access to the storage, nothing needs to be removed
	app.Window().Get(string(s)).Call("removeItem", key)
}

// SavedTheme returns the theme chosen at an earlier visit, "" if none was.
func SavedTheme() string { return local.Get(ThemeKey) }

// address returns the page's address without its fragment.
func address() string {
	s := app.Window().Get("location").Get("href").String()
	s, _, _ = strings.Cut(s, "#")
	return s
}

// siteFile returns the address of a file of the site; "" if the site is a single file that does not contain it. Outside
// the browser it returns path.
func siteFile(path string) string {
	if !app.IsClient {
		return path
	}
	return app.Window().Get("pointscapeBoot").Call("file", path).String()
}

// listPage returns the file name of a page of the site in the page's language. name is courses, gallery, methods,
// web/builder or web/embed.
func listPage(name string) string {
	if t := tongue(); t != "en" {
		name += "." + t
	}
	return name + ".html"
}

// sayWith returns a sentence with a link to another page of the site: before and on are the text up to the link, link
// its text, path its page, and rest the text after it. If the site lacks that page, only before is said, with a full
// stop; nil if before is empty.
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

// hash is the fragment that the page was opened with. main stores it, because a fragment that is not a valid address
// must be removed before go-app reads the address.
var hash string

// SetStartHash sets the fragment that the page was opened with.
func SetStartHash(h string) { hash = h }

func takeHash() string {
	h := strings.TrimPrefix(hash, "#")
	hash = ""
	return h
}

// bar is the address bar (persistence.Address).
type bar struct{}

func (bar) Fragment() string {
	if !app.IsClient {
		return ""
	}
	_, f, _ := strings.Cut(app.Window().Get("location").Get("href").String(), "#")
	return f
}

// anew reports whether the user has opened this page, and the browser has not restored it by a reload, Back or Forward.
func anew() bool {
	if !app.IsClient {
		return true
	}
	list := app.Window().Get("performance").Call("getEntriesByType", "navigation")
	return list.Length() == 0 || list.Index(0).Get("type").String() == "navigate"
}

// begun returns the time at which the browser began to load this page, the zero time outside the browser.
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
	u := address()
	if link != "" {
		u += "#" + link
	}
	writeAddress("replaceState", u)
}

// writeAddress makes to the page's address, in the present entry of the browser's history (replaceState) or in a new
// one (pushState). Browsers refuse that for a while after many changes: Safari after 100 in 30 seconds. The address
// then stays as it is until the next change; the page goes on.
func writeAddress(how, to string) {
	defer func() { _ = recover() }()
	app.Window().Get("history").Call(how, nil, "", to)
}

// pushAddress makes page, a query such as "course=NAME/PAGE", the query of the page's address, followed by the other
// parameters of the present one. The fragment is kept if fragment is true. It adds an entry to the browser's history.
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
	writeAddress("pushState", to)
}

// dropFromAddress removes a parameter from the query of the page's address.
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
	writeAddress("replaceState", u.String())
}

// plainAddress returns the address of the playground: without fragment, and without the parameters of frames, courses,
// decks, classes and themes.
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

// withQuery returns plainAddress with further parameters, the query q.
func withQuery(q string) string { return course.WithQuery(plainAddress(), q) }

// asking returns the same, relative to the page's address.
func asking(q string) string {
	_, all, _ := strings.Cut(withQuery(q), "?")
	return "?" + all
}

// embedAddress returns the address of the playground in a frame.
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

// blobURL returns a blob: address of bytes, which is valid until revoke.
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

// copyText writes a text to the clipboard; ok is false if the browser refuses.
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

// data returns a data- attribute of the element whose handler is called. go-app compares handlers by their code, so
// what a handler acts on comes from the element, never from a closure.
func data(ctx app.Context, name string) string {
	return ctx.JSSrc().Get("dataset").Get(name).String()
}

func inputValue(ctx app.Context) string { return ctx.JSSrc().Get("value").String() }

// secondClick reports whether a click is the second one of a double click. Handlers of actions that must not be done
// twice ignore it, because some users double-click out of habit, or their hand trembles. Clicks by keys and scripts are
// never second ones, and a third click counts again: users who go on clicking mean it.
func secondClick(e app.Event) bool { return app.IsClient && e.Get("detail").Int() == 2 }
