using System.ComponentModel;
using System.Diagnostics;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A redis-server or valkey-server on the machine's PATH, started by RedisPerf without persistence.</summary>
public sealed partial class LocalTarget : ITarget
{
    /// <summary>The name of the first one.</summary>
    public const string TargetName = "local";

    /// <summary>The name of a Valkey when a Redis is installed too.</summary>
    public const string ValkeyName = "local-valkey";

    private static readonly TimeSpan VersionLimit = TimeSpan.FromSeconds(5);

    private readonly string? _program;
    private readonly string _dataFolder;
    private TargetDescription? _description;

    private LocalTarget(string name, string? program, string dataFolder)
    {
        Name = name;
        _program = program;
        _dataFolder = dataFolder;
    }

    public string Name { get; }

    public TargetSource Source => TargetSource.Local;

    /// <summary>False when the machine has no such program: the target is still listed, with the reason.</summary>
    public bool IsInstalled => _program is not null;

    /// <summary>The programs on the PATH: one or two targets; without a program, one that is not installed.</summary>
    public static IReadOnlyList<LocalTarget> Find(string dataFolder)
    {
        var redis = SearchPath.Find("redis-server");
        var valkey = SearchPath.Find("valkey-server");
        return redis is null || valkey is null || RealFile(redis) == RealFile(valkey)
            ? [new LocalTarget(TargetName, redis ?? valkey, dataFolder)]
            : [new LocalTarget(TargetName, redis, dataFolder), new LocalTarget(ValkeyName, valkey, dataFolder)];
    }

    public async Task<TargetDescription> DescribeAsync(CancellationToken ct) => _description ??= await AskAsync(ct).ConfigureAwait(false);

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(MachineMemory.Available(), SharedWithClient: true));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        if (_program is null)
        {
            throw new TargetException(NotInstalled());
        }

        var process = await ServerProcess.StartAsync(new ServerProgram(_program, Arguments) { Cores = start.Cores }, Name, _dataFolder, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string> { ["reached"] = "loopback, started by RedisPerf" };
        return await TargetServer.OpenAsync(Name, ServerAddress.Of(process.EndPoint), process, isOnThisMachine: true, settings, ct).ConfigureAwait(false);
    }

    /// <summary>Its own folder is the working directory; nothing is ever written there.</summary>
    internal static string[] Arguments(int port) =>
        ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no", "--logfile", ""];

    private async Task<TargetDescription> AskAsync(CancellationToken ct)
    {
        if (_program is null)
        {
            return Unavailable(NotInstalled());
        }

        string answer;
        try
        {
            answer = await VersionAnswerAsync(_program, ct).ConfigureAwait(false);
        }
        catch (Exception e) when (e is Win32Exception or TimeoutException)
        {
            return Unavailable(Reason.Of(ReasonCode.ProgramVersionFailed, ("program", _program), ("message", e.Message)));
        }

        // "Redis server v=7.0.15 sha=…", "Valkey server v=8.1.1 sha=…"
        var match = VersionLine().Match(answer);
        return match.Success
            ? new TargetDescription(Name, match.Groups["engine"].Value, match.Groups["version"].Value, Source, TargetStatus.Startable, null)
            : Unavailable(Reason.Of(ReasonCode.ProgramVersionUnknown, ("program", _program)));
    }

    private static async Task<string> VersionAnswerAsync(string program, CancellationToken ct)
    {
        using var process = Process.Start(new ProcessStartInfo(program, ["--version"]) { RedirectStandardOutput = true, RedirectStandardInput = true, UseShellExecute = false })!;
        try
        {
            return await process.StandardOutput.ReadToEndAsync(ct).WaitAsync(VersionLimit, ct).ConfigureAwait(false);
        }
        finally
        {
            process.Kill();
        }
    }

    private TargetDescription Unavailable(Reason reason) => new(Name, null, null, Source, TargetStatus.Unavailable, reason);

    private static Reason NotInstalled() => Reason.Of(ReasonCode.ProgramNotInstalled);

    private static string RealFile(string path) => File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;

    [GeneratedRegex(@"^(?<engine>\w+) server v=(?<version>[0-9][\w.-]*)", RegexOptions.Multiline)]
    private static partial Regex VersionLine();
}
