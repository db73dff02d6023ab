#!/usr/bin/env bash
#
# restore-drill.sh - prove that last night's backup can be restored.
#
# Restores the newest base backup to a scratch host, compares row counts with
# the live database and appends one line to the drill log. Exit code 0 means a
# good drill, 1 a bad one, 2 that the drill could not be held.
#
#   restore-drill.sh [--host scratch-1] [--keep]

set -euo pipefail

host=scratch-1
keep=no
log=${DRILL_LOG:-/srv/drills/log.tsv}
limit_minutes=120    # the promise: back within two hours
tolerance=0.001      # rows that may be missing, as a share: the last minutes

usage() {
  sed -n '3,9s/^# \{0,1\}//p' "$0"
}

say() {
  printf '%s %s\n' "$(date -u +%H:%M:%S)" "$*" >&2
}

give_up() {
  say "drill not held: $*"
  exit 2
}

while [ $# -gt 0 ]; do
  case $1 in
    --host) host=${2:?--host needs a name}; shift 2 ;;
    --keep) keep=yes; shift ;;
    -h|--help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# A drill on a production machine would be a short career.
case $host in
  tarn-*|fell-*) give_up "$host is not a scratch host" ;;
esac

command -v lgctl >/dev/null || give_up "lgctl is not installed"
lgctl vault status --for restore --quiet || give_up "ask two custodians to unlock first"

cleanup() {
  if [ "$keep" = no ]; then
    lgctl pond drop drill --host "$host" --quiet || say "please remove 'drill' on $host by hand"
  fi
}
trap cleanup EXIT

backup=$(lgctl pond backups --newest --format id)
say "restoring $backup to $host"

start=$(date +%s)
lgctl pond restore "$backup" --to drill --host "$host" --quiet
minutes=$(( ($(date +%s) - start) / 60 ))
say "restored in $minutes minutes"

# Print "table<TAB>live<TAB>restored" for every table whose counts differ by
# more than the tolerance.
differences() {
  lgctl pond diff drill --host "$host" --counts --format tsv |
    awk -F '\t' -v tolerance="$tolerance" '
      NR > 1 && $2 > 0 {
        missing = ($2 - $3) / $2
        if (missing < 0) missing = -missing
        if (missing > tolerance) print $1 "\t" $2 "\t" $3
      }'
}

result=good
bad=$(differences)
if [ -n "$bad" ]; then
  result=bad
  say "tables that differ:"
  printf '%s\n' "$bad" >&2
fi
if [ "$minutes" -gt "$limit_minutes" ]; then
  result=slow
  say "took longer than the promised $limit_minutes minutes"
fi

printf '%s\t%s\t%s\t%s\t%s\n' \
  "$(date -u +%F)" "$backup" "$minutes" "$result" "${USER:-unknown}" >>"$log"
say "drill was $result"
[ "$result" = good ]
