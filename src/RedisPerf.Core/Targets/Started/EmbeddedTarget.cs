using System.Reflection;
using System.Runtime.InteropServices;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Garnet, the server that comes with RedisPerf, started as its own process.</summary>
/// <param name="dataFolder">The parent of the started server's folder.</param>
/// <param name="programFolder">The folder of the server's program; default: a folder next to this program.</param>
public sealed class EmbeddedTarget(string dataFolder, string? programFolder = null) : ITarget
{
    /// <summary>Its name in requests.</summary>
    public const string TargetName = "embedded";

    private const long Gigabyte = 1L << 30;
    private const long MinMemory = 4 * Gigabyte;

    private readonly string _program = Path.Combine(
        programFolder ?? Path.Combine(AppContext.BaseDirectory, "garnet"),
        OperatingSystem.IsWindows() ? "GarnetServer.exe" : "GarnetServer");

    public string Name => TargetName;

    public TargetSource Source => TargetSource.Embedded;

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
        var memory = MemoryArgument(start.MemoryBytes);
        var program = new ServerProgram(_program, port => Arguments(port, memory), Variables()) { Cores = start.Cores };
        var process = await ServerProcess.StartAsync(program, Name, dataFolder, ct).ConfigureAwait(false);
        var settings = new Dictionary<string, string>
        {
            ["reached"] = "loopback, started by RedisPerf",
            ["memory"] = memory,
        };
        return await TargetServer.OpenAsync(Name, process.Address, process, start, settings, ct).ConfigureAwait(false);
    }

    /// <summary>Garnet evicts keys at its limit instead of rejecting writes, so the limit is above the data of the job: 4g, 8g, 16g …</summary>
    internal static string MemoryArgument(long memoryBytes)
    {
        var limit = MinMemory;
        while (limit < memoryBytes)
        {
            limit *= 2;
        }

        return $"{limit / Gigabyte}g";
    }

    private static string[] Arguments(int port, string memory) =>
        ["--port", $"{port}", "--bind", "127.0.0.1", "--memory", memory, "--lua", "--commandstats-monitor"];

    private static Dictionary<string, string?> Variables()
    {
        var variables = new Dictionary<string, string?>
        {
            // With the server garbage collector it grew to five times the memory over nine runs of a gigabyte each.
            ["DOTNET_gcServer"] = "0",
            ["DOTNET_gcConcurrent"] = "0",
            // It must start without ICU, as RedisPerf does.
            ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1",
        };
        OwnRuntime.AddTo(variables);
        return variables;
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
