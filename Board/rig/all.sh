# `rig all`: everything that the rig can play on this machine, and what it had to leave out. Sourced by `rig`.

all() {
  local part played=() left_out=() failed=()
  prepare
  reasons=$(mktemp)
  trap 'rm --force "$reasons"' EXIT
  for part in run hours cut service; do play "$part"; done
  echo
  echo "played: ${played[*]:-nothing}, in $SECONDS s"
  for part in "${left_out[@]}"; do echo "LEFT OUT $part"; done
  for part in "${failed[@]}"; do echo "FAILED $part"; done
  ((${#played[@]} + ${#failed[@]})) || exit 69
  ((${#failed[@]} == 0))
}

# Each part is a command of its own: it says with 69, and in its last line of errors, why it cannot be played here.
play() {
  local part=$1 began=$SECONDS status=0
  echo
  echo "=== $part"
  {
    if [[ $part == service ]]; then (ensure_package); fi && "$here/rig" "$part"
  } 2>"$reasons" || status=$?
  cat "$reasons" >&2
  case $status in
    0) played+=("$part ($((SECONDS - began)) s)") ;;
    69) left_out+=("$part: $(tail --lines=1 "$reasons")") ;;
    *) failed+=("$part ($((SECONDS - began)) s)") ;;
  esac
}

# A package of this source for `rig service`: the one that is there, unless the program is newer. The first one fetches a
# compiler and libraries, half a gigabyte.
ensure_package() {
  local package
  package=$(newest_package bookworm amd64)
  if [[ -n $package && $package -nt ${RIG_CRIBSIDE:-$(built cribside)} ]]; then return; fi
  "$repository/Deploy/build-deb" --release bookworm --arch amd64
}
