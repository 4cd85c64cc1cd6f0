using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A redis-server or valkey-server on the machine's PATH, started by RedisPerf without persistence: one, one with TLS, or the
/// masters of a cluster.</summary>
public sealed partial class LocalTarget : ITarget
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

    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(5);
    private static readonly string[] WithoutPersistence = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no",
        "--logfile", ""];

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

        var settings = new Dictionary<string, string>
        { ["reached"] = UsesTls ? "loopback, TLS, started by RedisPerf" : "loopback, started by RedisPerf" };
        if (IsCluster)
        {
            return await TargetServer.OpenAsync(
                Name, await LocalCluster.StartAsync(_program, Name, _dataFolder, start.Cores, ct).ConfigureAwait(false), start,
                isOnThisMachine: true, settings, ct).ConfigureAwait(false);
        }

        var program = new ServerProgram(_program, UsesTls ? TlsArguments : Arguments) { Cores = start.Cores, UsesTls = UsesTls };
        var process = await ServerProcess.StartAsync(program, Name, _dataFolder, ct).ConfigureAwait(false);
        return await TargetServer.OpenAsync(Name, process.Address, process, start, settings, ct).ConfigureAwait(false);
    }

    /// <summary>Its own folder is the working directory; the server writes nothing there.</summary>
    internal static string[] Arguments(int port) =>
        ["--port", $"{port}", .. WithoutPersistence];

    /// <summary>Without a port for connections that are not encrypted. Clients need no certificate.</summary>
    internal static string[] TlsArguments(int port) =>
        ["--port", "0", "--tls-port", $"{port}", "--tls-cert-file", ServerCertificate.CertificateFile, "--tls-key-file",
            ServerCertificate.KeyFile, "--tls-auth-clients", "no", .. WithoutPersistence];

    private async Task<TargetDescription> QueryAsync(CancellationToken ct)
    {
        if (_program is null)
        {
            return Unavailable(NotInstalled());
        }

        string answer;
        bool lacksTls;
        try
        {
            // A build without TLS does not have the first option either. No server starts.
            lacksTls = UsesTls
                && !(await OutputAsync(_program, ["--tls-port", "0", $"--{UnknownOption}", "1"], ct).ConfigureAwait(false)).Contains(
                    UnknownOption, StringComparison.Ordinal);
            answer = await OutputAsync(_program, ["--version"], ct).ConfigureAwait(false);
        }
        catch (Exception e) when (e is Win32Exception or TimeoutException)
        {
            return Unavailable(Reason.Of(ReasonCode.ProgramVersionFailed, ("program", _program), ("message", e.Message)));
        }

        // "Redis server v=7.0.15 sha=…", "Valkey server v=8.1.1 sha=…"
        var match = VersionLine().Match(answer);
        return !match.Success ? Unavailable(Reason.Of(ReasonCode.ProgramVersionUnknown, ("program", _program)))
            : IsCluster && int.Parse(match.Groups["version"].Value.Split('.')[0], CultureInfo.InvariantCulture) < MinClusterVersion
                ? Unavailable(Reason.Of(
                    ReasonCode.ProgramTooOld, ("program", _program), ("version", match.Groups["version"].Value), ("least", $"{MinClusterVersion}.0")))
            : lacksTls ? Unavailable(Reason.Of(ReasonCode.ProgramWithoutTls, ("program", _program)))
            : new TargetDescription(Name, match.Groups["engine"].Value, match.Groups["version"].Value, Source, TargetStatus.Startable, null);
    }

    // Errors are written to either output.
    private static async Task<string> OutputAsync(string program, string[] arguments, CancellationToken ct)
    {
        var start = ChildProcess.StartInfo(program, arguments);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        using var process = Process.Start(start)!;
        try
        {
            return string.Concat(await Task.WhenAll(process.StandardOutput.ReadToEndAsync(ct), process.StandardError.ReadToEndAsync(ct))
                .WaitAsync(AnswerLimit, ct).ConfigureAwait(false));
        }
        finally
        {
            ChildProcess.Kill(process);
        }
    }

    private TargetDescription Unavailable(Reason reason) => new(Name, null, null, Source, TargetStatus.Unavailable, reason);

    private static Reason NotInstalled() => Reason.Of(ReasonCode.ProgramNotInstalled);

    private static string RealFile(string path) => File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;

    [GeneratedRegex(@"^(?<engine>\w+) server v=(?<version>[0-9][\w.-]*)", RegexOptions.Multiline)]
    private static partial Regex VersionLine();
}
