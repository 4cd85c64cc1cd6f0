using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.HgetDecode;

/// <summary>Reads a value and sets its expiry in one command, as a cache with a sliding expiry does.</summary>
public sealed class Hgetex(InsertWorkload workload) : DecodedRead(Info, workload, Batch.Create(workload), codec: null)
{
    private const int SampleSize = 64;

    public static StrategyInfo Info { get; } = new(
        "hgetex", "HGETEX", "HGETEX of the JSON documents, which also sets the expiry of the field.", typeof(Hgetex))
    {
        IsDefault = false,
        Needs = ["hgetex", FieldExpiry.Command],
        UseIt = HgetDecodeSnippets.Hgetex,
    };

    protected override Traffic? Traffic => Traffic.Of(
        Workload.Fields.Sum(each => RespLength.Command(
            ["HGETEX".Length, ((byte[]?)each.Key)!.Length, .. FieldExpiry.Words(1), RespLength.Digits(each.Name)])),
        ("hgetex", Workload.Items));

    protected override async Task ReadAsync(IDatabase database, int index)
    {
        var field = Workload.Field(index);
        var stored = (byte[]?)await database.HashFieldGetAndSetExpiryAsync(field.Key, field.Name, FieldExpiry.Value);
        await Task.Run(() => Check(index, stored));
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await base.VerifyAsync(context, ct);
        await FieldExpiry.VerifyAsync(
            context.Database, [.. Sample().Select(index => (Workload.Field(index), Workload.NameOfField(index)))], ct);
    }

    // The run itself checks each value.
    private IEnumerable<int> Sample() =>
        Enumerable.Range(0, SampleSize).Select(number => (int)((long)number * (Workload.Items - 1) / (SampleSize - 1))).Distinct();
}
