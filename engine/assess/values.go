package assess

import (
	"strconv"

	"pointscape/engine/json"
)

// Values are errors, None if missing. In JSON None, NaN and infinities are null.
type Values []float64

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

// UnmarshalJSON is ReadJSON, for encoding/json.
func (v *Values) UnmarshalJSON(b []byte) error { return v.ReadJSON(b) }

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
