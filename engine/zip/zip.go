// Package zip puts files into one, as a ZIP. Package archive/zip brings readers and a table of compressors, too.
//
// Source: PKWARE, APPNOTE 6.3, .ZIP file format specification.
package zip

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
)

// File is a file in a ZIP.
type File struct {
	Name string
	Data []byte
	// Deflate compresses the file; images and others are compressed by themselves.
	Deflate bool
}

// Pack puts files into one, in this order. The same files give the same bytes: their date is the first that a ZIP
// knows.
func Pack(files []File) []byte {
	var all, list []byte
	const version, utf8, day = 20, 1 << 11, 1<<5 | 1
	for _, f := range files {
		data, method := f.Data, uint16(0)
		if f.Deflate {
			data, method = deflated(data), 8
		}
		// What both heads of a file say: version, flags, compression, time, check, sizes, lengths of names.
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

// deflated compresses data (RFC 1951).
func deflated(data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // there is that level
	}
	w.Write(data) // a buffer takes all
	w.Close()
	return b.Bytes()
}
