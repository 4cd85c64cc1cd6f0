using RedisPerf.Abstractions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The context of a strategy of the public contract, from Setup to Teardown of a run.</summary>
internal sealed class CaseRunContext : RunContext
{
    private readonly CaseContext _context;
    private readonly Action<TimeSpan, int> _reportEncoding;

    /// <param name="context">The run. Its connection is that of the strategies of this assembly; those of a plug-in have another type of
    /// connection and open their own.</param>
    /// <param name="maxBytesInFlight">See <see cref="MaxBytesInFlight"/>.</param>
    /// <param name="reportEncoding">See <see cref="ReportEncoding"/>.</param>
    public CaseRunContext(CaseContext context, long maxBytesInFlight, Action<TimeSpan, int> reportEncoding)
    {
        (_context, MaxBytesInFlight, _reportEncoding) = (context, maxBytesInFlight, reportEncoding);
        Server = context.Server.ConnectionOfStrategy;
        Add(context.Connection, isOwned: false);
    }

    public override ServerConnection Server { get; }

    public override long MaxBytesInFlight { get; }

    public override void ReportReplies(long count) => _context.Replies.Add(count);

    public override void ReportEncoding(TimeSpan time, int encoders) => _reportEncoding(time, encoders);

    public override void Measure(string name, double value)
    {
        if (!_context.Work.Measurements.TryAdd(name, value))
        {
            throw new ArgumentException($"The run has reported {name} before.", nameof(name));
        }
    }

    /// <summary>Disposes what the strategy added, after its Teardown.</summary>
    public ValueTask EndAsync() => DisposeItemsAsync();
}
