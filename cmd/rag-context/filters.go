package main

import (
	"cmp"
	"context"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/posener/complete"

	"rag-context/rag"
)

// filterFlags narrow a request; what each means stands in the registry of
// request fields, and TestFlagsAreFields holds these against it.
type filterFlags struct {
	Collection []string `short:"c" aliases:"collections" placeholder:"NAME" predictor:"collection" help:"${help_collection}"`
	Tag        []string `aliases:"tags" placeholder:"TAG" predictor:"tag" help:"${help_tag}"`
	Path       string   `aliases:"glob" placeholder:"GLOB" predictor:"path" help:"${help_path}"`
	Title      string   `placeholder:"TEXT" predictor:"title" help:"${help_title}"`
	Heading    string   `aliases:"section" placeholder:"WORDS" predictor:"heading" help:"${help_heading}"`
	Type       string   `aliases:"ext" placeholder:"FORMAT" predictor:"type" help:"${help_type}"`
	Lang       string   `aliases:"language" placeholder:"CODE" predictor:"lang" help:"${help_lang}"`
	Agent      string   `placeholder:"NAME" predictor:"agent" help:"${help_agent}"`
	Role       string   `aliases:"speaker" placeholder:"NAME" predictor:"role" help:"${help_role}"`
	Modified   string   `aliases:"since" placeholder:"TIME" predictor:"modified" help:"${help_modified}"`
	Created    string   `placeholder:"TIME" predictor:"created" help:"${help_created}"`
	Is         string   `placeholder:"KIND" predictor:"is" help:"${help_is}"`
}

func (f filterFlags) filter() rag.Filter {
	return rag.Filter{
		Tags: f.Tag, Path: f.Path, Title: f.Title, Heading: f.Heading, Type: f.Type, Lang: f.Lang, Agent: f.Agent, Role: f.Role,
		Modified: f.Modified, Created: f.Created, Is: f.Is,
	}
}

// fieldVariables are what the tags of flags say of the registry's fields.
func fieldVariables() kong.Vars {
	variables := kong.Vars{}
	for _, field := range rag.RequestFields() {
		variables["help_"+field.Flag()] = flagHelp(field)
		variables["default_"+field.Flag()] = field.Default
	}
	return variables
}

// flagHelp is a field's help with what a flag needs to say besides.
func flagHelp(field rag.Field) string {
	help := strings.TrimSuffix(field.Help, ".")
	switch field.Kind {
	case rag.KindList:
		help += "; may be repeated"
	case rag.KindChoice:
		help += ": " + strings.Join(field.Values, ", ")
	}
	if field.Default != "" {
		help += " (default " + field.Default + ")"
	}
	return help + "."
}

// predictors complete the values of the flags that are fields of a query, and
// of those that are choices.
func (a *app) predictors() map[string]complete.Predictor {
	all := map[string]complete.Predictor{}
	for _, field := range rag.RequestFields() {
		switch {
		case field.Kind == rag.KindChoice:
			all[field.Flag()] = complete.PredictSet(field.Values...)
		case field.Inline != "":
			all[field.Flag()] = complete.PredictFunc(func(complete.Args) []string { return a.valuesOf(field) })
		}
	}
	return all
}

// valuesOf returns what a field can be in the index of the tenant that is being
// typed; nothing where there is none. The shell gives the whole line in
// COMP_LINE.
func (a *app) valuesOf(field rag.Field) (values []string) {
	typed := strings.Fields(os.Getenv("COMP_LINE"))
	a.line.Tenant = cmp.Or(flagValue(typed, "--tenant"), os.Getenv("RAG_CONTEXT_TENANT"), rag.DefaultTenant)
	err := a.withLibrary(false, func(library *rag.Library) (err error) {
		values, err = library.FieldValues(context.WithoutCancel(a.ctx), field)
		return err
	})
	if err != nil {
		return nil // a shell's line is no place to complain
	}
	return values
}

// flagValue returns the value of a flag among words that were typed; "" for
// none.
func flagValue(typed []string, flag string) string {
	for i, word := range typed {
		if value, ok := strings.CutPrefix(word, flag+"="); ok {
			return value
		}
		if word == flag && i+1 < len(typed) {
			return typed[i+1]
		}
	}
	return ""
}
