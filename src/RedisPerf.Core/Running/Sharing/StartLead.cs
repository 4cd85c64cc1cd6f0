namespace RedisPerf.Core.Running.Sharing;

/// <summary>The time from the choice of a common start until it, off the clock. It is long for the first slice, whose code has never run on
/// any node, and approaches what the messages of the slices before took.</summary>
internal sealed class StartLead
{
    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan Max = TimeSpan.FromSeconds(2);

    /// <summary>Enough for the samples of the client, which each node takes last.</summary>
    private static readonly TimeSpan Samples = TimeSpan.FromMilliseconds(30);

    /// <summary>How many times the slowest message fits into the lead.</summary>
    private const int Reserve = 2;

    public TimeSpan Next { get; private set; } = First;

    /// <summary>Adapts the next lead to a slice: at once to a slower message, and by half to a faster one.</summary>
    /// <param name="slack">Seconds that the slowest node had left when it received the start; negative when it was late.</param>
    public void Adapt(double slack)
    {
        var message = Next - TimeSpan.FromSeconds(slack);
        var needed = (Reserve * message) + Samples;
        var next = needed > Next ? needed : (Next + needed) / 2;
        Next = next < Max ? next : Max;
    }
}
