using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The batch with a codec. All cores encode while the socket sends the values that are ready.</summary>
public abstract class EncodedBatch(StrategyInfo info, InsertWorkload workload, ICodec codec) : InsertCase(info, workload)
{
    private readonly int[] _encodedLengths = new int[workload.PayloadCount];

    public override Reason? Unsupported => Codec.ParsesJson ? Workload.NotConvertible : null;

    protected override ICodec Codec { get; } = codec;

    protected override Traffic Traffic => InsertTraffic.OfHsets(Workload, index => _encodedLengths[Workload.PayloadOf(index)]);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        await using var encoder = ParallelEncoder.Start(Workload.Items, index => Codec.Encode(Workload.Field(index).Payload), Workload.MeanPayloadBytes, Options.WindowBytes, ct);
        var window = new InFlightWindow(Options.WindowBytes);
        await foreach (var (index, value) in encoder.ReadAllAsync(ct))
        {
            var field = Workload.Field(index);
            _encodedLengths[Workload.PayloadOf(index)] = value.Length;
            await window.AddAsync(context.Database.HashSetAsync(field.Key, field.Name, value), value.Length, ct);
        }

        await window.DrainAsync(ct);
        ReportEncoding(context.Work, encoder.SecondsPerEncoder, encoder.Encoders);
    }
}
