//go:build !js

package browser

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

func TestLog(t *testing.T) {
	said := func(kind runtime.ConsoleAPICalledType, text string) any {
		return &runtime.EventConsoleAPICalled{Type: kind, Args: []*runtime.RemoteObject{{Value: []byte(`"` + text + `"`)}}}
	}
	asks := func(id network.RequestID, url string) any {
		return &network.EventRequestWillBeSent{RequestID: id, Request: &network.Request{URL: url}}
	}
	l := &Log{}
	l.Allow("/tmp/one.html")
	for _, ev := range []any{
		said("log", "hello"), said("error", "boo"), said("assert", "no"),
		&runtime.EventExceptionThrown{ExceptionDetails: &runtime.ExceptionDetails{Text: "Uncaught", URL: "a.js",
			LineNumber: 3, Exception: &runtime.RemoteObject{Description: "Error: x"}}},
		&log.EventEntryAdded{Entry: &log.Entry{Level: "error", Text: "refused", URL: "b.js"}},
		&log.EventEntryAdded{Entry: &log.Entry{Level: "warning", Text: "old"}},
		asks("1", "http://127.0.0.1:80/x"), asks("2", "http://example.com/"), asks("3", "data:,x"),
		asks("4", "file:///tmp/one.html"), asks("5", "file:///tmp/two.html"),
		&network.EventLoadingFailed{RequestID: "1", ErrorText: "gone"},
		&network.EventLoadingFailed{RequestID: "2", Canceled: true},
		&network.EventResponseReceived{Response: &network.Response{URL: "c.js", Status: 404}},
		&network.EventResponseReceived{Response: &network.Response{URL: "d.js", Status: 304}},
		&inspector.EventTargetCrashed{},
	} {
		l.hear(ev)
	}
	l.lost() // already recorded
	want := []string{"console error: boo", "console assert: no", "exception: Uncaught Error: x (a.js:3)",
		"browser: refused b.js", "request to another host: http://example.com/",
		"request to another host: file:///tmp/two.html", "request failed: http://127.0.0.1:80/x: gone",
		"request failed: c.js: 404", "the browser has ended the page's process"}
	if got := l.Faults(); !slices.Equal(got, want) {
		t.Errorf("faults:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := l.Console(); !slices.Equal(got, []string{"log: hello", "error: boo", "assert: no"}) || !l.Crashed() {
		t.Errorf("console %q, crashed %v", got, l.Crashed())
	}
	if err := l.Explain(errors.New("late")); !strings.HasPrefix(err.Error(), "late\n") ||
		!strings.Contains(err.Error(), "boo") || l.Explain(nil) != nil {
		t.Errorf("explained: %v", err)
	}
	l.End()
	l.hear(said("error", "after the end"))
	l.Fault("after the end")
	l.wrote("log", "after the end")
	if len(l.Faults()) != len(want) || len(l.Console()) != 3 {
		t.Errorf("the log goes on after its end: %q, %q", l.Faults(), l.Console())
	}
}
