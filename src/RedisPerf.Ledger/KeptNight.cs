using RedisPerf.Core.Model;
using RedisPerf.Core.Trends;

namespace RedisPerf.Ledger;

/// <summary>A completed job of a schedule with its times and what was said of it.</summary>
public sealed record KeptNight
{
    /// <summary>Without its cases.</summary>
    public required JobDocument Job { get; init; }

    /// <summary>Seconds of each counted run, whole or per operation as the benchmark says, by case.</summary>
    public required IReadOnlyDictionary<CaseKey, IReadOnlyList<double>> Times { get; init; }

    /// <summary>Null until it is judged.</summary>
    public NightState? State { get; init; }

    /// <summary>What the judgement has to tell: a sentence; null when nothing.</summary>
    public string? Note { get; init; }

    /// <summary>The cases that looked slower.</summary>
    public IReadOnlyList<CaseKey> Suspects { get; init; } = [];

    /// <summary>The confirming rerun without its cases; null where there is none.</summary>
    public JobDocument? Rerun { get; init; }

    /// <summary>The rerun's times, once it has completed.</summary>
    public IReadOnlyDictionary<CaseKey, IReadOnlyList<double>>? Again { get; init; }
}
