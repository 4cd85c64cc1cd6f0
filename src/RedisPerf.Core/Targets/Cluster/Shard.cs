using System.Diagnostics;
using System.Net;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Targets.Cluster;

/// <summary>One server of a target: the only one, or a master of a cluster. It owns the server that RedisPerf started.</summary>
internal sealed class Shard : IAsyncDisposable
{
    private static readonly TimeSpan SettleLimit = TimeSpan.FromSeconds(10);

    private readonly string _target;

    /// <param name="target">The target's name, for reasons.</param>
    /// <param name="started">The process or container that RedisPerf started; else null.</param>
    public Shard(string target, ServerAddress address, IStartedServer? started)
    {
        _target = target;
        Address = address;
        Started = started;
        Failures = new FailureDiagnosis(target, address, started);
        Control = new ControlConnection(address, Failures);
    }

    public ServerAddress Address { get; }

    public IStartedServer? Started { get; }

    public FailureDiagnosis Failures { get; }

    public ControlConnection Control { get; }

    /// <summary>Its hash slots; empty for a server that is not a node of a cluster.</summary>
    public IReadOnlyList<SlotRange> Slots { get; set; } = [];

    /// <summary>The simulated link to it; null without one.</summary>
    public SimulatedLink? Link { get; set; }

    /// <summary>The lease of a job; null when another shard has it, and without a job.</summary>
    public ServerLease? Lease { get; set; }

    /// <summary>The endpoint of a run's connections: the server, or the simulated link to it.</summary>
    public EndPoint EndPoint => Link?.EndPoint ?? Address.EndPoint;

    // A server that RedisPerf started replies, but late on a busy machine.
    private TimeSpan OpenLimit => Started is null ? Address.ConnectLimit : ControlConnection.Limit;

    /// <summary>Finds the masters of a cluster.</summary>
    /// <param name="target">The target's name, for reasons.</param>
    /// <param name="known">The server, or a node of a cluster and all nodes that RedisPerf started. A node that is not in
    /// the result is disposed.</param>
    /// <returns>The masters; the server itself when it is not a node of a cluster.</returns>
    /// <exception cref="TargetException">It does not reply, it refuses, or the cluster cannot be used.</exception>
    public static async Task<IReadOnlyList<Shard>> FindAllAsync(string target, IReadOnlyList<Shard> known, CancellationToken ct)
    {
        var nodes = await known[0].FindNodesAsync(ct).ConfigureAwait(false);
        if (nodes.Count == 0)
        {
            return known;
        }

        Shard[] shards = [.. nodes.Select(
            node => known.FirstOrDefault(shard => shard.Address.EndPoint.Equals(node.Address.EndPoint)) ?? new Shard(target, node.Address, null))];
        foreach (var (shard, node) in shards.Zip(nodes))
        {
            shard.Slots = node.Slots;
        }

        foreach (var other in known.Except(shards))
        {
            await other.DisposeAsync().ConfigureAwait(false);
        }

        return shards;
    }

    private Task<IReadOnlyList<ShardNode>> FindNodesAsync(CancellationToken ct) => Control.UseAsync(
        async control => await ShardNode.FindAsync(
            _target, Address, control, await Control.ReadInfoAsync(control, ct).ConfigureAwait(false), ct).ConfigureAwait(false), OpenLimit, ct);

    /// <summary>Checks with one command that it is a server that a job can use.</summary>
    /// <exception cref="TargetException">It does not reply, it refuses, its engine is unknown, or it is a replica.</exception>
    public Task IdentifyAsync(CancellationToken ct) => OpenAsync(control => IdentifyAsync(control, ct), ct);

    /// <summary>Detects the engine and inspects the server.</summary>
    /// <param name="known">Settings that the server does not report itself.</param>
    /// <param name="given">Settings with which it was started, which it must report.</param>
    /// <exception cref="TargetException">It does not reply, it refuses, or its settings are others.</exception>
    public Task<TargetEnvironment> ExploreAsync(
        IReadOnlyDictionary<string, string> known, GivenSettings given, CancellationToken ct) => OpenAsync(
        async control =>
        {
            var info = await IdentifyAsync(control, ct).ConfigureAwait(false);
            return await new ServerInspection(_target, info.Engine!, control)
                .TakeAsync(info.Version!, known, given, SampleOf(info), info.UsedMemory is not null, ct).ConfigureAwait(false);
        },
        ct);

    /// <summary>Acquires the lease of a job on the server.</summary>
    /// <returns>Null when it is acquired; otherwise the reason, which names the job that uses the server.</returns>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public async Task<Reason?> LeaseAsync(Guid job, CancellationToken ct)
    {
        Lease ??= new(Control, _target, LeaseHolder.Of(job));
        return await Lease.AcquireAsync(OpenLimit, ct).ConfigureAwait(false);
    }

    private async Task<T> OpenAsync<T>(Func<RespConnection, Task<T>> work, CancellationToken ct)
    {
        try
        {
            return await Control.UseAsync(work, OpenLimit, ct).ConfigureAwait(false);
        }
        catch (TargetException exception) when (Slots.Count > 0)
        {
            throw new TargetException(new ShardNode(Address, Slots).Unusable(_target, exception.Reason), exception);
        }
    }

    /// <summary>Tests which of some commands are missing.</summary>
    /// <exception cref="TargetException">It does not reply.</exception>
    public Task<IReadOnlyDictionary<string, Reason>> FindMissingAsync(IEnumerable<string> commands, CancellationToken ct) => Control.UseAsync(
        async control =>
        {
            var inspection = new ServerInspection(_target, Control.LastInfo!.Engine!, control);
            var missing = new Dictionary<string, Reason>(StringComparer.Ordinal);
            foreach (var command in commands)
            {
                if (await inspection.FindMissingAsync(command, ct).ConfigureAwait(false) is { } reason)
                {
                    missing[command] = reason;
                }
            }

            return (IReadOnlyDictionary<string, Reason>)missing;
        },
        ct);

    /// <summary>Checks that it replies.</summary>
    /// <exception cref="TargetException">It does not.</exception>
    public Task CheckAsync(CancellationToken ct) => Control.UseAsync(control => control.CallAsync(ct, "PING"), ct);

    /// <inheritdoc cref="TargetServer.HasClientAsync"/>
    /// <exception cref="TargetException">It does not reply.</exception>
    public async Task<bool> HasClientAsync(IReadOnlyCollection<string> names, CancellationToken ct)
    {
        try
        {
            var clients = await Control.UseAsync(control => control.QueryAsync(ct, "CLIENT", "LIST"), ct).ConfigureAwait(false);
            return !clients.IsError && names.Any(name => clients.Text?.Contains($" name={name} ", StringComparison.Ordinal) == true);
        }
        catch (TargetException exception) when (exception.Reason.Code == ReasonCode.ReplyTooLong)
        {
            // It has more than 10,000 clients.
            return false;
        }
    }

    /// <inheritdoc cref="TargetServer.CountKeysAsync"/>
    public async Task<long> CountKeysAsync(CancellationToken ct) => ServerInfo.Parse(
        (await Control.UseAsync(control => control.QueryAsync(ct, "INFO", "keyspace"), ct).ConfigureAwait(false)).Text ?? "").Keys;

    /// <summary>The counters now.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public Task<ServerSample> SampleAsync(CancellationToken ct) =>
        Control.UseAsync(async control => SampleOf(await Control.ReadInfoAsync(control, ct).ConfigureAwait(false)), ct);

    /// <summary>A sample from an INFO reply, without the commands of the lease.</summary>
    public ServerSample SampleOf(ServerInfo info)
    {
        var sample = ServerSample.Of(_target, info, Started);
        return Lease is null ? sample : sample with
        {
            NetInputBytes = sample.NetInputBytes - Lease.SentBytes,
            Calls = sample.Calls?.ToDictionary(
                call => call.Key, call => call.Value - Lease.Calls.GetValueOrDefault(call.Key), StringComparer.Ordinal),
        };
    }

    /// <summary>Waits until it has freed the memory of unlinked keys, for at most ten seconds.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public Task SettleAsync(CancellationToken ct) => Control.UseAsync(
        async control =>
        {
            var started = Stopwatch.GetTimestamp();
            while (true)
            {
                var memory = await control.CallAsync(ct, "INFO", "memory").ConfigureAwait(false);
                if (ServerInfo.Parse(memory.Text ?? "").LazyFreePending is not > 0 || Stopwatch.GetElapsedTime(started) > SettleLimit)
                {
                    return true;
                }

                await Task.Delay(20, ct).ConfigureAwait(false);
            }
        },
        ct);

    public async ValueTask DisposeAsync()
    {
        if (Link is not null)
        {
            await Link.DisposeAsync().ConfigureAwait(false);
        }

        if (Lease is not null)
        {
            await Lease.DisposeAsync().ConfigureAwait(false);
        }

        await Control.DisposeAsync().ConfigureAwait(false);
        if (Started is not null)
        {
            await Started.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<ServerInfo> IdentifyAsync(RespConnection control, CancellationToken ct)
    {
        var info = await Control.ReadInfoAsync(control, ct).ConfigureAwait(false);
        if (info is not { Engine: not null, Version: not null })
        {
            throw new TargetException(Reason.Of(ReasonCode.UnknownEngine, (Reason.Target, _target), ("engines", KnownEngines.Names)));
        }

        if (info.IsReplica)
        {
            throw new TargetException(RedisFailure.Refused("READONLY", _target));
        }

        return info;
    }
}
