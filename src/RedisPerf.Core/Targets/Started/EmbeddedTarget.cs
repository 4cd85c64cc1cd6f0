using System.Reflection;
using System.Runtime.InteropServices;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Garnet, the server that comes with RedisPerf, started as its own process.</summary>
/// <param name="dataFolder">The parent of the started server's folder.</param>
/// <param name="programFolder">The folder of the server's program; default: a folder next to this program.</param>
public sealed class EmbeddedTarget(string dataFolder, string? programFolder = null) : ITarget
{
    /// <summary>Its name in requests.</summary>
    public const string TargetName = "embedded";

    private readonly string _program = Path.Combine(
        programFolder ?? Path.Combine(AppContext.BaseDirectory, "garnet"),
        OperatingSystem.IsWindows() ? "GarnetServer.exe" : "GarnetServer");

    public string Name => TargetName;

    public TargetSource Source => TargetSource.Embedded;

    public IReadOnlyList<ServerSetting> Settings => ServerSettings.Garnet;

    /// <summary>The version of the server in the build.</summary>
    public static string Version { get; } = typeof(EmbeddedTarget).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .First(a => a.Key == "GarnetVersion").Value!;

    public Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        var missing = Missing();
        return Task.FromResult(
            new TargetDescription(Name, "Garnet", Version, Source, missing is null ? TargetStatus.Startable : TargetStatus.Unavailable, missing));
    }

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(MachineMemory.Available(), SharedWithClient: true));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        if (Missing() is { } missing)
        {
            throw new TargetException(missing);
        }

        MakeRunnable();
        start = start with { Given = GivenSettings.Read(this, start.Settings) };
        var memory = ServerFamily.GarnetMemory(start.MemoryBytes);
        var program = new ServerProgram(_program, port => ServerFamily.GarnetArguments(port, memory), ServerFamily.GarnetVariables())
        { Cores = start.Cores, Restarts = start.Restarts, Given = start.Given, Version = $"Garnet {Version}" };
        var process = await ServerProcess.StartAsync(program, Name, dataFolder, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string>
        {
            ["reached"] = "loopback, started by RedisPerf",
            ["memory"] = memory,
        };
        return await TargetServer.OpenAsync(Name, process.Address, process, start, settings, ct).ConfigureAwait(false);
    }

    private Reason? Missing() => File.Exists(_program)
        ? null
        : Reason.Of(ReasonCode.EmbeddedServerMissing, ("version", Version), ("platform", RuntimeInformation.RuntimeIdentifier));

    // Packages and archives can lose the execute permission.
    private void MakeRunnable()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        const UnixFileMode runnable = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;
        var mode = File.GetUnixFileMode(_program);
        if ((mode & runnable) == runnable)
        {
            return;
        }

        try
        {
            File.SetUnixFileMode(_program, mode | runnable | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
        }
        catch (UnauthorizedAccessException)
        {
            // Another user owns the file, but this one may be able to run it: starting it shows that.
        }
    }
}
