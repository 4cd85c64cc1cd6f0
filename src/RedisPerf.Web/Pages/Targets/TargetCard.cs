using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Pages.Targets;

/// <summary>A target with all that is known of it now.</summary>
/// <param name="Target">How it stands.</param>
/// <param name="Room">What a job could fill.</param>
/// <param name="Test">The last test since the program started; null when there was none.</param>
/// <param name="Known">What it was found to be, by that test or by the last job on it; null when nobody has opened it yet.</param>
/// <param name="KnownAt">When that was.</param>
public sealed record TargetCard(TargetDescription Target, MemoryRoom Room, ConnectionTest? Test, TargetEnvironment? Known, DateTimeOffset? KnownAt)
{
    /// <summary>Who brings it, for the card's second line.</summary>
    public string Source => Target.Source switch
    {
        TargetSource.Embedded => "comes with RedisPerf, started for the job",
        TargetSource.Local => "a program of this machine, started for the job",
        TargetSource.Docker => "a container, started for the job",
        _ => "configured, somebody's running server",
    };

    /// <summary>What to read before a job: not once a test says more.</summary>
    public Reason? Reason => Test?.Failure == Target.Reason ? null : Target.Reason;

    /// <summary>Nothing can be said of a target that nobody has opened.</summary>
    public bool IsKnown => Known is not null;
}
