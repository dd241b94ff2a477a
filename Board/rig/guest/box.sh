# The box under test for the guest's scripts: `cribside run` on the simulated board, with its state in memory. Only this
# file depends on the program's command line and file formats.

box_folder=/run/cribside
box_state=/run/cribside-state
box_configuration=/run/rig.json

# Starts the box on the board, with the panel on its bus, and waits until it holds its lines and answers.
start_box() {
  [[ -x $CRIBSIDE ]] || { why="cribside is not built"; return 1; }
  start_chips || { why="the chip models did not start: $(<"$chips_folder/errors")"; return 1; }
  write_configuration
  set_clock
  launch_box
}

# Starts only the program: again, or on a board whose clock is not set.
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

# Every box starts 5 s into the minute of the golden frame: 14:30 in Copenhagen. The rest of the minute is longer than
# the limits for the start and the first frame together. timesyncd uses this file to show that the wall clock is right
# (systemd-timesyncd.service(8)).
set_clock() {
  date --utc --set='2026-08-11 12:30:05' >/dev/null
  mkdir --parents /run/systemd/timesync
  touch /run/systemd/timesync/synchronized
}

# Ends the box with a signal, and keeps its output.
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

# Stops the box's turns, as on a starved machine, until it is thawed.
freeze_box() { kill -STOP "$box_process"; }
thaw_box() { kill -CONT "$box_process"; }

box_lives() { kill -0 "$box_process" 2>/dev/null; }

box_answers() { box_status >/dev/null; }

box_status() { "$CRIBSIDE" status --json --config "$box_configuration" 2>/dev/null; }

# Whether the box's output has a text.
box_has_said() { grep --quiet --ignore-case --extended-regexp "$1" "$box_folder/output"; }

# What the box believes the panel shows: 1,024 bytes as hex.
box_pixels() { member pixels "$(box_status)"; }

# The texts on the panel, as a list.
shown_texts() { box_status | grep --only-matching '"texts":[^]]*]'; }

# The number of the log's care lines: added, amended, deleted. Blank lines that fill a segment do not count, and a
# repeated line counts once.
care_lines() {
  cat "$box_state"/log/*.jsonl 2>/dev/null | grep --text --extended-regexp '"op":"(add|amend|delete)"' | sort --unique |
    wc --lines
}

# The number of the log's lines that add an event of a kind.
added() {
  cat "$box_state"/log/*.jsonl 2>/dev/null | grep '"op":"add"' | grep --count "\"kind\":\"$1\""
}

# Whether the log has some number of lines that amend an event.
has_amended() {
  equal "$(cat "$box_state"/log/*.jsonl 2>/dev/null | grep --count '"op":"amend"') amended" "$1 amended"
}

has_added() { equal "$(added "$1") of $1" "$2 of $1"; }

has_more_lines_than() {
  why="still $1 lines of care in the log"
  (($(care_lines) > $1))
}

# Adds an event of a minute ago on the command line, over the control socket.
add_bottle() {
  "$CRIBSIDE" log add bottle --start "$(date --date='1 minute ago' --iso-8601=seconds)" \
    --config "$box_configuration" >/dev/null
}

# The same for waking up, at a time of day.
add_wake() { "$CRIBSIDE" log add wake --start "$1" --config "$box_configuration" >/dev/null; }

# Whether the panel visibly shows the frame that the box believes it shows.
panel_shows_frame() {
  local believed seen
  believed=$(box_pixels)
  seen=$(panel_pixels)
  why="the panel differs from the frame: ${#believed} and ${#seen} digits"
  [[ ${#believed} == 2048 && $believed == "$seen" ]]
}

# The same, and the frame has changed.
panel_shows_frame_other_than() {
  panel_shows_frame && why="the frame is still the same" && [[ $(panel_pixels) != "$1" ]]
}
