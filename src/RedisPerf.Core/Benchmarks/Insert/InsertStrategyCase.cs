using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Measures a strategy of the public contract. RedisPerf removes the keys, verifies the documents and counts the traffic.</summary>
/// <param name="info">The description of the strategy.</param>
/// <param name="workload">The items of the job.</param>
/// <param name="strategy">An object for this case or slice only.</param>
public sealed class InsertStrategyCase(StrategyInfo info, InsertWorkload workload, InsertStrategy strategy) : InsertCase(info, workload)
{
    // A strategy with its own decoder sends other lengths than those of the documents.
    private readonly bool _decodes =
        strategy.GetType().GetMethod(nameof(InsertStrategy.Decode), [typeof(byte[])])!.DeclaringType != typeof(InsertStrategy);

    private readonly StrategyRun<InsertWork> _run = new(strategy, workload.Options.WindowBytes);

    /// <summary>The traffic of a run; null when it is unknown.</summary>
    public Func<InsertWorkload, Traffic>? TrafficOf { get; init; }

    /// <summary>What the strategy requires with the options of the job, besides its description.</summary>
    public IReadOnlyList<string> AlsoNeeds { get; init; } = [];

    /// <summary>Why the case cannot run with the options or the payload of its job; null when it can.</summary>
    public Reason? Obstacle { get; init; }

    /// <summary>See <see cref="Case.SizeOptions"/>.</summary>
    public string? SizeOption { get; init; }

    /// <summary>Maximum number of fields of a command.</summary>
    public int FieldsPerCommand { get; init; } = 1;

    public override Reason? Unsupported => Obstacle;

    public override IReadOnlyList<string> Needs => [.. base.Needs, .. AlsoNeeds];

    public override IReadOnlyList<string> SizeOptions => SizeOption is { } option ? [option, .. base.SizeOptions] : base.SizeOptions;

    public override long MaxCommandWords => FieldsPerCommand == 1 ? 0 : 2 + (2L * Math.Min(FieldsPerCommand, Workload.FieldCount(0)));

    protected override bool HasSentLengths => !_decodes;

    protected override Traffic? Traffic => TrafficOf?.Invoke(Workload);

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        await _run.SetupAsync(
            Workload.Work, context, ct, (time, encoders) => ReportEncoding(context.Work, time.TotalSeconds, encoders));
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => _run.ExecuteAsync(Workload.Work, ct);

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        await _run.TeardownAsync(ct);
    }

    protected override bool Holds(byte[] stored, int index)
    {
        var payload = Workload.Field(index).Payload;
        var document = _decodes ? Values.Decode(stored, payload.Length, value => strategy.Decode(value.ToArray())) : stored;
        return document.AsSpan().SequenceEqual(payload);
    }
}
