package tikz

import (
	"encoding/binary"
	"hash/crc32"
)

// Pack puts files into a ZIP file (PKWARE's APPNOTE 6.3) without compression, because images are compressed already. It
// is for pages, which save one file at a time. Package archive/zip would add readers and compression to the program.
func Pack(files []Image) []byte {
	var all, list []byte
	const version, utf8, day = 20, 1 << 11, 1<<5 | 1 // the earliest date, so that files are reproducible
	for _, f := range files {
		// What both headers of a file contain: version, flags, no compression, time, checksum, sizes, lengths of names.
		var about []byte
		for _, v := range []uint16{version, utf8, 0, 0, day} {
			about = binary.LittleEndian.AppendUint16(about, v)
		}
		for _, v := range []int{int(crc32.ChecksumIEEE(f.Data)), len(f.Data), len(f.Data)} {
			about = binary.LittleEndian.AppendUint32(about, uint32(v))
		}
		about = append(binary.LittleEndian.AppendUint16(about, uint16(len(f.Name))), 0, 0)
		at := len(all)
		all = append(append(append(append(all, "PK\x03\x04"...), about...), f.Name...), f.Data...)
		list = binary.LittleEndian.AppendUint16(append(list, "PK\x01\x02"...), version)
		list = append(append(list, about...), make([]byte, 10)...) // no comment, the first disk, no attributes
		list = append(binary.LittleEndian.AppendUint32(list, uint32(at)), f.Name...)
	}
	end := append([]byte("PK\x05\x06"), 0, 0, 0, 0)
	for range 2 {
		end = binary.LittleEndian.AppendUint16(end, uint16(len(files)))
	}
	end = binary.LittleEndian.AppendUint32(end, uint32(len(list)))
	end = binary.LittleEndian.AppendUint32(end, uint32(len(all)))
	return append(append(append(all, list...), end...), 0, 0)
}
