package dataset

import (
	"math"
	"math/rand/v2"
)

// rng is the random stream of one point.
type rng struct{ pcg rand.PCG }

// whole is the number of the stream that all points share.
const whole = -1

// seed starts the stream of point i. Successive numbers are mixed (the finalizer of SplitMix64: Steele, Lea, Flood,
// "Fast splittable pseudorandom number generators", 2014), so that the streams are independent.
func (r *rng) seed(seed uint64, i int) {
	z := uint64(i+1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	r.pcg.Seed(seed, z^z>>31)
}

// float returns a uniform number in [0, 1).
func (r *rng) float() float64 { return float64(r.pcg.Uint64()>>11) / (1 << 53) }

func (r *rng) between(lo, hi float64) float64 { return lo + (hi-lo)*r.float() }

// normal returns a standard normal number, by Marsaglia's polar method. It needs no exponential, whose last bits differ
// between machines and could send rand's own method down another branch.
func (r *rng) normal() float64 {
	for {
		u, v := r.between(-1, 1), r.between(-1, 1)
		if s := u*u + v*v; s > 0 && s < 1 {
			return u * math.Sqrt(-2*math.Log(s)/s)
		}
	}
}

// disc returns a point uniform in the ring between two radii about the origin.
func (r *rng) disc(inner, outer float64) (x, y float64) {
	radius := math.Sqrt(r.between(inner*inner, outer*outer))
	s, c := math.Sincos(2 * math.Pi * r.float())
	return radius * c, radius * s
}
