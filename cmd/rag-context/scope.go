package main

import (
	"fmt"
	"slices"
	"strings"

	"rag-context/rag"
)

// scope is what the person at this machine may do: everything of the tenant.
func (a *app) scope() (rag.Scope, error) {
	tenant, err := rag.ParseTenant(a.line.Tenant)
	if err != nil {
		return rag.Scope{}, err
	}
	return rag.NewScope(tenant, rag.ScopeOptions{Write: true})
}

// checkTenantKnown refuses a tenant that has no index, except the default one.
func (a *app) checkTenantKnown(tenant rag.Tenant) error {
	if tenant.String() == rag.DefaultTenant {
		return nil
	}
	known, err := a.engine().Tenants(a.ctx)
	if err == nil && !slices.Contains(known, tenant) {
		err = fmt.Errorf("%w %q", rag.ErrUnknownTenant, tenant)
	}
	return err
}

// checkScopeKnown refuses a scope of a tenant or of collections that are not
// there: under a name that is made later may stand what nobody meant to show.
func (a *app) checkScopeKnown(scope rag.Scope) error {
	names := scope.Collections()
	if len(names) == 0 {
		return a.checkTenantKnown(scope.Tenant())
	}
	whole, err := rag.NewScope(scope.Tenant(), rag.ScopeOptions{})
	if err != nil {
		return err
	}
	return a.withLibraryOf(a.engine(), whole, false, func(library *rag.Library) error {
		states, err := library.Collections(a.ctx)
		if err != nil {
			return err
		}
		known := collectionNames(states)
		for _, name := range names {
			if !slices.Contains(known, name) {
				hint := fmt.Sprintf("collections are %s; rag-context%s add FOLDER --name %s makes that one", strings.Join(known, ", "), a.tenantFlag(), name)
				return hinted{fmt.Errorf("collection %q: %w", name, rag.ErrNotFound), hint}
			}
		}
		return nil
	})
}

// tenantFlag is how the tenant in use is typed; nothing for the default one.
func (a *app) tenantFlag() string { return tenantFlag(a.line.Tenant) }

func tenantFlag(tenant string) string {
	if tenant == rag.DefaultTenant || tenant == "" {
		return ""
	}
	return " --tenant " + tenant
}

func collectionNames(states []rag.CollectionState) []string {
	names := make([]string, len(states))
	for i, state := range states {
		names[i] = state.Name
	}
	return names
}
