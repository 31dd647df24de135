//go:build unix

package browser

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/coder/websocket"
)

// Firefox is a process of Firefox, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). Each tab is in a
// separate container, so that pages share no state.
type Firefox struct {
	conn  *websocket.Conn
	Close func()

	mu      sync.Mutex
	last    int
	waiting map[int]chan bidiAnswer
	tabs    map[string]*FirefoxTab // by context
	gone    error
}

// bidiAnswer is a message of the browser: the answer to a command, or an event.
type bidiAnswer struct {
	Type    string
	ID      int
	Result  json.RawMessage
	Error   string
	Message string

	Method string
	Params json.RawMessage
}

// firefoxPrefs disable what has nothing to do with a page: hosts that Firefox contacts by itself, and additional
// windows.
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

// OpenFirefox starts Firefox with a new profile.
func OpenFirefox() (*Firefox, error) {
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
	// The system's preferences are settings of the browser, not of a page: changing them needs this access.
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
	f := &Firefox{waiting: map[int]chan bidiAnswer{}, tabs: map[string]*FirefoxTab{}}
	f.Close = func() {
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
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	select {
	case address := <-at:
		f.conn, _, err = websocket.Dial(ctx, address+"/session", nil)
	case <-ctx.Done():
		err = fmt.Errorf("%s does not say where it listens", name)
	}
	if err != nil {
		f.Close()
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
			f.Close()
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

func (f *Firefox) read() {
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

// heard passes an event on to its page.
func (f *Firefox) heard(a bidiAnswer) {
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
		t.log.wrote(e.Level, e.Text)
		if e.Level == "error" {
			t.log.Fault("console %s: %s", e.Type, e.Text)
		}
	case "network.beforeRequestSent":
		t.log.mu.Lock()
		t.log.request(e.Request.URL)
		t.log.mu.Unlock()
	case "network.fetchError":
		// A request that was cancelled is not a fault.
		if e.ErrorText != "NS_BINDING_ABORTED" && e.ErrorText != "NS_ERROR_ABORT" {
			t.log.Fault("request failed: %s: %s", e.Request.URL, e.ErrorText)
		}
	case "network.responseCompleted":
		if e.Response.Status >= 400 {
			t.log.Fault("request failed: %s: %d", e.Request.URL, e.Response.Status)
		}
	}
}

// call sends a command and decodes its result.
func (f *Firefox) call(method string, params map[string]any, result any) error {
	return f.callFor(Patience, method, params, result)
}

func (f *Firefox) callFor(limit time.Duration, method string, params map[string]any, result any) error {
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
	ctx, cancel := context.WithTimeout(context.Background(), limit)
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

// FirefoxTab is a window of Firefox.
type FirefoxTab struct {
	hands
	firefox   *Firefox
	log       *Log
	container string
	context   string
	fingers   []float64 // last positions: x, y, ...
}

// NewTab opens a window, and records its events in a log.
func (f *Firefox) NewTab(log *Log) (*FirefoxTab, error) {
	t := &FirefoxTab{firefox: f, log: log}
	t.hands.of = t
	var container struct{ UserContext string }
	if err := f.call("browser.createUserContext", map[string]any{}, &container); err != nil {
		return nil, err
	}
	t.container = container.UserContext
	// A separate window is visible, whatever other pages there are.
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

func (t *FirefoxTab) Close() error {
	t.firefox.mu.Lock()
	delete(t.firefox.tabs, t.context)
	t.firefox.mu.Unlock()
	return t.firefox.call("browser.removeUserContext", map[string]any{"userContext": t.container}, nil)
}

func (t *FirefoxTab) Log() *Log { return t.log }

// call sends a command for the tab.
func (t *FirefoxTab) call(method string, params map[string]any, result any) error {
	params["context"] = t.context
	return t.firefox.call(method, params, result)
}

func (t *FirefoxTab) Navigate(url string) error {
	return t.call("browsingContext.navigate", map[string]any{"url": url, "wait": "complete"}, nil)
}

func (t *FirefoxTab) Reload() error {
	return t.call("browsingContext.reload", map[string]any{"wait": "complete"}, nil)
}

func (t *FirefoxTab) Evaluate(js string, limit time.Duration) ([]byte, error) {
	return t.firefox.evaluate(t.context, js, limit)
}

func (f *Firefox) evaluate(context, js string, limit time.Duration) ([]byte, error) {
	return evaluate(js, func(script string) (s settlement, err error) {
		var out struct {
			Type             string
			Result           struct{ Value json.RawMessage }
			ExceptionDetails struct{ Text string }
		}
		err = f.callFor(limit, "script.evaluate", map[string]any{"target": map[string]any{"context": context},
			"awaitPromise": true, "expression": "new Promise((browserDone) => { " + script + " }).then(JSON.stringify)"}, &out)
		if err != nil {
			return s, err
		}
		if out.Type == "exception" {
			return s, unreadable{errors.New(out.ExceptionDetails.Text)}
		}
		var told string
		if err := json.Unmarshal(out.Result.Value, &told); err != nil {
			return s, err
		}
		return s, json.Unmarshal([]byte(told), &s)
	})
}

func (t *FirefoxTab) Privileged(js string) ([]byte, error) {
	var tree struct{ Contexts []struct{ Context string } }
	if err := t.firefox.call("browsingContext.getTree", map[string]any{"moz:scope": "chrome"}, &tree); err != nil {
		return nil, err
	}
	return t.firefox.evaluate(tree.Contexts[0].Context, js, Patience)
}

func (t *FirefoxTab) Inject(js string) error {
	return t.firefox.call("script.addPreloadScript",
		map[string]any{"functionDeclaration": "() => {" + js + "\n}", "contexts": []string{t.context}}, nil)
}

func (t *FirefoxTab) perform(sources ...source) error {
	return t.call("input.performActions", map[string]any{"actions": sources}, nil)
}

// Touch sends touch events to the browser's window: the driver's own touch actions begin at the page, where a swipe no
// longer scrolls.
func (t *FirefoxTab) Touch(kind input.DispatchTouchEventType, at ...float64) error {
	state := 2.0 // TOUCH_CONTACT of nsIDOMWindowUtils
	if kind == "touchEnd" {
		state, at = 4, t.fingers // TOUCH_REMOVE
	}
	t.fingers = at
	var points [][4]float64
	for i := 0; i < len(at); i += 2 {
		points = append(points, [4]float64{float64(i/2 + 1), state, math.Round(at[i]), math.Round(at[i+1])})
	}
	list, err := json.Marshal(points)
	if err != nil {
		return err
	}
	origin, err := t.Evaluate(`location.origin`, Patience)
	if err != nil {
		return err
	}
	_, err = t.Privileged(`(async () => {
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

func (t *FirefoxTab) Resize(w Window) error {
	return t.firefox.call("browsingContext.setViewport", map[string]any{"context": t.context,
		"viewport": map[string]any{"width": w.Width, "height": w.Height}, "devicePixelRatio": w.scale()}, nil)
}

func (t *FirefoxTab) Narrowest() int { return 0 } // a viewport needs no window
func (t *FirefoxTab) Encodes() bool  { return true }

// firefoxMedia are Firefox's settings for the system's preferences, with their default values.
var firefoxMedia = []struct {
	setting string
	unset   int
	values  map[string]int // "feature: value"
}{
	{"layout.css.prefers-color-scheme.content-override", 2,
		map[string]int{"prefers-color-scheme: dark": 0, "prefers-color-scheme: light": 1}},
	{"ui.prefersReducedMotion", 0, map[string]int{"prefers-reduced-motion: reduce": 1}},
}

func (t *FirefoxTab) Media(feature, value string) error {
	known := value == "no-preference"
	for _, m := range firefoxMedia {
		v, ok := m.values[feature+": "+value]
		if !ok {
			v = m.unset
		}
		known = known || ok
		if _, err := t.Privileged(fmt.Sprintf(`Services.prefs.setIntPref(%q, %d)`, m.setting, v)); err != nil {
			return err
		}
	}
	if !known {
		return fmt.Errorf("Firefox has no setting for %s: %s", feature, value)
	}
	return nil
}

func (t *FirefoxTab) Front() error {
	return t.firefox.call("browsingContext.activate", map[string]any{"context": t.context}, nil)
}

func (t *FirefoxTab) Capture() ([]byte, error) {
	var shot struct{ Data string }
	if err := t.firefox.call("browsingContext.captureScreenshot", map[string]any{"context": t.context},
		&shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}
