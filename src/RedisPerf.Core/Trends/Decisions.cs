namespace RedisPerf.Core.Trends;

/// <summary>How often a schedule decided that a case changed. Noise is the same in both directions, so a large difference of the two numbers shows a
/// real change.</summary>
/// <param name="Slower">Number of alerts.</param>
/// <param name="Faster">Number of improvements.</param>
public sealed record Decisions(int Slower, int Faster)
{
    /// <summary>For example <c>2 slower, 1 faster</c>.</summary>
    public string Text => $"{Slower} slower, {Faster} faster";
}
