//go:build !(js && wasm)

package ui

import "pointscape/app/room/class"

func classServer() string             { return "" }
func dialClass(class.Ears) class.Link { return nil }
func goTo(string)                     {}
func (lv *live) listenNetwork()       {}
