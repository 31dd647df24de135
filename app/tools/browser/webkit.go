//go:build unix

package browser

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/input"
)

// WebKit is WebKitGTK's MiniBrowser on a virtual screen (Xvfb), driven by WebDriver
// (https://www.w3.org/TR/webdriver2/). Each tab is a separate browser, which stores nothing.
type WebKit struct {
	browser string // path of MiniBrowser
	display string
	Close   func()
}

// OpenWebKit starts the virtual screen.
func OpenWebKit() (*WebKit, error) {
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no MiniBrowser of WebKitGTK here")
	}
	screen, err := firstOf("Xvfb")
	if err != nil {
		return nil, err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	command := exec.Command(screen, "-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp")
	command.ExtraFiles = []*os.File{write}
	err = command.Start()
	write.Close()
	if err != nil {
		return nil, err
	}
	w := &WebKit{browser: found[len(found)-1], Close: func() {
		command.Process.Kill()
		command.Wait()
	}}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("no number of a screen from Xvfb: %w", err)
	}
	w.display = ":" + strings.TrimSpace(number)
	return w, nil
}

// WebKitTab is one browser with one window.
type WebKitTab struct {
	hands
	webkit  *WebKit
	log     *Log
	dark    bool
	session string // the session's address
	window  string // id of the window on the screen
	stop    func()
}

// NewTab starts a browser, with the system's preference for dark or not, and records its events in a log. About once in
// some hundred times a browser that the driver has started never connects to it, before any page is opened: then
// another one is started.
func (w *WebKit) NewTab(log *Log, dark bool) (*WebKitTab, error) {
	t, err := w.start(log, dark)
	var late interface{ Timeout() bool }
	if errors.As(err, &late) && late.Timeout() {
		log.wrote("webkit", fmt.Sprintf("WebKit has not started: %v; once more", err))
		t, err = w.start(log, dark)
	}
	return t, err
}

func (w *WebKit) start(log *Log, dark bool) (*WebKitTab, error) {
	t := &WebKitTab{webkit: w, log: log, dark: dark}
	t.hands.of = t
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	command := exec.Command("WebKitWebDriver", "-p", fmt.Sprint(port))
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Env = append(os.Environ(), "DISPLAY="+w.display, "LIBGL_ALWAYS_SOFTWARE=1", "NO_AT_BRIDGE=1",
		"GSETTINGS_BACKEND=memory")
	if dark {
		command.Env = append(command.Env, "GTK_THEME=Adwaita:dark")
	}
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	command.Stdout, command.Stderr = write, write
	if err := command.Start(); err != nil {
		return nil, err
	}
	write.Close()
	go t.listen(read)
	t.stop = func() {
		syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		command.Wait()
	}
	t.session = fmt.Sprintf("http://127.0.0.1:%d/session", port)
	var made struct{ SessionID string }
	ask := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": w.browser,
			// On a canvas painted by a graphics processor, here emulated by a program, the same calls occasionally give
			// some pixels another shade, and tests compare pictures exactly.
			"args": []string{"--automation", "--full-screen", "--enable-write-console-messages-to-stdout=true",
				"--enable-2d-canvas-acceleration=false"}},
		"timeouts": map[string]any{"script": Patience.Milliseconds(), "pageLoad": Patience.Milliseconds()},
	}}}
	for end := time.Now().Add(Patience); ; time.Sleep(50 * time.Millisecond) {
		err = t.call("POST", "", ask, &made)
		if err == nil || time.Now().After(end) || !strings.Contains(err.Error(), "connection refused") {
			break
		}
	}
	if err != nil {
		t.stop()
		return nil, err
	}
	t.session += "/" + made.SessionID
	if t.window, err = t.find(command.Process.Pid); err != nil {
		t.stop()
		return nil, err
	}
	return t, nil
}

// find returns the window on the screen whose process belongs to a process group. A new browser has one window.
func (t *WebKitTab) find(group int) (string, error) {
	list, err := t.screen("search", "--onlyvisible", "--class", "MiniBrowser")
	if err != nil {
		return "", err
	}
	for _, window := range strings.Fields(list) {
		of, err := t.screen("getwindowpid", window)
		if err != nil {
			continue // another browser's, which has just ended
		}
		pid, err := strconv.Atoi(strings.TrimSpace(of))
		if err != nil {
			return "", err
		}
		if in, err := syscall.Getpgid(pid); err == nil && in == group {
			return window, nil
		}
	}
	return "", fmt.Errorf("WebKit's browser has no window on the screen")
}

// screen runs an xdotool command on the screen.
func (t *WebKitTab) screen(args ...string) (string, error) {
	command := exec.Command("xdotool", args...)
	command.Env = append(os.Environ(), "DISPLAY="+t.webkit.display)
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("xdotool %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// listen reads the browser's output, which includes what pages write to their consoles.
func (t *WebKitTab) listen(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		// "CONSOLE JS ERROR TypeError: ..."
		words, ok := strings.CutPrefix(lines.Text(), "CONSOLE ")
		t.log.wrote("webkit", words) // lines of the browser itself, too, such as that its page's process has ended
		if f := strings.Fields(words); ok && len(f) > 1 && f[1] == "ERROR" {
			t.log.Fault("console %s", words)
		}
	}
}

// call sends a command to the driver.
func (t *WebKitTab) call(method, path string, params, result any) error {
	var body io.Reader
	if params != nil {
		b, err := json.Marshal(params)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	request, err := http.NewRequest(method, t.session+path, body)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Timeout: 2 * Patience}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if response.StatusCode != http.StatusOK {
		var wrong webdriverError
		json.Unmarshal(answer.Value, &wrong)
		if wrong.Kind == "invalid session id" {
			t.log.lost()
		}
		return wrong
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, result)
}

type webdriverError struct {
	Kind    string `json:"error"`
	Message string
}

func (e webdriverError) Error() string { return e.Kind + ": " + e.Message }

func (t *WebKitTab) Close() error {
	defer t.stop()
	return t.call("DELETE", "", nil, nil)
}

func (t *WebKitTab) Log() *Log { return t.log }

func (t *WebKitTab) Navigate(url string) error {
	return t.call("POST", "/url", map[string]any{"url": url}, nil)
}

func (t *WebKitTab) Reload() error { return t.call("POST", "/refresh", map[string]any{}, nil) }

// Evaluate uses the session's time limit for scripts.
func (t *WebKitTab) Evaluate(js string, _ time.Duration) ([]byte, error) {
	return evaluate(js, func(script string) (s settlement, err error) {
		err = t.call("POST", "/execute/async", map[string]any{"args": []any{},
			"script": "const browserDone = arguments[arguments.length - 1]; " + script}, &s)
		// Exceptions of the script itself are caught in it: this is the error of a script that cannot be parsed.
		if wrong, ok := errors.AsType[webdriverError](err); ok && wrong.Kind == "javascript error" {
			err = unreadable{wrong}
		}
		return s, err
	})
}

func (t *WebKitTab) Inject(string) error {
	return fmt.Errorf("WebKit's driver runs no script before a page's own")
}

func (t *WebKitTab) perform(sources ...source) error {
	return t.call("POST", "/actions", map[string]any{"actions": sources}, nil)
}

// Click performs right and double clicks by the screen's mouse. The driver presses the right button but releases the
// left one, so that the page believes that the right one is held, and it may let more time pass between two clicks than
// a double click allows. Without a toolbar, the page begins at the screen's corner.
func (t *WebKitTab) Click(at input.DispatchMouseEventParams, button input.MouseButton, n int) error {
	if n == 1 && button == "left" {
		return t.hands.Click(at, button, n)
	}
	if at.Modifiers != 0 {
		return fmt.Errorf("the screen's mouse has no modifier keys")
	}
	_, err := t.screen("mousemove", fmt.Sprint(math.Round(at.X)), fmt.Sprint(math.Round(at.Y)),
		"click", "--repeat", fmt.Sprint(n), "--delay", "20", fmt.Sprint(buttons[button]+1))
	return err
}

func (t *WebKitTab) Touch(input.DispatchTouchEventType, ...float64) error {
	return fmt.Errorf("WebKit's driver has no fingers")
}

// Resize sets the size of the page: the window is larger by its frame. The page learns of a window's size some time
// after the driver has answered.
func (t *WebKitTab) Resize(w Window) error {
	var size, before [2]int
	want := [2]int{w.Width, w.Height}
	window := want
	for end := time.Now().Add(Patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		b, err := t.Evaluate(`[innerWidth, innerHeight]`, Patience)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, &size); err != nil {
			return err
		}
		switch {
		case size == want:
			return nil
		case size == before:
			continue
		case before != [2]int{}:
			window = [2]int{window[0] + want[0] - size[0], window[1] + want[1] - size[1]}
		}
		before = size
		err = t.call("POST", "/window/rect", map[string]any{"width": window[0], "height": window[1]}, nil)
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("the window of WebKit is %v, and not %d x %d", size, w.Width, w.Height)
}

// Narrowest: 334 at first, and 447 once a page has filled the screen, after which MiniBrowser itself needs more.
func (t *WebKitTab) Narrowest() int { return 447 }

// Encodes: WebKitGTK 2.50 on Debian has a VideoEncoder, but its isConfigSupported crashes the page's process.
func (t *WebKitTab) Encodes() bool { return false }

func (t *WebKitTab) Media(feature, value string) error {
	if feature == "prefers-color-scheme" && (value == "dark") == t.dark {
		return nil
	}
	return fmt.Errorf("WebKit's driver can't have the system prefer %s: %s", feature, value)
}

// Front brings the window to the front and gives it the keyboard focus. The driver's own command does neither, and the
// screen has no window manager that would.
func (t *WebKitTab) Front() error {
	_, err := t.screen("windowraise", t.window, "windowfocus", t.window)
	return err
}

func (t *WebKitTab) Capture() ([]byte, error) {
	var shot string
	if err := t.call("GET", "/screenshot", nil, &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot)
}
