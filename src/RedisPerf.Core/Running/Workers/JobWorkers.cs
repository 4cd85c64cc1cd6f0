using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The workers of a job: one for each client that it names, or a single one.</summary>
internal sealed class JobWorkers : IAsyncDisposable
{
    private readonly List<(string? Client, IWorker Worker, OpenedWorker Opened)> _workers = [];

    /// <summary>In the order of the request; without a client when the job names none.</summary>
    public IEnumerable<(string? Client, IWorker Worker)> All => _workers.Select(each => (each.Client, each.Worker));

    /// <summary>The cases, which are the same for all workers, with their indexes.</summary>
    public IEnumerable<(int Index, OpenedCase Case)> Cases => _workers[0].Opened.Cases.Index();

    /// <returns>Null when all workers are open.</returns>
    /// <param name="job">Names the clients.</param>
    /// <param name="create">The worker of a client; null for a job that names no client.</param>
    /// <param name="servers">The servers of the job.</param>
    /// <param name="ct">Cancels opening.</param>
    public async Task<Reason?> OpenAsync(Job job, Func<string?, IWorker> create, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        IWorker? opening = null;
        try
        {
            foreach (var client in job.Request.Clients.DefaultIfEmpty())
            {
                opening = create(client);
                _workers.Add((client, opening, await opening.OpenAsync(job.Request, job.KeyPrefix, servers, ct)));
            }

            return null;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            await opening!.DisposeAsync();
            return Reason.Of(ReasonCode.CancelledAtStart);
        }
        catch (TargetException exception)
        {
            await (opening?.DisposeAsync() ?? ValueTask.CompletedTask);
            return exception.Reason;
        }
    }

    /// <summary>The environment of the job.</summary>
    /// <param name="describe">The environment of this machine with these targets.</param>
    public JobEnvironment Describe(Func<IReadOnlyList<TargetEnvironment>, JobEnvironment> describe) => describe(_workers[0].Opened.Targets) with
    {
        Client = string.Join(", ", _workers.Select(each => each.Opened.Client).Distinct()),
        Runtime = _workers[0].Opened.Runtime,
    };

    public async ValueTask DisposeAsync()
    {
        foreach (var (_, worker, _) in _workers)
        {
            await worker.DisposeAsync();
        }
    }
}
