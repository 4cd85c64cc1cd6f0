
namespace RedisPerf.Core.Model;

/// <summary>How far a running job is.</summary>
/// <param name="Done">Runs ended, warm-ups included.</param>
/// <param name="Total">Runs in all, warm-ups included.</param>
/// <param name="Current">What runs now, in words: <c>batch, run 2 of 5</c>; null when nothing does.</param>
/// <param name="Fraction">0 to 1, estimated by time.</param>
/// <param name="SecondsLeft">Null until one round has been measured.</param>
public sealed record Progress(int Done, int Total, string? Current, double Fraction, double? SecondsLeft);
