# The files of an update on trial, and how the root is changed. Sourced after shared.sh.

# The key for updates, in the form of ssh-keygen(1)'s allowed signers; missing if updates are off.
key=/usr/lib/cribside/update-key
# The last package that the box ran with.
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

# Runs a command while the root is writable: `on_root COMMAND…`.
on_root() {
  local status=0
  mount --options remount,rw / || return
  DEBIAN_FRONTEND=noninteractive "$@" || status=$?
  sync --file-system /
  mount --options remount,ro / || say "the root can be written to until the next start"
  return "$status"
}
