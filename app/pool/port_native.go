//go:build !(js && wasm)

package pool

// Image is an ImageBitmap or an ImageData. There are none outside the browser.
type Image struct{}

// Close frees the image's memory.
func (Image) Close() {}

// Valid tells whether there is an image.
func (Image) Valid() bool { return false }
