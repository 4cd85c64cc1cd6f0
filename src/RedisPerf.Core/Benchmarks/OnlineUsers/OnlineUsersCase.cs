using System.Diagnostics;
using System.Globalization;
using RedisPerf.Abstractions;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.OnlineUsers;

/// <summary>One store with one number of users: filled user by user or in batches, counted, and read back and cleared.</summary>
/// <param name="strategy">The store.</param>
/// <param name="key">The key of the store.</param>
public class OnlineUsersCase(OnlineStrategy strategy, OnlineUsersWorkload workload, string key) : Case(strategy.Info)
{
    /// <summary>Up to this number of users each one is read back; with more, they are only counted.</summary>
    private const int ReadBack = 1_000_000;

    private const string TakenAs = "taken";

    // The users are read from a renamed key, which has another hash slot.
    public override IReadOnlyList<string> Needs => strategy.Kept is null ? Strategy.Needs : [.. Strategy.Needs, Capability.SeveralSlots];

    public override IReadOnlyList<string> SizeOptions => ["batchSize"];

    public override IEnumerable<RedisKey> WrittenKeys => [key, .. workload.HalfHours.Select(halfHour => (RedisKey)$"{key}:{halfHour}")];

    protected OnlineUsersWorkload Workload => workload;

    public override Task SetupAsync(CaseContext context, CancellationToken ct) => RemoveAsync(context.Database, ct);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        var store = Open(context.Database);
        if (workload.Options.Mode == StoreMode.Sequence)
        {
            for (var index = 0; index < workload.Count; index++)
            {
                ct.ThrowIfCancellationRequested();
                await store.StoreAsync(workload.User(index));
            }

            return;
        }

        var window = new InFlightWindow(workload.Options.WindowBytes);
        foreach (var users in workload.Batches())
        {
            await window.AddAsync(store.BatchStoreAsync(users), BytesOf(users), ct);
        }

        await window.DrainAsync(ct);
    }

    public override async Task VerifyAsync(CaseContext context, CancellationToken ct)
    {
        var store = Open(context.Database);
        var work = context.Work;
        var start = Stopwatch.GetTimestamp();
        var counted = await store.CountAsync().WaitAsync(ct);
        work.Measurements[OnlineUsersColumns.CountSeconds] = Stopwatch.GetElapsedTime(start).TotalSeconds;
        VerifyCount(counted);
        work.Measurements[OnlineUsersColumns.CountError] = ((double)counted / workload.Count) - 1;

        if (strategy.Kept is { } kept && workload.Count <= ReadBack)
        {
            start = Stopwatch.GetTimestamp();
            var users = await store.GetAndClearAsync(TakenAs).WaitAsync(ct);
            work.Measurements[OnlineUsersColumns.ClearSeconds] = Stopwatch.GetElapsedTime(start).TotalSeconds;
            VerifyUsers(users, kept);
            if (await store.CountAsync().WaitAsync(ct) is > 0 and var left)
            {
                throw VerificationException.CountDiffers($"Users in {Strategy.Title} after all were removed", left, 0);
            }
        }

        work.Operations = workload.Count;
        work.PayloadBytes = (long)workload.Count * OnlineUsersWorkload.PayloadBytesPerUser;
        work.Sent(strategy.Traffic(workload, key));
    }

    public override Task TeardownAsync(CaseContext context, CancellationToken ct) => RemoveAsync(context.Database, ct);

    protected virtual IOnlineStore Open(IDatabase database) => strategy.Open(database, key);

    private Task RemoveAsync(IDatabase database, CancellationToken ct) =>
        database.UnlinkAsync(WrittenKeys.SelectMany(store => new RedisKey[] { store, $"{store}:{TakenAs}" }), ct);

    private void VerifyCount(long counted)
    {
        if (Math.Abs(counted - workload.Count) > strategy.CountError * workload.Count)
        {
            var tolerance =
                strategy.CountError == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" (tolerance {100 * strategy.CountError:0.#}%)");
            throw VerificationException.CountDiffers($"Users that {Strategy.Title} counts{tolerance}", counted, workload.Count);
        }
    }

    private void VerifyUsers(IReadOnlyList<OnlineUser> users, Func<OnlineUser, OnlineUser> kept)
    {
        var seenAt = users.DistinctBy(user => user.Id).ToDictionary(user => user.Id, user => user.SeenAt);
        for (var index = 0; index < workload.Count; index++)
        {
            var user = kept(workload.User(index));
            if (!seenAt.TryGetValue(user.Id, out var second))
            {
                throw VerificationException.Missing($"User {user.Id} in {Strategy.Title}");
            }

            if (second != user.SeenAt)
            {
                throw VerificationException.ValueDiffers($"The time of user {user.Id} in {Strategy.Title}", $"{second}", $"{user.SeenAt}");
            }
        }

        if (users.Count != workload.Count)
        {
            throw VerificationException.CountDiffers($"Users in {Strategy.Title}", users.Count, workload.Count);
        }
    }

    // An estimate for a bound: both numbers with the RESP overhead.
    private static long BytesOf(OnlineUser[] users) =>
        users.Length * (RespLength.Bulk(RespLength.Digits(users[0].Id)) + RespLength.Bulk(RespLength.Digits(users[0].SeenAt)));
}
