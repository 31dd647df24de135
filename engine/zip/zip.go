// Package zip writes ZIP files. Package archive/zip would add its readers and a registry of compressors to the
// programs.
//
// Source: PKWARE, APPNOTE 6.3, .ZIP file format specification.
package zip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// File is a file in a ZIP file.
type File struct {
	Name    string
	Data    []byte
	Deflate bool // compress Data; of no use for formats that are compressed already, such as images
}

// Pack returns a ZIP file with the files in this order. The same files give the same bytes: their date is always 1
// January 1980, the earliest of the format. It supports fewer than 65,536 files and less than 4 GiB (no ZIP64), which
// it does not check.
func Pack(files []File) []byte {
	var all, list []byte
	const version, utf8, day = 20, 1 << 11, 1<<5 | 1
	for _, f := range files {
		data, method := f.Data, uint16(0)
		if f.Deflate {
			data, method = deflated(data), 8
		}
		// Fields that both headers of a file have: version, flags, compression, time, date, checksum, sizes, lengths of the
		// name and of extra fields.
		var about []byte
		for _, v := range []uint16{version, utf8, method, 0, day} {
			about = binary.LittleEndian.AppendUint16(about, v)
		}
		for _, v := range []int{int(crc32.ChecksumIEEE(f.Data)), len(data), len(f.Data)} {
			about = binary.LittleEndian.AppendUint32(about, uint32(v))
		}
		about = append(binary.LittleEndian.AppendUint16(about, uint16(len(f.Name))), 0, 0)
		at := len(all)
		all = append(append(append(append(all, "PK\x03\x04"...), about...), f.Name...), data...)
		list = binary.LittleEndian.AppendUint16(append(list, "PK\x01\x02"...), version)
		list = append(append(list, about...), make([]byte, 10)...) // no comment, disk 0, no attributes
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

// deflated compresses data (RFC 1951).
func deflated(data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(data) // never fails: b is in memory
	w.Close()
	return b.Bytes()
}
