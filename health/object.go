package health

import (
	"encoding/json"
	"slices"
)

// object is a JSON object of which nothing is certain. Looking up what is not
// there, or is of another kind, gives the zero value; so does a nil object.
type object map[string]any

// parseObject returns nil for what is not a JSON object.
func parseObject(data []byte) object {
	var o object
	if json.Unmarshal(data, &o) != nil {
		return nil
	}
	return o
}

// parseArray returns the objects of a JSON array, nil for what is none.
func parseArray(text string) []object {
	var array []object
	if json.Unmarshal([]byte(text), &array) != nil {
		return nil
	}
	return array
}

func (o object) text(key string) string {
	s, _ := o[key].(string)
	return s
}

func (o object) flag(key string) bool {
	b, _ := o[key].(bool)
	return b
}

func (o object) array(key string) []any {
	a, _ := o[key].([]any)
	return a
}

// holds reports whether an array of texts has this one.
func (o object) holds(key, text string) bool {
	return slices.Contains(o.array(key), any(text))
}

// fraction returns a number from 0 to 1, else 0.
func (o object) fraction(key string) float64 {
	f, _ := o[key].(float64)
	if !(f >= 0 && f <= 1) {
		return 0
	}
	return f
}

func (o object) child(key string) object {
	m, _ := o[key].(map[string]any)
	return m
}

// maxNumber bounds what is believed, well above any window.
const maxNumber = 1 << 30

// number returns a whole number from 1 to maxNumber, else 0.
func (o object) number(key string) int {
	f, _ := o[key].(float64)
	if !(f >= 1 && f <= maxNumber) {
		return 0
	}
	return int(f)
}

// list returns the objects of an array; ok is false if there is no array, or
// one of other things.
func (o object) list(key string) (objects []object, ok bool) {
	array, ok := o[key].([]any)
	for _, item := range array {
		m, isObject := item.(map[string]any)
		if !isObject {
			return nil, false
		}
		objects = append(objects, m)
	}
	return objects, ok
}
