// Package e2e tests Pointscape as a whole in a real browser: headless Chromium, driven through the DevTools protocol.
// Most pages run in Chromium's headless shell, if it is installed, and pages with Options.Whole or Options.Alone in the
// full browser. The package has test code only; README.md describes how to write a test.
package e2e
