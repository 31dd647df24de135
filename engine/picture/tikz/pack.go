package tikz

import (
	"encoding/binary"
	"hash/crc32"
)

// Pack puts files into one, a ZIP (PKWARE's APPNOTE 6.3) in which they are as they are: images are compressed by
// themselves. A page saves one file at a time. Package archive/zip brings readers and compression, too.
func Pack(files []Image) []byte {
	var all, list []byte
	const version, utf8, day = 20, 1 << 11, 1<<5 | 1 // the first day that a ZIP knows: the same figure is the same file
	for _, f := range files {
		// What both heads of a file say: version, flags, no compression, time, check, sizes, lengths of names.
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
