# What the scripts of the card share. Sourced.

card=/boot/firmware

say() { echo "$1" >&2; }

# Runs a command while the first partition is writable, one script at a time: `on_card COMMAND…`.
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

# Writes a message for the owner to a file on the first partition, unless it is already there: `tell FILE TEXT`. If the
# partition is not writable, the script continues.
tell() {
  say "$1: $2"
  [[ $(cat "$card/$1" 2>/dev/null) == "$2" ]] || on_card write_text "$card/$1" "$2" || say "$1 could not be written"
}

write_text() { printf '%s\n' "$2" >"$1"; }
