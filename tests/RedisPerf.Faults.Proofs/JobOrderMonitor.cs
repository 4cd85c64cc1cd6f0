using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using RedisPerf.Web.Tests;

namespace RedisPerf.Faults.Proofs;

/// <summary>Keeps which jobs wrote to a server, in the order of their first writes after another job.</summary>
internal sealed partial class JobOrderMonitor : IAsyncDisposable
{
    private readonly MonitorLog _log;
    private readonly ConcurrentQueue<string> _jobs;

    private JobOrderMonitor(MonitorLog log, ConcurrentQueue<string> jobs) => (_log, _jobs) = (log, jobs);

    public static async Task<JobOrderMonitor> StartAsync(RedisServer redis)
    {
        var jobs = new ConcurrentQueue<string>();
        return new(await MonitorLog.StartAsync(redis, line => Add(jobs, line)), jobs);
    }

    /// <summary>The ids of the jobs. A job that wrote before and after another one is there twice.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        await _log.EndAsync();
        return [.. _jobs];
    }

    /// <summary>Waits until a job wrote since the start.</summary>
    public async Task UntilWriteAsync(string job, CancellationToken ct)
    {
        await Poll.UntilAsync(() => _jobs.Contains(KeyOf(job)));
    }

    /// <summary>How a key names a job.</summary>
    public static string KeyOf(string job) => job.Replace("-", "", StringComparison.Ordinal);

    public ValueTask DisposeAsync() => _log.DisposeAsync();

    private static void Add(ConcurrentQueue<string> jobs, string line)
    {
        if (Write().Match(line) is { Success: true } write && jobs.LastOrDefault() != write.Groups["job"].Value)
        {
            jobs.Enqueue(write.Groups["job"].Value);
        }
    }

    [GeneratedRegex("\"HSET\" \"redisperf:(?<job>[0-9a-f]{32}):", RegexOptions.IgnoreCase)]
    private static partial Regex Write();
}
