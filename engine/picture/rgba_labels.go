package picture

// flatTint returns the colour of a region without shading, and of a share of 1.
func (p *Palette) flatTint(class int) Color {
	if class < 0 {
		return p.Stage
	}
	return p.Tint(class, flatShade)
}

// labels paints Labels on a grid with fewer than 6 pixels per tile: each pixel has the class with the largest bilinear
// weight, so that borders are not blocky.
func (s *rasterPainter) labels() {
	r := s.r
	gw, gh := r.Grid.W, r.Grid.H
	win := grow(&s.win, s.gw*s.gh)
	tint := s.labelTints()
	const none = 254
	tint[none] = tint[255] // the table's last entry is that of NoClass
	for j := range gh {
		for i, v := range r.Planes[0][j*gw : (j+1)*gw] {
			k := uint8(noWin)
			switch {
			case v < 0:
				k = none
			case v == v:
				k = uint8(int32(min(v, 1e6)) % (none / Classes * Classes))
			}
			win[j*s.gw+i] = k
		}
		if gw == 1 {
			win[j*s.gw+1] = win[j*s.gw]
		}
	}
	if gh == 1 {
		copy(win[s.gw:2*s.gw], win[:s.gw])
	}
	s.specialRow = -1
	cellTint := grow(&s.line, s.gw-1)
	for y := range s.h {
		j, fy := s.cellRow(y)
		fy = min(max(fy, 0), 65536)
		for i, k := range win[j*s.gw:][:len(cellTint)] {
			cellTint[i] = tint[k]
		}
		dst := s.px[y*s.w : (y+1)*s.w]
		xi := s.xi[:len(dst)]
		for x := range dst {
			dst[x] = cellTint[xi[x]]
		}
		for _, i := range s.specials(j) {
			x, e := s.span(i)
			if s.cornerNaN(i, j) {
				s.hatch(dst[x:e], x, y)
				continue
			}
			n := j*s.gw + int(i)
			l := [4]uint8{win[n], win[n+1], win[n+s.gw], win[n+s.gw+1]}
			for ; x < e; x++ {
				dst[x] = tint[vote(l, int64(s.fc[x]), fy)]
			}
		}
	}
}

// labelTints returns the colour of each class id modulo 256; the last entry is that of NoClass.
func (s *rasterPainter) labelTints() *[256]uint32 {
	var t [256]uint32
	for k := range t {
		t[k] = s.pal.flatTint(k).pack()
	}
	t[255] = s.pal.flatTint(NoClass).pack()
	return &t
}

// vote returns the label with the largest sum of bilinear weights.
func vote(l [4]uint8, fx, fy int64) uint8 {
	w := [4]int64{(65536 - fx) * (65536 - fy), fx * (65536 - fy), (65536 - fx) * fy, fx * fy}
	best, k := int64(-1), uint8(0)
	for _, a := range l {
		sum := int64(0)
		for m, b := range l {
			if a == b {
				sum += w[m]
			}
		}
		if sum > best {
			best, k = sum, a
		}
	}
	return k
}
