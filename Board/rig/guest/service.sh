# The box under systemd, instead of the one that box.sh starts. Sourced after it.

box_state=/var/lib/cribside
box_configuration=/etc/cribside/cribside.json5
export DEBIAN_FRONTEND=noninteractive

# --- units ----------------------------------------------------------------------------------------------------

# A property of a unit, by default the box's.
unit_property() { systemctl show "${2:-cribside.service}" --property="$1" --value; }

# Whether a unit, by default the box's, is in a state such as active/running.
unit_is() {
  local state unit=${2:-cribside.service}
  state=$(unit_property ActiveState "$unit")/$(unit_property SubState "$unit")
  why="$unit is $state, expected $1: $(journalctl --quiet --unit="$unit" --lines=8 --output=cat | tr '\n' ' ')"
  [[ $state == "$1" ]]
}

box_pid() { unit_property MainPID; }

# Whether the box is another process than before, ready and holding its lines.
box_is_another_than() {
  why="process $(box_pid), before $1; $(unit_property ActiveState)"
  [[ $(box_pid) != "$1" && $(box_pid) != 0 ]] && unit_is active/running && box_is_ready
}

guard_is_another_than() {
  why="process $(unit_property MainPID cribside-guard.service), before $1"
  unit_is active/running cribside-guard.service && [[ $(unit_property MainPID cribside-guard.service) != "$1" ]]
}

# Sends a signal to a process. For a unit without a process systemd says 0, which for kill(2) means the whole script.
strike() { (($2 > 1)) && kill "-$1" "$2"; }

# Whether the journal of a unit, by default the box's, has a line that matches.
journal_says() {
  why="the journal of ${2:-cribside.service} does not say: $1"
  journalctl --quiet --unit="${2:-cribside.service}" --output=cat | grep --quiet --extended-regexp "$1"
}

# Whether systemd's score of a running unit is at most 0.5.
sandbox_is_tight() {
  systemd-analyze security --threshold=5 --no-pager "$1" >/run/exposure
}

# Whether the box has its own network with only the loopback.
has_no_network() {
  equal "$(grep --count ':' "/proc/$(box_pid)/net/dev")" 1 && equal "$(grep --only-matching 'lo' "/proc/$(box_pid)/net/dev")" lo
}

# --- the household --------------------------------------------------------------------------------------------

# The answers to setup: the baby of the golden frame, the board of the rig.
household=(--name Mia --birthdate 2026-03-01 --bedtime 19:00 --zone Europe/Copenhagen --board pi-4 --controller ssd1306)

# Makes the box as after setup, with an empty log and without faults.
fresh_box() {
  [[ -x $CRIBSIDE ]] || dpkg --install /mnt/cribside.deb >/dev/null || return 1
  systemctl stop cribside.service cribside-guard.service
  rm --recursive --force "${box_state:?}"/* /run/cribside/starts
  set_clock
  "$CRIBSIDE" setup "${household[@]}" >/run/setup 2>&1 || { why="setup: $(tail --lines=4 /run/setup)"; return 1; }
  within 10 box_is_ready && within 10 panel_shows_frame
}

# Applies a sed expression to the configuration.
configure() { sed --in-place "$1" "$box_configuration"; }

status_says() { equal "$(member "$1" "$(box_status)")" "$2"; }

status_matches() {
  why="the status does not match $1"
  box_status | grep --quiet --extended-regexp "$1"
}

# Turns the pages until one is shown. Two presses within 0.6 s would be a double press.
turn_to() {
  local turns=0
  until status_says page "$1" || ((++turns > 8)); do
    tap menu
    sleep 0.7
  done
}

# --- doctor ---------------------------------------------------------------------------------------------------

# Runs the doctor once; its output is in `examined`, its exit code in `verdict`.
examine() {
  examined=$("$CRIBSIDE" doctor --json 2>&1)
  verdict=$?
}

# The doctor's findings of a part and a verdict, one per line.
findings() {
  sed 's/{"part"/\n&/g' <<<"$examined" | grep "^{\"part\":\"$1\",\"verdict\":\"$2\""
}

# Whether the doctor ends with a code: `doctor_ends 0`.
doctor_ends() {
  examine
  why="ended with $verdict, expected $1: $(sed 's/{"part"/\n&/g' <<<"$examined" | grep '"verdict":"fault"' | tr '\n' ' ')"
  ((verdict == $1))
}

# Whether the doctor finds a fault and says what it is and what fixes it: `finds PART WHAT FIX`, with WHAT and FIX as
# patterns; WHAT matches at the beginning.
finds() {
  local found
  examine
  found=$(findings "$1" fault | grep --extended-regexp "\"what\":\"($2)" | head --lines=1)
  why="exit $verdict, $1: $(findings "$1" '[a-z]*' | tr '\n' ' ')"
  ((verdict != 0)) && [[ $found == *'"why":"'[A-Z]* ]] && grep --quiet --extended-regexp "\"fix\":\[.*($3)" <<<"$found"
}

# Whether the doctor says that a part is good: `finds_good PART WHAT`.
finds_good() {
  examine
  why="exit $verdict, $1: $(findings "$1" '[a-z]*' | tr '\n' ' ')"
  findings "$1" good | grep --quiet --extended-regexp "\"what\":\"($2)"
}

# Runs the commands that the doctor gives for its findings of a part and a verdict, unchanged.
fix_as_told() {
  local commands
  commands=$(findings "$1" "${2:-fault}" | grep --only-matching '{"command":"\([^"\\]\|\\.\)*"}' |
    sed 's/^{"command":"//; s/"}$//; s/\\\(.\)/\1/g')
  why="it gave no command for $1"
  [[ -n $commands ]] || return 1
  bash -e -c "$commands" >/run/fixed 2>&1 || { why="$commands: $(tail --lines=3 /run/fixed)"; return 1; }
}

# The doctor's commands use sudo, which this system does not have.
provide_sudo() {
  printf '#!/bin/sh\nexec "$@"\n' >/usr/local/bin/sudo
  chmod 755 /usr/local/bin/sudo
}

# --- checks ---------------------------------------------------------------------------------------------------

# Whether a command fails.
refused() { ! "$@" >/dev/null 2>&1; }

# Whether a command ends with a code and its output matches: `ends_with CODE PATTERN COMMAND…`.
ends_with() {
  local code=$1 pattern=$2 said status=0
  shift 2
  said=$("$@" 2>&1 </dev/null) || status=$?
  why="ended with $status, expected $code; said: $(tail --lines=4 <<<"$said" | tr '\n' ' ')"
  ((status == code)) && grep --quiet --extended-regexp -e "$pattern" <<<"$said"
}

# Runs a command as a user: `as USER COMMAND…`.
as() {
  local user=$1
  shift
  runuser --user "$user" -- "$@"
}

owner_of() { stat --dereference --format='%G %a' "$1"; }

has_owner() { equal "$(owner_of "$1")" "$2"; }

panel_is_dark() {
  why="the panel is lit"
  [[ $(chips dump) == *'"on":false'* || $(panel_pixels) =~ ^0+$ ]]
}

# --- figures --------------------------------------------------------------------------------------------------

# The guest's uptime in seconds.
uptime_seconds() { cut --delimiter=' ' --fields=1 /proc/uptime; }

seconds_since() { awk "BEGIN { printf \"%.1f\", $(uptime_seconds) - $1 }"; }

figure() { echo "figure $*"; }
