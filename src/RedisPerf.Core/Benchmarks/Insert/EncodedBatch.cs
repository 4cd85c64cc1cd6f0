using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>The batch with an encoding. All cores encode while the socket sends the values that are ready.</summary>
/// <param name="workload">The items of the job.</param>
/// <param name="encode">Encodes the value of the field with this number, 0-based. Several threads call it at the same time.</param>
public abstract class EncodedBatch(StrategyInfo info, InsertWorkload workload, Func<int, byte[]> encode) : InsertCase(info, workload)
{
    private readonly int[] _encodedLengths = new int[workload.PayloadCount];

    /// <summary>Encodes the documents with a codec.</summary>
    protected EncodedBatch(StrategyInfo info, InsertWorkload workload, ICodec codec)
        : this(info, workload, index => codec.Encode(workload.Field(index).Payload)) => Codec = codec;

    public override Reason? Unsupported => Codec is { ParsesJson: true } ? Workload.NotConvertible : null;

    protected override ICodec? Codec { get; }

    protected override Traffic Traffic => InsertTraffic.OfHsets(Workload, index => SentLength(index));

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        await using var encoder = ParallelEncoder.Start(Workload.Items, encode, Workload.MeanPayloadBytes, Options.WindowBytes, ct);
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

    protected override int SentLength(int index) => _encodedLengths[Workload.PayloadOf(index)];
}
