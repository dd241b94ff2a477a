# `rig all [RELEASE…]`: runs everything that the rig can run on this machine, and says what it left out. Sourced by
# `rig`.

all() {
  local part release releases=("$@") played=() left_out=() failed=()
  ((${#releases[@]})) || releases=(bookworm trixie)
  prepare
  reasons=$(mktemp)
  trap 'rm --force "$reasons"' EXIT
  for part in run hours cut; do play "$part" "$part"; done
  for release in "${releases[@]}"; do play "service on $release" service --release "$release"; done
  echo
  echo "played: ${played[*]:-nothing}, in $SECONDS s"
  for part in "${left_out[@]}"; do echo "LEFT OUT $part"; done
  for part in "${failed[@]}"; do echo "FAILED $part"; done
  ((${#played[@]} + ${#failed[@]})) || exit 69
  ((${#failed[@]} == 0))
}

# play NAME WORD…: runs a part as a separate command of these words. If it cannot run here, it exits with 69 and its
# last line of errors says why.
play() {
  local part=$1 began=$SECONDS status=0
  shift
  echo
  echo "=== $part"
  {
    if [[ $1 == service ]]; then (ensure_package "$3"); fi && "$here/rig" "$@"
  } 2>"$reasons" || status=$?
  cat "$reasons" >&2
  case $status in
    0) played+=("$part ($((SECONDS - began)) s)") ;;
    69) left_out+=("$part: $(tail --lines=1 "$reasons")") ;;
    *) failed+=("$part ($((SECONDS - began)) s)") ;;
  esac
}

# A package of this source for a release: the existing one, unless a source is newer. Building the first one fetches a
# compiler and libraries, half a gigabyte.
ensure_package() {
  local package
  package=$(newest_package "$1" amd64)
  [[ -z $package || -n $(find "$repository"/{Sources,Deploy,Package.swift} -newer "$package" -print -quit) ]] || return 0
  "$repository/Deploy/build-deb" --release "$1" --arch amd64
}
