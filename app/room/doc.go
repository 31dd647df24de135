// Package room has no code of its own: the packages below it are the rooms of the page. Each owns a part of its state,
// without go-app and without the browser, and imports few others or none (see room_test.go). ../README.md tells which
// owns what.
package room
