using System.Threading.Channels;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The end of a worker: executes the commands of one job, one after another, and replies to each.</summary>
/// <param name="link">The connection to the node that executes the job.</param>
/// <param name="clock">The clock that both ends read.</param>
/// <param name="openAsync">Opens the worker with which the commands are executed. A <see cref="TargetException"/> is the reply
/// <see cref="WorkerMessage.Refused"/>.</param>
internal sealed class WorkerServer(
    IWorkerLink link, ISharedClock clock,
    Func<WorkerMessage.Open, CancellationToken, Task<(ISynchronizedWorker Worker, OpenedWorker Opened)>> openAsync)
{
    private readonly Channel<(WorkerMessage Command, CancellationToken Cancelled)> _commands =
        Channel.CreateUnbounded<(WorkerMessage, CancellationToken)>();
    private readonly TaskCompletionSource _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private volatile CurrentCommand _current = new(0, new());
    private volatile bool _isEnding;
    private volatile RemoteBarrier? _barrier;
    private ISynchronizedWorker? _worker;
    private ClockReading _reading;

    /// <summary>Finds the strategies of a file; null on another node, which loads no file.</summary>
    public Func<WorkerMessage.Describe, WorkerMessage>? Describe { get; init; }

    /// <summary>The wait for the end of the last command, which is cancelled.</summary>
    public TimeSpan EndLimit { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>Executes commands until the other end sends <see cref="WorkerMessage.End"/> or is closed. Then the last
    /// command is cancelled.</summary>
    /// <exception cref="TargetException">The other end is lost.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public async Task RunAsync(CancellationToken ct)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        // A thread for the input, because as-published code blocks the threads of the pool.
        var reading = Task.Factory.StartNew(
            () => ReadAllAsync(stop.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap();
        var executing = ExecuteAllAsync();
        var first = await Task.WhenAny(reading, executing, _failed.Task).ConfigureAwait(false);
        _isEnding = true;
        await stop.CancelAsync().ConfigureAwait(false);
        await _current.Cancel.CancelAsync().ConfigureAwait(false);
        _commands.Writer.TryComplete();
        await Task.WhenAny(executing, Task.Delay(EndLimit, CancellationToken.None)).ConfigureAwait(false);
        await first.ConfigureAwait(false);
    }

    private async Task ReadAllAsync(CancellationToken ct)
    {
        while (await link.ReadAsync(ct).ConfigureAwait(false) is { } text)
        {
            switch (WorkerMessage.Parse(text))
            {
                case WorkerMessage.Ping:
                    await SendAsync(new WorkerMessage.Pong(), ct).ConfigureAwait(false);
                    break;
                case WorkerMessage.Pass(var number, var stage, var startAt):
                    if (number == _current.Number)
                    {
                        _barrier?.Open(stage, startAt is { } at ? _reading.ToTimestamp(at) : null);
                    }

                    break;
                case WorkerMessage.Cancel(var number):
                    if (number == _current.Number)
                    {
                        // Not asynchronously: the next message is read by the same thread.
                        _current.Cancel.Cancel();
                    }

                    break;
                case WorkerMessage.End:
                    return;
                case var command:
                    _current = new(command.Number, new());
                    _commands.Writer.TryWrite((command, _current.Cancel.Token));
                    break;
            }
        }
    }

    private async Task ExecuteAllAsync()
    {
        await foreach (var (command, cancelled) in _commands.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            await SendAsync(await ExecuteAsync(command, cancelled).ConfigureAwait(false), CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async Task<WorkerMessage> ExecuteAsync(WorkerMessage command, CancellationToken ct)
    {
        switch (command)
        {
            case WorkerMessage.Open open:
                return await OpenAsync(open, ct).ConfigureAwait(false);
            case WorkerMessage.Describe describe:
                return Describe?.Invoke(describe) ?? throw new InvalidOperationException("Another node does not load files.");
            case WorkerMessage.Run run:
                _barrier = run.HasBarrier ? new((stage, cancelled) => ArriveAsync(run.Number, stage, cancelled)) : null;
                var result = await _worker!.RunAsync(run.Slice, run.Round, run.Warmup, _barrier, ct).ConfigureAwait(false);
                return new WorkerMessage.Measured(run.Number, result, _reading.ToShared(result.StartedAt), _reading.Error);
            case WorkerMessage.Clean clean:
                return new WorkerMessage.Removed(clean.Number, await _worker!.CleanAsync(clean.Slice).ConfigureAwait(false));
            case WorkerMessage.RemoveShared remove:
                return new WorkerMessage.Removed(
                    remove.Number, await _worker!.RemoveSharedAsync(remove.Slice, remove.IsCancelled).ConfigureAwait(false));
            default:
                throw new InvalidOperationException($"A worker does not execute {command}.");
        }
    }

    private async Task<WorkerMessage> OpenAsync(WorkerMessage.Open open, CancellationToken ct)
    {
        try
        {
            (_worker, var opened) = await openAsync(open, ct).ConfigureAwait(false);
            return new WorkerMessage.Opened(open.Number, opened);
        }
        catch (TargetException exception)
        {
            return new WorkerMessage.Refused(open.Number, exception.Reason);
        }
        catch (OperationCanceledException) when (!_isEnding)
        {
            return new WorkerMessage.Refused(open.Number, Reason.Of(ReasonCode.CancelledAtStart));
        }
    }

    private async Task ArriveAsync(int number, RunStage stage, CancellationToken ct)
    {
        try
        {
            _reading = stage == RunStage.Ready ? await clock.ReadAsync(ct).ConfigureAwait(false) : _reading;
            await SendAsync(new WorkerMessage.Arrived(number, stage), ct).ConfigureAwait(false);
        }
        catch (TargetException exception)
        {
            // The other end waits for this message, and finds that this worker is lost. Until then, the slice is cancelled.
            _failed.TrySetException(exception);
            await Task.Delay(Timeout.Infinite, ct).ConfigureAwait(false);
        }
    }

    private Task SendAsync(WorkerMessage message, CancellationToken ct) => link.SendAsync(message.ToText(), ct);

    /// <param name="Cancel">Not disposed: a command may be cancelled as it ends.</param>
    private sealed record CurrentCommand(int Number, CancellationTokenSource Cancel);
}
