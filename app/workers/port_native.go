//go:build !(js && wasm)

package workers

// Image is an ImageBitmap or an ImageData in the browser. Elsewhere there are none.
type Image struct{}

// Canvas is an OffscreenCanvas in the browser. Elsewhere there are none.
type Canvas struct{}

func (Image) Close() {}

// Pixels reports whether the image is an ImageData.
func (Image) Pixels() bool { return false }

// Valid reports whether there is an image.
func (Image) Valid() bool { return false }
