#!/bin/sh
# Opens PROGRAM view FILE on the display of now, presses keys, and prints what the window's title says that they did.
# Usage: press_keys.sh PROGRAM FILE
"$1" view "$2" &
viewer=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name "$(basename "$2")" | tail -n 1)
if [ -z "$window" ]; then
    echo "no window"
    kill "$viewer"
    exit 1
fi
xdotool windowfocus --sync "$window"

title() {
    xdotool getwindowname "$window"
}

# Waits until the title holds $1, and prints that.
await() {
    for attempt in $(seq 100); do
        case "$(title)" in
            *"$1"*)
                echo "$1"
                return
                ;;
        esac
        sleep 0.05
    done
    echo "no $1 after $attempt looks: $(title)"
}

# Waits until the title is ($1 = is) or is not ($1 = not) $2.
awaitTitle() {
    for attempt in $(seq 100); do
        if [ "$(title)" = "$2" ]; then state=is; else state=not; fi
        [ "$state" = "$1" ] && return
        sleep 0.05
    done
    echo "after $attempt looks: $(title)"
}

await "bend (1 of 2)"
xdotool key n
await "0 (2 of 2)"
xdotool key Tab
await "bend (1 of 2)"
xdotool key p
await "0 (2 of 2)"
xdotool key shift+Tab
await "bend (1 of 2)"
xdotool key space
await "paused"
before=$(title)
sleep 0.3
awaitTitle is "$before" && echo "stays"
xdotool key period
awaitTitle not "$before" && echo "steps on"
xdotool key comma
awaitTitle is "$before" && echo "steps back"
xdotool key space
awaitTitle not "$before" && echo "plays"
xdotool key b
xdotool key f
xdotool mousemove --window "$window" 300 300 mousedown 1 mousemove_relative 40 20 mouseup 1 click 4 click 5
xdotool windowsize --sync "$window" 400 300
xdotool key Escape
wait "$viewer"
echo "status $?"
