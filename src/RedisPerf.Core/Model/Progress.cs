
namespace RedisPerf.Core.Model;

/// <summary>How far a running job is.</summary>
/// <param name="Done">Runs ended, warm-ups included.</param>
/// <param name="Total">Runs in all, warm-ups included.</param>
/// <param name="Fraction">0 to 1, estimated by time.</param>
/// <param name="SecondsLeft">Null until one round has been measured.</param>
public sealed record Progress(int Done, int Total, double Fraction, double? SecondsLeft)
{
    /// <summary>What happens now, as text <c>batch, run 2 of 5</c>; null when nothing does.</summary>
    public Reason? Current { get; init; }

    /// <summary>The short id of the case that is measured now; null between two cases.</summary>
    public string? Case { get; init; }
}
