# 51 edges while the box takes no turn. The kernel keeps 16, with libgpiod 1.6 the oldest ones; the last of them says
# "released" while the button is down. The box must read the level, or it would stay wrong.

check "burst/box-starts" start_box || return
check "burst/first-frame" within 5 panel_shows_frame

freeze_box
for _ in {1..25}; do press nap; release nap; done
press nap
thaw_box

check "burst/box-lives" within 5 box_answers
check "burst/press-is-in-the-log" within 5 has_added sleep 1
# Holding a button for 0.8 s moves its event back, and the event is written at the release. A box that believed the
# button released would miss the hold, and one that missed the release would not write.
sleep 1
check "burst/hold-is-not-over" has_amended 0
release nap
check "burst/level-and-release-are-known" within 5 has_amended 1
tap feed
check "burst/next-press-counts" within 5 has_added nursing 1
check "burst/no-edge-made-another-nap" has_added sleep 1
check "burst/panel-shows-it" within 5 panel_shows_frame
