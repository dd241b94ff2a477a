# The box as on the card's image, where the owner edits the settings on any laptop. The box keeps a copy of the settings
# that it started with. The panel shows a mistake with its line, and presses are logged. Without the log's partition,
# the folder is empty and not writable: the box still starts, and says after a press that it is not saved.

launch_with_copy() {
  mkdir --parents "$box_folder" "$box_state"
  "$CRIBSIDE" run --config "$box_configuration" --kept "$1" >"$box_folder/output" 2>&1 &
  box_process=$!
  within 10 box_is_ready || { why="the box did not start: $(tail --lines=3 "$box_folder/output")"; return 1; }
}

turn_to() {
  local turns=0
  until equal "$(member page "$(box_status)")" "$1" || ((++turns > 8)); do
    tap menu
    sleep 0.7
  done
}

panel_says() {
  why="the panel says $(shown_texts)"
  [[ $(shown_texts) == *"$1"* ]]
}

# --- a mistake in the settings --------------------------------------------------------------------------------
check "card/chips-start" start_chips || return
write_configuration
set_clock
check "card/starts-with-good-settings" launch_with_copy "$box_state/settings.json5" || return
end_box
sed --in-place 's/"bedtime": "19:00"/"bedtime": "25:00"/' "$box_configuration"
check "card/starts-with-a-mistake" launch_with_copy "$box_state/settings.json5" || return
check "card/says-which" box_has_said 'bedtime'
turn_to box
check "card/panel-names-the-line" within 5 panel_says "settings, line 5"
check "card/panel-shows-it" within 5 panel_shows_frame
tap feed
check "card/press-is-in-the-log" within 5 has_added nursing 1
check "card/panel-shows-the-press" within 5 panel_shows_frame
sed --in-place 's/"bedtime": "25:00"/"bedtime": "19:00"/' "$box_configuration"
end_box
check "card/starts-corrected" launch_with_copy "$box_state/settings.json5" || return
turn_to box
panel_says_not() { ! panel_says "$1"; }
check "card/panel-names-no-line" panel_says_not "settings, line"
stop_box

# --- no log ---------------------------------------------------------------------------------------------------
mkdir --parents "$box_state"
mount -t tmpfs none "$box_state"
mount -o remount,ro "$box_state"
check "card/starts-without-a-log" launch_with_copy "$box_state/settings.json5" || return
tap feed
check "card/panel-says-not-saved" within 5 panel_says "NOT SAVED"
check "card/panel-shows-that" within 5 panel_shows_frame
end_box
umount "$box_state"
rm --recursive --force "$box_folder" "$box_state"
