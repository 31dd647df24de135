package network

// This file has the loops over rows in which training spends its time. In WebAssembly the overhead of a loop iteration
// is about four multiplications, so each iteration handles four rows, and eight lists at once where possible. The order
// of additions does not depend on this, so the last bits do not either.

// fill sets all elements of z to v.
func fill(z []float64, v float64) {
	k := 0
	for ; fastLoops && k < len(z)-3; k += 4 {
		z[k], z[k+1], z[k+2], z[k+3] = v, v, v, v
	}
	for ; k < len(z); k++ {
		z[k] = v
	}
}

// Combine adds to each list of z the lists of a, each times its weight: a[i] has weight w[i·byIn + j·byOut] in z[j].
func Combine(z, a [][]float64, w []float64, byIn, byOut int) {
	if !fastLoops {
		combine(z, a, w, byIn, byOut)
		return
	}
	var c [8]float64
	var s [8][]float64
	for i := 0; i < len(a); {
		// If fewer than four lists remain, the last one is repeated with weight 0.
		step := 8
		if len(a)-i <= 4 {
			step = 4
		}
		for q := range step {
			s[q] = a[min(i+q, len(a)-1)]
		}
		for j, to := range z {
			for q := range step {
				if c[q] = 0; i+q < len(a) {
					c[q] = w[(i+q)*byIn+j*byOut]
				}
			}
			if step == 4 {
				addFour(to, &s, &c)
			} else {
				addEight(to, &s, &c)
			}
		}
		i += step
	}
}

// combine is Combine, one list and one row at a time.
func combine(z, a [][]float64, w []float64, byIn, byOut int) {
	for j, to := range z {
		for i, from := range a {
			c := w[i*byIn+j*byOut]
			for k, v := range from[:len(to)] {
				to[k] += c * v
			}
		}
	}
}

func addFour(z []float64, s *[8][]float64, c *[8]float64) {
	n := len(z)
	a0, a1, a2, a3 := s[0][:n], s[1][:n], s[2][:n], s[3][:n]
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	k := 0
	for ; k < n-3; k += 4 {
		z[k] += c0*a0[k] + c1*a1[k] + (c2*a2[k] + c3*a3[k])
		z[k+1] += c0*a0[k+1] + c1*a1[k+1] + (c2*a2[k+1] + c3*a3[k+1])
		z[k+2] += c0*a0[k+2] + c1*a1[k+2] + (c2*a2[k+2] + c3*a3[k+2])
		z[k+3] += c0*a0[k+3] + c1*a1[k+3] + (c2*a2[k+3] + c3*a3[k+3])
	}
	for ; k < n; k++ {
		z[k] += c0*a0[k] + c1*a1[k] + (c2*a2[k] + c3*a3[k])
	}
}

// addEight is addFour for the first four lists and then for the others.
func addEight(z []float64, s *[8][]float64, c *[8]float64) {
	n := len(z)
	a0, a1, a2, a3, a4, a5, a6, a7 := s[0][:n], s[1][:n], s[2][:n], s[3][:n], s[4][:n], s[5][:n], s[6][:n], s[7][:n]
	c0, c1, c2, c3, c4, c5, c6, c7 := c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]
	k := 0
	for ; k < n-3; k += 4 {
		z[k] = z[k] + (c0*a0[k] + c1*a1[k] + (c2*a2[k] + c3*a3[k])) + (c4*a4[k] + c5*a5[k] + (c6*a6[k] + c7*a7[k]))
		z[k+1] = z[k+1] + (c0*a0[k+1] + c1*a1[k+1] + (c2*a2[k+1] + c3*a3[k+1])) +
			(c4*a4[k+1] + c5*a5[k+1] + (c6*a6[k+1] + c7*a7[k+1]))
		z[k+2] = z[k+2] + (c0*a0[k+2] + c1*a1[k+2] + (c2*a2[k+2] + c3*a3[k+2])) +
			(c4*a4[k+2] + c5*a5[k+2] + (c6*a6[k+2] + c7*a7[k+2]))
		z[k+3] = z[k+3] + (c0*a0[k+3] + c1*a1[k+3] + (c2*a2[k+3] + c3*a3[k+3])) +
			(c4*a4[k+3] + c5*a5[k+3] + (c6*a6[k+3] + c7*a7[k+3]))
	}
	for ; k < n; k++ {
		z[k] = z[k] + (c0*a0[k] + c1*a1[k] + (c2*a2[k] + c3*a3[k])) + (c4*a4[k] + c5*a5[k] + (c6*a6[k] + c7*a7[k]))
	}
}

// Products adds the inner product of d with each list of a to g, whose entries are stride apart, and returns the sum of
// d.
func Products(g []float64, stride int, d []float64, a [][]float64) (sum float64) {
	if !fastLoops {
		return products(g, stride, d, a)
	}
	var s [8][]float64
	var c [8]float64
	for i := 0; i < len(a); {
		step := 8
		if len(a)-i <= 4 {
			step = 4
		}
		for q := range step {
			s[q] = a[min(i+q, len(a)-1)]
		}
		if step == 4 {
			sum = dotFour(d, &s, &c)
		} else {
			sum = dotEight(d, &s, &c)
		}
		for q, v := range c[:step] {
			if i+q < len(a) {
				g[(i+q)*stride] += v
			}
		}
		i += step
	}
	return sum
}

// products is Products, one list and one row at a time.
func products(g []float64, stride int, d []float64, a [][]float64) (sum float64) {
	for _, v := range d {
		sum += v
	}
	for i, from := range a {
		dot := 0.0
		for k, v := range d {
			dot += v * from[k]
		}
		g[i*stride] += dot
	}
	return sum
}

// dotFour computes the inner products of d with four lists, and returns the sum of d.
func dotFour(d []float64, s *[8][]float64, c *[8]float64) (sum float64) {
	n := len(d)
	a0, a1, a2, a3 := s[0][:n], s[1][:n], s[2][:n], s[3][:n]
	var c0, c1, c2, c3 float64
	k := 0
	for ; k < n-3; k += 4 {
		v, w, x, y := d[k], d[k+1], d[k+2], d[k+3]
		sum = sum + v + w + x + y
		c0 = c0 + v*a0[k] + w*a0[k+1] + x*a0[k+2] + y*a0[k+3]
		c1 = c1 + v*a1[k] + w*a1[k+1] + x*a1[k+2] + y*a1[k+3]
		c2 = c2 + v*a2[k] + w*a2[k+1] + x*a2[k+2] + y*a2[k+3]
		c3 = c3 + v*a3[k] + w*a3[k+1] + x*a3[k+2] + y*a3[k+3]
	}
	for ; k < n; k++ {
		v := d[k]
		sum += v
		c0 += v * a0[k]
		c1 += v * a1[k]
		c2 += v * a2[k]
		c3 += v * a3[k]
	}
	c[0], c[1], c[2], c[3] = c0, c1, c2, c3
	return sum
}

// dotEight is dotFour for eight lists.
func dotEight(d []float64, s *[8][]float64, c *[8]float64) (sum float64) {
	n := len(d)
	a0, a1, a2, a3, a4, a5, a6, a7 := s[0][:n], s[1][:n], s[2][:n], s[3][:n], s[4][:n], s[5][:n], s[6][:n], s[7][:n]
	var c0, c1, c2, c3, c4, c5, c6, c7 float64
	k := 0
	for ; k < n-3; k += 4 {
		v, w, x, y := d[k], d[k+1], d[k+2], d[k+3]
		sum = sum + v + w + x + y
		c0 = c0 + v*a0[k] + w*a0[k+1] + x*a0[k+2] + y*a0[k+3]
		c1 = c1 + v*a1[k] + w*a1[k+1] + x*a1[k+2] + y*a1[k+3]
		c2 = c2 + v*a2[k] + w*a2[k+1] + x*a2[k+2] + y*a2[k+3]
		c3 = c3 + v*a3[k] + w*a3[k+1] + x*a3[k+2] + y*a3[k+3]
		c4 = c4 + v*a4[k] + w*a4[k+1] + x*a4[k+2] + y*a4[k+3]
		c5 = c5 + v*a5[k] + w*a5[k+1] + x*a5[k+2] + y*a5[k+3]
		c6 = c6 + v*a6[k] + w*a6[k+1] + x*a6[k+2] + y*a6[k+3]
		c7 = c7 + v*a7[k] + w*a7[k+1] + x*a7[k+2] + y*a7[k+3]
	}
	for ; k < n; k++ {
		v := d[k]
		sum += v
		c0 += v * a0[k]
		c1 += v * a1[k]
		c2 += v * a2[k]
		c3 += v * a3[k]
		c4 += v * a4[k]
		c5 += v * a5[k]
		c6 += v * a6[k]
		c7 += v * a7[k]
	}
	c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7] = c0, c1, c2, c3, c4, c5, c6, c7
	return sum
}

// steepenTanh multiplies d by the derivative of tanh, given its value a.
func steepenTanh(d, a []float64) {
	a = a[:len(d)]
	k := 0
	for ; fastLoops && k < len(d)-3; k += 4 {
		d[k] *= 1 - a[k]*a[k]
		d[k+1] *= 1 - a[k+1]*a[k+1]
		d[k+2] *= 1 - a[k+2]*a[k+2]
		d[k+3] *= 1 - a[k+3]*a[k+3]
	}
	for ; k < len(d); k++ {
		d[k] *= 1 - a[k]*a[k]
	}
}
