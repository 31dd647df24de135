// Package e2e tests the whole of Pointscape in a real browser: headless
// Chromium, driven by its DevTools protocol. Most pages run in Chromium's headless
// shell, where there is one, and those that are alone (Options.Alone) in the whole
// browser. All of it is test code; README.md says how to write a test.
package e2e
