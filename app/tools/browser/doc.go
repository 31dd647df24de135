// Package browser drives browsers for the tests in app/e2e and the measurements in app/tools/bench: Chromium through
// its DevTools protocol, Firefox through WebDriver BiDi, and WebKitGTK through WebDriver. app/tools/README.md lists the
// libraries that were considered for the latter two.
package browser
