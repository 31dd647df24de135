//go:build !js

package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// A Log has what a page wrote to its console, and its faults: errors in the console, exceptions, failed requests,
// requests to other hosts, and the end of its process.
type Log struct {
	mu      sync.Mutex
	file    string // path of the file on disk that may be requested; "" = none
	asked   map[network.RequestID]string
	ended   bool
	crashed bool
	faults  []string
	console []string
}

// Fault records a fault.
func (l *Log) Fault(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault(format, args...)
}

func (l *Log) fault(format string, args ...any) {
	if !l.ended {
		l.faults = append(l.faults, fmt.Sprintf(format, args...))
	}
}

// wrote records what the page has written to its console.
func (l *Log) wrote(kind, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ended {
		l.console = append(l.console, kind+": "+text)
	}
}

// lost records that the page's process has ended.
func (l *Log) lost() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.crashed {
		l.crashed = true
		l.fault("the browser has ended the page's process")
	}
}

// request records that the page requests an address: one on another host is a fault. l.mu must be held.
func (l *Log) request(address string) {
	u, err := url.Parse(address)
	if err == nil && u.Scheme != "data" && u.Scheme != "blob" && u.Hostname() != "127.0.0.1" &&
		(l.file == "" || u.Scheme != "file" || u.Path != l.file) {
		l.fault("request to another host: %s", address)
	}
}

// Allow lets the page request one file from the disk.
func (l *Log) Allow(file string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = file
}

// End ends the log: later faults and console messages are not recorded.
func (l *Log) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
}

// Crashed reports whether the page's process has ended.
func (l *Log) Crashed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.crashed
}

func (l *Log) Faults() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.faults)
}

// Console returns what the page has written so far, in lines of the form "log: text".
func (l *Log) Console() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.console)
}

func (l *Log) Explain(err error) error {
	if faults := l.Faults(); err != nil && len(faults) > 0 {
		return fmt.Errorf("%w\nThe page said:\n  %s", err, strings.Join(faults, "\n  "))
	}
	return err
}

// hear records an event of Chromium.
func (l *Log) hear(ev any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range ev.Args {
			var s string
			if json.Unmarshal(a.Value, &s) != nil {
				s = string(a.Value) + a.Description
			}
			words = append(words, s)
		}
		text := strings.Join(words, " ")
		l.console = append(l.console, string(ev.Type)+": "+text)
		if ev.Type == "error" || ev.Type == "assert" {
			l.fault("console %s: %s", ev.Type, text)
		}
	case *runtime.EventExceptionThrown:
		d := ev.ExceptionDetails
		text := d.Text
		if d.Exception != nil {
			text += " " + d.Exception.Description
		}
		l.fault("exception: %s (%s:%d)", text, d.URL, d.LineNumber)
	case *log.EventEntryAdded:
		if ev.Entry.Level == "error" {
			l.fault("browser: %s %s", ev.Entry.Text, ev.Entry.URL)
		}
	case *inspector.EventTargetCrashed:
		l.crashed = true
		l.fault("the browser has ended the page's process")
	case *network.EventRequestWillBeSent:
		if l.asked == nil {
			l.asked = map[network.RequestID]string{}
		}
		l.asked[ev.RequestID] = ev.Request.URL
		l.request(ev.Request.URL)
	case *network.EventLoadingFailed:
		if !ev.Canceled {
			l.fault("request failed: %s: %s", l.asked[ev.RequestID], ev.ErrorText)
		}
	case *network.EventResponseReceived:
		if ev.Response.Status >= 400 {
			l.fault("request failed: %s: %d", ev.Response.URL, ev.Response.Status)
		}
	}
}
