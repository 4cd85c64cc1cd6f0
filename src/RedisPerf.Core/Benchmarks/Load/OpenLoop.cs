using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Sends each operation at its intended time, whether earlier ones are answered or not.</summary>
public sealed class OpenLoop(LoadWorkload workload, int rate) : PacedCase(Info, workload, rate)
{
    /// <summary>Limits the memory of commands and replies when the server does not reply.</summary>
    private const int MaxBytes = 16 << 20;

    /// <summary>Unanswered operations that may exceed the limit.</summary>
    internal const int Min = 16;

    private const int Max = 100_000;

    public static StrategyInfo Info { get; } = new(
        "open-loop", "Open loop", "Sends each operation at its intended time, whether earlier ones are answered or not.", typeof(OpenLoop))
    {
        // A closed loop sends less when it is slow: its latencies are not comparable with those of an open loop.
        Work = "send at fixed times",
    };

    protected override bool CanSend(int unanswered, long bytes) => HasRoom(unanswered, bytes);

    /// <summary>See <see cref="CanSend"/>.</summary>
    internal static bool HasRoom(int unanswered, long bytes) => unanswered < Min || (unanswered < Max && bytes <= MaxBytes);
}
