using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Targets;

/// <summary>A target and its known properties.</summary>
/// <param name="Target">Its current state.</param>
/// <param name="Address">Host and port of an existing server; null when the server is started for the job.</param>
/// <param name="IsAdded">Whether a user added it, so it can be replaced and deleted here.</param>
/// <param name="Room">The memory that a job can use.</param>
/// <param name="Test">The last test since the program started; null when there was none.</param>
/// <param name="IsTestQueued">Whether another test waits for the jobs before it.</param>
/// <param name="Known">Its environment according to that test or to its last job; null before the first of them.</param>
/// <param name="KnownAt">The time of that test or job.</param>
public sealed record TargetCard(TargetDescription Target, string? Address, bool IsAdded, MemoryRoom Room, ConnectionTest? Test,
    bool IsTestQueued, TargetEnvironment? Known, DateTimeOffset? KnownAt)
{
    /// <summary>Where the server comes from, for the second line of the card.</summary>
    public string Source => Target.Source switch
    {
        TargetSource.Embedded => "included in RedisPerf, started for the job",
        TargetSource.Local => "installed on this machine, started for the job",
        TargetSource.Docker => "a container, started for the job",
        _ when IsAdded => "added here, existing server",
        _ => "configured, existing server",
    };

    /// <summary>The reason of its state; null when the last test reports the same.</summary>
    public Reason? Reason => Test?.Failure == Target.Reason ? null : Target.Reason;
}
