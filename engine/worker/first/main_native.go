//go:build !(js && wasm)

package main

func main() { panic("this program runs in a browser: GOOS=js GOARCH=wasm") }
