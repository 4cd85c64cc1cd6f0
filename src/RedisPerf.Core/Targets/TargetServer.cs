using System.Diagnostics;
using System.Net;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>
/// A target's server during a job. It opens new connections for the runs and has its own control connection for INFO.
/// Disposing it stops the server if RedisPerf started it.
/// </summary>
public sealed class TargetServer : IAsyncDisposable
{
    private static readonly TimeSpan SettleLimit = TimeSpan.FromSeconds(10);

    private readonly ServerAddress _address;
    private readonly IStartedServer? _started;
    private readonly FailureDiagnosis _failures;
    private readonly ControlConnection _control;
    private SimulatedLink? _link;
    private ServerSample? _first;

    private TargetServer(string name, ServerAddress address, IStartedServer? started, bool? isOnThisMachine)
    {
        Name = name;
        IsOnThisMachine = isOnThisMachine;
        _address = address;
        _started = started;
        _failures = new FailureDiagnosis(name, address, started);
        _control = new ControlConnection(address, _failures);
        Environment = new TargetEnvironment(name, "", "", null, new Dictionary<string, string>());
    }

    /// <summary>The target's name.</summary>
    public string Name { get; }

    /// <summary>The endpoint of a run's connections: the server, or the simulated link to it.</summary>
    public EndPoint EndPoint => _link?.EndPoint ?? _address.EndPoint;

    /// <summary>Whether it shares this machine's CPU; null where that is not known.</summary>
    public bool? IsOnThisMachine { get; }

    /// <summary>Null when the server requires none. Never shown.</summary>
    internal Credentials? Credentials => _address.Credentials;

    /// <summary>The database that a connection selects.</summary>
    public int Database => _address.Database;

    /// <summary>Null without TLS.</summary>
    internal TlsSettings? Tls => _address.Tls;

    /// <summary>The process id of a server that RedisPerf started; else null.</summary>
    public int? ProcessId => _started?.ProcessId;

    /// <summary>The maximum number of arguments of one command, including its name; null where no job comes near the limit.</summary>
    public int? LongestCommand { get; private set; }

    /// <summary>The lease of the job; null for a server that RedisPerf started, and before <see cref="LeaseAsync"/>.</summary>
    internal ServerLease? Lease { get; private set; }

    /// <summary>The target's environment when it was opened.</summary>
    public TargetEnvironment Environment { get; private set; }

    /// <summary>Opens the control connection and detects the engine. It owns the started server, also when it fails.</summary>
    /// <param name="name">The target's name.</param>
    /// <param name="address">Where it is.</param>
    /// <param name="started">The process or container that RedisPerf started; else null.</param>
    /// <param name="isOnThisMachine">Whether it shares this machine's CPU; null where that is not known.</param>
    /// <param name="settings">Settings that the server does not report itself.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal static async Task<TargetServer> OpenAsync(
        string name, ServerAddress address, IStartedServer? started, bool? isOnThisMachine, IReadOnlyDictionary<string, string> settings, CancellationToken ct)
    {
        var server = new TargetServer(name, address, started, isOnThisMachine);
        try
        {
            // A server that RedisPerf started replies, but late on a busy machine.
            var limit = started is null ? address.ConnectLimit : ControlConnection.Limit;
            server.Environment = await server._control.UseAsync(c => server.ExploreAsync(c, settings, ct), limit, ct).ConfigureAwait(false);
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
        Name, _address.Connection, Tls?.TrustedCertificate, IsOnThisMachine, ProcessId, LongestCommand, Environment, _first?.Identity ?? new Dictionary<string, string>(), Lease?.Value);

    /// <summary>Connects to a server that another process opened and closes.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    internal static async Task<TargetServer> AttachAsync(ServerAttachment attachment, CancellationToken ct)
    {
        var started = attachment.ProcessId is { } id ? new AttachedProcess(id) : null;
        var server = new TargetServer(attachment.Name, ServerAddress.Parse(attachment.Connection, attachment.Certificate), started, attachment.IsOnThisMachine)
        {
            Environment = attachment.Environment,
            LongestCommand = attachment.LongestCommand,
        };
        server._first = new() { Target = attachment.Name, Identity = attachment.Identity };
        server.Lease = attachment.Lease is { } lease ? ServerLease.Adopt(server._control, attachment.Name, lease) : null;
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

    /// <summary>
    /// Adds a simulated link between the runs' connections and the server until this object is disposed. The control
    /// connection bypasses it. The environment includes the link afterwards.
    /// </summary>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    internal async Task SimulateAsync(LinkOptions options, CancellationToken ct)
    {
        _link = await SimulatedLink.OpenAsync(Name, _address, options, ct).ConfigureAwait(false);
        Environment = Environment with
        {
            RoundTrip = _link.RoundTrip,
            RelayCost = _link.RelayCost,
            Settings = new Dictionary<string, string>(Environment.Settings, StringComparer.Ordinal) { [SimulatedLink.Setting] = _link.Text },
        };
    }

    /// <summary>
    /// Acquires the exclusive use of an existing server for a job, until this object is disposed. A server that RedisPerf
    /// started needs no lease.
    /// </summary>
    /// <returns>Null when it is acquired; otherwise the reason, which names the job that uses the server.</returns>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    internal async Task<Reason?> LeaseAsync(Guid job, CancellationToken ct)
    {
        if (_started is not null)
        {
            return null;
        }

        Lease ??= new(_control, Name, LeaseHolder.Of(job));
        return await Lease.AcquireAsync(ct).ConfigureAwait(false);
    }

    /// <summary>The response timeout, extended by the delay of the simulated link.</summary>
    public TimeSpan Patience(TimeSpan responseTimeout) => responseTimeout + (_link?.Patience ?? TimeSpan.Zero);

    /// <summary>Closes the connections over a simulated link, so that no command of an ended run arrives later.</summary>
    internal Task CutLinkAsync() => _link?.CutAsync() ?? Task.CompletedTask;

    /// <summary>A new connection, which the caller disposes.</summary>
    /// <param name="responseTimeout">The timeout of every command, from the moment that it is queued, for any size of job.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public Task<ConnectionMultiplexer> ConnectAsync(TimeSpan responseTimeout, CancellationToken ct) =>
        ClientConnector.ConnectAsync(_address.ForClient(responseTimeout, EndPoint), DescribeAsync, ct);

    /// <summary>A new connection that bypasses any simulated link, for work that is not measured.</summary>
    internal Task<ConnectionMultiplexer> ConnectDirectAsync(TimeSpan responseTimeout, CancellationToken ct) =>
        ClientConnector.ConnectAsync(_address.ForClient(responseTimeout, _address.EndPoint), DescribeAsync, ct);

    /// <summary>
    /// Closes a connection at once: commands that were sent or are queued fail with a <see cref="RedisConnectionException"/>,
    /// also when the server does not reply. Disposing an open connection waits for its replies instead.
    /// </summary>
    public static async Task CloseAsync(IConnectionMultiplexer connection)
    {
        await connection.CloseAsync(allowCommandsToComplete: false).ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>The server's counters now.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public Task<ServerSample> SampleAsync(CancellationToken ct) =>
        _control.UseAsync(async control => SampleOf(await _control.ReadInfoAsync(control, ct).ConfigureAwait(false)), ct);

    /// <summary>What differs from the server that the job started on: it was restarted or replaced, or its settings were changed.</summary>
    /// <param name="now">A sample of this server.</param>
    /// <returns>Null when nothing differs.</returns>
    internal Reason? FindChange(ServerSample now) => _first is { } first ? ServerSample.FindChange(first, now) : null;

    /// <summary>Compares this server with the one that another node opened for the same job. From now on <see cref="FindChange"/> compares with that one.</summary>
    /// <param name="identity">The properties of that server that must not change during the job, by name.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <returns>Null when they are the same server.</returns>
    /// <exception cref="TargetException">It does not reply.</exception>
    internal async Task<Reason?> ExpectAsync(IReadOnlyDictionary<string, string> identity, CancellationToken ct)
    {
        _first = new() { Target = Name, Identity = identity };
        return FindChange(await SampleAsync(ct).ConfigureAwait(false));
    }

    /// <summary>Tests what the strategies of a job need. <see cref="Environment"/> lists the missing capabilities afterwards.</summary>
    /// <param name="needs">Capabilities and commands from the strategies' <c>Needs</c>.</param>
    /// <param name="ct">Cancels the operation.</param>
    /// <exception cref="TargetException">It does not reply.</exception>
    public Task TestCapabilitiesAsync(IEnumerable<string> needs, CancellationToken ct) => _control.UseAsync(
        async control =>
        {
            var inspection = new ServerInspection(Name, _control.LastInfo!.Engine!, control);
            var missing = new Dictionary<string, Reason>(Environment.MissingCapabilities, StringComparer.Ordinal);
            foreach (var need in needs.Where(Capability.IsCommand).Distinct())
            {
                if (await inspection.FindMissingAsync(need, ct).ConfigureAwait(false) is { } reason)
                {
                    missing[need] = reason;
                }
            }

            return Environment = Environment with { MissingCapabilities = missing };
        },
        ct);

    /// <summary>Waits until the server has freed the memory of unlinked keys, for at most ten seconds. It does not wait for an engine that does not report this.</summary>
    /// <exception cref="TargetException">It does not reply, or it refuses.</exception>
    public Task SettleAsync(CancellationToken ct) => _control.UseAsync(
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

    /// <summary>The reason for an exception that a run ended with. It queries the server, for at most one second.</summary>
    public Task<Reason> DescribeAsync(Exception exception, CancellationToken ct) => _failures.DescribeAsync(exception, _control.LastInfo, ct);

    /// <summary>How the process of the server ended, which explains a failed run better than its client. Null when it runs, or RedisPerf did not start it.</summary>
    internal Task<Reason?> FindEndAsync(CancellationToken ct) => _failures.FindEndAsync(ct);

    public async ValueTask DisposeAsync()
    {
        if (_link is not null)
        {
            await _link.DisposeAsync().ConfigureAwait(false);
        }

        if (Lease is not null)
        {
            await Lease.DisposeAsync().ConfigureAwait(false);
        }

        await _control.DisposeAsync().ConfigureAwait(false);
        if (_started is not null)
        {
            await _started.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<TargetEnvironment> ExploreAsync(RespConnection control, IReadOnlyDictionary<string, string> known, CancellationToken ct)
    {
        var info = await _control.ReadInfoAsync(control, ct).ConfigureAwait(false);
        if (info is not { Engine: { } engine, Version: { } version })
        {
            throw new TargetException(Reason.Of(ReasonCode.UnknownEngine, (Reason.Target, Name), ("engines", KnownEngines.Names)));
        }

        if (info.IsReplica)
        {
            throw new TargetException(RedisFailure.Refused("READONLY", Name));
        }

        if (info.IsClusterNode)
        {
            throw new TargetException(Reason.Of(ReasonCode.ClusterNotSupported, (Reason.Target, Name)));
        }

        LongestCommand = engine.LongestCommand;
        _first = SampleOf(info);
        return await new ServerInspection(Name, engine, control).TakeAsync(version, known, _first, info.UsedMemory is not null, ct).ConfigureAwait(false);
    }

    private ServerSample SampleOf(ServerInfo info)
    {
        var sample = ServerSample.Of(Name, info, _started);
        return Lease is null ? sample : sample with
        {
            NetInputBytes = sample.NetInputBytes - Lease.SentBytes,
            Calls = sample.Calls?.ToDictionary(call => call.Key, call => call.Value - Lease.Calls.GetValueOrDefault(call.Key), StringComparer.Ordinal),
        };
    }
}
