# The box as systemd runs it, in place of what box.sh starts by hand. Sourced after it.

box_state=/var/lib/cribside
box_configuration=/etc/cribside/cribside.json5

# A property of the box's unit.
unit_property() { systemctl show cribside.service --property="$1" --value; }

unit_is() {
  local state
  state=$(unit_property ActiveState)/$(unit_property SubState)
  why="the unit is $state, expected $1: $(journalctl --quiet --unit=cribside.service --lines=8 --output=cat | tr '\n' ' ')"
  [[ $state == "$1" ]]
}

box_pid() { unit_property MainPID; }

# Whether another process than before is the box, ready and holding its lines.
box_is_another_than() {
  why="process $(box_pid), before $1; $(unit_property ActiveState)"
  [[ $(box_pid) != "$1" && $(box_pid) != 0 ]] && unit_is active/running && box_is_ready
}

journal_says() {
  why="the journal does not say: $1"
  journalctl --quiet --unit=cribside.service --output=cat | grep --quiet --extended-regexp "$1"
}

# The settings of a household: the package's file, with the baby of the golden frame and the board of the rig.
write_household() {
  sed --in-place \
    --expression='s/name: "Example"/name: "Mia"/; s/birthdate: "[^"]*"/birthdate: "2026-03-01"/' \
    --expression='s/board: "[^"]*"/board: "pi-4"/; s,timeZone: null,timeZone: "Europe/Copenhagen",' "$box_configuration"
}

# Whether the box is in a network of its own, in which there is nothing but the loopback.
has_no_network() {
  equal "$(grep --count ':' "/proc/$(box_pid)/net/dev")" 1 && equal "$(grep --only-matching 'lo' "/proc/$(box_pid)/net/dev")" lo
}

# systemd's score of the running unit, at most 0.5.
sandbox_is_tight() {
  systemd-analyze security --threshold=5 --no-pager cribside.service >/run/exposure
}

# The command is to fail.
refused() { ! "$@" >/dev/null 2>&1; }

owner_of() { stat --dereference --format='%G %a' "$1"; }

has_owner() { equal "$(owner_of "$1")" "$2"; }

# A time of the guest since its start, in seconds, for the figures.
uptime_seconds() { cut --delimiter=' ' --fields=1 /proc/uptime; }

figure() { echo "figure $*"; }
