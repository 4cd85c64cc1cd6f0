using System.Text.RegularExpressions;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults;

/// <summary>Keeps which jobs wrote to a server, in the order of their first writes after another job.</summary>
internal sealed partial class JobOrderMonitor : IAsyncDisposable
{
    private readonly MonitorLog _log;
    private readonly List<string> _jobs;

    private JobOrderMonitor(MonitorLog log, List<string> jobs) => (_log, _jobs) = (log, jobs);

    public static async Task<JobOrderMonitor> StartAsync(RedisServer redis)
    {
        var jobs = new List<string>();
        return new(await MonitorLog.StartAsync(redis, line => Add(jobs, line)), jobs);
    }

    /// <summary>The ids of the jobs. A job that wrote before and after another one is there twice.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        await _log.EndAsync();
        return _jobs;
    }

    public ValueTask DisposeAsync() => _log.DisposeAsync();

    private static void Add(List<string> jobs, string line)
    {
        if (Write().Match(line) is { Success: true } write && (jobs.Count == 0 || jobs[^1] != write.Groups["job"].Value))
        {
            jobs.Add(write.Groups["job"].Value);
        }
    }

    [GeneratedRegex("\"HSET\" \"redisperf:(?<job>[0-9a-f]{32}):", RegexOptions.IgnoreCase)]
    private static partial Regex Write();
}
