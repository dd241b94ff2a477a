# Where an update is while it is on trial, and how the root is changed. Sourced after shared.sh.

# The key that signs updates, as one of the allowed signers of ssh-keygen(1); missing where updates are off.
key=/usr/lib/cribside/update-key
# The package that the box came up with last.
kept=/usr/lib/cribside/kept.deb
trial=/state/update
new=$trial/new.deb
mark=$trial/mark

set_mark() {
  echo "$1" >"$mark.new"
  sync "$mark.new"
  mv "$mark.new" "$mark"
  sync "$trial"
}

end_trial() {
  rm --force "$mark"
  sync "$trial"
  rm --force "$new" "$new.sig"
}

installed() { dpkg-query --show --showformat='cribside ${Version}' cribside; }

# Runs a command while the root can be written to: `on_root COMMAND…`.
on_root() {
  local status=0
  mount --options remount,rw / || return
  DEBIAN_FRONTEND=noninteractive "$@" || status=$?
  sync --file-system /
  mount --options remount,ro / || say "the root can be written to until the next start"
  return "$status"
}
