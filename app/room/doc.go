// Package room has no code of its own: the packages below it are the rooms of the
// page. Each owns a part of its state, and knows nothing of go-app, the browser, or
// what the others hold. ../README.md tells which owns what.
package room
