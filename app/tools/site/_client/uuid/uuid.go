// Package uuid replaces github.com/google/uuid, of which go-app's client uses one function, to name the browser and the
// page's states.
package uuid

import (
	"encoding/hex"
	"math/rand/v2"
)

// NewString returns a random identifier of version 4 (RFC 9562, 5.4). Its 122 random bits come from the runtime's
// generator, which is seeded by the browser's cryptographic one.
func NewString() string {
	var id [16]byte
	for i := range id {
		id[i] = byte(rand.Uint32())
	}
	id[6] = id[6]&0x0f | 0x40 // version 4
	id[8] = id[8]&0x3f | 0x80 // variant
	s := hex.EncodeToString(id[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
