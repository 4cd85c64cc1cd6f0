using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Started;

/// <summary>A server program that the user names, started by RedisPerf without persistence.</summary>
/// <param name="name">The target's name.</param>
/// <param name="program">The absolute path of the program.</param>
/// <param name="dataFolder">The parent of the started servers' folders.</param>
internal sealed class NamedServer(string name, string program, string dataFolder) : ITarget
{
    private ProgramVersion? _version;

    public string Name => name;

    public TargetSource Source => TargetSource.Local;

    /// <summary>Those of the engine. The first read waits for the version of the program; they are empty when it does not report one.</summary>
    public IReadOnlyList<ServerSetting> Settings => FamilyOf(
        _version ?? Task.Run(() => ReadAsync(CancellationToken.None)).GetAwaiter().GetResult().Version)?.Settings ?? [];

    public async Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        var (version, reason) = await ReadAsync(ct).ConfigureAwait(false);
        return new(
            Name, version?.Engine, version?.Version, Source, reason is null ? TargetStatus.Startable : TargetStatus.Unavailable, reason);
    }

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(MachineMemory.Available(), SharedWithClient: true));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        var (version, reason) = await ReadAsync(ct).ConfigureAwait(false);
        var family = FamilyOf(version) ?? throw new TargetException(Reason.Of(ReasonCode.TargetUnusable, (Reason.Target, Name), ("cause", reason)));
        start = start with { Given = GivenSettings.Read(Name, family.Settings, start.Settings) };
        var started = new ServerProgram(program, port => family.Arguments(port, start.MemoryBytes), family.Variables())
        { Cores = start.Cores, Restarts = start.Restarts, Given = start.Given, Version = $"{version!.Engine} {version.Version}" };
        var process = await ServerProcess.StartAsync(started, Name, dataFolder, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string> { ["reached"] = "loopback, started by RedisPerf", ["program"] = program };
        return await TargetServer.OpenAsync(Name, process.Address, process, start, settings, ct).ConfigureAwait(false);
    }

    // A program can be removed while RedisPerf runs. One that could not report its version is queried again.
    private async Task<(ProgramVersion? Version, Reason? Reason)> ReadAsync(CancellationToken ct)
    {
        if (SearchPath.FindFault(program) is { } fault)
        {
            return (null, fault);
        }

        if (_version is { } known)
        {
            return (known, null);
        }

        var (version, reason) = await ProgramVersion.ReadAsync(program, ct).ConfigureAwait(false);
        _version = version;
        return (version, reason);
    }

    // A fork of Redis is started as Redis.
    private static ServerFamily? FamilyOf(ProgramVersion? version) =>
        version is null ? null : ServerFamily.Find(version.Engine) ?? ServerFamily.All[0];
}
