//go:build !js

package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is a headless Chromium.
type browser struct {
	ctx    context.Context
	cancel func()
}

// openBrowser opens one; poor is the way in which the machine is made poor, "" = it is not.
func openBrowser(poor string) (*browser, error) { return openProfile(poor, "") }

// openProfile opens a browser whose profile is in a directory; "" = one of its own, which is removed at the end.
func openProfile(poor, dir string) (*browser, error) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		// The bench's own machine only.
		chromedp.ProxyServer("127.0.0.1:9"),
		chromedp.Flag("proxy-bypass-list", "127.0.0.1"),
	)
	if dir != "" {
		options = append(options, chromedp.UserDataDir(dir))
	}
	end := func() {}
	var held error
	switch poor {
	case poorOne:
		options = append(options, chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) { held = hold(cmd, 0) }))
	case poorBusy:
		var err error
		if end, err = burden(); err != nil {
			return nil, err
		}
	}
	ctx, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancelBrowser := chromedp.NewContext(ctx)
	b := &browser{ctx: ctx, cancel: func() {
		chromedp.Cancel(ctx) // waits until it has ended
		cancelBrowser()
		cancelAllocator()
		end()
	}}
	if err := chromedp.Do(ctx); err != nil || held != nil {
		b.cancel()
		if held != nil {
			return nil, held
		}
		return nil, fmt.Errorf("this needs Chromium (apt-get install chromium): %w", err)
	}
	return b, nil
}

// page is a tab with a profile of its own: nothing is cached in it yet.
type page struct {
	ctx    context.Context
	cancel func()

	mu     sync.Mutex
	faults []string
}

// newPage opens a blank tab.
func (b *browser) newPage() (*page, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &page{ctx: ctx, cancel: func() { cancel() }}
	if err := chromedp.Listen(ctx, p.listen); err != nil {
		cancel()
		return nil, err
	}
	_, err := do(p, time.Minute, chromedp.EmulateViewport(1280, 800))
	if err != nil {
		cancel()
	}
	return p, err
}

func (p *page) listen(ev any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		d := ev.ExceptionDetails
		text := d.Text
		if d.Exception != nil {
			text += " " + d.Exception.Description
		}
		p.faults = append(p.faults, text)
	case *log.EventEntryAdded:
		if ev.Entry.Level == "error" {
			p.faults = append(p.faults, ev.Entry.Text+" "+ev.Entry.URL)
		}
	}
}

// told adds what has gone wrong in the page to an error.
func (p *page) told(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err == nil || len(p.faults) == 0 {
		return err
	}
	return fmt.Errorf("%w\nThe page said:\n  %s", err, strings.Join(p.faults, "\n  "))
}

func do[T any](p *page, limit time.Duration, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, action)
}

func (p *page) open(url string) error {
	_, err := do(p, time.Minute, chromedp.Navigate(url))
	return err
}

// eval evaluates JavaScript, waits for it when it is a promise, and decodes its
// value.
func eval[T any](p *page, limit time.Duration, expr string) (T, error) {
	v, err := do(p, limit, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	return v, p.told(err)
}

// wait waits until a JavaScript expression holds.
func (p *page) wait(limit time.Duration, expr string) error {
	holds := "(async () => { try { return !!(" + expr + ") } catch { return false } })()"
	var err error
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var ok bool
		if ok, err = do(p, limit, chromedp.Evaluate[bool](holds, chromedp.EvalAwaitPromise)); ok {
			return nil
		}
	}
	return p.told(fmt.Errorf("this has not come true: %s (%v)", expr, err))
}
