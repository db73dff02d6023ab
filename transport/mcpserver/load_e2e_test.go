//go:build e2e

package mcpserver_test

import (
	"testing"
	"time"
)

// TestManyClientsForAMinute has 200 clients of 20 tenants ask for a minute.
func TestManyClientsForAMinute(t *testing.T) {
	end := time.Now().Add(time.Minute)
	manyClients(t, 200, 20, func(int) bool { return time.Now().After(end) })
}
