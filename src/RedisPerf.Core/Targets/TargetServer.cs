using System.Net;
using RedisPerf.Abstractions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>A target's server during a job, or the masters of its cluster. It opens new connections for the runs and has its own control
/// connection to each master for INFO. Disposing it stops the servers that RedisPerf started.</summary>
public sealed class TargetServer : IAsyncDisposable
{
    private IReadOnlyList<Shard> _shards;
    private ServerSample? _first;

    private TargetServer(string name, IReadOnlyList<Shard> shards, bool? isOnThisMachine)
    {
        Name = name;
        IsOnThisMachine = isOnThisMachine;
        _shards = shards;
        Environment = new TargetEnvironment(name, "", "", null, new Dictionary<string, string>());
    }

    /// <summary>The target's name.</summary>
    public string Name { get; }

    /// <summary>The target as the job names it, and what distinguishes the server from others of the target in the same job.</summary>
    public Coordinates At => Environment.At ?? Coordinates.Of(Environment.Name);

    /// <summary>The endpoint of a run's connections: the first server, or the simulated link to it.</summary>
    public EndPoint EndPoint => _shards[0].EndPoint;

    /// <summary>Number of servers that store the keys: 1 without a cluster.</summary>
    public int ShardCount => _shards.Count;

    /// <summary>Whether a command with several keys may fail, because they have different hash slots.</summary>
    public bool IsCluster => _shards[0].Slots.Count > 0;

    /// <summary>Whether it shares this machine's CPU; null when that is not known.</summary>
    public bool? IsOnThisMachine { get; }

    /// <summary>Null when the server requires none. Never shown.</summary>
    internal Credentials? Credentials => Seed.Credentials;

    /// <summary>The database that a connection selects.</summary>
    public int Database => Seed.Database;

    /// <summary>Null without TLS.</summary>
    internal TlsSettings? Tls => Seed.Tls;

    /// <summary>The longest time in which a connection is opened, by the connection string.</summary>
    internal TimeSpan ConnectLimit => Seed.ConnectLimit;

    /// <summary>The process id of a server that RedisPerf started, of a cluster that of the first one; else null.</summary>
    public int? ProcessId => _shards[0].Started?.ProcessId;

    /// <summary>The process ids of all servers of the target that RedisPerf started as processes.</summary>
    internal IReadOnlyList<int> ProcessIds => [.. _shards.Select(shard => shard.Started?.ProcessId).OfType<int>()];

    /// <summary>Whether a server that RedisPerf started uses all cores although its start names some.</summary>
    internal bool IgnoresCores => _shards.Any(shard => shard.Started is { IgnoresCores: true });

    /// <summary>The maximum number of arguments of one command, including its name; null when no job comes near the limit.</summary>
    public int? MaxCommandWords { get; private set; }

    /// <summary>The lease of the job; null for a server that RedisPerf started, and before <see cref="LeaseAsync"/>.</summary>
    internal ServerLease? Lease => LeaseShard.Lease;

    /// <summary>Whether RedisPerf started it, so that it has no other clients during a job.</summary>
    internal bool IsStarted => Lease is null;

    /// <summary>The target's environment when it was opened.</summary>
    public TargetEnvironment Environment { get; private set; }

    /// <summary>How the client of a strategy connects, over the simulated link where the job has one.</summary>
    internal ServerConnection ConnectionOfStrategy => new()
    {
        EndPoint = EndPoint,
        User = Credentials?.User,
        Password = Credentials?.Password,
        Database = Database,
        IsCluster = IsCluster,
        Tls = Tls?.ClientOptions(Tls.Host),
    };

    private ServerAddress Seed => _shards[0].Address;

    // The lease is a key like any other. All configurations of a cluster find it on the same shard.
    private Shard LeaseShard => _shards[ShardOf(ServerLease.Key)];

    /// <summary>Opens the control connection to a server that RedisPerf started, and detects the engine. It owns the
    /// server, even when it fails.</summary>
    /// <param name="name">The target's name.</param>
    /// <param name="started">The process or container.</param>
    /// <param name="start">How the job opens it.</param>
    /// <param name="settings">Settings that the server does not report itself.</param>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal static Task<TargetServer> OpenAsync(string name, ServerAddress address, IStartedServer started, ServerStart start,
        IReadOnlyDictionary<string, string> settings, CancellationToken ct) =>
            OpenAsync(name, [new Shard(name, address, started)], start, isOnThisMachine: true, settings, ct);

    /// <summary>Opens the control connection and detects the engine. It owns the started servers, even when it fails.</summary>
    /// <param name="name">The target's name.</param>
    /// <param name="shards">The server or any node of a cluster, and all nodes that RedisPerf started.</param>
    /// <param name="start">How the job opens it.</param>
    /// <param name="isOnThisMachine">Whether it shares this machine's CPU; null when that is not known.</param>
    /// <param name="settings">Settings that the server does not report itself.</param>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal static async Task<TargetServer> OpenAsync(
        string name, IReadOnlyList<Shard> shards, ServerStart start, bool? isOnThisMachine, IReadOnlyDictionary<string, string> settings,
        CancellationToken ct)
    {
        var server = new TargetServer(name, shards, isOnThisMachine);
        try
        {
            server._shards = await Shard.FindAllAsync(name, shards, ct).ConfigureAwait(false);
            await Task.WhenAll(server._shards.Select(shard => shard.IdentifyAsync(ct))).ConfigureAwait(false);
            await start.ConnectedAsync(server, ct).ConfigureAwait(false);
            var environments = await Task.WhenAll(
                server._shards.Select(shard => shard.ExploreAsync(settings, start.Given, ct))).ConfigureAwait(false);
            server.Environment = server.IsCluster ? ShardFigures.Combine(name, environments) : environments[0];
            if (start.Given.WritesToDisk && server._shards[0].Started?.Folder is { } folder)
            {
                server.Environment = server.Environment with { Disk = await DiskProbe.MeasureAsync(folder, ct).ConfigureAwait(false) };
            }

            server.MaxCommandWords = server._shards[0].Control.LastInfo!.Engine!.MaxCommandWords;
            server._first = ShardFigures.Sum([.. server._shards.Select(shard => shard.SampleOf(shard.Control.LastInfo!))]);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>What another process needs to measure on this server while this process keeps it open.</summary>
    internal ServerAttachment Attachment => new(
        Name, Seed.Connection,
        Tls?.TrustedCertificate,
        IsOnThisMachine,
        [.. _shards.Select(shard => new ShardAttachment(shard.Address.Text, shard.Started?.ProcessId, shard.Slots)
        { ProcessFile = shard.Started?.ProcessFile })],
        MaxCommandWords,
        Environment,
        _first?.Identity ?? new Dictionary<string, string>(),
        Lease?.Value,
        Lease?.IsWatched ?? false,
        Credentials?.User,
        Credentials?.Password)
    { Files = Tls?.Files ?? new() };

    /// <summary>Connects to a server that another process opened and closes.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal static async Task<TargetServer> AttachAsync(ServerAttachment attachment, CancellationToken ct)
    {
        var address =
            ServerAddress.Parse(attachment.Connection, attachment.Certificate, attachment.Files).With(attachment.User, attachment.Password);
        var shards = attachment.Shards.Select(shard => new Shard(
            attachment.Name,
            // A node of a cluster, or the primary that a Sentinel named.
            shard.Slots.Count > 0 || address.Sentinel is not null ? address.At(ServerEndPoint.Parse(shard.EndPoint)!) : address,
            shard.ProcessId is { } id ? new AttachedProcess(id, shard.ProcessFile) : null)
        { Slots = shard.Slots });
        var server = new TargetServer(attachment.Name, [.. shards], attachment.IsOnThisMachine)
        {
            Environment = attachment.Environment,
            MaxCommandWords = attachment.MaxCommandWords,
        };
        server._first = new() { Target = attachment.Name, Identity = attachment.Identity };
        server.Adopt(attachment.Lease, attachment.IsLeaseWatched);
        try
        {
            await server.SampleAsync(ct).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Names the server as its job does. The environment keeps the name of the target where the job has another one.</summary>
    /// <param name="at">The target, and what distinguishes the server from others of the target in the same job.</param>
    internal void Distinguish(Coordinates at) => Environment = Environment with
    {
        Name = at.Target!,
        At = at.Count > 1 ? at : null,
        Settings = at.Target == Name ? Environment.Settings
            : new Dictionary<string, string>(Environment.Settings, StringComparer.Ordinal) { ["target"] = Name },
    };

    /// <summary>Another object for the same server, which the caller disposes, with its own simulated link.</summary>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    internal async Task<TargetServer> AttachWithLinkAsync(LinkOptions options, CancellationToken ct)
    {
        var attached = await AttachAsync(Attachment, ct).ConfigureAwait(false);
        try
        {
            await attached.SimulateAsync(options, ct).ConfigureAwait(false);
            return attached;
        }
        catch
        {
            await attached.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Adds a simulated link between the runs' connections and the server until this object is disposed. The control connection
    /// bypasses it. The environment includes the link afterwards.</summary>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    internal async Task SimulateAsync(LinkOptions options, CancellationToken ct)
    {
        foreach (var shard in _shards)
        {
            shard.Link = await SimulatedLink.OpenAsync(Name, shard.Address, options, ct).ConfigureAwait(false);
        }

        Environment = Environment with
        {
            RoundTrip = _shards.Max(shard => shard.Link!.RoundTrip),
            RelayCost = _shards.Max(shard => shard.Link!.RelayCost),
            Settings = new Dictionary<string, string>(Environment.Settings, StringComparer.Ordinal)
            { [SimulatedLink.Setting] = _shards[0].Link!.Text },
        };
    }

    /// <summary>Acquires the exclusive use of an existing server for a job, until this object is disposed. A server that RedisPerf
    /// started needs no lease.</summary>
    /// <returns>Null when it is acquired; otherwise the reason, which names the job that uses the server.</returns>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    internal Task<Reason?> LeaseAsync(Guid job, CancellationToken ct) =>
        LeaseShard.Started is null ? LeaseShard.LeaseAsync(job, ct) : Task.FromResult<Reason?>(null);

    internal void Adopt(string? lease, bool isWatched) =>
        LeaseShard.Lease = lease is null ? null : ServerLease.Adopt(LeaseShard.Control, Name, lease, isWatched);

    /// <summary>The response timeout, extended by the delay of the simulated link.</summary>
    public TimeSpan TimeoutFor(TimeSpan responseTimeout) => responseTimeout + _shards.Max(shard => shard.Link?.AddedDelay ?? TimeSpan.Zero);

    /// <summary>Closes the connections over a simulated link, so that no command of an ended run arrives later.</summary>
    internal Task CloseLinkAsync() => Task.WhenAll(_shards.Select(shard => shard.Link?.CloseConnectionsAsync() ?? Task.CompletedTask));

    /// <summary>A new connection, which the caller disposes.</summary>
    /// <param name="responseTimeout">The timeout of every command, from the moment that it is queued, for any size of job.</param>
    /// <param name="callTimeout">Another timeout of each command, also of asynchronous ones; null for none.</param>
    /// <param name="waitsForLost">Whether commands wait for a lost connection, as by default in an application, instead of failing at once.</param>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public Task<ConnectionMultiplexer> ConnectAsync(
        TimeSpan responseTimeout, CancellationToken ct, TimeSpan? callTimeout = null, bool waitsForLost = false) =>
        ConnectAsync(responseTimeout, shard => shard.EndPoint, ct, callTimeout, waitsForLost);

    /// <summary>A new connection that bypasses any simulated link, for work that is not measured.</summary>
    internal Task<ConnectionMultiplexer> ConnectDirectAsync(TimeSpan responseTimeout, CancellationToken ct) =>
        ConnectAsync(responseTimeout, shard => shard.Address.EndPoint, ct);

    /// <summary>Whether a server still has one of some clients. It closes a connection after the commands that it received over it.</summary>
    /// <param name="names">The names of the clients.</param>
    /// <returns>False also where the list of clients is too long, or the user may not read it.</returns>
    internal async Task<bool> HasClientAsync(IReadOnlyCollection<string> names, CancellationToken ct) =>
        (await Task.WhenAll(_shards.Select(shard => shard.HasClientAsync(names, ct))).ConfigureAwait(false)).Contains(true);

    /// <summary>Number of keys in all databases.</summary>
    /// <exception cref="TargetException">It does not reply.</exception>
    internal async Task<long> CountKeysAsync(CancellationToken ct) =>
        (await Task.WhenAll(_shards.Select(shard => shard.CountKeysAsync(ct))).ConfigureAwait(false)).Sum();

    /// <summary>The server's counters now.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public async Task<ServerSample> SampleAsync(CancellationToken ct) =>
        ShardFigures.Sum(await Task.WhenAll(_shards.Select(shard => shard.SampleAsync(ct))).ConfigureAwait(false));

    /// <summary>What differs from the server that the job started on: it was restarted or replaced, or its settings were changed.</summary>
    /// <returns>Null when nothing differs.</returns>
    internal Reason? FindChange(ServerSample now) => _first is { } first ? ServerSample.FindChange(first, now) : null;

    /// <summary>Compares this server with the one that another node opened for the same job. From now on <see cref="FindChange"/>
    /// compares with that one.</summary>
    /// <param name="identity">The properties of that server that must not change during the job, by name.</param>
    /// <returns>Null when they are the same server.</returns>
    /// <exception cref="TargetException">It does not reply.</exception>
    internal async Task<Reason?> ExpectAsync(IReadOnlyDictionary<string, string> identity, CancellationToken ct)
    {
        _first = new() { Target = Name, Identity = identity };
        return FindChange(await SampleAsync(ct).ConfigureAwait(false));
    }

    /// <summary>Tests what the strategies of a job need. <see cref="Environment"/> lists the missing capabilities afterwards.</summary>
    /// <param name="needs">Capabilities and commands from the strategies' <c>Needs</c>.</param>
    /// <exception cref="TargetException">It does not reply.</exception>
    public async Task TestCapabilitiesAsync(IEnumerable<string> needs, CancellationToken ct)
    {
        var tested = needs.Distinct().ToArray();
        var commands = tested.Where(Capability.IsCommand).ToArray();
        var missing = new Dictionary<string, Reason>(Environment.MissingCapabilities, StringComparer.Ordinal);
        if (tested.Contains(Capability.Started) && _shards.Any(shard => shard.Started is null))
        {
            missing[Capability.Started] = Reason.Of(ReasonCode.ServerNotDisturbed, (Reason.Target, Name));
        }

        if (tested.Contains(Capability.Restart) && _shards.Any(shard => shard.Started?.ProcessFile is null))
        {
            missing[Capability.Restart] = Reason.Of(ReasonCode.ServerNotRestarted, (Reason.Target, Name));
        }

        foreach (var shard in _shards)
        {
            foreach (var (need, reason) in await shard.FindMissingAsync(commands, ct).ConfigureAwait(false))
            {
                missing[need] = reason;
            }
        }

        Environment = Environment with { MissingCapabilities = missing };
    }

    /// <summary>Executes a command on each server, over the control connections.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal Task ExecuteAsync(CancellationToken ct, params string[] command) =>
        Task.WhenAll(_shards.Select(shard => shard.Control.UseAsync(control => control.CallAsync(ct, command), ct)));

    /// <summary>Kills the process of the server, which is then started again. Only with <see cref="Capability.Restart"/>.</summary>
    internal void KillProcess() => _shards[0].Started!.KillProcess();

    /// <summary>Waits until the server has freed the memory of unlinked keys, for at most ten seconds. It does not wait for an engine that
    /// does not report this.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public Task SettleAsync(CancellationToken ct) => Task.WhenAll(_shards.Select(shard => shard.SettleAsync(ct)));

    /// <summary>The reason for an exception that a run ended with. It queries the server, for at most one second, and waits at most two
    /// seconds for the end of a started one.</summary>
    public async Task<Reason> DescribeAsync(Exception exception, CancellationToken ct)
    {
        var found =
            await Task.WhenAll(_shards.Select(shard => shard.Failures.FindAsync(exception, shard.Control.LastInfo, ct))).ConfigureAwait(false);
        return found.OfType<Reason>().FirstOrDefault() ?? _shards[0].Failures.Describe(exception);
    }

    /// <summary>How the process of a server ended, which explains a failed run better than its client. Null when all run, or
    /// RedisPerf did not start them.</summary>
    internal async Task<Reason?> FindEndAsync(CancellationToken ct) =>
        (await Task.WhenAll(_shards.Select(shard => shard.Failures.FindEndAsync(ct))).ConfigureAwait(false)).OfType<Reason>().FirstOrDefault();

    /// <summary>The 0-based number of the server that stores a key; 0 without a cluster.</summary>
    public int ShardOf(RedisKey key) =>
        IsCluster && HashSlot.Of((byte[])key!) is var slot
            ? _shards.Index().First(shard => shard.Item.Slots.Any(range => range.Contains(slot))).Index
            : 0;

    /// <summary>The endpoint of a run's connections to the server with a 0-based number.</summary>
    internal EndPoint EndPointOf(int shard) => _shards[shard].EndPoint;

    /// <summary>The encryption of connections to the server with a 0-based number; null without TLS.</summary>
    internal TlsSettings? TlsOf(int shard) => _shards[shard].Address.Tls;

    public async ValueTask DisposeAsync()
    {
        foreach (var shard in _shards)
        {
            await shard.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<ConnectionMultiplexer> ConnectAsync(
        TimeSpan responseTimeout, Func<Shard, EndPoint> reach, CancellationToken ct, TimeSpan? callTimeout = null, bool waitsForLost = false)
    {
        if (IsCluster)
        {
            // The client connects to the other shards, and waits for the missing one until its time-outs.
            await Task.WhenAll(_shards.Select(shard => shard.CheckAsync(ct))).ConfigureAwait(false);
        }

        var options = Seed.ForClient(responseTimeout, IsCluster, _shards.Select(shard => (shard.Address.EndPoint, reach(shard))));
        if (callTimeout is { } timeout)
        {
            options.SyncTimeout = options.AsyncTimeout = (int)timeout.TotalMilliseconds;
        }

        if (waitsForLost)
        {
            options.BacklogPolicy = BacklogPolicy.Default;
        }

        return await ClientConnector.ConnectAsync(options, DescribeAsync, ct).ConfigureAwait(false);
    }
}
