package mcpserver

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"rag-context/rag"
)

// dialect is the JSON Schema that tools' schemas are written in.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// inputSchema describes an object with a request's fields. It does not forbid
// others: a client that checks arguments itself would refuse the other names of
// fields, which are understood, and what is no field is explained.
func inputSchema(fields []rag.Field, required []string) *jsonschema.Schema {
	schema := &jsonschema.Schema{
		Schema: dialect, Type: "object", Properties: map[string]*jsonschema.Schema{}, Required: required,
	}
	for _, field := range fields {
		schema.Properties[field.Name] = fieldSchema(field)
		schema.PropertyOrder = append(schema.PropertyOrder, field.Name)
	}
	return schema
}

// selfEvident are fields whose name and bounds say it all: the schemas of all
// tools together are put before a model, and have to be short.
var selfEvident = []string{"collections", "limit"}

func fieldSchema(field rag.Field) *jsonschema.Schema {
	schema := &jsonschema.Schema{}
	if !slices.Contains(selfEvident, field.Name) {
		schema.Description = field.Help
	}
	switch field.Kind {
	case rag.KindNumber:
		schema.Type, schema.Minimum, schema.Maximum = "integer", number(field.Min), number(field.Max)
		if field.Default != "" {
			schema.Default = json.RawMessage(field.Default)
		}
		return schema
	case rag.KindList:
		schema.Type, schema.Items, schema.MaxItems = "array", &jsonschema.Schema{Type: "string"}, &field.Max
		return schema
	case rag.KindChoice:
		for _, value := range field.Values {
			schema.Enum = append(schema.Enum, value)
		}
	default:
		schema.MaxLength = &field.Max
		if field.Min > 0 {
			schema.MinLength = &field.Min
		}
	}
	schema.Type = "string"
	if field.Default != "" {
		schema.Default = json.RawMessage(fmt.Sprintf("%q", field.Default))
	}
	return schema
}

func number(n int) *float64 {
	value := float64(n)
	return &value
}

// outputSchema describes the JSON of an answer's type. It panics for a type
// that has none, which is a mistake in this package.
func outputSchema[T any]() *jsonschema.Schema {
	schema, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err)
	}
	required := schema.Required
	plain(schema)
	schema.Schema, schema.Required = dialect, required
	return schema
}

// plain takes out what real clients stumble over: unions with null, which our
// answers never hold, and bans of unknown properties, so that answers may grow.
// What the parts of an answer always have is not said either: all tools' schemas
// together are put before a model, and have to be short.
func plain(schema *jsonschema.Schema) {
	if schema == nil {
		return
	}
	if len(schema.Types) == 2 && schema.Types[0] == "null" {
		schema.Type, schema.Types = schema.Types[1], nil
	}
	for _, property := range schema.Properties {
		plain(property)
	}
	plain(schema.Items)
	schema.Required = nil
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Not != nil {
		schema.AdditionalProperties = nil
	}
	plain(schema.AdditionalProperties)
}
