using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.ListPush;

/// <summary>Base class of all list-push strategies: the list is missing before a run, and is read back after it.</summary>
public abstract class ListPushCase(StrategyInfo strategy, ListPushPoint point) : Case(strategy)
{
    private const int RandomSample = 16;

    /// <summary>Consecutive elements to check at each end.</summary>
    private const int AtEachEnd = 100;

    private const int ElementsPerRead = 10_000;

    public override IReadOnlyList<string> SizeOptions => ["bulkSizes"];

    public override long MaxCommandWords => 2 + Size;

    public override IEnumerable<RedisKey> WrittenKeys => [Workload.List];

    protected ListPushWorkload Workload => point.Workload;

    /// <summary>Numbers in one push.</summary>
    protected int Size => point.Bulk ?? 1;

    /// <summary>Whether it pushes to the left end, so that the last number is first in the list.</summary>
    protected abstract bool IsLeft { get; }

    /// <summary>The traffic of a run; null when it is unknown.</summary>
    protected virtual Traffic? Traffic =>
        Traffic.Of(Workload.WireBytes(Size), (IsLeft ? "lpush" : "rpush", Workload.PushCount(Size)));

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync([Workload.List], ct);

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        await VerifyListAsync(context.Database, ct);
        var work = context.Work;
        work.Operations = Workload.Items;
        work.PayloadBytes = Workload.PayloadBytes;
        if (Traffic is { } traffic)
        {
            work.Sent(traffic);
        }
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => context.Database.UnlinkAsync([Workload.List], ct);

    private async Task VerifyListAsync(IDatabase database, CancellationToken ct)
    {
        var items = Workload.Items;
        var length = await database.ListLengthAsync(Workload.List).WaitAsync(ct);
        if (length != items)
        {
            throw VerificationException.CountDiffers("Elements of the list", length, items);
        }

        if (Workload.Verify == Verification.All)
        {
            for (var first = 0; first < items; first += ElementsPerRead)
            {
                await VerifyRangeAsync(database, first, Math.Min(ElementsPerRead, items - first), ct);
            }

            return;
        }

        var ends = Math.Min(AtEachEnd, items);
        await VerifyRangeAsync(database, 0, ends, ct);
        await VerifyRangeAsync(database, items - ends, ends, ct);
        var random = new Random(items);
        for (var sample = 0; sample < RandomSample; sample++)
        {
            var index = random.Next(items);
            Verify(index, await database.ListGetByIndexAsync(Workload.List, index).WaitAsync(ct));
        }
    }

    private async Task VerifyRangeAsync(IDatabase database, int first, int count, CancellationToken ct)
    {
        var elements = await database.ListRangeAsync(Workload.List, first, first + count - 1).WaitAsync(ct);
        for (var at = 0; at < count; at++)
        {
            Verify(first + at, at < elements.Length ? elements[at] : RedisValue.Null);
        }
    }

    private void Verify(int index, RedisValue element)
    {
        var number = Workload.First + (IsLeft ? Workload.Items - 1 - index : index);
        if (element != number)
        {
            throw VerificationException.ValueDiffers(string.Create(CultureInfo.InvariantCulture, $"Element {index:N0} of the list"),
                element.IsNull ? "missing" : $"\"{element}\"", $"\"{number}\"");
        }
    }
}
