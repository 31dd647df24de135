//go:build !(js && wasm)

package workers

// Image is an ImageBitmap or an ImageData. There are none outside the browser.
type Image struct{}

// Canvas is an OffscreenCanvas, of which there are none either.
type Canvas struct{}

// Close frees the image's memory.
func (Image) Close() {}

// Pixels tells whether the image is an ImageData.
func (Image) Pixels() bool { return false }

// Valid tells whether there is an image.
func (Image) Valid() bool { return false }
