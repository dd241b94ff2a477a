# What the scripts of the card share. Sourced.

card=/boot/firmware

say() { echo "$1" >&2; }

# Runs a command while the first partition can be written to: `on_card COMMAND…`. One script at a time.
on_card() {
  local status=0
  exec 9>/run/cribside-card.lock
  flock 9
  mount --options remount,rw "$card" || return
  "$@" || status=$?
  sync --file-system "$card"
  mount --options remount,ro "$card"
  exec 9>&-
  return "$status"
}

# Tells the owner something in a file on the first partition, unless it stands there already: `tell FILE TEXT`. A
# partition that cannot be written to is no reason to stop.
tell() {
  say "$1: $2"
  [[ $(cat "$card/$1" 2>/dev/null) == "$2" ]] || on_card write_text "$card/$1" "$2" || say "$1 could not be written"
}

write_text() { printf '%s\n' "$2" >"$1"; }
