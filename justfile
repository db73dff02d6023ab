# Tests and lint: what a change must pass before it is shown to anybody.
default: test lint

# Tests on a machine with nothing but Go.
test *arguments:
    go test {{ arguments }} ./...

# Formatting, modules, go vet for three systems, staticcheck.
lint:
    bash .ci/run format modules vet staticcheck

# All tests with the race detector, which needs gcc.
race:
    bash .ci/run race

# Tests against real desktops, terminals and git; `just programs` installs those.
e2e:
    bash .ci/run e2e

# Installs by apt what race and e2e need.
programs:
    bash .ci/run programs

# Every check, as on the server.
ci:
    bash .ci/run

# The program for this machine, in dist/.
build:
    CGO_ENABLED=0 go build -trimpath -o dist/ ./cmd/rag-context

# The program for every platform, in dist/SYSTEM-ARCHITECTURE/.
cross:
    GOFLAGS=-trimpath CROSS_FOLDER=dist bash .ci/run cross

# Benchmarks; `just bench 'Pack|Scan' -count=10` for some of them.
bench pattern='.' *arguments:
    go test -run '^$' -bench '{{ pattern }}' -benchmem {{ arguments }} ./...

# Each fuzz target for a while.
fuzz time='30s':
    FUZZ_TIME={{ time }} bash .ci/run fuzz

# Known vulnerabilities in what we call.
vulnerabilities:
    bash .ci/run vulnerabilities

# The handbook of an invented company, asked.
[positional-arguments]
demo *arguments:
    go run ./cmd/rag-context demo "$@"
