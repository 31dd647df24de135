//go:build !(js && wasm)

package ui

import "pointscape/app/room/sound"

// audio records what it was given to play, for tests.
type audio struct {
	scores []sound.Score
	mute   bool
}

func (a *audio) open() bool         { return !a.mute }
func (a *audio) opened() bool       { return true }
func (a *audio) play(s sound.Score) { a.scores = append(a.scores, s) }
func (a *audio) hush()              {}
