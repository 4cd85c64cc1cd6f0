#!/usr/bin/env bash
# Replaces docs/job.png, the picture in the README: starts RedisPerf with an empty data folder, runs one job of insert with
# the defaults, and takes a picture of its page. Needs curl and Chromium (CHROMIUM: another executable).
# Usage: docs/screenshot.sh [runs]
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-5}
chromium=${CHROMIUM:-chromium}
address=http://127.0.0.1:5089
data=$(mktemp -d)

dotnet build src/RedisPerf.Web -v quiet -nologo
RedisPerf__Data=$data src/RedisPerf.Web/bin/Debug/net10.0/RedisPerf.Web --urls $address >/dev/null &
server=$!
trap 'kill -TERM $server; wait $server || true; rm -rf "$data"' EXIT
until curl -fs $address/health/ready >/dev/null; do sleep 0.2; done

job=$(curl -fs -D - -o /dev/null -H 'Content-Type: application/json' -d "{\"benchmark\":\"insert\",\"runs\":$runs}" $address/api/jobs | tr -d '\r' | sed -n 's/^[Ll]ocation: \/api//p')
state() { curl -fs "$address/api$job" | sed -E 's/.*"state":"(queued|running|completed|failed|cancelled|interrupted)","requestedBy".*/\1/'; }
while case "$(state)" in queued | running) true ;; *) false ;; esac; do sleep 1; done
[ "$(state)" = completed ] || { echo "The job ended as $(state). No picture was taken." >&2; exit 1; }

"$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --force-device-scale-factor=1 \
    --virtual-time-budget=6000 --window-size=1280,1000 --screenshot=docs/job.png "$address$job" 2>/dev/null
