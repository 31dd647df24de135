//go:build !js

package main

import (
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"

	"pointscape/app/tools/browser"
)

// openBrowser opens Chromium; poor is the way in which the machine is slowed, "" = it is not.
func openBrowser(poor string) (*browser.Chromium, error) { return openProfile(poor, "") }

// openProfile opens Chromium with a profile's directory; "" = with an empty one, which is removed at the end.
func openProfile(poor, dir string) (*browser.Chromium, error) {
	o := browser.Options{Profile: dir}
	var held error
	switch poor {
	case poorOne:
		o.Flags = append(o.Flags, chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) { held = hold(cmd, 0) }))
	case poorBusy:
		end, err := burden()
		if err != nil {
			return nil, err
		}
		o.End = end
	}
	b, err := browser.Open(o)
	if held != nil {
		if err == nil {
			b.Close()
		}
		return nil, held
	}
	return b, err
}

// opened is true when the page shows its document.
const opened = "document.documentElement.dataset.busy === '0' && pointscape.get()"

// do runs JavaScript and ignores its value.
func do(p *browser.Page, js string) error {
	_, err := browser.Eval[chromedp.Void](p, time.Minute, js)
	return err
}
