using System.Diagnostics;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>
/// Measures in worker processes, one after another. If a process ends, hangs or is killed, the slice failed, its keys are
/// removed by a new process, and the job continues with that one.
/// </summary>
/// <param name="program">The path of the program.</param>
/// <param name="cores">The cores that it uses; null for all.</param>
/// <param name="share">The 0-based share of this node in each slice; null when it measures alone.</param>
internal sealed class WorkerProcess(string program, string? cores = null, int? share = null) : IGatedWorker
{
    // Longer than a cancelled slice takes to remove its keys.
    private static readonly TimeSpan CancelLimit = TimeSpan.FromSeconds(6);

    private readonly List<TargetServer> _servers = [];
    private JobRequest? _request;
    private string _keyPrefix = "";
    private WorkerChannel? _channel;
    private Reason? _lost;

    /// <summary>A process is killed when it does not reply to a ping for this time.</summary>
    public TimeSpan PingInterval { get; init; } = TimeSpan.FromSeconds(30);

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        (_request, _keyPrefix) = (request, keyPrefix);
        _servers.AddRange(servers);
        return await StartAsync(ct).ConfigureAwait(false);
    }

    public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunGate? gate, CancellationToken ct)
    {
        var server = _servers[slice.Server];
        server.Lease?.IsRenewed = false;
        try
        {
            var reply = (WorkerReply.Measured)await AskAsync(new WorkerCommand.Run(slice, round, warmup, gate is not null), gate, ct).ConfigureAwait(false);
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
            var run = new Run { Round = round, Warmup = warmup, State = ct.IsCancellationRequested ? RunState.Cancelled : RunState.Failed, Error = exception.Reason };
            // The process that renewed the lease is gone; a new one only removes the keys.
            server.Lease?.IsRenewed = true;
            // A user who cancels does not wait for another process. The ledger has the keys as left.
            var left = ct.IsCancellationRequested ? exception.Reason : await RemoveAsync(new WorkerCommand.Clean(slice), ct).ConfigureAwait(false);
            return new(left is null ? run : run with { Error = Reason.Join(run.Error, Reason.Of(ReasonCode.KeysNotRemoved, ("cause", left))) });
        }
        finally
        {
            server.Lease?.IsRenewed = true;
        }
    }

    // A user who cancels does not wait for another process.
    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => _channel is null && isCancelled && _lost is not null
        ? Task.FromResult<Reason?>(_lost)
        : RemoveAsync(new WorkerCommand.RemoveShared(slice, isCancelled), CancellationToken.None);

    public ValueTask DisposeAsync() => EndAsync();

    private async Task<Reason?> RemoveAsync(WorkerCommand command, CancellationToken ct)
    {
        try
        {
            return ((WorkerReply.Removed)await AskAsync(command, null, ct).ConfigureAwait(false)).Failure;
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
    private async Task<WorkerReply> AskAsync(WorkerCommand command, IRunGate? gate, CancellationToken ct)
    {
        if (_channel is null)
        {
            await StartAsync(ct).ConfigureAwait(false);
        }

        return await ExchangeAsync(command, gate, ct).ConfigureAwait(false);
    }

    /// <exception cref="TargetException">The process did not start, or a server does not reply or refuses.</exception>
    private async Task<OpenedWorker> StartAsync(CancellationToken ct)
    {
        _channel = WorkerChannel.Start(program, cores);
        switch (await ExchangeAsync(new WorkerCommand.Open(_request!.Benchmark, _request, _request.PayloadFile, _keyPrefix, [.. _servers.Select(server => server.Attachment)], share), null, ct).ConfigureAwait(false))
        {
            case WorkerReply.Opened opened:
                return opened.Worker;
            case WorkerReply.Refused(var reason):
                await EndAsync().ConfigureAwait(false);
                ct.ThrowIfCancellationRequested();
                throw new TargetException(reason);
            case var other:
                throw new InvalidOperationException($"A worker replied {other}.");
        }
    }

    // The reply to a command. A process without a sign of life is killed.
    private async Task<WorkerReply> ExchangeAsync(WorkerCommand command, IRunGate? gate, CancellationToken ct)
    {
        var channel = _channel!;
        channel.Send(command);
        var (isCancelled, isPinged) = (false, false);
        var wait = (Limit: PingInterval, Since: Stopwatch.GetTimestamp());
        var reply = channel.ReadAsync();
        while (true)
        {
            var left = wait.Limit - Stopwatch.GetElapsedTime(wait.Since);
            if (left > TimeSpan.Zero && await Task.WhenAny(reply, Task.Delay(left, isCancelled ? CancellationToken.None : ct)).ConfigureAwait(false) == reply)
            {
                if (await reply.ConfigureAwait(false) is not { } read)
                {
                    throw await LoseAsync(channel, null).ConfigureAwait(false);
                }

                if (read is WorkerReply.Arrived(var stage))
                {
                    _ = PassAsync(channel, gate!, stage, ct);
                }
                else if (read is not WorkerReply.Pong)
                {
                    return read;
                }

                reply = channel.ReadAsync();
                isPinged = false;
                wait = isCancelled ? wait : (PingInterval, Stopwatch.GetTimestamp());
            }
            else if (ct.IsCancellationRequested && !isCancelled)
            {
                isCancelled = true;
                wait = (CancelLimit, Stopwatch.GetTimestamp());
                channel.Send(new WorkerCommand.Cancel());
            }
            else if (isCancelled || isPinged)
            {
                throw await LoseAsync(channel, Reason.Of(ReasonCode.WorkerHung, ("seconds", wait.Limit.TotalSeconds))).ConfigureAwait(false);
            }
            else
            {
                isPinged = true;
                wait = (PingInterval, Stopwatch.GetTimestamp());
                channel.Send(new WorkerCommand.Ping());
            }
        }
    }

    private static async Task PassAsync(WorkerChannel channel, IRunGate gate, RunStage stage, CancellationToken ct)
    {
        try
        {
            var startAt = await gate.PassAsync(stage, ct).ConfigureAwait(false);
            // Otherwise it could let the next slice continue.
            ct.ThrowIfCancellationRequested();
            channel.Send(new WorkerCommand.Pass(stage, startAt));
        }
        catch (OperationCanceledException)
        {
            // The slice is cancelled, too.
        }
    }

    private async Task<TargetException> LoseAsync(WorkerChannel channel, Reason? reason)
    {
        var ended = await channel.KillAsync(isEnded: reason is null).ConfigureAwait(false);
        await EndAsync().ConfigureAwait(false);
        _lost = reason ?? ended;
        return new TargetException(_lost);
    }

    private async ValueTask EndAsync()
    {
        if (_channel is { } channel)
        {
            _channel = null;
            await channel.DisposeAsync().ConfigureAwait(false);
        }
    }
}
