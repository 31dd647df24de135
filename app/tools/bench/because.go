//go:build !js

package main

// because says why fast paths stay that give less than a tenth of a frame at n = 1,000.
var because = map[string]string{}
