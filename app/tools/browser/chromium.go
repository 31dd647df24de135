//go:build !js

package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"sync"

	"github.com/chromedp/chromedp"
)

// Options are the options of Chromium. The zero value is the installed Chromium, without a window.
type Options struct {
	Program string // path; "" = found by its usual names
	Visible bool
	Profile string                         // directory of its profile; "" = an empty one, which is removed at the end
	Flags   []chromedp.ExecAllocatorOption // additional ones
	End     func()                         // called when it has ended; may be nil
}

// Chromium is a process of Chromium. Nothing leaves the machine: requests to other hosts than 127.0.0.1, including
// those of workers, go to a proxy, which refuses and records them.
type Chromium struct {
	Ctx   context.Context // of its first tab, which is not used
	close func()

	mu    sync.Mutex
	hosts []string // hosts that the proxy was asked for
}

func Open(o Options) (*Chromium, error) {
	c := &Chromium{}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.hosts = append(c.hosts, r.Host)
		c.mu.Unlock()
		http.Error(w, "no other host may be asked", http.StatusForbidden)
	}))
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox,
		chromedp.DisableGPU,
		chromedp.ProxyServer(proxy.URL),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
	)
	options = append(options, o.Flags...)
	if o.Profile != "" {
		options = append(options, chromedp.UserDataDir(o.Profile))
	}
	if o.Program != "" {
		options = append(options, chromedp.ExecPath(o.Program))
	}
	if o.Visible {
		options = append(options, chromedp.VisibleWindow)
	}
	ctx, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancelBrowser := chromedp.NewContext(ctx)
	c.Ctx = ctx
	c.close = func() {
		chromedp.Cancel(ctx) // waits until it has ended
		cancelBrowser()
		cancelAllocator()
		proxy.Close()
		if o.End != nil {
			o.End()
		}
	}
	if err := chromedp.Do(ctx); err != nil {
		c.close()
		return nil, fmt.Errorf("this needs Chromium (apt-get install chromium): %w", err)
	}
	return c, nil
}

// Close ends the process, and returns when it has ended.
func (c *Chromium) Close() { c.close() }

// PID returns the id of the process.
func (c *Chromium) PID() int { return chromedp.FromContext(c.Ctx).Browser.Process().Pid }

// chromiums are hosts that Chromium itself contacts now and then. A page's own requests to them appear in its events.
var chromiums = regexp.MustCompile(`(^|\.)(google\.com|googleapis\.com|gvt1\.com|gstatic\.com)(:443)?$`)

// Foreign returns the other hosts that pages and their workers have tried to contact since the last Forget.
func (c *Chromium) Foreign() (hosts []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hosts {
		if !chromiums.MatchString(h) {
			hosts = append(hosts, h)
		}
	}
	return hosts
}

// Forget clears the list of contacted hosts.
func (c *Chromium) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hosts = nil
}

// NewPage opens a blank tab of 1280 x 800 with a new profile, in which nothing is cached.
func (c *Chromium) NewPage() (*Page, error) { return c.open(chromedp.WithNewBrowserContext()) }

// NewTab opens a blank tab of 1280 x 800 with the browser's profile.
func (c *Chromium) NewTab() (*Page, error) { return c.open() }

func (c *Chromium) open(o ...chromedp.ContextOption) (*Page, error) {
	ctx, cancel := chromedp.NewContext(c.Ctx, o...)
	p, err := NewPage(ctx, &Log{})
	if err != nil {
		cancel()
		return nil, err
	}
	p.close = cancel
	return p, p.Resize(Window{Width: 1280, Height: 800})
}
