package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// Every surface says the same of what a request can say, because it is made
// from one registry. The tests here hold each against it.

// flagFields are the fields that search and ask have flags for.
func flagFields() []rag.Field {
	return append(rag.SelectFields("mode", "case", "limit"), rag.QueryFields()...)
}

func TestFlagsAreFields(t *testing.T) {
	parser, err := newParser(&app{env: environment{folders: folders{config: t.TempDir()}}}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"search", "ask", "query explain"} {
		node := parser.Model.Node
		for word := range strings.FieldsSeq(command) {
			node = node.Children[slices.IndexFunc(node.Children, func(child *kong.Node) bool { return child.Name == word })]
		}
		for _, field := range flagFields() {
			at := slices.IndexFunc(node.Flags, func(flag *kong.Flag) bool { return flag.Name == field.Flag() })
			if command == "query explain" && field.Name == "limit" {
				continue // it finds nothing
			}
			if at < 0 {
				t.Errorf("%s has no --%s", command, field.Flag())
				continue
			}
			compareFlag(t, command, node.Flags[at], field)
		}
	}
}

// TestFlagsMeanTheSame holds that a flag which is called like a field of a query
// is that field, whatever the command.
func TestFlagsMeanTheSame(t *testing.T) {
	parser, err := newParser(&app{env: environment{folders: folders{config: t.TempDir()}}}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	others := []string{"add --tag", "token create --collection", "serve --collection", "mcp install --collection", "eval --collection"} // not of one request
	compared := 0
	for _, command := range parser.Model.Leaves(false) {
		for _, flag := range command.Flags {
			name := strings.TrimPrefix(command.Path(), "rag-context ") + " --" + flag.Name
			for _, field := range rag.QueryFields() {
				if flag.Name != field.Flag() {
					continue
				}
				compared++
				if flag.Help != flagHelp(field) && !slices.Contains(others, name) {
					t.Errorf("%s says %q, want %q", name, flag.Help, flagHelp(field))
				}
				if flag.Tag.Get("predictor") != field.Flag() {
					t.Errorf("%s is completed by %q", name, flag.Tag.Get("predictor"))
				}
			}
		}
	}
	if compared < 2*len(rag.QueryFields()) {
		t.Errorf("%d flags compared", compared)
	}
}

func compareFlag(t *testing.T, command string, flag *kong.Flag, field rag.Field) {
	t.Helper()
	var aliases []string
	for _, name := range append([]string{field.Name}, field.Aliases...) {
		if name = strings.ReplaceAll(name, "_", "-"); name != field.Flag() && len(name) > 1 {
			aliases = append(aliases, name)
		}
	}
	got := slices.Clone(flag.Aliases)
	slices.Sort(got)
	slices.Sort(aliases)
	if !slices.Equal(got, aliases) {
		t.Errorf("%s --%s has the aliases %v, want %v", command, flag.Name, got, aliases)
	}
	if flag.Default != field.Default {
		t.Errorf("%s --%s has the default %q, want %q", command, flag.Name, flag.Default, field.Default)
	}
	if field.Kind != rag.KindNumber && flag.Help != flagHelp(field) { // numbers tell their bounds there
		t.Errorf("%s --%s says %q, want %q", command, flag.Name, flag.Help, flagHelp(field))
	}
	if bounds := fmt.Sprintf("%d to %d", field.Min, field.Max); field.Kind == rag.KindNumber && !strings.Contains(flag.Help, bounds) {
		t.Errorf("%s --%s says %q, want %s", command, flag.Name, flag.Help, bounds)
	}
}

// TestFilterIsFields holds that each field of a query has a place in the
// request, and is passed on by its flag.
func TestFilterIsFields(t *testing.T) {
	filter := reflect.TypeFor[rag.Filter]()
	for _, field := range rag.QueryFields() {
		if field.Name == "collections" || field.Name == "effort" { // beside the filter
			continue
		}
		value := "2026"
		if field.Kind == rag.KindChoice {
			value = field.Values[0]
		}
		var flags struct{ filterFlags }
		parser, err := kong.New(&flags, fieldVariables())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse([]string{"--" + field.Flag() + "=" + value}); err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(flags.filter())
		if err != nil || !strings.Contains(string(data), `"`+field.Name+`":`) || !strings.Contains(string(data), value) {
			t.Errorf("--%s=%s makes the filter %s, %v", field.Flag(), value, data, err)
		}
	}
	for field := range filter.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "-" && !slices.ContainsFunc(rag.QueryFields(), func(field rag.Field) bool { return field.Name == name }) {
			t.Errorf("a filter has %s, which is no field", name)
		}
	}
}

// TestToolsAreFields asks the program over MCP what its tools take, and by which
// words. Two fields go without, as their names say it all.
func TestToolsAreFields(t *testing.T) {
	u := newUser(t)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: u.command("serve")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		properties := tool.InputSchema.(map[string]any)["properties"]
		if properties == nil {
			continue
		}
		for name, property := range properties.(map[string]any) {
			field := rag.SelectFields(name)[0]
			help, described := property.(map[string]any)["description"]
			if described == slices.Contains([]string{"collections", "limit"}, name) || described && help != field.Help {
				t.Errorf("%s.%s says %q, want %q", tool.Name, name, help, field.Help)
			}
			diff := cmp.Diff(boundsOf(field), boundsIn(property.(map[string]any)))
			if ofOwn := tool.Name == "list_tags" && name == "limit"; diff != "" && !ofOwn { // tags are short
				t.Errorf("%s.%s (-registry +schema):\n%s", tool.Name, name, diff)
			}
			if values := property.(map[string]any)["enum"]; field.Kind == rag.KindChoice && fmt.Sprint(values) != fmt.Sprint(field.Values) {
				t.Errorf("%s.%s takes %v, want %v", tool.Name, name, values, field.Values)
			}
		}
	}
	resource, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "rag://query-fields"})
	if err != nil {
		t.Fatal(err)
	}
	compareFields(t, "rag://query-fields", resource.Contents[0].Text)
	listed, _ := u.run("query", "fields", "--json")
	compareFields(t, "query fields --json", listed)
}

// boundsOf are a field's bounds and default, as a schema has them.
func boundsOf(field rag.Field) map[string]any {
	bounds := map[string]any{}
	add := func(name string, value int) {
		if value > 0 {
			bounds[name] = float64(value)
		}
	}
	switch field.Kind {
	case rag.KindNumber:
		bounds["minimum"] = float64(field.Min)
		add("maximum", field.Max)
		if value, err := strconv.Atoi(field.Default); err == nil {
			bounds["default"] = float64(value)
		}
	case rag.KindText:
		add("minLength", field.Min)
		add("maxLength", field.Max)
	case rag.KindList:
		add("maxItems", field.Max)
	}
	if field.Kind != rag.KindNumber && field.Default != "" {
		bounds["default"] = field.Default
	}
	return bounds
}

func boundsIn(property map[string]any) map[string]any {
	bounds := map[string]any{}
	for _, name := range []string{"minimum", "maximum", "minLength", "maxLength", "maxItems", "default"} {
		if value, there := property[name]; there {
			bounds[name] = value
		}
	}
	return bounds
}

func compareFields(t *testing.T, surface, text string) {
	t.Helper()
	var listed struct{ Fields []rag.Field }
	if err := json.Unmarshal([]byte(text), &listed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rag.RequestFields(), listed.Fields); diff != "" {
		t.Errorf("%s (-registry +surface):\n%s", surface, diff)
	}
}

// TestDocumentsAreFields holds the README's table, the list of fields and the
// manual page against the registry.
func TestDocumentsAreFields(t *testing.T) {
	u := newUser(t)
	list, _ := u.run("query", "fields")
	page, _ := u.run("man")
	for _, field := range rag.QueryFields() {
		if !strings.Contains(list, field.Inline+":") || !strings.Contains(list, flagHelp(field)) {
			t.Errorf("query fields does not tell of %s", field.Name)
		}
		if !strings.Contains(page, ".TP\n\\fB"+field.Inline+":\\fR\n"+roff(fieldManual(field))+"\n") {
			t.Errorf("the manual does not tell of %s", field.Name)
		}
	}
	const readme = "../../README.md"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	const first, last = "| in a query | as a flag | what it does |\n|---|---|---|\n", "\n\n"
	before, rest, found := strings.Cut(string(text), first)
	table, after, ended := strings.Cut(rest, last)
	if !found || !ended {
		t.Fatal("the README has no table of fields")
	}
	if want := fieldTable(); table != want {
		if *update {
			if err := os.WriteFile(readme, []byte(before+first+want+last+after), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Errorf("the README's table has changed (-want +got); go test ./cmd/rag-context -run TestDocumentsAreFields -update takes it over:\n%s", cmp.Diff(want, table))
	}
}

// fieldTable are the rows of the README's table.
func fieldTable() string {
	var rows []string
	for _, field := range rag.QueryFields() {
		help := strings.TrimSuffix(field.Help, ".")
		if len(field.Values) > 0 {
			help += ": " + strings.Join(field.Values, ", ")
		}
		examples := fieldExamples(field)
		rows = append(rows, fmt.Sprintf("| `%s` | `--%s` | %s |", strings.Join(examples, "`, `"), field.Flag(), help))
	}
	return strings.Join(rows, "\n")
}

// TestCompletionIsFields completes the flag of each field.
func TestCompletionIsFields(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook")
	completed := map[string]string{ // by the flag; those of the index
		"collection": "handbook", "tag": "", "type": "csv", "lang": "de", "agent": "",
	}
	for _, field := range append(rag.SelectFields("mode", "case"), rag.QueryFields()...) {
		want := field.Examples
		if field.Kind == rag.KindChoice {
			want = field.Values
		}
		t.Setenv("COMP_LINE", "rag-context search --"+field.Flag()+" ")
		out, _ := u.run()
		if first, ofIndex := completed[field.Flag()]; ofIndex {
			want = nil
			if !strings.HasPrefix(out, first) {
				t.Errorf("--%s completes to %q, want %s first", field.Flag(), out, first)
			}
		}
		for _, value := range want {
			if !slices.Contains(strings.Split(out, "\n"), value) {
				t.Errorf("--%s completes to %q, without %s", field.Flag(), out, value)
			}
		}
	}
}

// TestCompletion completes values of flags as a shell would ask for them.
func TestCompletion(t *testing.T) {
	u := newUser(t)
	u.run("add", "../../testdata/handbook", "--tag", "shared")
	for _, test := range []struct{ line, want string }{
		{"search --mode ", "hybrid lexical vector"},
		{"search --is ", "code data prose tagged untagged"},
		{"search -c ", "handbook"},
		{"ask --tag sha", "shared"},
		{"search --type mark", "markdown"},
		{"--tenant absent search --type ", ""},
	} {
		t.Setenv("COMP_LINE", "rag-context "+test.line)
		out, _ := u.run()
		if got := strings.Join(strings.Fields(out), " "); got != test.want {
			t.Errorf("%q completes to %q, want %q", test.line, got, test.want)
		}
	}
}
