using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Cluster;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>An existing server. An invalid connection string makes the target unavailable.</summary>
public sealed class ConfiguredTarget : ITarget
{
    private static readonly TimeSpan ReadLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan ProbeAgain = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan SlowAnswer = TimeSpan.FromMinutes(1);

    // .NET's container images set this variable.
    private static bool IsInContainer => Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") == "true";

    private readonly ConfiguredTargetOptions _options;
    private readonly ServerAddress? _address;
    private readonly Reason? _misconfigured;
    private readonly Lock _probeLock = new();
    private Task<Probe>? _probe;
    private Probe? _last;

    public ConfiguredTarget(string name, string connection)
        : this(new ConfiguredTargetOptions { Name = name, Connection = connection })
    {
    }

    internal ConfiguredTarget(ConfiguredTargetOptions options)
    {
        _options = options;
        try
        {
            _address = options.ParseAddress();
        }
        catch (TargetException e)
        {
            _misconfigured = Unusable(e.Reason);
        }
    }

    internal ConfiguredTarget(string name, ServerAddress address) =>
        (_options, _address) = (new() { Name = name, Connection = address.Connection }, address);

    public string Name => _options.Name;

    public TargetSource Source => TargetSource.Configured;

    public string? Address => _address?.Text;

    /// <summary>host:port or the path of a Unix socket if the connection string has no options, so that it is a complete connection string;
    /// null otherwise.</summary>
    public string? PlainAddress => _address is { HasOptions: false } ? _address.Text : null;

    /// <summary>The server and its database, without any option: <c>127.0.0.1:6379/0</c>. Null when the connection string cannot be used.</summary>
    public string? KeySpace => _address is null ? null : string.Create(CultureInfo.InvariantCulture, $"{NameOf(_address)}/{_address.Database}");

    /// <summary>Whether its host is this machine, by a name or address that means another server on each machine.</summary>
    public bool IsLoopback => _address is { IsLoopback: true };

    /// <summary>A target whose name is its host and port.</summary>
    /// <exception cref="TargetException">The connection string cannot be used.</exception>
    public static ConfiguredTarget FromConnectionString(string connection)
    {
        return new(NameOf(ServerAddress.Parse(connection)), connection);
    }

    /// <summary>Whether it has this name, connection string and credentials.</summary>
    internal bool Is(ConfiguredTargetOptions options) => _options.IsSame(options);

    public Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        lock (_probeLock)
        {
            if (_probe is null or { IsFaulted: true } || (_probe is { IsCompleted: true, Result: var last } && last.Age > ProbeAgain))
            {
                _last = _probe is { IsCompletedSuccessfully: true } ? _probe.Result : null;
                // All callers share it, so no caller's token cancels it; it has its own limit.
                _probe = ProbeAsync();
            }

            // A page does not wait for a server that answers slowly: it shows the last answer.
            return _last is { Duration: var duration, Age: var age } && duration > ReadLimit && age < SlowAnswer
                ? Task.FromResult(_last.Description)
                : DescribeAsync(_probe, ct);
        }
    }

    private static async Task<TargetDescription> DescribeAsync(Task<Probe> probe, CancellationToken ct) =>
        (await probe.WaitAsync(ct).ConfigureAwait(false)).Description;

    public async Task<MemoryRoom> RoomAsync(CancellationToken ct)
    {
        if (_address is null)
        {
            return default;
        }

        var here = false;
        try
        {
            var address = await ResolveAsync(_address, ReadLimit, ct).ConfigureAwait(false);
            here = await IsHereAsync(address, ct).ConfigureAwait(false);
            var servers = await InfosAsync(address, ct).ConfigureAwait(false);
            var machine = here ? MachineMemory.Available() : null;
            return servers is [(null, var info)]
                ? new MemoryRoom(RoomOf(info, machine), here)
                : new MemoryRoom(machine, here)
                { Shards = [.. servers.Select(server => new ShardRoom(server.Node!.Address.Text, RoomOf(server.Info, machine), server.Node.Share))] };
        }
        catch (TargetException)
        {
            // DescribeAsync and OpenAsync report why it does not reply.
            return new MemoryRoom(null, here);
        }
    }

    /// <summary>Opens a connection to list and remove the keys of jobs.</summary>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    public async Task<JobKeys> OpenKeysAsync(CancellationToken ct)
    {
        var given = _address ?? throw new TargetException(_misconfigured!);
        var address = await ResolveAsync(given, given.ConnectLimit, ct).ConfigureAwait(false);
        return await OpenAsync(address, () => JobKeys.OpenAsync(Name, address, ct), ct).ConfigureAwait(false);
    }

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        _ = GivenSettings.Read(this, start.Settings);
        if (_address is null)
        {
            throw new TargetException(_misconfigured!);
        }

        var address = await ResolveAsync(_address, _address.ConnectLimit, ct).ConfigureAwait(false);
        var here = await IsHereAsync(address, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string>
        {
            ["reached"] = address.IsUnixSocket ? "Unix socket" : (here ? "loopback" : "network") + (address.Tls is null ? "" : ", TLS"),
        };
        if (_address.Sentinel is { } service)
        {
            settings["sentinel"] = $"{service.Name}, primary {address.Text}";
        }

        // In a container, the CPU of the whole host is visible, but not whether a server on the network runs on that host.
        bool? isOnThisMachine = here ? true : IsInContainer ? null : false;
        return await OpenAsync(
            address,
            () => TargetServer.OpenAsync(Name, [new Shard(Name, address, null)], start, isOnThisMachine, settings, ct), ct).ConfigureAwait(false);
    }

    /// <summary>The smaller of the server's own limit and its machine's memory; null when neither is known.</summary>
    internal static long? RoomOf(ServerInfo info, long? machine)
    {
        var limit = info.MaxMemory - info.UsedMemory;
        machine ??= info.TotalSystemMemory - (info.ResidentMemory ?? info.UsedMemory);
        return (limit, machine) switch
        {
            ({ } own, { } all) => Math.Max(0, Math.Min(own, all)),
            _ => (limit ?? machine) is { } only ? Math.Max(0, only) : null,
        };
    }

    private async Task<Probe> ProbeAsync()
    {
        var start = Stopwatch.GetTimestamp();
        var description = await ReadAsync().ConfigureAwait(false);
        return new(description, Stopwatch.GetElapsedTime(start), Stopwatch.GetTimestamp());
    }

    private async Task<TargetDescription> ReadAsync()
    {
        if (_address is null)
        {
            return Unavailable(_misconfigured!);
        }

        try
        {
            var address = await ResolveAsync(_address, ReadLimit, CancellationToken.None).ConfigureAwait(false);
            var infos = Array.ConvertAll(
                await OpenAsync(address, () => InfosAsync(address, CancellationToken.None), CancellationToken.None).ConfigureAwait(false),
                server => server.Info);
            if (infos.Any(info => info.IsReplica))
            {
                return Unavailable(RedisFailure.Refused("READONLY", Name));
            }

            return infos.All(info => info.Engine is not null)
                ? new TargetDescription(
                    Name, infos[0].Engine!.Name, string.Join(", ", infos.Select(info => info.Version).Distinct()), Source, TargetStatus.Ready, null)
                : Unavailable(Reason.Of(ReasonCode.UnknownEngine, (Reason.Target, Name), ("engines", KnownEngines.Names)));
        }
        catch (TargetException e)
        {
            return Unavailable(e.Reason);
        }
    }

    // The address with the password of a file, and with the primary instead of its Sentinels. Both can change while the program runs.
    private async Task<ServerAddress> ResolveAsync(ServerAddress address, TimeSpan sentinelLimit, CancellationToken ct)
    {
        try
        {
            address = _options.AddPassword(address);
        }
        catch (TargetException e)
        {
            throw new TargetException(Unusable(e.Reason), e);
        }

        return address.Sentinel is { } service
            ? address.At(await service.FindPrimaryAsync(Name, sentinelLimit, ct).ConfigureAwait(false))
            : address;
    }

    private async Task<T> OpenAsync<T>(ServerAddress address, Func<Task<T>> open, CancellationToken ct)
    {
        try
        {
            return await open().ConfigureAwait(false);
        }
        catch (TargetException e)
        {
            var reason = e.Reason.Code == ReasonCode.ConnectionLost && await ClosesAtInfoAsync(address, ct).ConfigureAwait(false)
                ? Reason.Of(ReasonCode.NoInfo, (Reason.Target, Name))
                : e.Reason;
            // A Sentinel can report an address that only other machines reach.
            throw new TargetException(
                _address!.Sentinel is null
                    ? reason
                    : Reason.Of(ReasonCode.SentinelPrimaryUnusable, (Reason.Target, Name), ("primary", address.Text), ("cause", reason)),
                e);
        }
    }

    // Some proxies close the connection at a command that they do not support.
    private static async Task<bool> ClosesAtInfoAsync(ServerAddress address, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(ReadLimit);
        var replies = false;
        try
        {
            await using var connection =
                await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, limit.Token).ConfigureAwait(false);
            replies = !(await connection.QueryAsync(limit.Token, "PING").ConfigureAwait(false)).IsError;
            await connection.QueryAsync(limit.Token, "INFO").ConfigureAwait(false);
            return false;
        }
        catch (Exception e) when (e is IOException or SocketException)
        {
            return replies;
        }
        catch (Exception e) when (e is TargetRefusalException or AuthenticationException
            || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return false;
        }
    }

    private Reason Unusable(Reason cause) => Reason.Of(ReasonCode.TargetUnusable, (Reason.Target, Name), ("cause", cause));

    // Sentinels watch several services.
    private static string NameOf(ServerAddress address) => address.Sentinel is { } service ? $"{address.Text}/{service.Name}" : address.Text;

    // The server, or the masters of its cluster.
    private async Task<(ShardNode? Node, ServerInfo Info)[]> InfosAsync(ServerAddress address, CancellationToken ct)
    {
        var (info, nodes) = await InfoAsync(address, ct).ConfigureAwait(false);
        return nodes.Count == 0 ? [(null, info)] : await Task.WhenAll(nodes.Select(ReadAsync)).ConfigureAwait(false);

        async Task<(ShardNode?, ServerInfo)> ReadAsync(ShardNode node)
        {
            try
            {
                return (node, (await InfoAsync(node.Address, ct).ConfigureAwait(false)).Info);
            }
            catch (TargetException e)
            {
                throw new TargetException(node.Unusable(Name, e.Reason), e);
            }
        }
    }

    private async Task<(ServerInfo Info, IReadOnlyList<ShardNode> Nodes)> InfoAsync(ServerAddress address, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var waited = address.OpenLimit;
        limit.CancelAfter(waited);
        try
        {
            await using var connection =
                await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, limit.Token).ConfigureAwait(false);
            waited = ReadLimit;
            limit.CancelAfter(waited);
            var info = ServerInfo.Parse(await ServerInfo.ReadAsync(connection, limit.Token).ConfigureAwait(false));
            return (info, await ShardNode.FindAsync(Name, address, connection, info, limit.Token).ConfigureAwait(false));
        }
        catch (OperationCanceledException e) when (!ct.IsCancellationRequested)
        {
            throw new TargetException(Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, Name), ("seconds", waited.TotalSeconds)), e);
        }
        catch (Exception e) when (e is not (OperationCanceledException or TargetException))
        {
            throw new TargetException(RedisFailure.Describe(e, Name), e);
        }
    }

    private static async Task<bool> IsHereAsync(ServerAddress address, CancellationToken ct)
    {
        try
        {
            if (address.IsUnixSocket)
            {
                return true;
            }

            var addresses = address.EndPoint is IPEndPoint fixedOne
                ? [fixedOne.Address]
                : await Dns.GetHostAddressesAsync(address.Host, ct).ConfigureAwait(false);
            var own =
                NetworkInterface.GetAllNetworkInterfaces().SelectMany(n => n.GetIPProperties().UnicastAddresses).Select(u => u.Address).ToHashSet();
            return addresses.Any(a => IPAddress.IsLoopback(a) || own.Contains(a));
        }
        catch (Exception e) when (e is SocketException or NetworkInformationException)
        {
            return false;
        }
    }

    private TargetDescription Unavailable(Reason reason) => new(Name, null, null, Source, TargetStatus.Unavailable, reason);

    private sealed record Probe(TargetDescription Description, TimeSpan Duration, long At)
    {
        public TimeSpan Age => Stopwatch.GetElapsedTime(At);
    }
}
