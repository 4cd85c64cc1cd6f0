using System.Globalization;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The keys of jobs on an existing server: lists them with SCAN, and removes those of one job. Errors are
/// <see cref="TargetException"/>s.</summary>
public sealed class JobKeys : IAsyncDisposable
{
    private const string KeysPerScan = "1000";

    // For one reply: a search takes as long as the server has keys.
    private static readonly TimeSpan ReplyLimit = TimeSpan.FromSeconds(15);

    // One for each master of a cluster.
    private readonly List<RespConnection> _connections = [];
    private readonly string _target;
    private readonly int _database;
    private IReadOnlyList<ShardNode> _nodes = [];

    private JobKeys(string target, int database) => (_target, _database) = (target, database);

    internal static async Task<JobKeys> OpenAsync(string target, ServerAddress address, CancellationToken ct)
    {
        var keys = new JobKeys(target, address.Database);
        try
        {
            await keys.UseAsync(() => keys.ConnectAsync(address, ct)).ConfigureAwait(false);
            await keys.UseAsync(() => keys.PrepareAsync(ct).WaitAsync(address.OpenLimit, ct)).ConfigureAwait(false);
            return keys;
        }
        catch
        {
            await keys.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The job that uses the server now: its keys are not leftovers. Null when there is no such job.</summary>
    public async Task<Guid?> FindRunningJobAsync(CancellationToken ct)
    {
        Guid? job = null;
        await UseAsync(
            async () => job = await ReadLeaseAsync(ct).ConfigureAwait(false) is { HasEnded: false } holder ? holder.Job : null).ConfigureAwait(false);
        return job;
    }

    /// <summary>Counts the keys of each job in the target's database.</summary>
    public async Task<IReadOnlyDictionary<Guid, long>> CountAsync(CancellationToken ct)
    {
        var counts = new Dictionary<Guid, long>();
        await ScanAsync(
            Job.AllKeysPrefix,
            (_, keys) =>
            {
                foreach (var job in keys.Select(Job.OfKey).OfType<Guid>())
                {
                    counts[job] = counts.GetValueOrDefault(job) + 1;
                }

                return Task.FromResult(true);
            },
            ct).ConfigureAwait(false);
        return counts;
    }

    /// <summary>Removes the keys of a job from the target's database, unless the job uses the server now. Another node may start to
    /// continue it during the removal.</summary>
    /// <returns>The number of removed keys; null when the job uses the server.</returns>
    public async Task<long?> RemoveAsync(Guid job, CancellationToken ct)
    {
        var removed = 0L;
        var isFree = true;
        await ScanAsync(
            Job.PrefixOf(job),
            async (connection, keys) =>
            {
                // The lease is read before each batch: a job has it before it writes its first key.
                isFree = await FindRunningJobAsync(ct).ConfigureAwait(false) != job;
                if (!isFree)
                {
                    return false;
                }

                var replies = await connection.CallAllAsync([.. SlotsOf(keys).Select(same => (string[])["UNLINK", .. same])], ct)
                    .WaitAsync(ReplyLimit, ct).ConfigureAwait(false);
                removed += replies.Sum(reply => long.Parse(reply.Text!, CultureInfo.InvariantCulture));
                return true;
            },
            ct).ConfigureAwait(false);
        return isFree && await FindRunningJobAsync(ct).ConfigureAwait(false) != job ? removed : null;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var connection in _connections)
        {
            await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task ConnectAsync(ServerAddress address, CancellationToken ct)
    {
        var seed = await OpenAsync(address, ct).ConfigureAwait(false);
        _connections.Add(seed);
        // A user without the right to read INFO may have the right to remove keys.
        var info = await seed.QueryAsync(ct, "INFO").WaitAsync(address.ConnectLimit, ct).ConfigureAwait(false);
        _nodes = await ShardNode.FindAsync(_target, address, seed, ServerInfo.Parse(info.IsError ? "" : info.Text ?? ""), ct)
            .WaitAsync(address.ConnectLimit, ct).ConfigureAwait(false);
        foreach (var node in _nodes)
        {
            try
            {
                _connections.Add(await OpenAsync(node.Address, ct).ConfigureAwait(false));
            }
            catch (Exception exception) when (IsOfTarget(exception))
            {
                throw new TargetException(node.Unusable(_target, RedisFailure.Describe(exception, _target)), exception);
            }
        }

        if (_nodes.Count > 0)
        {
            _connections.Remove(seed);
            await seed.DisposeAsync().ConfigureAwait(false);
        }
    }

    private static Task<RespConnection> OpenAsync(ServerAddress address, CancellationToken ct) =>
        RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, ct).WaitAsync(address.ConnectLimit, ct);

    // A command of a cluster has keys of one slot only.
    private IEnumerable<IEnumerable<string>> SlotsOf(IReadOnlyList<string> keys) =>
        _nodes.Count == 0 ? [keys] : keys.GroupBy(key => HashSlot.Of(Encoding.UTF8.GetBytes(key)));

    // The lease of a process that has ended is removed, so that a new job does not wait for its expiry.
    private async Task PrepareAsync(CancellationToken ct)
    {
        if (await ReadLeaseAsync(ct).ConfigureAwait(false) is { HasEnded: true })
        {
            await UseLeaseAsync(connection => CallAsync(connection, ct, "DEL", ServerLease.Key), ct).ConfigureAwait(false);
        }
    }

    private async Task<LeaseHolder?> ReadLeaseAsync(CancellationToken ct) =>
        (await UseLeaseAsync(connection => CallAsync(connection, ct, "GET", ServerLease.Key), ct).ConfigureAwait(false)).Text is { } lease
            ? LeaseHolder.Parse(lease)
            : null;

    // The lease is in database 0, and the keys of jobs are in the target's database.
    private async Task<RespReply> UseLeaseAsync(Func<RespConnection, Task<RespReply>> use, CancellationToken ct)
    {
        var connection = _nodes.Count == 0 ? _connections[0] : _connections[_nodes.Index().First(node => node.Item.Has(ServerLease.Key)).Index];
        await SelectAsync(connection, 0, ct).ConfigureAwait(false);
        var reply = await use(connection).ConfigureAwait(false);
        await SelectAsync(connection, _database, ct).ConfigureAwait(false);
        return reply;
    }

    // A user may lack the right to select a database.
    private async Task SelectAsync(RespConnection connection, int database, CancellationToken ct)
    {
        if (_database != 0)
        {
            await CallAsync(connection, ct, "SELECT", database.ToString(CultureInfo.InvariantCulture)).ConfigureAwait(false);
        }
    }

    // Ends early when the use of the keys returns false.
    private Task ScanAsync(string prefix, Func<RespConnection, IReadOnlyList<string>, Task<bool>> use, CancellationToken ct) => UseAsync(async () =>
    {
        foreach (var connection in _connections)
        {
            if (!await ScanAsync(connection, prefix, keys => use(connection, keys), ct).ConfigureAwait(false))
            {
                return;
            }
        }
    });

    private static async Task<bool> ScanAsync(
        RespConnection connection, string prefix, Func<IReadOnlyList<string>, Task<bool>> use, CancellationToken ct)
    {
        var cursor = "0";
        do
        {
            var reply = await CallAsync(connection, ct, "SCAN", cursor, "MATCH", prefix + "*", "COUNT", KeysPerScan).ConfigureAwait(false);
            if (reply.Items is not [{ Text: { } next }, { Items: var keys }])
            {
                throw new IOException("The reply to SCAN cannot be read.");
            }

            // A server that ignores MATCH must not cause the removal of other keys.
            var matching = keys.Select(key => key.Text).OfType<string>().Where(key => key.StartsWith(prefix, StringComparison.Ordinal)).ToList();
            if (matching.Count > 0 && !await use(matching).ConfigureAwait(false))
            {
                return false;
            }

            cursor = next;
        }
        while (cursor != "0");

        return true;
    }

    private static Task<RespReply> CallAsync(RespConnection connection, CancellationToken ct, params string[] command) =>
        connection.CallAsync(ct, command).WaitAsync(ReplyLimit, ct);

    private async Task UseAsync(Func<Task> work)
    {
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (Exception exception) when (IsOfTarget(exception))
        {
            throw new TargetException(RedisFailure.Describe(exception, _target), exception);
        }
    }

    private static bool IsOfTarget(Exception exception) =>
        exception is IOException or SocketException or AuthenticationException or TimeoutException or TargetRefusalException;
}
