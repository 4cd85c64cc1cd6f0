using System.Diagnostics;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Codecs;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>One HGET per field, pipelined with bounded bytes in flight. All cores decode the values and compare them with the
/// documents that were written.</summary>
/// <param name="info">The description.</param>
/// <param name="workload">The documents.</param>
/// <param name="writer">Encodes and writes the documents before a run.</param>
/// <param name="codec">Decodes the values; null when they are the documents themselves.</param>
public abstract class DecodedRead(StrategyInfo info, InsertWorkload workload, InsertCase writer, ICodec? codec)
    : DecodedReadCase(info, workload, writer)
{
    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var window = new InFlightWindow(Workload.Options.WindowBytes);
        for (var index = 0; index < Workload.Items; index++)
        {
            await window.AddAsync(ReadAsync(context.Database, index), StoredLength(index), ct);
        }

        await window.DrainAsync(ct);
    }

    /// <summary>Reads and checks a field.</summary>
    /// <param name="index">The field's number, 0-based.</param>
    protected virtual async Task ReadAsync(IDatabase database, int index)
    {
        var field = Workload.Field(index);
        var stored = (byte[]?)await database.HashGetAsync(field.Key, field.Name);

        // The thread that reads the replies continues here. The decoding must not keep it from reading.
        await Task.Run(() => Check(index, stored));
    }

    /// <summary>Decodes a value and compares it with the document of a field.</summary>
    /// <exception cref="InvalidDataException">The value cannot be decoded.</exception>
    protected override bool Holds(ReadOnlyMemory<byte> stored, int index)
    {
        var start = Stopwatch.GetTimestamp();
        var document = codec is null ? stored : codec.Decode(stored);
        AddDecoding(start);
        return document.Span.SequenceEqual(Expected(index));
    }
}
