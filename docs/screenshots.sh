#!/usr/bin/env bash
# Takes pictures of every page in its states, at 390, 1280 and 2560 pixels, in the light and the dark theme, and as PDF. Their
# data are samples; one job of them is real. Needs Chromium (CHROMIUM: another executable).
#   docs/screenshots.sh folder [name ...]    all pictures, or those with a name, for example job-tie
#   docs/screenshots.sh --readme             replaces docs/job.png with a real job on redis-server
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    sed -n '4,5s/^#   //p' "$0" >&2
    exit 2
fi

if [ "$1" = --readme ]; then
    export REDISPERF_PICTURE=$PWD/docs/job.png
    class=ReadmePicture
else
    mkdir -p "$1"
    REDISPERF_PICTURES=$(realpath "$1")
    export REDISPERF_PICTURES REDISPERF_PICTURED="${*:2}"
    class=PagePictures
fi
exec dotnet run --project tests/RedisPerf.Browser.Proofs -- -explicit only -class "*$class" -showLiveOutput
