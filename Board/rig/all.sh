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

# A package of this source for `rig service`. One is built where the compiler and the libraries have been fetched before.
ensure_package() {
  local package
  package=$(find "$repository/.build-deb" -maxdepth 1 -name 'cribside_*~deb12_amd64.deb' 2>/dev/null | sort --version-sort | tail --lines=1)
  if [[ -n $package && $package -nt ${RIG_CRIBSIDE:-$(built cribside)} ]]; then return; fi
  [[ -d ${DEB_CACHE:-$repository/.build-deb/cache}/sdks ]] ||
    unavailable "no package as new as the program, and building the first one fetches 1.1 GB: Deploy/build-deb --release bookworm --arch amd64"
  "$repository/Deploy/build-deb" --release bookworm --arch amd64
}
