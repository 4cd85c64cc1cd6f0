using System.Globalization;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The keys of jobs on an existing server: lists them with SCAN, and removes those of one job. Errors are <see cref="TargetException"/>s.</summary>
public sealed class JobKeys : IAsyncDisposable
{
    private const string KeysPerScan = "1000";

    private readonly RespConnection _connection;
    private readonly string _target;

    private JobKeys(RespConnection connection, string target) => (_connection, _target) = (connection, target);

    /// <summary>The job that uses the server now: its keys are no leftovers. Null when there is no such job.</summary>
    public Guid? RunningJob { get; private set; }

    internal static async Task<JobKeys> OpenAsync(string target, ServerAddress address, CancellationToken ct)
    {
        RespConnection connection;
        try
        {
            connection = await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, ct).WaitAsync(address.ConnectLimit, ct).ConfigureAwait(false);
        }
        catch (Exception exception) when (IsOfTarget(exception))
        {
            throw new TargetException(RedisFailure.Describe(exception, target), exception);
        }

        var keys = new JobKeys(connection, target);
        try
        {
            await keys.UseAsync(() => keys.PrepareAsync(address.Database, ct).WaitAsync(address.ConnectLimit, ct)).ConfigureAwait(false);
            return keys;
        }
        catch
        {
            await keys.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Counts the keys of each job in the target's database.</summary>
    public async Task<IReadOnlyDictionary<Guid, long>> CountAsync(CancellationToken ct)
    {
        var counts = new Dictionary<Guid, long>();
        await ScanAsync(
            Job.AllKeysPrefix,
            keys =>
            {
                foreach (var job in keys.Select(Job.OfKey).OfType<Guid>())
                {
                    counts[job] = counts.GetValueOrDefault(job) + 1;
                }

                return Task.CompletedTask;
            },
            ct).ConfigureAwait(false);
        return counts;
    }

    /// <summary>Removes the keys of a job from the target's database.</summary>
    /// <returns>The number of removed keys.</returns>
    public async Task<long> RemoveAsync(Guid job, CancellationToken ct)
    {
        var removed = 0L;
        await ScanAsync(
            Job.PrefixOf(job),
            async keys => removed += long.Parse((await _connection.CallAsync(ct, ["UNLINK", .. keys]).ConfigureAwait(false)).Text!, CultureInfo.InvariantCulture),
            ct).ConfigureAwait(false);
        return removed;
    }

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    // The lease is in database 0. The lease of a process that has ended is removed, so that a new job does not wait for its expiry.
    private async Task PrepareAsync(int database, CancellationToken ct)
    {
        if ((await _connection.CallAsync(ct, "GET", ServerLease.Key).ConfigureAwait(false)).Text is { } lease && LeaseHolder.Parse(lease) is { } holder)
        {
            if (holder.HasEnded)
            {
                await _connection.CallAsync(ct, "DEL", ServerLease.Key).ConfigureAwait(false);
            }
            else
            {
                RunningJob = holder.Job;
            }
        }

        if (database != 0)
        {
            await _connection.CallAsync(ct, "SELECT", database.ToString(CultureInfo.InvariantCulture)).ConfigureAwait(false);
        }
    }

    private Task ScanAsync(string prefix, Func<IReadOnlyList<string>, Task> use, CancellationToken ct) => UseAsync(async () =>
    {
        var cursor = "0";
        do
        {
            var reply = await _connection.CallAsync(ct, "SCAN", cursor, "MATCH", prefix + "*", "COUNT", KeysPerScan).ConfigureAwait(false);
            if (reply.Items is not [{ Text: { } next }, { Items: var keys }])
            {
                throw new IOException("The reply to SCAN cannot be read.");
            }

            // A server that ignores MATCH must not cause the removal of other keys.
            var matching = keys.Select(key => key.Text).OfType<string>().Where(key => key.StartsWith(prefix, StringComparison.Ordinal)).ToList();
            if (matching.Count > 0)
            {
                await use(matching).ConfigureAwait(false);
            }

            cursor = next;
        }
        while (cursor != "0");
    });

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

    private static bool IsOfTarget(Exception exception) => exception is IOException or SocketException or AuthenticationException or TimeoutException or TargetRefusalException;
}
