#!/usr/bin/env bash
# Takes pictures of every page in its states, at 390, 1280 and 2560 pixels, in the light and the dark theme, and as PDF. Their
# data are samples; one job of them is real. Needs Chromium (CHROMIUM: another executable).
#   docs/screenshots.sh folder [name ...]    all pictures, or those with a name, for example job-tie
#   docs/screenshots.sh --live folder        the default job 5, 20 and 60 s after the click and at its end, in 30 minutes
#   docs/screenshots.sh --readme             replaces docs/job.png and docs/race.png by real jobs on redis-server; needs apngasm
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    sed -n '4,6s/^#   //p' "$0" >&2
    exit 2
fi

take() {
    dotnet run --project tests/RedisPerf.Browser.Proofs -- -explicit only -method "*$1" -showLiveOutput
}

if [ "$1" = --readme ]; then
    command -v apngasm > /dev/null || { echo "apngasm is missing; it is in the package of this name." >&2; exit 2; }
    REDISPERF_PICTURES=$(mktemp -d)
    trap 'rm -r "$REDISPERF_PICTURES"' EXIT
    export REDISPERF_PICTURES REDISPERF_PICTURE=$PWD/docs/job.png
    take RacePictures.The_frames_of_the_animation
    apngasm docs/race.png "$REDISPERF_PICTURES/frame-000.png" 1 2
    take ReadmePicture.A_decided_job
elif [ "$1" = --live ]; then
    mkdir -p "$2"
    REDISPERF_PICTURES=$(realpath "$2")
    export REDISPERF_PICTURES
    take RacePictures.The_default_job_after_the_click
else
    mkdir -p "$1"
    REDISPERF_PICTURES=$(realpath "$1")
    export REDISPERF_PICTURES REDISPERF_PICTURED="${*:2}"
    take PagePictures.Every_page
fi
