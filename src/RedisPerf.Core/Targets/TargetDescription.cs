using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets;

/// <summary>The state of a target that is not started. Never contains a password.</summary>
/// <param name="Name">Its name in requests.</param>
/// <param name="Engine">Null when it does not reply.</param>
/// <param name="Version">The engine's own version, of a container that is not started that of its tag; null when it is not known.</param>
/// <param name="Source">How it is reached or started.</param>
/// <param name="Status">Whether a job could run on it now.</param>
/// <param name="Reason">Why it is unavailable, or what a job must do before it starts; else null.</param>
public sealed record TargetDescription(string Name, string? Engine, string? Version, TargetSource Source, TargetStatus Status, Reason? Reason)
{
    /// <summary>False when a job must download it first: then it is not the default target.</summary>
    public bool IsDownloaded { get; init; } = true;

    /// <summary>For example <c>Redis 7.0.15</c>; null when it does not reply.</summary>
    internal string? ToEngineText() => Engine is null || Version is null ? Engine : $"{Engine} {Version}";

    /// <summary>Whether it is a container and Docker is not available. The reason is then the same for all containers,
    /// so a list shows it once.</summary>
    public bool IsDockerMissing => Source == TargetSource.Docker && Status == TargetStatus.Unavailable;
}
