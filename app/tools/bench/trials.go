//go:build !js

package main

// trials show what the fast paths give: each is done where its fast paths should give most.
var trials = []trial{}
