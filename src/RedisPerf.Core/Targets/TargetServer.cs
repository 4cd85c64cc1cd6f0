using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Link;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>
/// A target's server for the length of a job: fresh connections for the runs, and a control connection of its own for
/// what the server says of itself. Disposing it stops the server where we started it.
/// </summary>
public sealed class TargetServer : IAsyncDisposable
{
    // Longer than the longest command that anybody else may have running, so that only a real stall is one.
    private static readonly TimeSpan ControlLimit = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan AskLimit = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan SettleLimit = TimeSpan.FromSeconds(10);

    // For which a server may refuse a command of a transaction.
    private static readonly string[] Reasons = ["OOM", "READONLY", "MISCONF", "NOPERM", "NOREPLICAS", "MASTERDOWN", "CROSSSLOT", "MOVED"];

    private readonly ServerAddress _address;
    private readonly IStartedServer? _started;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private RespConnection? _control;
    private SimulatedLink? _link;
    private ServerInfo? _lastInfo;

    private TargetServer(string name, ServerAddress address, IStartedServer? started, bool? isOnThisMachine)
    {
        Name = name;
        IsOnThisMachine = isOnThisMachine;
        _address = address;
        _started = started;
        Environment = new TargetEnvironment(name, "", "", null, new Dictionary<string, string>());
    }

    /// <summary>The target's name.</summary>
    public string Name { get; }

    /// <summary>Where a run's connections go: the server itself, or the simulated link before it.</summary>
    public EndPoint EndPoint => _link?.EndPoint ?? _address.EndPoint;

    /// <summary>Whether it shares this machine's CPU; null where that cannot be told.</summary>
    public bool? IsOnThisMachine { get; }

    /// <summary>Null when the server asks for none. Never shown.</summary>
    internal Credentials? Credentials => _address.Credentials;

    /// <summary>The database that a connection selects.</summary>
    public int Database => _address.Database;

    /// <summary>True where the connection is encrypted, so that a bare socket would not be understood.</summary>
    public bool UsesTls => _address.TlsHost is not null;

    /// <summary>The process number of a server that we started; else null.</summary>
    public int? ProcessId => _started?.ProcessId;

    /// <summary>The words that one command may have at most, its own name included; null where no job comes near the limit.</summary>
    public int? LongestCommand { get; private set; }

    /// <summary>The target as it was when it was opened.</summary>
    public TargetEnvironment Environment { get; private set; }

    /// <summary>Opens the control connection and asks the server what it is; takes the process over, also when it fails.</summary>
    /// <param name="name">The target's name.</param>
    /// <param name="address">Where it is.</param>
    /// <param name="started">Where we started it.</param>
    /// <param name="isOnThisMachine">Of one that we did not start: whether it shares this machine's CPU; null where that cannot be told.</param>
    /// <param name="settings">What is known of it beside what it tells.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="TargetException">It does not answer, or refuses.</exception>
    internal static async Task<TargetServer> OpenAsync(
        string name, ServerAddress address, IStartedServer? started, bool? isOnThisMachine, IReadOnlyDictionary<string, string> settings, CancellationToken ct)
    {
        var server = new TargetServer(name, address, started, isOnThisMachine);
        try
        {
            server.Environment = await server.ControlAsync(c => server.ExploreAsync(c, settings, ct), ct).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>
    /// Puts a simulated link between the runs' connections and the server, for as long as this server is open; what the
    /// server is asked about itself goes past it. The environment says so from then on.
    /// </summary>
    /// <exception cref="TargetException">The server does not answer, or refuses.</exception>
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

    /// <summary>How long a reply may take over the way to this server, where it may take so long without a simulated link.</summary>
    public TimeSpan Patience(TimeSpan responseTimeout) => responseTimeout + (_link?.Patience ?? TimeSpan.Zero);

    /// <summary>Breaks what is still connected over a simulated link, so that nothing of an ended run arrives later.</summary>
    internal Task CutLinkAsync() => _link?.CutAsync() ?? Task.CompletedTask;

    /// <summary>A fresh connection. It belongs to the caller.</summary>
    /// <param name="responseTimeout">Of every command, from the moment that it is queued: it must not depend on luck with a job's size.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="TargetException">The server does not answer, or refuses.</exception>
    public Task<ConnectionMultiplexer> ConnectAsync(TimeSpan responseTimeout, CancellationToken ct) =>
        ConnectAsync(_address.ForClient(responseTimeout, EndPoint), ct);

    /// <summary>A fresh connection past any simulated link, for what is not measured.</summary>
    internal Task<ConnectionMultiplexer> ConnectDirectAsync(TimeSpan responseTimeout, CancellationToken ct) =>
        ConnectAsync(_address.ForClient(responseTimeout, _address.EndPoint), ct);

    private async Task<ConnectionMultiplexer> ConnectAsync(ConfigurationOptions options, CancellationToken ct)
    {
        var connecting = ConnectionMultiplexer.ConnectAsync(options);
        try
        {
            return await connecting.WaitAsync(ct).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _ = CloseLateAsync(connecting);
            throw;
        }
        catch (Exception e) when (e is RedisException or SocketException or TimeoutException)
        {
            throw new TargetException(await DescribeAsync(e, ct).ConfigureAwait(false), e);
        }
    }

    /// <summary>
    /// Closes a connection at once: commands that were sent or are queued fail with a <see cref="RedisConnectionException"/>,
    /// also when the server does not reply. Disposing an open connection waits for its replies instead.
    /// </summary>
    public static async Task CloseAsync(IConnectionMultiplexer connection)
    {
        await connection.CloseAsync(allowCommandsToComplete: false).ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>What the server says of itself now.</summary>
    /// <exception cref="TargetException">It does not answer, or refuses.</exception>
    public Task<ServerSample> SampleAsync(CancellationToken ct) =>
        ControlAsync(async control => SampleOf(await InfoAsync(control, ct).ConfigureAwait(false)), ct);

    /// <summary>Tries what the strategies of a job need; what is not there is told by <see cref="Environment"/> from then on.</summary>
    /// <param name="needs">Capabilities and commands, as a strategy names its needs.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="TargetException">It does not answer.</exception>
    public Task TryAsync(IEnumerable<string> needs, CancellationToken ct) => ControlAsync(
        async control =>
        {
            var look = new FirstLook(Name, _lastInfo!.Engine!, control);
            var lacks = new Dictionary<string, string>(Environment.Lacks, StringComparer.Ordinal);
            foreach (var need in needs.Where(Capability.IsCommand).Distinct())
            {
                if (await look.LackOfAsync(need, ct).ConfigureAwait(false) is { } lack)
                {
                    lacks[need] = lack;
                }
            }

            return Environment = Environment with { Lacks = lacks };
        },
        ct);

    /// <summary>Waits until what UNLINK left to be freed is freed, for ten seconds at most. An engine that does not tell is not waited for.</summary>
    /// <exception cref="TargetException">It does not answer, or refuses.</exception>
    public Task SettleAsync(CancellationToken ct) => ControlAsync(
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

    /// <summary>One sentence for an exception that a run ended with, as far as it tells by itself.</summary>
    public string Describe(Exception exception) => Epitaph ?? RedisTrouble.Describe(exception, Name);

    /// <summary>
    /// One sentence for an exception that a run ended with. The client often knows less than the server, so the server is
    /// asked, for a second at most.
    /// </summary>
    public async Task<string> DescribeAsync(Exception exception, CancellationToken ct)
    {
        var cause = RedisTrouble.Chain(exception).FirstOrDefault(e => e is RedisConnectionException or EndOfStreamException or TimeoutException or RedisServerException);
        var reason = cause is null ? null : await AskWhyAsync(cause, ct).ConfigureAwait(false);
        // A lost connection is noticed before the end of the server's process.
        if (reason is null && cause is (RedisConnectionException or EndOfStreamException) && _started is not null)
        {
            await _started.WaitForExitAsync(TimeSpan.FromMilliseconds(500), ct).ConfigureAwait(false);
        }

        return Epitaph ?? reason ?? Describe(exception);
    }

    public async ValueTask DisposeAsync()
    {
        if (_link is not null)
        {
            await _link.DisposeAsync().ConfigureAwait(false);
        }

        if (_control is not null)
        {
            await _control.DisposeAsync().ConfigureAwait(false);
        }

        if (_started is not null)
        {
            await _started.DisposeAsync().ConfigureAwait(false);
        }

        _turn.Dispose();
    }

    private async Task<TargetEnvironment> ExploreAsync(RespConnection control, IReadOnlyDictionary<string, string> known, CancellationToken ct)
    {
        var info = await InfoAsync(control, ct).ConfigureAwait(false);
        if (info is not { Engine: { } engine, Version: { } version })
        {
            throw new TargetException($"The server of target '{Name}' answers, but its INFO names no engine: it is no {KnownEngines.Names}.");
        }

        if (info.IsReplica)
        {
            throw new TargetException(RedisTrouble.Refused("READONLY", Name));
        }

        LongestCommand = engine.LongestCommand;
        return await new FirstLook(Name, engine, control).TakeAsync(version, known, SampleOf(info), info.UsedMemory is not null, UsesTls, ct).ConfigureAwait(false);
    }

    private ServerSample SampleOf(ServerInfo info) => ServerSample.Of(Name, info, _started);

    private async Task<ServerInfo> InfoAsync(RespConnection control, CancellationToken ct)
    {
        var all = await control.CallAsync(ct, "INFO").ConfigureAwait(false);
        var commands = await control.AskAsync(ct, "INFO", "commandstats").ConfigureAwait(false);
        return _lastInfo = ServerInfo.Parse(all.Text + "\n" + (commands.IsError ? "" : commands.Text));
    }

    // The server may have been restarted since the last time: then the connection is dead, and a second one tells.
    private async Task<T> ControlAsync<T>(Func<RespConnection, Task<T>> work, CancellationToken ct)
    {
        await _turn.WaitAsync(ct).ConfigureAwait(false);
        try
        {
            for (var fresh = _control is null; ; fresh = true)
            {
                try
                {
                    _control ??= await RespConnection.OpenAsync(_address.EndPoint, Credentials, _address.TlsHost, ct).WaitAsync(ControlLimit, ct).ConfigureAwait(false);
                    return await work(_control).WaitAsync(ControlLimit, ct).ConfigureAwait(false);
                }
                catch (Exception e) when (e is not TargetException)
                {
                    // Whatever happened, a reply may still be under way on it.
                    if (_control is not null)
                    {
                        await _control.DisposeAsync().ConfigureAwait(false);
                    }

                    _control = null;
                    if (e is OperationCanceledException)
                    {
                        throw;
                    }

                    if (fresh || e is TargetRefusalException or TimeoutException)
                    {
                        throw new TargetException(Describe(e), e);
                    }
                }
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    private static async Task CloseLateAsync(Task<ConnectionMultiplexer> connecting)
    {
        try
        {
            await CloseAsync(await connecting.ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (Exception e) when (e is RedisException or SocketException or TimeoutException)
        {
            // It never came to be, and nobody waits for it any more.
        }
    }

    private string? Epitaph => _started?.Epitaph is { } epitaph ? $"The server of target '{Name}' is gone: {epitaph}" : null;

    // What the server itself says about why the client could not do something; null when it has nothing to say.
    private async Task<string?> AskWhyAsync(Exception exception, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(AskLimit);
        var known = _lastInfo;
        try
        {
            await using var connection = await RespConnection.OpenAsync(_address.EndPoint, Credentials, _address.TlsHost, limit.Token).ConfigureAwait(false);
            var info = ServerInfo.Parse((await connection.CallAsync(limit.Token, "INFO").ConfigureAwait(false)).Text ?? "");
            if (known is not null && info.RunId != known.RunId)
            {
                return $"The server of target '{Name}' was restarted during the run.";
            }
            // The client does not even try to write to a replica, and of a transaction it tells only that it was discarded.
            if (info.IsReplica && exception is not TimeoutException)
            {
                return RedisTrouble.Refused("READONLY", Name);
            }

            var discarded = exception is RedisServerException && exception.Message.StartsWith("EXECABORT", StringComparison.Ordinal);
            var reason = discarded ? Reasons.FirstOrDefault(r => info.Refusals(r) > (known?.Refusals(r) ?? 0)) : null;
            return reason is null ? null : RedisTrouble.Refused(reason, Name);
        }
        catch (Exception e) when ((e is TargetRefusalException && exception is not RedisServerException)
            || (e is SocketException && exception is RedisConnectionException { FailureType: ConnectionFailureType.UnableToConnect }))
        {
            return RedisTrouble.Describe(e, Name);
        }
        catch (Exception e) when (e is SocketException or IOException or TargetRefusalException or AuthenticationException || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return null;
        }
    }
}
