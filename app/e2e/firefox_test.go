//go:build browsers

package e2e

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"github.com/coder/websocket"
)

// A firefox is a process of Firefox, which is driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). Each
// tab is in a container of its own: nothing of one page is there for the next one.
type firefox struct {
	conn *websocket.Conn
	stop func()

	mu      sync.Mutex
	last    int
	waiting map[int]chan bidiAnswer
	tabs    map[string]*firefoxTab // by their contexts
	gone    error
}

// bidiAnswer is what the browser says: of a command, or of something that has happened.
type bidiAnswer struct {
	Type    string
	ID      int
	Result  json.RawMessage
	Error   string
	Message string

	Method string
	Params json.RawMessage
}

// firefoxPrefs leave out what has nothing to do with a page: hosts that Firefox asks by itself, and windows beside it.
const firefoxPrefs = `user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,none");
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
`

var bidiListens = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// startFirefox starts a Firefox that nobody has used.
func startFirefox() (*firefox, error) {
	dir, err := os.MkdirTemp("", "firefox-")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(firefoxPrefs), 0o666); err != nil {
		return nil, err
	}
	name, err := firstOf("firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	// What a system prefers is a setting of the browser, not of a page: that needs the access.
	command := exec.Command(name, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", "0",
		"--remote-allow-system-access", "about:blank")
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	said, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	f := &firefox{waiting: map[int]chan bidiAnswer{}, tabs: map[string]*firefoxTab{}}
	f.stop = func() {
		syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		command.Wait()
		os.RemoveAll(dir)
	}
	at := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if m := bidiListens.FindStringSubmatch(lines.Text()); m != nil {
				at <- m[1]
			}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	select {
	case address := <-at:
		f.conn, _, err = websocket.Dial(ctx, address+"/session", nil)
	case <-ctx.Done():
		err = fmt.Errorf("%s does not say where it listens", name)
	}
	if err != nil {
		f.stop()
		return nil, err
	}
	f.conn.SetReadLimit(1 << 30)
	go f.read()
	for _, c := range []struct {
		method string
		params map[string]any
	}{
		{"session.new", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
			"unhandledPromptBehavior": map[string]any{"default": "ignore"}}}}},
		{"session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.beforeRequestSent",
			"network.responseCompleted", "network.fetchError"}}},
	} {
		if err := f.call(c.method, c.params, nil); err != nil {
			f.stop()
			return nil, err
		}
	}
	return f, nil
}

func firstOf(names ...string) (string, error) {
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no %s here", strings.Join(names, ", nor "))
}

func (f *firefox) read() {
	for {
		_, b, err := f.conn.Read(context.Background())
		var a bidiAnswer
		if err == nil {
			err = json.Unmarshal(b, &a)
		}
		f.mu.Lock()
		if err != nil {
			f.gone = fmt.Errorf("Firefox has gone: %w", err)
			for _, c := range f.waiting {
				close(c)
			}
			f.mu.Unlock()
			return
		}
		if a.Type == "event" {
			f.heard(a)
		} else if c := f.waiting[a.ID]; c != nil {
			delete(f.waiting, a.ID)
			c <- a
		}
		f.mu.Unlock()
	}
}

// heard passes what has happened on to the page whose it is.
func (f *firefox) heard(a bidiAnswer) {
	var e struct {
		Context   string
		Source    struct{ Context string }
		Level     string
		Type      string
		Method    string
		Text      string
		ErrorText string
		Request   struct{ URL string }
		Response  struct{ Status int }
	}
	if json.Unmarshal(a.Params, &e) != nil {
		return
	}
	t := f.tabs[e.Context]
	if t == nil {
		t = f.tabs[e.Source.Context]
	}
	if t == nil {
		return
	}
	switch a.Method {
	case "log.entryAdded":
		t.page.wrote(e.Level, e.Text)
		if e.Level == "error" {
			t.page.fault("console %s: %s", e.Type, e.Text)
		}
	case "network.beforeRequestSent":
		u, err := url.Parse(e.Request.URL)
		if err == nil && u.Scheme != "data" && u.Scheme != "blob" && u.Hostname() != "127.0.0.1" {
			t.page.fault("request to another host: %s", e.Request.URL)
		}
	case "network.fetchError":
		// What is left behind or called off is no fault.
		if e.ErrorText != "NS_BINDING_ABORTED" && e.ErrorText != "NS_ERROR_ABORT" {
			t.page.fault("request failed: %s: %s", e.Request.URL, e.ErrorText)
		}
	case "network.responseCompleted":
		if e.Response.Status >= 400 {
			t.page.fault("request failed: %s: %d", e.Request.URL, e.Response.Status)
		}
	}
}

// call sends a command and waits for what it gives.
func (f *firefox) call(method string, params map[string]any, result any) error {
	answer := make(chan bidiAnswer, 1)
	f.mu.Lock()
	if f.gone != nil {
		f.mu.Unlock()
		return f.gone
	}
	f.last++
	id := f.last
	f.waiting[id] = answer
	f.mu.Unlock()
	b, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := f.conn.Write(ctx, websocket.MessageText, b); err != nil {
		return err
	}
	select {
	case a, ok := <-answer:
		if !ok {
			return f.gone
		}
		if a.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("%s: Firefox does not answer", method)
	}
}

// firefoxTab is one window of it.
type firefoxTab struct {
	firefox   *firefox
	page      *Page
	container string
	context   string
	fingers   map[string][2]float64 // where they were last
}

func (f *firefox) open(p *Page) (remote, error) {
	t := &firefoxTab{firefox: f, page: p}
	var container struct{ UserContext string }
	if err := f.call("browser.createUserContext", map[string]any{}, &container); err != nil {
		return nil, err
	}
	t.container = container.UserContext
	// A window of its own is in sight, whatever other pages the test has.
	var made struct{ Context string }
	if err := f.call("browsingContext.create",
		map[string]any{"type": "window", "userContext": t.container}, &made); err != nil {
		return nil, err
	}
	t.context = made.Context
	f.mu.Lock()
	f.tabs[t.context] = t
	f.mu.Unlock()
	return t, nil
}

func (t *firefoxTab) end() {
	t.firefox.mu.Lock()
	delete(t.firefox.tabs, t.context)
	t.firefox.mu.Unlock()
	if err := t.firefox.call("browser.removeUserContext", map[string]any{"userContext": t.container}, nil); err != nil {
		t.page.t.Log(err)
	}
}

func (t *firefoxTab) navigate(url string) error {
	return t.firefox.call("browsingContext.navigate",
		map[string]any{"context": t.context, "url": url, "wait": "complete"}, nil)
}

func (t *firefoxTab) reload() error {
	return t.firefox.call("browsingContext.reload", map[string]any{"context": t.context, "wait": "complete"}, nil)
}

func (t *firefoxTab) evaluate(js string) ([]byte, error) { return t.firefox.evaluate(t.context, js) }

func (f *firefox) evaluate(context, js string) ([]byte, error) {
	var out struct {
		Type             string
		Result           bidiValue
		ExceptionDetails struct{ Text string }
	}
	err := f.call("script.evaluate", map[string]any{"expression": js, "target": map[string]any{"context": context},
		"awaitPromise": true, "serializationOptions": map[string]any{"maxObjectDepth": nil}}, &out)
	if err != nil {
		return nil, err
	}
	if out.Type == "exception" {
		return nil, fmt.Errorf("%s", out.ExceptionDetails.Text)
	}
	v, err := out.Result.plain()
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// chrome runs a script in the browser's own window.
func (f *firefox) chrome(js string) ([]byte, error) {
	var tree struct{ Contexts []struct{ Context string } }
	if err := f.call("browsingContext.getTree", map[string]any{"moz:scope": "chrome"}, &tree); err != nil {
		return nil, err
	}
	return f.evaluate(tree.Contexts[0].Context, js)
}

// bidiValue is a value of JavaScript, as the protocol writes it.
type bidiValue struct {
	Type  string
	Value json.RawMessage
}

// plain is what JSON can say of it.
func (v bidiValue) plain() (any, error) {
	if len(v.Value) == 0 { // nothing, or too deep to be told
		return nil, nil
	}
	switch v.Type {
	case "string", "boolean":
		var out any
		err := json.Unmarshal(v.Value, &out)
		return out, err
	case "number":
		var word string
		if json.Unmarshal(v.Value, &word) == nil {
			return map[string]any{"-0": math.Copysign(0, -1)}[word], nil // others are nothing in JSON
		}
		return v.Value, nil
	case "array":
		var list []bidiValue
		if err := json.Unmarshal(v.Value, &list); err != nil {
			return nil, err
		}
		out := make([]any, len(list))
		for i, e := range list {
			var err error
			if out[i], err = e.plain(); err != nil {
				return nil, err
			}
		}
		return out, nil
	case "object":
		var list [][2]json.RawMessage
		if err := json.Unmarshal(v.Value, &list); err != nil {
			return nil, err
		}
		out := map[string]any{}
		for _, e := range list {
			var key string
			var value bidiValue
			if err := json.Unmarshal(e[0], &key); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(e[1], &value); err != nil {
				return nil, err
			}
			plain, err := value.plain()
			if err != nil {
				return nil, err
			}
			if value.Type != "undefined" {
				out[key] = plain
			}
		}
		return out, nil
	}
	return nil, nil
}

func (t *firefoxTab) inject(js string) error {
	return t.firefox.call("script.addPreloadScript",
		map[string]any{"functionDeclaration": "() => {" + js + "\n}", "contexts": []string{t.context}}, nil)
}

func (t *firefoxTab) perform(sources ...source) error {
	if sources[0].Parameters["pointerType"] == "touch" {
		return t.touch(sources)
	}
	return t.firefox.call("input.performActions", map[string]any{"context": t.context, "actions": sources}, nil)
}

// touch has fingers on the browser's window: what the driver itself does with fingers begins at the page, where no
// swipe scrolls any more.
func (t *firefoxTab) touch(fingers []source) error {
	if t.fingers == nil {
		t.fingers = map[string][2]float64{}
	}
	var points [][4]float64 // which, TOUCH_CONTACT or TOUCH_REMOVE of nsIDOMWindowUtils, x, y
	for i, f := range fingers {
		state := 2.0
		for _, a := range f.Actions {
			switch a["type"] {
			case "pointerMove":
				t.fingers[f.ID] = [2]float64{a["x"].(float64), a["y"].(float64)}
			case "pointerUp":
				state = 4
			}
		}
		at := t.fingers[f.ID]
		points = append(points, [4]float64{float64(i + 1), state, at[0], at[1]})
	}
	list, err := json.Marshal(points)
	if err != nil {
		return err
	}
	origin, err := t.evaluate(`location.origin`)
	if err != nil {
		return err
	}
	_, err = t.firefox.chrome(`(async () => {
		const all = [...Services.wm.getEnumerator("navigator:browser")].flatMap((w) => w.gBrowser.browsers);
		const browser = all.findLast((b) => b.currentURI.spec.startsWith(` + string(origin) + ` + "/"));
		const w = browser.ownerDocument.defaultView;
		const box = browser.getBoundingClientRect(), scale = w.devicePixelRatio;
		for (const [id, state, x, y] of ` + string(list) + `) {
			await new Promise((done) => w.windowUtils.sendNativeTouchPoint(id, state,
				(w.mozInnerScreenX + box.x + x) * scale, (w.mozInnerScreenY + box.y + y) * scale, 1, 90, done));
		}
	})()`)
	return err
}

func (t *firefoxTab) resize(w Window) error {
	return t.firefox.call("browsingContext.setViewport", map[string]any{"context": t.context,
		"viewport": map[string]any{"width": w.Width, "height": w.Height}, "devicePixelRatio": w.Scale}, nil)
}

func (t *firefoxTab) narrowest() int { return 0 } // a viewport needs no window
func (t *firefoxTab) encodes() bool  { return true }

// firefoxMedia are its settings for what a system prefers, with what they are by themselves.
var firefoxMedia = []struct {
	setting string
	unset   int
	values  map[string]int // "feature: value"
}{
	{"layout.css.prefers-color-scheme.content-override", 2,
		map[string]int{"prefers-color-scheme: dark": 0, "prefers-color-scheme: light": 1}},
	{"ui.prefersReducedMotion", 0, map[string]int{"prefers-reduced-motion: reduce": 1}},
}

func (t *firefoxTab) media(feature, value string) error {
	known := value == "no-preference"
	for _, m := range firefoxMedia {
		v, ok := m.values[feature+": "+value]
		if !ok {
			v = m.unset
		}
		known = known || ok
		if _, err := t.firefox.chrome(fmt.Sprintf(`Services.prefs.setIntPref(%q, %d)`, m.setting, v)); err != nil {
			return err
		}
	}
	if !known {
		return fmt.Errorf("Firefox has no setting for %s: %s", feature, value)
	}
	return nil
}

func (t *firefoxTab) front() error {
	return t.firefox.call("browsingContext.activate", map[string]any{"context": t.context}, nil)
}

func (t *firefoxTab) capture() ([]byte, error) {
	var shot struct{ Data string }
	if err := t.firefox.call("browsingContext.captureScreenshot", map[string]any{"context": t.context},
		&shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}
