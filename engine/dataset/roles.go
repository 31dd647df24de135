package dataset

import (
	"strings"

	"pointscape/engine/doc"
)

// roleColumn is the name of the column of roles, the last one.
const roleColumn = "role"

// roleWords are the entries of the column of roles, in lower case. FormatRoles writes the first word of a role.
var roleWords = [...]struct {
	word string
	role doc.Role
}{
	{"train", doc.Train}, {"validation", doc.Validation}, {"test", doc.Test},
	{"training", doc.Train}, {"", doc.Train}, {"validate", doc.Validation}, {"valid", doc.Validation},
	{"val", doc.Validation},
}

// FormatRoles adds a column with the role of each point to a table that FormatCSV has written. roles has one byte for
// each row; "" = the table stays as it is.
func FormatRoles(table, roles string) string {
	if roles == "" {
		return table
	}
	var b strings.Builder
	row := -1
	for line := range strings.Lines(table) {
		line = strings.TrimSuffix(line, "\n")
		b.WriteString(line)
		if !strings.HasPrefix(line, "#") {
			b.WriteByte(',')
			if row < 0 {
				b.WriteString(roleColumn)
			} else {
				for _, w := range roleWords {
					if byte(w.role) == roles[row] {
						b.WriteString(w.word)
						break
					}
				}
			}
			row++
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// CutRoles removes the last column of a table if its name is "role": rest is the table without it, and roles has one
// role for each row. If there is no such column, or it has other entries, rest is the table, and roles is "".
func CutRoles(table string) (rest, roles string) {
	var b strings.Builder
	var list []byte
	sep := ""
	for line := range strings.Lines(table) {
		s := strings.TrimRight(line, " \r\n")
		if t := strings.TrimSpace(s); t == "" || isComment(t) {
			b.WriteString(line)
			continue
		}
		at := -1
		if sep == "" {
			if at = strings.LastIndexAny(s, ",;\t"); at >= 0 {
				sep = s[at : at+1]
			}
		} else {
			at = strings.LastIndex(s, sep)
		}
		if at < 0 {
			return table, ""
		}
		word := strings.ToLower(strings.Trim(s[at+1:], ` "`))
		if list == nil {
			if word != roleColumn {
				return table, ""
			}
			list = []byte{}
		} else {
			known := false
			for _, w := range roleWords {
				if known = w.word == word; known {
					list = append(list, byte(w.role))
					break
				}
			}
			if !known {
				return table, ""
			}
		}
		b.WriteString(s[:at])
		b.WriteByte('\n')
	}
	return b.String(), string(list)
}
