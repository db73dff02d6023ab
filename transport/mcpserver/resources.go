package mcpserver

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rag-context/rag"
)

// URIs of the resources.
const (
	coverageURI      = "rag://coverage"
	queryFieldsURI   = "rag://query-fields"
	collectionPrefix = "rag://collections/"
	jsonType         = "application/json"
)

func (d *desk) addResources() {
	d.addCoverage()
	d.server.AddResource(&mcp.Resource{
		URI: queryFieldsURI, Name: "query-fields", Title: "What a request can say", MIMEType: jsonType,
		Description: "Every field of the tools' arguments and of queries: its kind, values, bounds, default and examples.",
	}, func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return jsonContents(request.Params.URI, queryFields())
	})
	d.server.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: collectionPrefix + "{name}", Name: "collection", Title: "A collection", MIMEType: jsonType,
		Description: "How much a collection holds, how old it is and what was skipped.",
	}, d.reading(d.readCollection))
	d.server.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: documentURI("{id}"), Name: "document", Title: "A document", MIMEType: "text/plain",
		Description: "The text of a document or passage, as it was indexed.",
	}, d.readDocument)
}

func (d *desk) addCoverage() {
	d.server.AddResource(&mcp.Resource{
		URI: coverageURI, Name: "coverage", Title: "What is indexed", MIMEType: jsonType,
		Description: "The collections, how much each holds, how old it is and what was skipped.",
	}, d.reading(func(ctx context.Context, library *rag.Library, _ string) (any, error) {
		return d.status(ctx, library, nil)
	}))
}

// reading makes a handler of a function that gets the library and what stands
// last in the URI.
func (d *desk) reading(read func(ctx context.Context, library *rag.Library, name string) (any, error)) mcp.ResourceHandler {
	return func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := request.Params.URI
		name, err := url.PathUnescape(uri[strings.LastIndexByte(uri, '/')+1:])
		if err != nil {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		library, err := d.open(ctx)
		var value any
		if err == nil {
			value, err = read(ctx, library, name)
		}
		if err != nil {
			return nil, unreadable(uri, err)
		}
		return jsonContents(uri, value)
	}
}

// unreadable is the protocol's error for a resource: not there and not yours are
// the same.
func unreadable(uri string, err error) error {
	switch {
	case errors.Is(err, rag.ErrNotFound), errors.Is(err, rag.ErrInvalidRequest):
		return mcp.ResourceNotFoundError(uri)
	case errors.Is(err, context.Canceled):
		return err
	}
	return failure(explain(err))
}

func jsonContents(uri string, value any) (*mcp.ReadResourceResult, error) {
	data, err := encode(value)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: jsonType, Text: string(data)}}}, nil
}

func (d *desk) readCollection(ctx context.Context, library *rag.Library, name string) (any, error) {
	status, err := d.status(ctx, library, []string{name})
	if err != nil {
		return nil, err
	}
	return status.Collections[0], nil
}

// maxResource is the most bytes of a document that a resource holds: a client
// puts it before a model whole.
const maxResource = 256 << 10

func (d *desk) readDocument(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri := request.Params.URI
	library, err := d.open(ctx)
	if err != nil {
		return nil, unreadable(uri, err)
	}
	reading, err := rag.Read(ctx, library, rag.Reference{Name: strings.TrimPrefix(uri, documentURI("")), MaxBytes: maxResource})
	if err != nil {
		return nil, unreadable(uri, err)
	}
	count(ctx, len(reading.Passages))
	contents := &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: reading.Text, Meta: mcp.Meta{
		"title": reading.Title, "collection": reading.Collection, "path": reading.Path, "lines": lineRange(reading.Lines), "stale": reading.Stale,
		"whole": reading.NextCursor == "",
	}}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{contents}}, nil
}

// listCollections adds the collections that there are now to a list of
// resources, at its end. They are read by their template.
func (d *desk) listCollections(ctx context.Context, result mcp.Result) {
	list, isList := result.(*mcp.ListResourcesResult)
	if !isList || list.NextCursor != "" {
		return
	}
	d.watcher.watchList()
	for _, name := range d.collectionNames(ctx) {
		list.Resources = append(list.Resources, &mcp.Resource{
			URI: collectionPrefix + url.PathEscape(name), Name: name, Title: "Collection " + name, MIMEType: jsonType,
			Description: "How much the collection holds, how old it is and what was skipped.",
		})
	}
}

// collectionNames returns the collections that there are now, none where they
// can't be had. Where they are others than last time, clients are told.
func (d *desk) collectionNames(ctx context.Context) []string {
	var states []rag.CollectionState
	library, err := d.open(ctx)
	if err == nil {
		states, err = library.Collections(ctx)
	}
	if err != nil && !errors.Is(err, rag.ErrUnknownTenant) { // which may come
		return nil
	}
	names := []string{} // not nil, which is for never looked
	for _, state := range states {
		names = append(names, state.Name)
	}
	d.mutex.Lock()
	changed := d.collections != nil && !slices.Equal(d.collections, names)
	d.collections = names
	d.mutex.Unlock()
	if changed {
		d.addCoverage() // adding one again is how the SDK is told
	}
	return names
}

// queryField is a field of the registry as clients read it.
type queryField struct {
	rag.Field
	Tools []string `json:"tools"`
}

func queryFields() map[string][]queryField {
	var fields []queryField
	for _, f := range rag.RequestFields() {
		row := queryField{Field: f, Tools: []string{}}
		for _, tool := range tools() {
			if slices.ContainsFunc(tool.fields, func(field rag.Field) bool { return field.Name == f.Name }) {
				row.Tools = append(row.Tools, tool.name)
			}
		}
		fields = append(fields, row)
	}
	return map[string][]queryField{"fields": fields}
}
