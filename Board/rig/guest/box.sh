# The box under test, as the guest's scripts handle it: `cribside run` on the simulated board, its state in memory.
# Everything that depends on the program's command line and file formats is in this file.

box_folder=/run/cribside
box_state=/run/cribside-state
box_configuration=/run/rig.json

# Starts the box on the board, with the panel on its bus; done when it holds its lines and answers.
start_box() {
  [[ -x $CRIBSIDE ]] || { why="cribside is not built"; return 1; }
  start_chips || { why="the chip models did not start: $(<"$chips_folder/errors")"; return 1; }
  write_configuration
  set_clock
  launch_box
}

# Starts the program alone: once more, or on a board whose clock is not set.
launch_box() {
  mkdir --parents "$box_folder" "$box_state"
  LD_PRELOAD=${box_preload:-} "$CRIBSIDE" run --config "$box_configuration" >"$box_folder/output" 2>&1 &
  box_process=$!
  within 10 box_is_ready || { why="the box did not start: $(tail --lines=3 "$box_folder/output")"; return 1; }
}

box_is_ready() { is_requested nap && box_answers; }

write_configuration() {
  cat >"$box_configuration" <<END
{
  "board": "pi-4",
  "stateDirectory": "$box_state",
  "socket": "$box_folder/control",
  "babies": [{ "name": "Mia", "birthdate": "2026-03-01", "bedtime": "19:00" }],
  "timeZone": "Europe/Copenhagen"
}
END
}

# Every box starts 5 s into the same minute, which the golden frame is of: 14:30 in Copenhagen. The rest of the
# minute is longer than the limits of starting and of the first frame together.
# With this file timesyncd shows that the wall clock is right (systemd-timesyncd.service(8)).
set_clock() {
  date --utc --set='2026-08-11 12:30:05' >/dev/null
  mkdir --parents /run/systemd/timesync
  touch /run/systemd/timesync/synchronized
}

# Ends the box, by a signal of one's choice, and keeps what it wrote.
end_box() {
  kill -"${1:-TERM}" "$box_process" 2>/dev/null
  wait "$box_process" 2>/dev/null
  box_process=
}

stop_box() {
  [[ -n ${box_process:-} ]] || return 0
  end_box
  rm --recursive --force "$box_folder" "$box_state"
}

# The box takes no turn, as on a starved machine, until it is thawed.
freeze_box() { kill -STOP "$box_process"; }
thaw_box() { kill -CONT "$box_process"; }

box_lives() { kill -0 "$box_process" 2>/dev/null; }

box_answers() { box_status >/dev/null; }

box_status() { "$CRIBSIDE" status --json --config "$box_configuration" 2>/dev/null; }

# Whether the box has said something on its output, for people.
box_has_said() { grep --quiet --ignore-case --extended-regexp "$1" "$box_folder/output"; }

# What the box believes the panel shows: 1,024 bytes as hex.
box_pixels() { member pixels "$(box_status)"; }

# What stands on the panel, as a list of texts.
shown_texts() { box_status | grep --only-matching '"texts":[^]]*]'; }

# The log's lines about care: added, amended, deleted. A segment is filled with blank lines, which do not count, nor
# does a line that is written once more.
care_lines() {
  cat "$box_state"/log/*.jsonl 2>/dev/null | grep --text --extended-regexp '"op":"(add|amend|delete)"' | sort --unique |
    wc --lines
}

# The log's lines that add an event of a kind.
added() {
  cat "$box_state"/log/*.jsonl 2>/dev/null | grep '"op":"add"' | grep --count "\"kind\":\"$1\""
}

# The log's lines that amend an event.
has_amended() {
  equal "$(cat "$box_state"/log/*.jsonl 2>/dev/null | grep --count '"op":"amend"') amended" "$1 amended"
}

has_added() { equal "$(added "$1") of $1" "$2 of $1"; }

has_more_lines_than() {
  why="still $1 lines of care in the log"
  (($(care_lines) > $1))
}

# An event that comes in by the command line, over the control socket, as it began a minute ago.
add_bottle() {
  "$CRIBSIDE" log add bottle --start "$(date --date='1 minute ago' --iso-8601=seconds)" \
    --config "$box_configuration" >/dev/null
}

# The same for waking up, at a time of the day.
add_wake() { "$CRIBSIDE" log add wake --start "$1" --config "$box_configuration" >/dev/null; }

# Whether the panel visibly shows the frame that the box believes it shows.
panel_shows_frame() {
  local believed seen
  believed=$(box_pixels)
  seen=$(panel_pixels)
  why="the panel differs from the frame: ${#believed} and ${#seen} digits"
  [[ ${#believed} == 2048 && $believed == "$seen" ]]
}

# The same, and the frame is another one than before.
panel_shows_frame_other_than() {
  panel_shows_frame && why="the frame is still the same" && [[ $(panel_pixels) != "$1" ]]
}
