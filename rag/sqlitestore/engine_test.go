package sqlitestore_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"

	"rag-context/rag"
	"rag-context/rag/ragtest"
	"rag-context/rag/sqlitestore"
)

// leaky in the environment makes TestEngine test an engine that mixes tenants.
const leaky = "SQLITESTORE_TEST_LEAKY"

func TestEngine(t *testing.T) {
	ragtest.TestEngine(t, func(t *testing.T) rag.Engine {
		engine := sqlitestore.Engine{Folder: t.TempDir()}
		if os.Getenv(leaky) != "" {
			return leakyEngine{engine}
		}
		return engine
	})
}

// leakyEngine is the engine with the scoping taken out: one file for all.
type leakyEngine struct{ sqlitestore.Engine }

func (e leakyEngine) Open(ctx context.Context, tenant rag.Tenant, access rag.Access) (rag.Store, error) {
	everybody, err := rag.ParseTenant("everybody")
	if err != nil {
		return nil, err
	}
	store, err := e.Engine.Open(ctx, everybody, access)
	return leakyStore{store, tenant}, err
}

type leakyStore struct {
	rag.Store
	tenant rag.Tenant
}

func (s leakyStore) Tenant() rag.Tenant { return s.tenant }

// AddCollection finds the other tenant's collection there already.
func (s leakyStore) AddCollection(ctx context.Context, collection rag.Collection) error {
	_ = s.Store.AddCollection(ctx, collection)
	return nil
}

// TestCanaryGoesRed runs the contract on the leaky engine, which must fail it
// for the right reason.
func TestCanaryGoesRed(t *testing.T) {
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestEngine$/^Canary$")
	child.Env = append(os.Environ(), leaky+"=1")
	output, err := child.CombinedOutput()
	if err == nil {
		t.Fatalf("an engine that mixes tenants passes:\n%s", output)
	}
	for _, sign := range []string{"bob's writes show at alice", "alice found bob's passage", "Score"} {
		if !strings.Contains(string(output), sign) {
			t.Errorf("the canary does not say %q:\n%s", sign, output)
		}
	}
}
