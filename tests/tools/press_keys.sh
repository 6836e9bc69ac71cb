#!/bin/sh
# Opens PROGRAM view FILE on the current display, presses keys, and prints their effects on the window's title and on the picture.
# Usage: press_keys.sh PROGRAM FILE SCREEN
# SCREEN is the file in which Xvfb keeps what the display shows (its option -fbdir).
screen=$3
# The viewer saves its state when it closes. This must not replace the user's state.
XDG_CONFIG_HOME=$(mktemp -d)
export XDG_CONFIG_HOME
trap 'rm -r "$XDG_CONFIG_HOME"' EXIT
# Without panels: they show figures that change from frame to frame.
"$1" view "$2" --no-panels &
viewer=$!
window=$(timeout 60 xdotool search --sync --onlyvisible --name "$(basename "$2")" | tail -n 1)
if [ -z "$window" ]; then
    echo "no window"
    kill "$viewer"
    exit 1
fi
xdotool windowfocus --sync "$window"

title() {
    xdotool getwindowname "$window"
}

# Waits until the title contains $1, and prints $1.
await() {
    for attempt in $(seq 1500); do
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
    for attempt in $(seq 1500); do
        if [ "$(title)" = "$2" ]; then state=is; else state=not; fi
        [ "$state" = "$1" ] && return
        sleep 0.05
    done
    echo "after $attempt looks: $(title)"
}

picture() {
    cksum <"$screen"
}

# Waits until the picture is ($1 = is) or is not ($1 = not) $2.
awaitPicture() {
    for attempt in $(seq 1500); do
        if [ "$(picture)" = "$2" ]; then state=is; else state=not; fi
        [ "$state" = "$1" ] && return 0
        sleep 0.05
    done
    echo "after $attempt looks: the picture still $([ "$1" = is ] && echo differs || echo is the same)"
    return 1
}

# Waits until the picture has not changed for a second and a half. A slow machine may take as long for one frame.
awaitStill() {
    looks=0
    for attempt in $(seq 1500); do
        now=$(picture)
        if [ "$now" = "$still" ]; then looks=$((looks + 1)); else looks=0; fi
        [ "$looks" = 15 ] && return 0
        still=$now
        sleep 0.1
    done
    echo "after $attempt looks: the picture still moves"
    return 1
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
xdotool mousemove --window "$window" 300 300
awaitStill
shown=$(picture)
xdotool key b
awaitPicture not "$shown" && echo "bones"
xdotool key b
awaitPicture is "$shown" && echo "no bones"
xdotool click 4
awaitPicture not "$shown" && echo "nearer"
xdotool key f
awaitPicture is "$shown" && echo "framed"
xdotool mousedown 3 mousemove_relative 40 20 mouseup 3
awaitPicture not "$shown" && echo "moved"
xdotool key f
awaitPicture is "$shown" && echo "framed"
xdotool mousedown 1 mousemove_relative 40 20 mouseup 1
awaitPicture not "$shown" && echo "turned"
xdotool key space
awaitTitle not "$before" && echo "plays"
xdotool windowsize --sync "$window" 400 300
xdotool key ctrl+q
wait "$viewer"
echo "status $?"
