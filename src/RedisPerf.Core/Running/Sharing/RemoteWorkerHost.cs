using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>Lets a worker process of this node measure a share of a job that another node executes.</summary>
/// <param name="catalogue">The known benchmarks.</param>
/// <param name="findTarget">The target of a name, with this node's own address and password.</param>
/// <param name="findPayload">The path of the values of a payload by its hash; null when this machine does not have it.</param>
/// <param name="workerProgram">The program of the worker process.</param>
/// <param name="clock">The clock that all nodes read.</param>
public sealed class RemoteWorkerHost(
    Catalogue catalogue, Func<string, ITarget?> findTarget, Func<string, string?> findPayload, string workerProgram, ISharedClock clock)
{
    /// <summary>Executes the commands of the other node until the job has ended or that node is lost.</summary>
    /// <param name="link">The other node.</param>
    /// <param name="ct">Ends the worker. The keys of the current slice are removed.</param>
    /// <exception cref="TargetException">The other node is lost, or a message could not be sent, so that it waits for it.</exception>
    public async Task RunAsync(Job job, IWorkerLink link, CancellationToken ct)
    {
        try
        {
            await using var servers = new TargetServers();
            await using var workers = new OwnedWorker();
            await new WorkerServer(link, clock, (open, cancelled) => OpenAsync(job, open, servers, workers, cancelled)).RunAsync(ct);
        }
        finally
        {
            // After the worker has ended: now the other node releases the lease on the servers.
            await SendEndAsync(link);
        }
    }

    private static async Task SendEndAsync(IWorkerLink link)
    {
        try
        {
            await link.SendAsync(new WorkerMessage.Ended().ToText(), CancellationToken.None);
        }
        catch (TargetException)
        {
            // The wait of the other node has a limit.
        }
    }

    private async Task<(ISynchronizedWorker Worker, OpenedWorker Opened)> OpenAsync(
        Job job, WorkerMessage.Open open, TargetServers servers, OwnedWorker owned, CancellationToken ct)
    {
        if (job.Request.Targets.FirstOrDefault(name => findTarget(name) is { Source: not TargetSource.Configured }) is { } name)
        {
            throw new TargetException(Reason.Of(ReasonCode.TargetNotShared, (Reason.Target, name)));
        }

        if (await servers.OpenAsync(catalogue.Find(job.Request.Benchmark)!, job, findTarget, ct) is { } failure)
        {
            throw new TargetException(failure);
        }

        foreach (var (server, expected) in servers.All.Zip(open.Servers))
        {
            server.Adopt(expected.Lease, isWatched: true);
            if (await server.ExpectAsync(expected.Identity, ct) is { } difference)
            {
                throw new TargetException(difference);
            }
        }

        var (request, missing) = await JobPayload.FindAsync(job with { Node = null }, findPayload);
        if (missing is not null)
        {
            throw new TargetException(missing);
        }

        var worker = owned.Worker = new(workerProgram, cores: null, open.Share);
        return (worker, await worker.OpenAsync(request, open.KeyPrefix, servers.All, ct));
    }

    private sealed class OwnedWorker : IAsyncDisposable
    {
        public WorkerProcess? Worker { get; set; }

        public ValueTask DisposeAsync() => Worker?.DisposeAsync() ?? ValueTask.CompletedTask;
    }
}
