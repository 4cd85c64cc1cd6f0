namespace RedisPerf.Core.Targets;

/// <summary>A target as a list shows it, without starting it. Never holds a password.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Engine">Null when it does not answer.</param>
/// <param name="Version">The engine's own version; null when it does not answer.</param>
/// <param name="Source">How it is reached or started.</param>
/// <param name="Status">Whether a job could run on it now.</param>
/// <param name="Reason">A sentence when it is unavailable, or what is to be known before a job starts it; else null.</param>
public sealed record TargetDescription(string Name, string? Engine, string? Version, TargetSource Source, TargetStatus Status, string? Reason)
{
    /// <summary>False where a job would first have to fetch it from somewhere: then it is nobody's usual target.</summary>
    public bool IsAtHand { get; init; } = true;

    /// <summary>
    /// Whether it is a container whose Docker engine cannot be used. The reason is then the engine's and the same for all
    /// containers, so a list shows it once.
    /// </summary>
    public bool LacksDocker => Source == TargetSource.Docker && Status == TargetStatus.Unavailable;
}
