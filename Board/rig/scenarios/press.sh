# A press: from the kernel's edge to a line in the log and to the panel's memory.

check "press/box-starts" start_box || return
check "press/first-frame" within 5 panel_shows_frame
golden=$(golden_pixels rig-nap-started)

tap nap
check "press/nap-is-in-the-log" within 5 has_added sleep 1
check "press/panel-equals-golden-frame" within 5 panel_equals "$golden"
check "press/box-believes-it-shows-that" panel_shows_frame
keep nap-started.hex "$(panel_pixels)"

tap feed
check "press/feed-is-in-the-log" within 5 has_added nursing 1

# A press that bounces adds one line; a machine that is too busy to bounce in time tries again.
care_lines_are() { [[ $(care_lines) == "$1" ]]; }
bounce_is_one_press() {
  local before
  for _ in {1..30}; do
    sleep 0.7  # so that it is no second press of two
    before=$(care_lines)
    bouncy_tap feed || continue
    within 5 care_lines_are $((before + 1)) || { why="$(care_lines) lines after $before"; return 1; }
    sleep 0.3
    care_lines_are $((before + 1)) && return
    why="$(care_lines) lines after $before"
    return 1
  done
  why="the machine was 30 times too busy to bounce within 20 ms"
  return 1
}
check "press/bounce-is-one-press" bounce_is_one_press
check "press/panel-has-no-complaint" panel_has_no_complaint
