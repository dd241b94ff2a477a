# The GPIO chip disappears while its lines are held: reads then give ENODEV. The box cannot notice presses any more,
# says so, and still saves what the command line sends. The kernel also complains in its log.

check "chip-gone/box-starts" start_box || return
check "chip-gone/first-frame" within 5 panel_shows_frame

pull_chip_out
check "chip-gone/box-lives" within 5 box_answers
check "chip-gone/box-says-so" within 5 box_has_said 'gpio|chip|buttons|lines'
check "chip-gone/command-is-kept" add_bottle
check "chip-gone/bottle-is-in-the-log" within 5 has_added bottle 1
check "chip-gone/panel-shows-frame" within 5 panel_shows_frame
