using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The workers of a job: one for each client that it names, or a single one.</summary>
internal sealed class JobWorkers : IAsyncDisposable
{
    private readonly List<(string? Client, IWorker Worker)> _workers = [];
    private readonly List<OpenedWorker> _opened = [];

    /// <summary>In the order of the request; without a client when the job names none.</summary>
    public IReadOnlyList<(string? Client, IWorker Worker)> All => _workers;

    /// <summary>The cases, which are the same for all workers, with their indexes.</summary>
    public IEnumerable<(int Index, OpenedCase Case)> Cases => _opened[0].Cases.Index();

    /// <summary>The environment of the job.</summary>
    public JobEnvironment Environment => ThisMachine.Measuring(_opened[0].Targets) with
    {
        Client = string.Join(", ", _opened.Select(worker => worker.Client).Distinct()),
        Runtime = _opened[0].Runtime,
        LoadNodes = _opened[0].LoadNodes,
    };

    /// <returns>Null when all workers are open.</returns>
    /// <param name="job">Names the clients.</param>
    /// <param name="create">The worker of a client; null for a job that names no client.</param>
    /// <param name="servers">The servers of the job.</param>
    /// <param name="ct">Cancels opening.</param>
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
