using System.Diagnostics;
using System.Net;
using System.Net.NetworkInformation;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>Somebody's running server. A connection string that cannot be used makes the target unavailable, with the reason.</summary>
public sealed class ConfiguredTarget : ITarget
{
    private static readonly TimeSpan LookLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LookAgain = TimeSpan.FromSeconds(5);

    // As .NET's own images say it.
    private static bool IsInContainer => Environment.GetEnvironmentVariable("DOTNET_RUNNING_IN_CONTAINER") == "true";

    private readonly ServerAddress? _address;
    private readonly string? _misconfigured;
    private readonly Lock _lookLock = new();
    private Task<TargetDescription>? _look;
    private long _lookedAt;

    public ConfiguredTarget(string name, string connection)
    {
        Name = name;
        try
        {
            _address = ServerAddress.Parse(connection);
        }
        catch (TargetException e)
        {
            _misconfigured = $"Target '{name}' cannot be used. {e.Message}";
        }
    }

    private ConfiguredTarget(ServerAddress address)
    {
        Name = address.Text;
        _address = address;
    }

    public string Name { get; }

    public TargetSource Source => TargetSource.Configured;

    /// <summary>A target that is named for its host and port.</summary>
    /// <exception cref="TargetException">The connection string cannot be used.</exception>
    public static ConfiguredTarget FromConnectionString(string connection) => new(ServerAddress.Parse(connection));

    public Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        lock (_lookLock)
        {
            if (_look is null || Stopwatch.GetElapsedTime(_lookedAt) > LookAgain)
            {
                // Shared by all who ask meanwhile, so that none of them gives it up for the others: it has its own limit.
                _look = LookAsync();
                _lookedAt = Stopwatch.GetTimestamp();
            }

            return _look.WaitAsync(ct);
        }
    }

    public async Task<MemoryRoom> RoomAsync(CancellationToken ct)
    {
        if (_address is null)
        {
            return default;
        }

        var here = await IsHereAsync(_address, ct).ConfigureAwait(false);
        try
        {
            var info = await InfoAsync(_address, ct).ConfigureAwait(false);
            return new MemoryRoom(RoomOf(info, here ? MachineMemory.Available() : null), here);
        }
        catch (TargetException)
        {
            // Why it does not answer is told by its description, and by opening it.
            return new MemoryRoom(null, here);
        }
    }

    public async Task<TargetServer> OpenAsync(long memoryBytes, CancellationToken ct)
    {
        if (_address is null)
        {
            throw new TargetException(_misconfigured!);
        }

        var here = await IsHereAsync(_address, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string> { ["reached"] = (here ? "loopback" : "network") + (_address.TlsHost is null ? "" : ", TLS") };
        // A container sees the CPU of its whole host, and cannot tell whether a server that it reaches over a network runs there too.
        bool? isOnThisMachine = here ? true : IsInContainer ? null : false;
        return await TargetServer.OpenAsync(Name, _address, started: null, isOnThisMachine, settings, ct).ConfigureAwait(false);
    }

    /// <summary>The tighter of the server's own limit and its machine's memory, as far as either is known.</summary>
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

    private async Task<TargetDescription> LookAsync()
    {
        if (_address is null)
        {
            return Unavailable(_misconfigured!);
        }

        try
        {
            var info = await InfoAsync(_address, CancellationToken.None).ConfigureAwait(false);
            if (info.IsReplica)
            {
                return Unavailable(RedisTrouble.Refused("READONLY", Name));
            }

            return info.Engine is { } engine
                ? new TargetDescription(Name, engine.Name, info.Version, Source, TargetStatus.Ready, null)
                : Unavailable($"The server of target '{Name}' answers, but its INFO names no engine: it is no {KnownEngines.Names}.");
        }
        catch (TargetException e)
        {
            return Unavailable(e.Message);
        }
    }

    private async Task<ServerInfo> InfoAsync(ServerAddress address, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(LookLimit);
        try
        {
            await using var connection = await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.TlsHost, limit.Token).ConfigureAwait(false);
            var reply = await connection.CallAsync(limit.Token, "INFO").ConfigureAwait(false);
            return ServerInfo.Parse(reply.Text ?? "");
        }
        catch (OperationCanceledException e) when (!ct.IsCancellationRequested)
        {
            throw new TargetException($"The server of target '{Name}' did not answer within {LookLimit.TotalSeconds:0} seconds.", e);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            throw new TargetException(RedisTrouble.Describe(e, Name), e);
        }
    }

    private static async Task<bool> IsHereAsync(ServerAddress address, CancellationToken ct)
    {
        try
        {
            var addresses = address.EndPoint is IPEndPoint fixedOne ? [fixedOne.Address] : await Dns.GetHostAddressesAsync(address.Host, ct).ConfigureAwait(false);
            var own = NetworkInterface.GetAllNetworkInterfaces().SelectMany(n => n.GetIPProperties().UnicastAddresses).Select(u => u.Address).ToHashSet();
            return addresses.Any(a => IPAddress.IsLoopback(a) || own.Contains(a));
        }
        catch (Exception e) when (e is System.Net.Sockets.SocketException or NetworkInformationException)
        {
            return false;
        }
    }

    private TargetDescription Unavailable(string reason) => new(Name, null, null, Source, TargetStatus.Unavailable, reason);
}
