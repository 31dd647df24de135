//go:build !(js && wasm)

package main

func main() { panic("class.psm runs in a browser") }
