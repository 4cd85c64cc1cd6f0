using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>Measures this node's share of a job that another node executes.</summary>
/// <param name="catalogue">The known benchmarks.</param>
/// <param name="findTarget">The target of a name, with this node's own address and password.</param>
/// <param name="findPayload">The path of the values of a payload by its hash; null when this machine does not have it.</param>
/// <param name="workerProgram">The program of the worker process.</param>
/// <param name="clock">The clock of the common start.</param>
public sealed class AssistantHost(Catalogue catalogue, Func<string, ITarget?> findTarget, Func<string, string?> findPayload, string workerProgram, ISharedClock clock)
{
    /// <summary>Follows the messages of the other node until the job has ended or that node is lost.</summary>
    /// <param name="job">The job.</param>
    /// <param name="share">The 0-based share of this node.</param>
    /// <param name="link">The other node.</param>
    /// <param name="ct">Ends the assistance. The keys of the current slice are removed.</param>
    /// <exception cref="TargetException">The other node is lost.</exception>
    /// <exception cref="OperationCanceledException">A message could not be sent, so the other node waits for it.</exception>
    public async Task RunAsync(Job job, int share, IAssistantLink link, CancellationToken ct)
    {
        try
        {
            await FollowAsync(job, share, link, ct);
        }
        finally
        {
            // After the worker has ended: now the other node releases the lease on the servers.
            await SendEndAsync(link);
        }
    }

    private static async Task SendEndAsync(IAssistantLink link)
    {
        try
        {
            await link.SendAsync(new AssistantMessage.Ended().ToText(), CancellationToken.None);
        }
        catch (TargetException)
        {
            // The wait of the other node has a limit.
        }
    }

    private async Task FollowAsync(Job job, int share, IAssistantLink link, CancellationToken ct)
    {
        await using var servers = new TargetServers();
        await using var worker = new WorkerProcess(workerProgram, cores: null, share);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        await using var slice = new Slice(worker, link, clock, stop.Cancel);
        while (true)
        {
            switch (AssistantMessage.Parse(await link.ReadAsync(stop.Token)))
            {
                case AssistantMessage.Open open:
                    await link.SendAsync((await OpenAsync(job, servers, worker, open, ct)).ToText(), ct);
                    break;
                case AssistantMessage.Run run:
                    slice.Start(run);
                    break;
                case AssistantMessage.Pass pass when pass.Number == slice.Number:
                    slice.Open(pass.Stage, pass.StartAt);
                    break;
                case AssistantMessage.Cancel(var number) when number == slice.Number:
                    await slice.CancelAsync();
                    break;
                case AssistantMessage.Pass or AssistantMessage.Cancel:
                    break;
                case AssistantMessage.End:
                    return;
                case var other:
                    throw new InvalidOperationException($"The node that executes the job sent {other}.");
            }
        }
    }

    private async Task<AssistantMessage> OpenAsync(Job job, TargetServers servers, WorkerProcess worker, AssistantMessage.Open open, CancellationToken ct)
    {
        foreach (var name in job.Request.Targets.Where(name => findTarget(name) is { Source: not TargetSource.Configured }))
        {
            return new AssistantMessage.Refused(Reason.Of(ReasonCode.TargetNotShared, (Reason.Target, name)));
        }

        try
        {
            if (await servers.OpenAsync(catalogue.Find(job.Request.Benchmark)!, job, findTarget, ct) is { } failure)
            {
                return new AssistantMessage.Refused(failure);
            }

            foreach (var (server, identity, lease) in servers.All.Zip(open.Identities, open.Leases))
            {
                server.Adopt(lease, isWatched: true);
                if (await server.ExpectAsync(identity, ct) is { } difference)
                {
                    return new AssistantMessage.Refused(difference);
                }
            }

            var (request, missing) = await JobPayload.FindAsync(job with { Node = null }, findPayload);
            if (missing is not null)
            {
                return new AssistantMessage.Refused(missing);
            }

            await worker.OpenAsync(request, job.KeyPrefix, servers.All, ct);
            return new AssistantMessage.Opened(Environment.MachineName, ThisMachine.Id, Environment.ProcessorCount);
        }
        catch (TargetException exception)
        {
            return new AssistantMessage.Refused(exception.Reason);
        }
    }

    /// <summary>The slice that the worker measures now.</summary>
    private sealed class Slice : IAsyncDisposable
    {
        private readonly WorkerProcess _worker;
        private readonly IAssistantLink _link;
        private readonly RemoteGate _gate;
        private readonly ISharedClock _clock;
        private CancellationTokenSource _cancel = new();
        private Task _ended = Task.CompletedTask;
        private ClockReading _reading;

        private readonly Action _fail;

        /// <param name="worker">The worker of this node.</param>
        /// <param name="link">The other node.</param>
        /// <param name="clock">The clock of the common start.</param>
        /// <param name="fail">Ends the assistance, because a message could not be sent.</param>
        public Slice(WorkerProcess worker, IAssistantLink link, ISharedClock clock, Action fail)
        {
            (_worker, _link, _clock, _fail) = (worker, link, clock, fail);
            _gate = new(ArriveAsync);
        }

        public int Number { get; private set; }

        public void Start(AssistantMessage.Run run)
        {
            _cancel.Dispose();
            _cancel = new();
            Number = run.Number;
            _ended = MeasureAsync(run, _cancel.Token);
        }

        public void Open(RunStage stage, long? startAt) => _gate.Open(stage, startAt is { } at ? _reading.ToTimestamp(at) : null);

        public Task CancelAsync() => _cancel.CancelAsync();

        // The worker removes the keys of a slice that runs.
        public async ValueTask DisposeAsync()
        {
            await _cancel.CancelAsync();
            await _ended;
            _cancel.Dispose();
        }

        private async Task MeasureAsync(AssistantMessage.Run run, CancellationToken ct)
        {
            var result = await _worker.RunAsync(run.Slice, run.Round, run.Warmup, _gate, ct);
            try
            {
                await _link.SendAsync(new AssistantMessage.Measured(run.Number, result, _reading.ToShared(result.StartedAt), _reading.Error).ToText(), CancellationToken.None);
            }
            catch (TargetException)
            {
                _fail();
            }
        }

        private async Task ArriveAsync(RunStage stage, CancellationToken ct)
        {
            try
            {
                _reading = stage == RunStage.Ready ? await _clock.ReadAsync(ct) : _reading;
                await _link.SendAsync(new AssistantMessage.Arrived(Number, stage).ToText(), ct);
            }
            catch (TargetException)
            {
                _fail();
                await Task.Delay(Timeout.Infinite, ct);
            }
        }
    }
}
