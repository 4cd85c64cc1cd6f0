using RedisPerf.Abstractions;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Calls a strategy of the public contract from Setup to Teardown of a run.</summary>
/// <param name="strategy">An object for one case only.</param>
/// <param name="maxBytesInFlight">See <see cref="RunContext.MaxBytesInFlight"/>.</param>
internal sealed class StrategyRun<TWork>(Strategy<TWork> strategy, long maxBytesInFlight = StrategyRun.MaxBytesInFlight)
{
    private CaseRunContext? _context;
    private TWork? _first;

    /// <summary>The context from Setup to Teardown.</summary>
    public RunContext Context => _context!;

    /// <param name="work">The work of the run, or of its first call.</param>
    /// <param name="reportEncoding">See <see cref="RunContext.ReportEncoding"/>; null when the benchmark shows only the time.</param>
    public Task SetupAsync(TWork work, CaseContext context, CancellationToken ct, Action<TimeSpan, int>? reportEncoding = null)
    {
        (_first, _context) = (work, new(context, maxBytesInFlight, reportEncoding ?? ((time, _) => context.Work.EncodeSeconds = time.TotalSeconds)));
        return strategy.SetupAsync(work, _context, ct);
    }

    public Task ExecuteAsync(TWork work, CancellationToken ct) => strategy.ExecuteAsync(work, _context!, ct);

    /// <summary>Calls Teardown, when Setup was called. It comes after the removal of the keys: the code of a strategy may fail or hang.</summary>
    public async Task TeardownAsync(CancellationToken ct)
    {
        if (_context is { } context)
        {
            _context = null;
            try
            {
                await strategy.TeardownAsync(_first!, context, ct).WaitAsync(ct);
            }
            finally
            {
                await context.EndAsync().AsTask().WaitAsync(ct);
            }
        }
    }
}

/// <summary>The bound of the benchmarks without an option for it.</summary>
internal static class StrategyRun
{
    /// <summary>Room for thousands of small commands, so that the socket always has data to send.</summary>
    public const long MaxBytesInFlight = 4 << 20;
}
