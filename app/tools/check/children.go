//go:build !js

package main

// guardArg is the argument with which the program is a guard: a child that ends all other children (children_unix.go).
const guardArg = "guard"
