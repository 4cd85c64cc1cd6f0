namespace RedisPerf.Core.Trends;

/// <summary>How often a schedule decided that a case changed. Noise changes both directions alike, so many more in one direction than in the other
/// are a real change, or a machine that is not what it was.</summary>
/// <param name="Slower">Number of alerts.</param>
/// <param name="Faster">Number of improvements.</param>
public sealed record Decisions(int Slower, int Faster)
{
    /// <summary>For example <c>2 slower, 1 faster</c>.</summary>
    public string Text => $"{Slower} slower, {Faster} faster";
}
