//go:build !js

package main

// because says why fast paths stay that give less than a tenth of a frame at n = 1,000, or that no trial can measure.
var because = map[string]string{
	"app/workers.fastOvertaking":    "a move does not wait for a sharp picture, up to half a second; not in a trial",
	"engine/constrained.fastBounds": "without it a picture takes more than a minute",
	"engine/convolution.fastStart":  "a seventh of the first picture of another network",
	"engine/descent.fastLevel":      "a part of the algorithm: with an l1 norm fits end at the limit of steps without it",
	"engine/dictionary.fastLeap":    "codes of similar atoms end at the limit of sweeps without it",
	"engine/regression.fastLevel":   "a part of the algorithm: fits end at the limit of sweeps without it",
	"engine/picture.fastThin":       "SVG and PDF files are smaller",
	"engine/session.fastAhead":      "steps are ready before they are asked for; no trial has that wait",
	"engine/wire.fastNumbers":       "measured where few numbers are sent; pictures of DBSCAN with 2,035 were not",
	"engine/svm.fastDrop":           "without it the recorded numbers of steps change",
	"engine/svm.fastNewton":         "of large C or extreme data, fits end at the limit of steps without it",
}
