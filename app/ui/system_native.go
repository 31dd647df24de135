//go:build !(js && wasm)

package ui

import "pointscape/app/room/clock"

// system is the machine's clock.
type system = clock.System
