using System.Threading.Channels;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running;

/// <summary>The opening of a job's servers while its steps are reported. When the caller reads no further event, it is cancelled and
/// awaited, so that no started server and no lease remains.</summary>
internal sealed class ServerOpening : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly Channel<JobEvent> _events = Channel.CreateUnbounded<JobEvent>();

    /// <param name="servers">Receives the servers.</param>
    /// <param name="benchmark">The benchmark of the job.</param>
    /// <param name="cores">The cores of the servers that RedisPerf starts; null for all.</param>
    /// <param name="serverWait">The maximum wait for a server that another job uses.</param>
    /// <param name="find">The target of a name.</param>
    /// <param name="control">Stops the job, or ends its wait.</param>
    public ServerOpening(
        TargetServers servers, IBenchmark benchmark, Job job, string? cores, TimeSpan serverWait, Func<string, ITarget?> find, JobControl control)
    {
        _stop = CancellationTokenSource.CreateLinkedTokenSource(control.Stopped);
        Failure = OpenAsync();

        async Task<Reason?> OpenAsync()
        {
            try
            {
                var wait = new OpeningWait(control, serverWait, jobEvent => _events.Writer.TryWrite(jobEvent));
                return await servers.OpenAsync(benchmark, job, cores, wait, find, step => _events.Writer.TryWrite(StepOf(job, step)), _stop.Token);
            }
            finally
            {
                _events.Writer.Complete();
            }
        }
    }

    /// <summary>Why the servers cannot be used; null when they can.</summary>
    public Task<Reason?> Failure { get; }

    /// <summary>The steps and the waits, until the servers are open or cannot be opened.</summary>
    public IAsyncEnumerable<JobEvent> Events => _events.Reader.ReadAllAsync(CancellationToken.None);

    public async ValueTask DisposeAsync()
    {
        if (!Failure.IsCompleted)
        {
            await _stop.CancelAsync().ConfigureAwait(false);
            await ((Task)Failure).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        _stop.Dispose();
    }

    private static JobEvent.Progressed StepOf(Job job, Reason step) =>
        new((job.Progress ?? new(0, 0, 0, null)) with { Current = step, SecondsLeft = null });
}
