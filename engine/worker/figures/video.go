//go:build js && wasm

package figures

import (
	"bytes"
	"errors"
	"image"
	"syscall/js"
	"time"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/motion"
	"pointscape/engine/worker"
)

// pixelsOf paints a sheet, which must have an opaque background.
func pixelsOf(s *picture.Sheet) (*image.RGBA, error) {
	_, ctx, err := worker.Paint(s)
	if err != nil {
		return nil, err
	}
	width, height := s.Device()
	im := image.NewRGBA(image.Rect(0, 0, width, height))
	js.CopyBytesToGo(im.Pix, ctx.Call("getImageData", 0, 0, width, height).Get("data"))
	return im, nil
}

var errNoVideo = errors.New("this browser has no encoder of videos for a page: save a GIF, or open the page in " +
	"another browser")

// videos reports whether the browser can encode videos.
func videos() bool {
	g := js.Global()
	return g.Get("VideoEncoder").Truthy() && picture.Videos(g.Get("navigator").Get("userAgent").String())
}

// codecs are the codecs by their names in browsers and in the file, the better one first.
var codecs = [][2]string{{"vp09.00.41.08", "V_VP9"}, {"vp8", "V_VP8"}}

// keyEach is the number of frames between two key frames.
const keyEach = 30

// writeVideo lets the browser encode the frames of an animation, and writes them as a video. The last frame is written
// again at its end, so that players show it for its whole duration.
func writeVideo(file *bytes.Buffer, a *motion.Animation, fps float64, job method.Job) error {
	var e *encoder
	var size image.Point
	var last *image.RGBA
	var end time.Duration
	n := 0
	err := a.Each(func(im *image.RGBA, at, long time.Duration) (err error) {
		if e == nil {
			size = im.Rect.Size()
			if e, err = newEncoder(size, fps); err != nil {
				return err
			}
		}
		if err := job.Err(); err != nil {
			return err
		}
		last, end = im, at+long
		n++
		return e.encode(im, at, n%keyEach == 1)
	})
	if e != nil {
		defer e.close()
	}
	if err == nil {
		err = e.encode(last, end-time.Duration(float64(time.Second)/fps)/2, false)
	}
	if err == nil {
		err = e.flush()
	}
	if err != nil {
		return err
	}
	return motion.WriteWebM(file, e.codec, size.X, size.Y, e.frames, end)
}

// encoder is the browser's VideoEncoder.
type encoder struct {
	video     js.Value
	canvas    js.Value
	ctx       js.Value
	data      js.Value // ImageData of a frame
	codec     string
	frames    []motion.Encoded
	fault     error
	take, bad js.Func
}

func newEncoder(size image.Point, fps float64) (*encoder, error) {
	e := &encoder{}
	video := js.Global().Get("VideoEncoder")
	for _, c := range codecs {
		config := js.Global().Get("Object").New()
		config.Set("codec", c[0])
		config.Set("width", size.X)
		config.Set("height", size.Y)
		config.Set("framerate", fps)
		// Edges and letters stay sharp; unchanged parts take hardly any space.
		config.Set("bitrate", min(max(float64(size.X*size.Y)*fps*0.4, 1e6), 2e7))
		told, err := worker.Await(video.Call("isConfigSupported", config))
		if err != nil || !told.Get("supported").Truthy() {
			continue
		}
		e.codec = c[1]
		e.take = js.FuncOf(func(_ js.Value, args []js.Value) any {
			chunk := args[0]
			b := js.Global().Get("Uint8Array").New(chunk.Get("byteLength"))
			chunk.Call("copyTo", b)
			f := motion.Encoded{At: time.Duration(chunk.Get("timestamp").Float()) * time.Microsecond,
				Key: chunk.Get("type").String() == "key", Data: make([]byte, b.Get("length").Int())}
			js.CopyBytesToGo(f.Data, b)
			e.frames = append(e.frames, f)
			return nil
		})
		e.bad = js.FuncOf(func(_ js.Value, args []js.Value) any {
			e.fault = js.Error{Value: args[0]}
			return nil
		})
		on := js.Global().Get("Object").New()
		on.Set("output", e.take)
		on.Set("error", e.bad)
		e.video = video.New(on)
		e.video.Call("configure", config)
		e.canvas = js.Global().Get("OffscreenCanvas").New(size.X, size.Y)
		e.ctx = e.canvas.Call("getContext", "2d")
		e.data = js.Global().Get("ImageData").New(size.X, size.Y)
		return e, nil
	}
	return nil, errNoVideo
}

func (e *encoder) encode(im *image.RGBA, at time.Duration, key bool) error {
	if e.fault != nil {
		return e.fault
	}
	js.CopyBytesToJS(e.data.Get("data"), im.Pix)
	e.ctx.Call("putImageData", e.data, 0, 0)
	when := js.Global().Get("Object").New()
	when.Set("timestamp", float64(at/time.Microsecond))
	frame := js.Global().Get("VideoFrame").New(e.canvas, when)
	how := js.Global().Get("Object").New()
	how.Set("keyFrame", key)
	e.video.Call("encode", frame, how)
	frame.Call("close")
	if e.video.Get("encodeQueueSize").Int() > 8 {
		return e.flush()
	}
	return nil
}

// flush waits until all frames are encoded.
func (e *encoder) flush() error {
	if _, err := worker.Await(e.video.Call("flush")); err != nil {
		return err
	}
	return e.fault
}

func (e *encoder) close() {
	if e.video.Get("state").String() != "closed" {
		e.video.Call("close")
	}
	e.take.Release()
	e.bad.Release()
}
