package netip

import (
	"net/netip"
	"strings"
	"testing"
)

// All texts of some parts are addresses here where the standard library reads them.
func TestReadsAsTheStandardLibrary(t *testing.T) {
	list := []string{"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4::5:6:7:8",
		"1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%eth0", "fe80::1%", "fe80::1%%", "%", "ABCD::ef01", "g::",
		"1.2.3.4", "1.2.3.256", "01.2.3.4", "1.2.3", "1.2.3.4.5", "+1.2.3.4", "::+1", "::0x1", "::1_0", "1.2.3.4%a", "é::"}
	parts := []string{"", "0", "12345", "00a1", ":", "::", "1.2.3.4", "%z"}
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				for _, d := range parts {
					list = append(list, a+b+c+d, strings.Join([]string{a, b, c, d}, ":"))
				}
			}
		}
	}
	read := 0
	for _, s := range list {
		want, failed := netip.ParseAddr(s)
		got, err := ParseAddr(s)
		if (err == nil) != (failed == nil) || got.Is4() != want.Is4() {
			t.Errorf("%q: %v, and the standard library says %v", s, err, failed)
		}
		if err == nil {
			read++
		}
	}
	if read < 20 {
		t.Errorf("%d of %d are addresses", read, len(list))
	}
}
