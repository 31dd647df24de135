package assess

import (
	"strconv"

	"pointscape/engine/json"
)

// Values are errors, None where there is none. As JSON that is null, as is what is no number.
type Values []float64

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, x := range v {
		if i > 0 {
			b = append(b, ',')
		}
		if Known(x) {
			b = strconv.AppendFloat(b, x, 'g', -1, 64)
		} else {
			b = append(b, "null"...)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads for encoding/json.
func (v *Values) UnmarshalJSON(b []byte) error { return v.ReadJSON(b) }

// ReadJSON implements json.Reader.
func (v *Values) ReadJSON(b []byte) error {
	var list []*float64
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	*v = make(Values, len(list))
	for i, x := range list {
		if (*v)[i] = None; x != nil {
			(*v)[i] = *x
		}
	}
	return nil
}
