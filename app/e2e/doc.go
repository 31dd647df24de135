// Package e2e tests the whole of Pointscape in a real browser: headless
// Chromium, driven by its DevTools protocol. All of it is test code; README.md
// says how to write a test.
package e2e
