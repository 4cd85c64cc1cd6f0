using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Statistics;

/// <summary>A verified run of 100 operations with 1,000 bytes.</summary>
internal static class TimedRun
{
    public static Run Of(int round, double seconds) => new()
    {
        Round = round,
        Warmup = false,
        State = RunState.Ok,
        Verified = true,
        Seconds = seconds,
        Operations = 100,
        PayloadBytes = 1_000,
    };
}
