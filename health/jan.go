package health

import "strings"

// Jan's server checks key and host name before anything else, and hands on to
// llama.cpp's, which it does not show.
var jan = server{
	kind: Jan, name: "Jan",
	ports: []int{1337},
	signs: map[string]func(answer) bool{
		pathKobold: func(a answer) bool {
			first := a.first()
			return first.status == 401 && strings.Contains(first.text, "Missing authorization header") ||
				first.status == 403 && strings.Contains(first.text, "Invalid host header")
		},
	},
	inspect: inspectListOnly,
}
