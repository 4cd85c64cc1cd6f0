using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Codecs;
using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Insert;

/// <summary>Base class of all insert strategies: empties the keys before a run; afterwards counts all fields, and decodes all of them, or
/// compares the lengths of all and decodes a sample.</summary>
public abstract class InsertCase(StrategyInfo strategy, InsertWorkload workload) : Case(strategy)
{
    private const int RandomSample = 64;
    private const int KeysPerPipeline = 1_000;

    /// <summary>With smaller documents, an HSTRLEN per field would take more than a tenth of the time of a run.</summary>
    private const int BytesForLengths = 8_192;

    /// <summary>The values of one pipeline. All of them are in memory at the same time.</summary>
    private const int BytesPerPipeline = 4 << 20;

    public override IEnumerable<RedisKey> WrittenKeys => Workload.Keys;

    protected InsertWorkload Workload { get; } = workload;

    protected InsertOptions Options => Workload.Options;

    /// <summary>Whether each field has the expiry of <see cref="FieldExpiry"/>.</summary>
    public bool Expires { get; init; }

    /// <summary>The encoding of the values; null when they are the documents themselves.</summary>
    protected virtual ICodec? Codec => null;

    /// <summary>The values that the verification reads.</summary>
    protected ReadValues Values { get; } = new(workload.Options.PayloadBytes);

    /// <summary>Field writes that one run requests.</summary>
    protected virtual long Writes => Options.Items;

    /// <summary>The traffic of one run; read after the run, when the encoded sizes are known. Null when it is unknown.</summary>
    protected abstract Traffic? Traffic { get; }

    /// <summary>Whether <see cref="SentLength"/> is the length of each stored value.</summary>
    protected virtual bool HasSentLengths => true;

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(Workload.Keys, ct);

    // A strategy that returns before the server has executed its commands has too few fields here.
    public override async Task CountAsync(CaseContext context, CancellationToken ct)
    {
        foreach (var keys in Enumerable.Range(0, Options.Keys).Chunk(KeysPerPipeline))
        {
            var counts = await Task.WhenAll(keys.Select(key => context.Database.HashLengthAsync(Workload.Keys[key]))).WaitAsync(ct);
            foreach (var (key, count) in keys.Zip(counts))
            {
                if (count != FieldCount(key))
                {
                    throw VerificationException.CountDiffers($"Fields of {Workload.NameOf(key)}", count, FieldCount(key));
                }
            }
        }
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        if (HasSentLengths && Workload.Verify != Verification.All && Workload.MeanPayloadBytes >= BytesForLengths)
        {
            await VerifyLengthsAsync(context.Database, ct);
        }

        Values.Clear();
        await VerifyValuesAsync(context.Database, ct);
        Values.Report(context.Work);
        context.Work.Operations = Writes;
        context.Work.PayloadBytes = Workload.PayloadBytes;
        if (Traffic is { } traffic)
        {
            context.Work.Sent(context.Server.IsCluster ? traffic.WithoutSelects() : traffic);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync(Workload.Keys, ct);

    /// <summary>A document after encoding and decoding. A codec that parses JSON changes the format of a user's own document, but not
    /// that of a generated one.</summary>
    public byte[] Expected(byte[] payload) =>
        Codec is { ParsesJson: true } codec && Workload.Payload is not null ? codec.Decode(codec.Encode(payload)) : payload;

    /// <summary>Number of fields of a hash after a run.</summary>
    /// <param name="key">The hash's number, 0-based.</param>
    protected virtual int FieldCount(int key) => Workload.FieldCount(key);

    /// <summary>Length in bytes of the value that the strategy sent for a field.</summary>
    /// <param name="index">The field's number, 0-based.</param>
    protected virtual int SentLength(int index) => Workload.Field(index).Payload.Length;

    /// <inheritdoc cref="SentLength"/>
    internal int StoredLength(int index) => SentLength(index);

    /// <summary>Whether a stored value is the one that the strategy sent.</summary>
    /// <param name="stored">The value of the field on the server.</param>
    /// <param name="index">The field's number, 0-based.</param>
    /// <exception cref="InvalidDataException">The value cannot be decoded.</exception>
    protected virtual bool Holds(byte[] stored, int index)
    {
        var payload = Workload.Field(index).Payload;
        var document = Codec is { } codec ? Values.Decode(stored, payload.Length, codec.Decode) : stored;
        return document.AsSpan().SequenceEqual(Expected(payload));
    }

    /// <summary>Reports the encoding of a run.</summary>
    /// <param name="work">The work of the run.</param>
    /// <param name="seconds">Seconds of encoding inside the clock, averaged over the encoders.</param>
    /// <param name="encoders">Number of encoders that ran in parallel.</param>
    protected void ReportEncoding(WorkDone work, double seconds, int encoders)
    {
        work.EncodeSeconds = seconds;
        if (seconds > 0)
        {
            work.Measurements[InsertColumns.EncodeRate] = Workload.PayloadBytes / (seconds * encoders);
        }
    }

    private async Task VerifyLengthsAsync(IDatabase database, CancellationToken ct)
    {
        foreach (var indexes in Enumerable.Range(0, Options.Items).Chunk(KeysPerPipeline))
        {
            var fields = Array.ConvertAll(indexes, Workload.Field);
            var batch = database.CreateBatch();
            var replies = Array.ConvertAll(fields, field => batch.HashStringLengthAsync(field.Key, field.Name));
            batch.Execute();
            var lengths = await Task.WhenAll(replies).WaitAsync(ct);
            for (var at = 0; at < indexes.Length; at++)
            {
                if (lengths[at] != SentLength(indexes[at]))
                {
                    throw VerificationException.CountDiffers(
                        $"Bytes of field {Workload.NameOfField(indexes[at])}", lengths[at], SentLength(indexes[at]));
                }
            }
        }
    }

    private async Task VerifyValuesAsync(IDatabase database, CancellationToken ct)
    {
        var random = new Random(Options.Seed);
        var indexes = Workload.Verify == Verification.All
            ? Enumerable.Range(0, Options.Items)
            : Enumerable.Range(0, RandomSample).Select(_ => random.Next(Options.Items)).Append(0).Append(Options.Items - 1).Distinct();
        foreach (var some in Pipelines(indexes))
        {
            var fields = Array.ConvertAll(some, Workload.Field);
            var values = await Task.WhenAll(fields.Select(field => database.HashGetAsync(field.Key, field.Name))).WaitAsync(ct);
            for (var at = 0; at < some.Length; at++)
            {
                Verify(some[at], fields[at], (byte[]?)values[at]);
            }

            if (Expires)
            {
                await FieldExpiry.VerifyAsync(database, [.. fields.Zip(some.Select(Workload.NameOfField))], ct);
            }
        }
    }

    // The fields of one pipeline: their payloads can differ in size.
    private IEnumerable<int[]> Pipelines(IEnumerable<int> indexes)
    {
        var (pipeline, bytes) = (new List<int>(), 0L);
        foreach (var index in indexes)
        {
            var payload = Workload.Field(index).Payload.Length;
            if (pipeline.Count == KeysPerPipeline || (pipeline.Count > 0 && bytes + payload > BytesPerPipeline))
            {
                yield return [.. pipeline];
                pipeline.Clear();
                bytes = 0;
            }

            pipeline.Add(index);
            bytes += payload;
        }

        yield return [.. pipeline];
    }

    private void Verify(int index, HashField field, byte[]? stored)
    {
        if (stored is null)
        {
            throw VerificationException.Missing($"Field {Workload.NameOfField(index)}");
        }

        Values.Add(stored, field.Payload.Length);
        if (!IsValid(stored, index))
        {
            throw VerificationException.ValueDiffers($"Field {Workload.NameOfField(index)}", $"another document ({stored.Length} bytes stored)",
                $"the document that was sent ({field.Payload.Length} bytes)");
        }
    }

    // A value that cannot be decoded fails the verification like any wrong value.
    private bool IsValid(byte[] stored, int index)
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
