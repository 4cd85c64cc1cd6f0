using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Measures a strategy of the public contract. RedisPerf removes the keys, verifies the documents and counts the traffic.</summary>
/// <param name="info">The description of the strategy.</param>
/// <param name="workload">The items of the job.</param>
/// <param name="strategy">An object for this case or slice only.</param>
public sealed class StrategyCase(StrategyInfo info, InsertWorkload workload, InsertStrategy strategy) : InsertCase(info, workload)
{
    // A strategy with its own decoder sends other lengths than those of the documents.
    private readonly bool _decodes =
        strategy.GetType().GetMethod(nameof(InsertStrategy.Decode), [typeof(byte[])])!.DeclaringType != typeof(InsertStrategy);

    private CaseRunContext? _run;

    /// <summary>The traffic of a run; null when it is unknown.</summary>
    public Func<InsertWorkload, Traffic>? TrafficOf { get; init; }

    /// <summary>What the strategy requires with the options of the job, besides its description.</summary>
    public IReadOnlyList<string> AlsoNeeds { get; init; } = [];

    /// <summary>See <see cref="Case.SizeOptions"/>.</summary>
    public string? SizeOption { get; init; }

    /// <summary>Maximum number of fields of a command.</summary>
    public int FieldsPerCommand { get; init; } = 1;

    public override IReadOnlyList<string> Needs => [.. base.Needs, .. AlsoNeeds];

    public override IReadOnlyList<string> SizeOptions => SizeOption is { } option ? [option, .. base.SizeOptions] : base.SizeOptions;

    public override long MaxCommandWords => FieldsPerCommand == 1 ? 0 : 2 + (2L * Math.Min(FieldsPerCommand, Workload.FieldCount(0)));

    protected override bool HasSentLengths => !_decodes;

    protected override Traffic? Traffic => TrafficOf?.Invoke(Workload);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        _run = new(context, Options.WindowBytes, (time, encoders) => ReportEncoding(context.Work, time.TotalSeconds, encoders));
        await strategy.SetupAsync(Workload.Work, _run, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => strategy.ExecuteAsync(Workload.Work, _run!, ct);

    // The keys first: the code of a strategy may fail or hang.
    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        if (_run is { } run)
        {
            _run = null;
            try
            {
                await strategy.TeardownAsync(Workload.Work, run, ct).WaitAsync(ct);
            }
            finally
            {
                await run.EndAsync().AsTask().WaitAsync(ct);
            }
        }
    }

    protected override bool Holds(byte[] stored, int index)
    {
        var payload = Workload.Field(index).Payload;
        var document = _decodes ? Values.Decode(stored, payload.Length, value => strategy.Decode(value.ToArray())) : stored;
        return document.AsSpan().SequenceEqual(payload);
    }
}
