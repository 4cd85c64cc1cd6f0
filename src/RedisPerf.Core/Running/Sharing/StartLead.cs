namespace RedisPerf.Core.Running.Sharing;

/// <summary>
/// The time from the choice of a common start until it, off the clock. It is long for the first slice, whose code has never
/// run on any node, and approaches what the messages of the slices before took.
/// </summary>
internal sealed class StartLead
{
    private static readonly TimeSpan Longest = TimeSpan.FromMilliseconds(300);

    /// <summary>The wait before the samples of the client takes the last part of it.</summary>
    private static readonly TimeSpan Samples = TimeSpan.FromMilliseconds(30);

    /// <summary>The time of a message, by the times of the ones before.</summary>
    private const int Reserve = 2;

    public TimeSpan Next { get; private set; } = Longest;

    /// <summary>Adapts the next lead to a slice: at once to a slower message, and by half to a faster one.</summary>
    /// <param name="slack">Seconds that the slowest node had left when it received the start; negative when it was late.</param>
    public void Adapt(double slack)
    {
        var message = Next - TimeSpan.FromSeconds(slack);
        var needed = (Reserve * message) + Samples;
        var next = needed > Next ? needed : (Next + needed) / 2;
        Next = next < Longest ? next : Longest;
    }
}
