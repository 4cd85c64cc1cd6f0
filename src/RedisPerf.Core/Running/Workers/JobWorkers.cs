using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The workers of a job: one for each client that it names, or a single one.</summary>
internal sealed class JobWorkers : IAsyncDisposable
{
    private readonly List<(string? Client, IWorker Worker)> _workers = [];
    private readonly List<OpenedWorker> _opened = [];

    /// <summary>The cases in the order of the benchmark, for each worker in the order of the request. All workers have the same cases;
    /// their clients may support different ones. The client is null when the job names none.</summary>
    public IEnumerable<(int Index, IReadOnlyList<(string? Client, IWorker Worker, OpenedCase Case)> Workers)> Cases =>
        from index in Enumerable.Range(0, _opened[0].Cases.Count)
        select (index, (IReadOnlyList<(string?, IWorker, OpenedCase)>)[.. _workers.Zip(
            _opened, (worker, opened) => (worker.Client, worker.Worker, opened.Cases[index]))]);

    /// <summary>The environment of the job.</summary>
    public JobEnvironment Environment => ThisMachine.CreateEnvironment(_opened[0].Targets) with
    {
        Client = string.Join(", ", _opened.Select(worker => worker.Client).Distinct()),
        Runtime = _opened[0].Runtime,
        LoadNodes = _opened[0].LoadNodes,
    };

    /// <returns>Null when all workers are open.</returns>
    /// <param name="job">Names the clients.</param>
    /// <param name="create">The worker of a client; null for a job that names no client.</param>
    /// <param name="servers">The servers of the job.</param>
    public async Task<Reason?> OpenAsync(Job job, Func<string?, Task<IWorker>> create, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        try
        {
            foreach (var client in job.Request.Clients.DefaultIfEmpty())
            {
                var worker = await create(client);
                _workers.Add((client, worker));
                _opened.Add(await worker.OpenAsync(job.Request, job.KeyPrefix, servers, ct));
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
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (_, worker) in _workers)
        {
            await worker.DisposeAsync();
        }
    }
}
