using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.StackExchange;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Measures a strategy of the public contract. RedisPerf writes the documents that the strategy encodes, and compares its
/// documents with them.</summary>
public sealed class HgetDecodeStrategyCase : DecodedReadCase
{
    private readonly StrategyRun<HgetDecodeWork> _run;
    private readonly EncodedWriter _writer;
    private HgetDecodeWork? _work;
    private int[] _delivered = [];

    /// <param name="strategy">An object for this case only.</param>
    public HgetDecodeStrategyCase(StrategyInfo info, InsertWorkload workload, HgetDecodeStrategy strategy)
        : this(info, workload, strategy, new EncodedWriter(strategy))
    {
    }

    private HgetDecodeStrategyCase(StrategyInfo info, InsertWorkload workload, HgetDecodeStrategy strategy, EncodedWriter writer)
        : base(info, workload, new InsertStrategyCase(info, workload, writer)) =>
        (_run, _writer) = (new(strategy, workload.Options.WindowBytes), writer);

    protected override Traffic? Traffic => null;

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        await base.SetupAsync(context, ct);
        _delivered = new int[Workload.Items];
        _work = new(
            [.. Workload.Work.Fields.Select((field, index) => new HgetDecodeField(field.Key, field.Name, _writer.Lengths[index]))], Deliver);
        await _run.SetupAsync(_work, context, ct);
    }

    public override Task ExecuteAsync(CaseContext context, CancellationToken ct) => _run.ExecuteAsync(_work!, ct);

    public override async Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        await base.TeardownAsync(context, ct);
        await _run.TeardownAsync(ct);
        (_work, _delivered) = (null, []);
    }

    protected override int StoredBytesOf(ReadOnlyMemory<byte> read, int index) => _writer.Lengths[index];

    protected override bool Holds(ReadOnlyMemory<byte> stored, int index) => stored.Span.SequenceEqual(Expected(index));

    // A field counts once.
    private void Deliver(int field, byte[]? document)
    {
        if (Interlocked.Exchange(ref _delivered[field], 1) == 0)
        {
            Check(field, document);
        }
    }

    /// <summary>Writes the documents as the strategy encodes them.</summary>
    private sealed class EncodedWriter(HgetDecodeStrategy strategy) : InsertStrategy
    {
        /// <summary>The length of the stored value of each field in bytes.</summary>
        public int[] Lengths { get; private set; } = [];

        public override async Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct)
        {
            Lengths = new int[work.Fields.Count];
            var (window, database) = (new InFlightWindow(context.MaxBytesInFlight), await context.OpenDatabaseAsync());
            foreach (var (index, field) in work.Fields.Index())
            {
                var value = strategy.Encode(field.Value);
                Lengths[index] = value.Length;
                await window.AddAsync(database.HashSetAsync(field.Key, field.Name, value), value.Length, ct);
            }

            await window.DrainAsync(ct);
        }
    }
}
