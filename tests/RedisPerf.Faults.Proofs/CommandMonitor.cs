using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Keeps each command of a server's clients that names a foreign key or affects all keys.</summary>
internal sealed class CommandMonitor : IAsyncDisposable
{
    private const string ForeignKey = "\"theirs:";

    // The tests themselves call commands from scripts.
    private const string FromScript = " lua]";

    private static readonly string[] AffectAllKeys = ["\"FLUSHALL\"", "\"FLUSHDB\"", "\"SWAPDB\"", "\"KEYS\"", "\"SHUTDOWN\""];

    private readonly MonitorLog _log;
    private readonly List<string> _kept;

    private CommandMonitor(MonitorLog log, List<string> kept) => (_log, _kept) = (log, kept);

    public static async Task<CommandMonitor> StartAsync(RedisServer redis)
    {
        var kept = new List<string>();
        return new(await MonitorLog.StartAsync(redis, line => kept.AddRange(IsKept(line) ? [line] : [])), kept);
    }

    /// <summary>The commands that name a foreign key or affect all keys.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        await _log.EndAsync();
        return _kept;
    }

    public ValueTask DisposeAsync() => _log.DisposeAsync();

    private static bool IsKept(string line) => !line.Contains(FromScript, StringComparison.Ordinal)
        && (line.Contains(ForeignKey, StringComparison.Ordinal)
            || AffectAllKeys.Any(command => line.Contains(command, StringComparison.OrdinalIgnoreCase)));
}
