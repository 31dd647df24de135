// Package netip takes the place of the standard library's net/netip in the programs, where net/url alone asks it
// whether the brackets of an address hold one of IPv6. That one keeps the names of zones in a table of values that are
// there once (package unique), and links hash tries and weak pointers with it.
package netip

import (
	"errors"
	"strconv"
	"strings"
)

// Addr is an address that has been read.
type Addr struct{ four bool }

// Is4 tells whether it is one of IPv4.
func (a Addr) Is4() bool { return a.four }

// ParseAddr reads an address of IPv6, as RFC 4291 writes it (section 2.2), perhaps with a zone behind %, or one of
// IPv4.
func ParseAddr(s string) (Addr, error) {
	host, zone, zoned := strings.Cut(s, "%")
	switch {
	case isFour(s):
		return Addr{true}, nil
	case zoned && zone == "" || !isSix(host):
		return Addr{}, errors.New(strconv.Quote(s) + " is no address of IPv6")
	}
	return Addr{}, nil
}

// isFour tells whether a text is four numbers from 0 to 255.
func isFour(s string) bool {
	fields := strings.Split(s, ".")
	for _, f := range fields {
		if n, err := strconv.ParseUint(f, 10, 8); err != nil || strconv.Itoa(int(n)) != f {
			return false
		}
	}
	return len(fields) == 4
}

// isSix tells whether a text is eight fields, or fewer, of which :: stands for the others.
func isSix(s string) bool {
	before, after, short := strings.Cut(s, "::")
	if !short {
		return fields(s, true) == 8
	}
	n, m := fields(before, false), fields(after, true)
	return n >= 0 && m >= 0 && n+m < 8
}

// fields counts the fields of a part of an address, -1 = some part of it is none. The last two may be an address of
// IPv4.
func fields(s string, last bool) (n int) {
	if s == "" {
		return 0
	}
	list := strings.Split(s, ":")
	for i, f := range list {
		if last && i == len(list)-1 && isFour(f) {
			n++
		} else if _, err := strconv.ParseUint(f, 16, 64); err != nil || len(f) > 4 {
			return -1
		}
		n++
	}
	return n
}
