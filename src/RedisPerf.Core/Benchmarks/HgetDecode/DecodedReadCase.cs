using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Base class of all strategies: encodes and writes the documents before a run, and checks that each field was read.</summary>
/// <param name="info">The description.</param>
/// <param name="workload">The documents.</param>
/// <param name="writer">Encodes and writes the documents.</param>
public abstract class DecodedReadCase(StrategyInfo info, InsertWorkload workload, InsertCase writer) : Case(info)
{
    private double _writeSeconds;
    private double? _encodeRate;
    private int _read;
    private long _storedBytes;
    private long _decodeTicks;
    private VerificationException? _wrong;

    // By the number of the document. The values of a user are many, so a case has them only during a run.
    private byte[][] _expected = [];

    public override Reason? Unsupported => writer.Unsupported;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Keys;

    public override long ReadBytes => _storedBytes;

    protected InsertWorkload Workload { get; } = workload;

    /// <summary>The traffic of a run; null when it is unknown.</summary>
    protected virtual Traffic? Traffic => Traffic.Of(
        Workload.Fields.Sum(each => RespLength.Command("HGET".Length, ((byte[]?)each.Key)!.Length, RespLength.Digits(each.Name))),
        ("hget", Workload.Items));

    public override async Task SetupAsync(CaseContext context, CancellationToken ct)
    {
        (_read, _storedBytes, _decodeTicks, _wrong) = (0, 0, 0, null);
        _expected = [.. Enumerable.Range(0, Workload.PayloadCount).Select(number => writer.Expected(Workload.Document(number)))];

        // The encoding is not a part of the run.
        var writing = new CaseContext(context.Connections, context.Server);
        await writer.SetupAsync(writing, ct);
        var start = Stopwatch.GetTimestamp();
        await writer.ExecuteAsync(writing, ct);
        _writeSeconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        _encodeRate = writing.Work.Measurements.TryGetValue(InsertColumns.EncodeRate, out var rate) ? rate : null;
    }

    public override Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (_wrong is not null)
        {
            throw _wrong;
        }

        if (_read != Workload.Items)
        {
            throw VerificationException.CountDiffers("Fields with the document that was written", _read, Workload.Items);
        }

        var (work, documents) = (context.Work, Workload.PayloadBytes);
        work.Operations = Workload.Items;
        work.PayloadBytes = documents;
        if (Traffic is { } traffic)
        {
            work.Sent(traffic);
        }

        work.Measurements[HgetDecodeColumns.WriteSeconds] = _writeSeconds;
        work.Measurements[InsertColumns.StoredBytes] = (double)_storedBytes / _read;
        if (documents != (long)_read * Workload.Options.PayloadBytes)
        {
            work.Measurements[InsertColumns.DocumentBytes] = (double)documents / _read;
        }

        if (_encodeRate is { } rate)
        {
            work.Measurements[InsertColumns.EncodeRate] = rate;
            work.Measurements[InsertColumns.DecodeRate] = documents / Stopwatch.GetElapsedTime(0, _decodeTicks).TotalSeconds;
        }

        return Task.CompletedTask;
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct)
    {
        _expected = [];
        return writer.TeardownAsync(context, ct);
    }

    /// <summary>Length in bytes of the stored value of a field.</summary>
    protected int StoredLength(int index) => writer.StoredLength(index);

    /// <summary>The bytes of a stored value.</summary>
    /// <param name="read">What the strategy read.</param>
    /// <param name="index">The field's number, 0-based.</param>
    protected virtual int StoredBytesOf(ReadOnlyMemory<byte> read, int index) => read.Length;

    /// <summary>The decoded document of a field.</summary>
    protected byte[] Expected(int index) => _expected[Workload.PayloadOf(index)];

    /// <summary>Decodes a value and compares it with the document of a field.</summary>
    /// <exception cref="InvalidDataException">The value cannot be decoded.</exception>
    protected abstract bool Holds(ReadOnlyMemory<byte> stored, int index);

    /// <summary>Adds a decoding that ends now.</summary>
    /// <param name="start">The value of <see cref="Stopwatch.GetTimestamp"/> at its start.</param>
    protected void AddDecoding(long start) => Interlocked.Add(ref _decodeTicks, Stopwatch.GetTimestamp() - start);

    /// <summary>Checks a value that was read; null when the field is missing. Several threads may call it at the same time.</summary>
    protected void Check(int index, byte[]? stored) => Check(index, stored is null ? default(ReadOnlyMemory<byte>?) : stored.AsMemory());

    /// <inheritdoc cref="Check(int, byte[])"/>
    protected void Check(int index, ReadOnlyMemory<byte>? stored)
    {
        if (stored is { } value && IsValid(value, index))
        {
            Interlocked.Increment(ref _read);
            Interlocked.Add(ref _storedBytes, StoredBytesOf(value, index));
        }
        else
        {
            var name = $"Field {Workload.NameOfField(index)}";
            _wrong ??= stored is not { } other
                ? VerificationException.Missing(name)
                : VerificationException.ValueDiffers(name, $"another document ({StoredBytesOf(other, index)} bytes stored)",
                    $"the document that was written ({Workload.Field(index).Payload.Length} bytes)");
        }
    }

    // A value that cannot be decoded fails the run like any wrong value.
    private bool IsValid(ReadOnlyMemory<byte> stored, int index)
    {
        try
        {
            return Holds(stored, index);
        }
        catch (InvalidDataException)
        {
            return false;
        }
    }
}
