using System.ComponentModel;
using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A redis-server or valkey-server on the machine's PATH, started by RedisPerf without persistence: one, one with TLS, or the
/// masters of a cluster.</summary>
public sealed class LocalTarget : ITarget
{
    /// <summary>The name of the first one.</summary>
    public const string TargetName = "local";

    /// <summary>The name of a Valkey when a Redis is installed too.</summary>
    public const string ValkeyName = "local-valkey";

    /// <summary>The name of the first one with TLS.</summary>
    public const string TlsName = "local-tls";

    /// <summary>The name of a cluster of the first one.</summary>
    public const string ClusterName = "local-cluster";

    // The first version with a free choice of the port between the nodes.
    private const int MinClusterVersion = 7;

    // An option that no server has: it ends with an error that quotes the first option that it does not have.
    private const string UnknownOption = "redisperf-unknown";

    private readonly string? _program;
    private readonly string _dataFolder;
    private TargetDescription? _description;

    internal LocalTarget(string name, string? program, string dataFolder)
    {
        Name = name;
        _program = program;
        _dataFolder = dataFolder;
    }

    public string Name { get; }

    public TargetSource Source => TargetSource.Local;

    public IReadOnlyList<ServerSetting> Settings => ServerSettings.Redis;

    /// <summary>False when the machine has no such program: the target is still listed, with the reason.</summary>
    public bool IsInstalled => _program is not null;

    private bool UsesTls => Name == TlsName;

    private bool IsCluster => Name == ClusterName;

    /// <summary>The programs on the PATH: one or two targets, one with TLS and a cluster; without a program, the targets are not installed.</summary>
    public static IReadOnlyList<LocalTarget> Find(string dataFolder)
    {
        var redis = SearchPath.Find("redis-server");
        var valkey = SearchPath.Find("valkey-server");
        var first = redis ?? valkey;
        LocalTarget[] second =
            redis is null || valkey is null || RealFile(redis) == RealFile(valkey) ? [] : [new LocalTarget(ValkeyName, valkey, dataFolder)];
        return [new LocalTarget(TargetName, first, dataFolder), .. second, new LocalTarget(TlsName, first, dataFolder),
            new LocalTarget(ClusterName, first, dataFolder)];
    }

    public async Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        if (_description is { } known)
        {
            return known;
        }

        var description = await QueryAsync(ct).ConfigureAwait(false);
        // On a busy machine, or during an update of the program, the next query may succeed.
        _description = description.Reason is { Code: ReasonCode.ProgramVersionFailed } ? null : description;
        return description;
    }

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(MachineMemory.Available(), SharedWithClient: true));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        if (_program is null)
        {
            throw new TargetException(NotInstalled());
        }

        if ((UsesTls || IsCluster)
            && (await DescribeAsync(ct).ConfigureAwait(false)).Reason is { Code: ReasonCode.ProgramWithoutTls or ReasonCode.ProgramTooOld } reason)
        {
            throw new TargetException(reason);
        }

        start = start with { Given = GivenSettings.Read(this, start.Settings) };
        var program = new ServerProgram(_program, UsesTls ? ServerFamily.TlsArguments : ServerFamily.RedisArguments)
        {
            Cores = start.Cores,
            UsesTls = UsesTls,
            Restarts = start.Restarts && !IsCluster,
            Given = start.Given,
            Version = start.Settings.Count == 0 ? null : (await DescribeAsync(ct).ConfigureAwait(false)).ToEngineText(),
        };
        var settings = new Dictionary<string, string>
        { ["reached"] = UsesTls ? "loopback, TLS, started by RedisPerf" : "loopback, started by RedisPerf" };
        if (IsCluster)
        {
            var masters = await LocalCluster.StartAsync(program, Name, _dataFolder, ct).ConfigureAwait(false);
            return await TargetServer.OpenAsync(Name, masters, start, isOnThisMachine: true, settings, ct).ConfigureAwait(false);
        }

        var process = await ServerProcess.StartAsync(program, Name, _dataFolder, ct).ConfigureAwait(false);
        return await TargetServer.OpenAsync(Name, process.Address, process, start, settings, ct).ConfigureAwait(false);
    }

    private async Task<TargetDescription> QueryAsync(CancellationToken ct)
    {
        if (_program is null)
        {
            return Unavailable(NotInstalled());
        }

        var (found, reason) = await ProgramVersion.ReadAsync(_program, ct).ConfigureAwait(false);
        return found is not { Version: var version } ? Unavailable(reason!)
            : IsCluster && int.Parse(version.Split('.')[0], CultureInfo.InvariantCulture) < MinClusterVersion
                ? Unavailable(Reason.Of(ReasonCode.ProgramTooOld, ("program", _program), ("version", version), ("least", $"{MinClusterVersion}.0")))
            : UsesTls && await FindTlsFaultAsync(_program, ct).ConfigureAwait(false) is { } fault ? Unavailable(fault)
            : new TargetDescription(Name, found.Engine, version, Source, TargetStatus.Startable, null);
    }

    private static async Task<Reason?> FindTlsFaultAsync(string program, CancellationToken ct)
    {
        try
        {
            // A build without TLS does not have the first option either. No server starts.
            var answer = await ProgramVersion.OutputAsync(program, ["--tls-port", "0", $"--{UnknownOption}", "1"], ct).ConfigureAwait(false);
            return answer.Contains(UnknownOption, StringComparison.Ordinal) ? null : Reason.Of(ReasonCode.ProgramWithoutTls, ("program", program));
        }
        catch (Exception e) when (e is Win32Exception or TimeoutException)
        {
            return ProgramVersion.Failed(program, e);
        }
    }

    private TargetDescription Unavailable(Reason reason) => new(Name, null, null, Source, TargetStatus.Unavailable, reason);

    private static Reason NotInstalled() => Reason.Of(ReasonCode.ProgramNotInstalled);

    private static string RealFile(string path) => File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
}
