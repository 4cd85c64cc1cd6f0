using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers.Plugins;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>Measures in worker processes, one after another. If a process ends, hangs or is killed, the slice failed, its keys are removed
/// by a new process, and the job continues with that one.</summary>
/// <param name="program">The path of the program.</param>
/// <param name="cores">The cores that it uses; null for all.</param>
/// <param name="share">The 0-based share of this node in each slice; null when it measures alone.</param>
/// <param name="plugins">The files that it loads; null for none.</param>
internal sealed class WorkerProcess(string program, string? cores = null, int? share = null, IReadOnlyList<PluginFile>? plugins = null)
    : ISynchronizedWorker
{
    // Longer than a cancelled slice takes to remove its keys.
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(6);

    private readonly List<TargetServer> _servers = [];
    private JobRequest? _request;
    private string _keyPrefix = "";
    private ProcessLink? _process;
    private WorkerClient? _client;
    private Reason? _lost;

    /// <summary>A process is killed when it does not reply to a ping for this time.</summary>
    public TimeSpan PingInterval { get; init; } = TimeSpan.FromSeconds(30);

    public int? ProcessId => _process?.ProcessId;

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        (_request, _keyPrefix) = (request, keyPrefix);
        _servers.AddRange(servers);
        return await StartAsync(ct).ConfigureAwait(false);
    }

    public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct)
    {
        var server = _servers[slice.Server];
        server.Lease?.IsRenewed = false;
        try
        {
            var reply = (WorkerMessage.Measured)await RequestAsync(
                number => new WorkerMessage.Run(number, slice, round, warmup, barrier is not null), barrier, ct).ConfigureAwait(false);
            if (reply.Result.IsAbandoned)
            {
                await _process!.KillAsync().ConfigureAwait(false);
                await EndAsync().ConfigureAwait(false);
            }

            return reply.Result.Run.State == RunState.Failed && await server.FindEndAsync(CancellationToken.None).ConfigureAwait(false) is { } ended
                ? reply.Result with { Run = reply.Result.Run with { Error = ended } }
                : reply.Result;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            // Before the slice began.
            return new(new Run { Round = round, Warmup = warmup, State = RunState.Cancelled });
        }
        catch (TargetException exception)
        {
            var run = new Run
            { Round = round, Warmup = warmup, State = ct.IsCancellationRequested ? RunState.Cancelled : RunState.Failed, Error = exception.Reason };
            // The process that renewed the lease is gone; a new one only removes the keys.
            server.Lease?.IsRenewed = true;
            // A user who cancels does not wait for another process. The ledger has the keys as left.
            var left = ct.IsCancellationRequested
                ? exception.Reason
                : await RemoveAsync(number => new WorkerMessage.Clean(number, slice), ct).ConfigureAwait(false);
            return new(left is null ? run : run with { Error = Reason.Join(run.Error, Reason.Of(ReasonCode.KeysNotRemoved, ("cause", left))) });
        }
        finally
        {
            server.Lease?.IsRenewed = true;
        }
    }

    // A user who cancels does not wait for another process.
    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => _client is null && isCancelled && _lost is not null
        ? Task.FromResult<Reason?>(_lost)
        : RemoveAsync(number => new WorkerMessage.RemoveShared(number, slice, isCancelled), CancellationToken.None);

    public Task<Reason?> CleanAsync(SliceKey slice) => RemoveAsync(number => new WorkerMessage.Clean(number, slice), CancellationToken.None);

    public ValueTask DisposeAsync() => EndAsync();

    private async Task<Reason?> RemoveAsync(Func<int, WorkerMessage> command, CancellationToken ct)
    {
        try
        {
            return ((WorkerMessage.Removed)await RequestAsync(command, null, ct).ConfigureAwait(false)).Failure;
        }
        catch (TargetException exception)
        {
            return exception.Reason;
        }
        catch (OperationCanceledException)
        {
            return Reason.Of(ReasonCode.CancelledAtStart);
        }
    }

    // The reply of the process, or of a new one when it was lost.
    private async Task<WorkerMessage> RequestAsync(Func<int, WorkerMessage> command, IRunBarrier? barrier, CancellationToken ct)
    {
        if (_client is null)
        {
            await StartAsync(ct).ConfigureAwait(false);
        }

        return await ExchangeAsync(command, barrier, ct).ConfigureAwait(false);
    }

    /// <exception cref="TargetException">The process did not start, or a server does not reply or refuses.</exception>
    private async Task<OpenedWorker> StartAsync(CancellationToken ct)
    {
        _process = ProcessLink.Start(program, cores, plugins is { Count: > 0 } ? MachineMemory.Available() / 2 : null);
        _client = new(_process)
        {
            CancelLimit = CancelLimit,
            PingInterval = PingInterval,
            Silence = limit => Reason.Of(ReasonCode.WorkerHung, ("seconds", limit.TotalSeconds)),
        };
        ServerToOpen[] servers = [.. _servers.Select(ServerToOpen.Here)];
        var reply = await ExchangeAsync(
            number => new WorkerMessage.Open(number, _request!.Benchmark, _request, _request.PayloadFile, _keyPrefix, servers, share, plugins ?? []),
            null,
            ct).ConfigureAwait(false);
        switch (reply)
        {
            case WorkerMessage.Opened opened:
                return opened.Worker;
            case WorkerMessage.Refused(_, var reason):
                await EndAsync().ConfigureAwait(false);
                ct.ThrowIfCancellationRequested();
                throw new TargetException(reason);
            case var other:
                throw new InvalidOperationException($"A worker replied {other}.");
        }
    }

    // The reply to a command. A process without a sign of life is killed.
    private async Task<WorkerMessage> ExchangeAsync(Func<int, WorkerMessage> command, IRunBarrier? barrier, CancellationToken ct)
    {
        try
        {
            return await _client!.ExchangeAsync(command, barrier is null ? null : SignalAndWaitAsync, ct).ConfigureAwait(false);
        }
        catch (TargetException exception)
        {
            _lost = exception.Reason;
            await _process!.KillAsync().ConfigureAwait(false);
            await EndAsync().ConfigureAwait(false);
            throw;
        }

        async Task<long?> SignalAndWaitAsync(RunStage stage, CancellationToken cancelled) =>
            await barrier.SignalAndWaitAsync(stage, cancelled).ConfigureAwait(false) is { } at ? MachineClock.Reading.ToShared(at) : null;
    }

    private async ValueTask EndAsync()
    {
        _client = null;
        if (_process is { } process)
        {
            _process = null;
            await process.DisposeAsync().ConfigureAwait(false);
        }
    }
}
