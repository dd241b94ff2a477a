# The bus fails in each way that a Pi's adapter can, and the panel is unplugged. Presses are durable meanwhile, and at
# most 10 s after the fault the panel shows the current frame.

check "bus-faults/box-starts" start_box || return
check "bus-faults/first-frame" within 5 panel_shows_frame

# try_fault NAME BEGIN END: the orders that begin and end the fault.
try_fault() {
  local lines before
  lines=$(care_lines)
  before=$(panel_pixels)
  chips "$2" >/dev/null
  tap feed
  check "bus-faults/$1-press-is-in-the-log" within 5 has_more_lines_than "$lines"
  check "bus-faults/$1-box-lives" box_answers
  chips "$3" >/dev/null
  check "bus-faults/$1-panel-comes-back" within 10 panel_shows_frame_other_than "$before"
}

try_fault no-acknowledge "fault eremoteio" "fault none"
try_fault timed-out "fault etimedout" "fault none"
try_fault silent "fault silent" "fault none"
try_fault unplugged "detach oled" "attach oled"
check "bus-faults/panel-has-no-complaint" panel_has_no_complaint
