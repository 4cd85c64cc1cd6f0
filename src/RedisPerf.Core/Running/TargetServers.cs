using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Running;

/// <summary>The servers of a job: all are opened before its first run and released at its end.</summary>
internal sealed class TargetServers : IAsyncDisposable
{
    // The server is measured: each attempt is a command that its runs do not expect.
    private static readonly TimeSpan LeasePause = TimeSpan.FromSeconds(3);

    private readonly List<TargetServer> _servers = [];

    public IReadOnlyList<TargetServer> All => _servers;

    /// <returns>Null when every target is open and has enough memory.</returns>
    /// <param name="benchmark">Its strategies' needs are tested on each target.</param>
    /// <param name="job">Names the targets, and acquires the lease on each.</param>
    /// <param name="cores">The cores of the servers that RedisPerf starts; null for all.</param>
    /// <param name="wait">How the job waits for a server or an image; null when another node waits, and has the leases, for this job.</param>
    /// <param name="find">The target of a name.</param>
    /// <param name="report">Receives the steps that take long, on any thread.</param>
    public async Task<Reason?> OpenAsync(
        IBenchmark benchmark, Job job, string? cores, OpeningWait? wait, Func<string, ITarget?> find, Action<Reason> report, CancellationToken ct)
    {
        var request = job.Request;
        var estimate = benchmark.Estimate(request).ForRequest(request);
        var needs =
            benchmark.Info.Strategies.Where(strategy => request.Strategies.Contains(strategy.Name)).SelectMany(strategy => strategy.Needs)
                .Concat(benchmark.NeedsOf(request)).ToArray();
        try
        {
            var variants = request.Servers.ToArray();
            foreach (var variant in variants)
            {
                var name = variant.At.Target!;
                if (find(name) is not { } target)
                {
                    return Reason.Of(ReasonCode.UnknownTarget, (Reason.Target, name));
                }

                if (MemoryCheck.Refusal(estimate, target.Name, await target.RoomAsync(ct)) is { } refusal)
                {
                    return refusal;
                }

                var start = new ServerStart(estimate.ServerMemoryBytes)
                {
                    Cores = cores,
                    Settings = variant.Settings,
                    Restarts = needs.Contains(Capability.Restart),
                    Report = step => report(step.With(Reason.Target, name)),
                };
                if (wait is not null)
                {
                    start = start with
                    { Waits = wait.WaitsForImage, ConnectedAsync = (connected, stop) => LeaseAsync(connected, job.Id, wait, report, stop) };
                }

                var server = await target.OpenAsync(start, ct);
                _servers.Add(server);
                server.Distinguish(variant.At);
                await server.TestCapabilitiesAsync(needs, ct);
            }

            return null;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return Reason.Of(ReasonCode.CancelledAtStart);
        }
        catch (TargetException exception)
        {
            return exception.Reason;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Reason.Of(ReasonCode.ServerFolderFailed, ("message", exception.Message));
        }
    }

    /// <summary>Opens the targets of a job for a node that assists it. The node that executes the job has the lease.</summary>
    /// <returns>Null when every target is open and has enough memory.</returns>
    public Task<Reason?> OpenAsync(IBenchmark benchmark, Job job, Func<string, ITarget?> find, CancellationToken ct) =>
        OpenAsync(benchmark, job, null, null, find, _ => { }, ct);

    /// <exception cref="TargetException">Another job has the lease.</exception>
    private static async Task LeaseAsync(TargetServer server, Guid job, OpeningWait wait, Action<Reason> report, CancellationToken ct)
    {
        var start = Stopwatch.GetTimestamp();
        Reason? reported = null;
        while (await server.LeaseAsync(job, ct) is { } used)
        {
            if (!wait.WaitsForServer(used, Stopwatch.GetElapsedTime(start)))
            {
                throw new TargetException(used);
            }

            if (used != reported)
            {
                reported = used;
                report(Reason.Of(ReasonCode.WaitingForServer, (Reason.Target, server.Name)));
            }

            await Task.Delay(LeasePause, ct);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }
}
