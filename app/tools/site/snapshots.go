package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
)

// snapshots holds the pictures of the gallery's cards, one for each document and theme. Drawing all of them takes
// nearly a minute of fits: each is drawn on request, and all at once when the site is written.
type snapshots struct {
	dir  string                // cache directory of pictures drawn by this program; "" for no cache
	free chan *session.Session // a pool of one session per processor; an entry is nil until it is created
	of   map[string]*snapshot  // by name of the picture
}

// snapshot holds the pictures of one document, one for each theme.
type snapshot struct {
	name, document string

	once  sync.Once
	files map[string]*file // by name of the theme
	err   error
}

// snapshotDir is the name of the pictures' folder, both in the site and in the cache.
const snapshotDir = "cards"

// drawer returns a hash of the running program, which contains all code that draws. So a cached picture can't be from
// other sources.
var drawer = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8]), nil
})

func newSnapshots(cache string) (*snapshots, error) {
	n := runtime.GOMAXPROCS(0)
	l := &snapshots{free: make(chan *session.Session, n), of: map[string]*snapshot{}}
	for range n {
		l.free <- nil
	}
	if cache == "" {
		return l, nil
	}
	program, err := drawer()
	if err != nil {
		return nil, err
	}
	l.dir = filepath.Join(cache, snapshotDir, program)
	return l, nil
}

// add registers a document whose picture is drawn later.
func (l *snapshots) add(name, document string) {
	l.of[name] = &snapshot{name: name, document: document}
}

// snapshotPath returns the path in the site of a picture in a theme.
func snapshotPath(name, theme string) string { return snapshotDir + "/" + name + "." + theme + ".png" }

// file returns the picture at a path of the site, and draws it if need be; nil if the path is not that of a picture.
func (l *snapshots) file(path string) (*file, error) {
	rest, is := strings.CutPrefix(path, snapshotDir+"/")
	if !is {
		return nil, nil
	}
	for _, theme := range galleryThemes {
		if name, is := strings.CutSuffix(rest, "."+theme+".png"); is && l.of[name] != nil {
			x := l.of[name]
			x.once.Do(func() { x.files, x.err = l.make(x) })
			return x.files[theme], x.err
		}
	}
	return nil, nil
}

// all draws, on all processors, the pictures that have not been requested yet, and returns every file.
func (l *snapshots) all() ([]*file, error) {
	names := slices.Sorted(maps.Keys(l.of))
	errs := make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Go(func() { _, errs[i] = l.file(snapshotPath(name, galleryThemes[0])) })
	}
	wg.Wait()
	if err := errors.Join(append(errs, l.forget())...); err != nil {
		return nil, err
	}
	var list []*file
	for _, name := range names {
		for _, theme := range galleryThemes {
			list = append(list, l.of[name].files[theme])
		}
	}
	return list, nil
}

// make draws a document in all themes, or takes the pictures from the cache.
func (l *snapshots) make(x *snapshot) (map[string]*file, error) {
	s := <-l.free
	defer func() { l.free <- s }()
	files := map[string]*file{}
	sum := sha256.Sum256([]byte(x.document))
	kept := func(theme string) string {
		return filepath.Join(l.dir, hex.EncodeToString(sum[:])+"."+theme+".png")
	}
	put := func(theme string, b []byte) {
		sum := sha256.Sum256(b)
		files[theme] = &file{path: snapshotPath(x.name, theme), ctype: contentTypes[".png"], raw: b, tried: true,
			sum: hex.EncodeToString(sum[:])}
	}
	if l.dir != "" {
		for _, theme := range galleryThemes {
			if b, err := os.ReadFile(kept(theme)); err == nil {
				put(theme, b)
			}
		}
		if len(files) == len(galleryThemes) {
			return files, nil
		}
	}
	if s == nil {
		s = session.New(catalog.All())
	}
	tiles, err := tilesOf(s, x.document)
	if err != nil {
		return nil, fmt.Errorf("the picture of %s: %w", x.name, err)
	}
	for _, theme := range galleryThemes {
		pal, ok := picture.PaletteByName(theme)
		if !ok {
			return nil, fmt.Errorf("there is no palette %q", theme)
		}
		im := painted(tiles, pal)
		if plainGround(im) {
			return nil, fmt.Errorf("the picture of %s: nothing is to be seen in it", x.name)
		}
		var b bytes.Buffer
		e := png.Encoder{CompressionLevel: png.BestCompression}
		if err := e.Encode(&b, few(im)); err != nil {
			return nil, err
		}
		put(theme, b.Bytes())
		if l.dir != "" {
			if err := writeFile(kept(theme), b.Bytes()); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// tilesOf returns the pictures of a document: one, or those of its wall.
func tilesOf(s *session.Session, document string) ([]*picture.Picture, error) {
	d, m, err := opened(s, document)
	if err != nil {
		return nil, err
	}
	if d.Wall == nil {
		p, err := tile(s, document)
		return []*picture.Picture{p}, err
	}
	at, err := placed(s, d)
	if err != nil {
		return nil, err
	}
	n := len(m.Cells(&d))
	var list []*picture.Picture
	for i := range n {
		r := place(i, n)
		view := session.Viewport(at, m.TaskOf(d.Params), r.Dx(), r.Dy(), 1)
		p, _, err := s.Cell(context.Background(), session.Request{Doc: d, View: view, Fine: true}, i, picture.Frame{})
		if err != nil {
			return nil, err
		}
		list = append(list, unnamed(p))
	}
	return list, nil
}

// gap is the distance between the pictures of a wall, in pixels.
const gap = 3

// place returns the rectangle of picture i of the n pictures of a wall, in pixels of a tile.
func place(i, n int) image.Rectangle {
	cols := int(math.Ceil(math.Sqrt(float64(n))))
	rows := (n + cols - 1) / cols
	at := func(i, n, size int) int { return i * (size + gap) / n }
	x, y := i%cols, i/cols
	return image.Rect(at(x, cols, tileW), at(y, rows, tileH), at(x+1, cols, tileW)-gap, at(y+1, rows, tileH)-gap)
}

// painted renders pictures into a tile.
func painted(list []*picture.Picture, pal *picture.Palette) *image.RGBA {
	im := image.NewRGBA(image.Rect(0, 0, tileW, tileH))
	ground := pal.Background()
	draw.Draw(im, im.Rect, image.NewUniform(color.RGBA{ground.R, ground.G, ground.B, 255}), image.Point{}, draw.Src)
	for i, p := range list {
		draw.Draw(im, place(i, len(list)), bitmap.Render(p, pal), image.Point{}, draw.Src)
	}
	return im
}

// plainGround reports whether all pixels of an image have the same colour.
func plainGround(im *image.RGBA) bool {
	for i := 4; i < len(im.Pix); i++ {
		if im.Pix[i] != im.Pix[i-4] {
			return false
		}
	}
	return true
}

// drawers is the number of programs whose pictures are kept in the cache.
const drawers = 4

// forget removes the cached pictures of all but this program and the drawers-1 newest others.
func (l *snapshots) forget() error {
	if l.dir == "" {
		return nil
	}
	above := filepath.Dir(l.dir)
	list, err := os.ReadDir(above)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	type folder struct {
		name string
		made time.Time
	}
	var others []folder
	for _, e := range list {
		info, err := e.Info() // another build may have removed it
		if err == nil && e.IsDir() && e.Name() != filepath.Base(l.dir) {
			others = append(others, folder{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(others, func(a, b folder) int { return b.made.Compare(a.made) })
	for _, x := range others[min(drawers-1, len(others)):] {
		if err := os.RemoveAll(filepath.Join(above, x.name)); err != nil {
			return err
		}
	}
	return nil
}
