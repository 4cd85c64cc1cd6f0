using System.Diagnostics;
using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The end of a node that executes a job: sends commands to a worker and waits for their replies, one at a time.</summary>
/// <param name="link">The connection to the worker.</param>
internal sealed class WorkerClient(IWorkerLink link)
{
    private int _number;

    /// <summary>The time in which a cancelled command has its reply.</summary>
    public required TimeSpan CancelLimit { get; init; }

    /// <summary>The time in which a worker replies to a ping; null where the link itself finds that the worker is lost.</summary>
    public TimeSpan? PingInterval { get; init; }

    /// <summary>The reason of a worker that did not reply in a time.</summary>
    public required Func<TimeSpan, Reason> Silence { get; init; }

    /// <summary>Sends a command.</summary>
    /// <param name="command">The command of a number.</param>
    /// <param name="passAsync">Waits for the other workers that measure the slice. It returns the start of the clock in microseconds of the
    /// clock that both ends read; null for other stages.</param>
    /// <param name="ct">Cancels the command, which still has its reply.</param>
    /// <returns>The reply, or <see cref="WorkerMessage.Ended"/>.</returns>
    /// <exception cref="TargetException">The worker is lost.</exception>
    public async Task<WorkerMessage> ExchangeAsync(
        Func<int, WorkerMessage> command, Func<RunStage, CancellationToken, Task<long?>>? passAsync, CancellationToken ct)
    {
        var number = ++_number;
        await SendAsync(command(number), CancellationToken.None).ConfigureAwait(false);

        // Not disposed: a message of the command may fail late.
        var stop = new CancellationTokenSource();
        var failure = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var (isCancelled, isPinged) = (false, false);
        var wait = (Limit: PingInterval ?? Timeout.InfiniteTimeSpan, Since: Stopwatch.GetTimestamp());
        var reply = ReadAsync(stop.Token);
        while (true)
        {
            if (await EndsAsync(reply, failure.Task, wait.Limit, wait.Since, isCancelled ? CancellationToken.None : ct).ConfigureAwait(false))
            {
                if (failure.Task.IsCompleted)
                {
                    await StopAsync(reply, stop).ConfigureAwait(false);
                    await failure.Task.ConfigureAwait(false);
                }

                var message = await reply.ConfigureAwait(false);
                if (message is WorkerMessage.Ended || (message.Number == number && message is not WorkerMessage.Arrived))
                {
                    return message;
                }

                if (message is WorkerMessage.Arrived(var arrived, var stage) && arrived == number)
                {
                    _ = SignalAndWaitAsync(number, stage, passAsync!, failure, ct);
                }

                reply = ReadAsync(stop.Token);
                isPinged = false;
                wait = isCancelled ? wait : (wait.Limit, Stopwatch.GetTimestamp());
            }
            else if (ct.IsCancellationRequested && !isCancelled)
            {
                isCancelled = true;
                wait = (CancelLimit, Stopwatch.GetTimestamp());
                _ = CancelAsync(number);
            }
            else if (isCancelled || isPinged)
            {
                await StopAsync(reply, stop).ConfigureAwait(false);
                throw new TargetException(Silence(wait.Limit));
            }
            else
            {
                isPinged = true;
                wait = (wait.Limit, Stopwatch.GetTimestamp());
                await SendAsync(new WorkerMessage.Ping(), CancellationToken.None).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Sends a message that has no reply of its number.</summary>
    /// <exception cref="TargetException">The worker is lost.</exception>
    public Task SendAsync(WorkerMessage message, CancellationToken ct) => link.SendAsync(message.ToText(), ct);

    /// <summary>The next message.</summary>
    /// <exception cref="TargetException">The worker is lost.</exception>
    public async Task<WorkerMessage> ReadAsync(CancellationToken ct)
    {
        if (await link.ReadAsync(ct).ConfigureAwait(false) is not { } text)
        {
            return new WorkerMessage.Ended();
        }

        try
        {
            return WorkerMessage.Parse(text);
        }
        catch (Exception exception) when (exception is JsonException or InvalidDataException or NotSupportedException)
        {
            // A plug-in can write to the standard output of its worker.
            throw new TargetException(Reason.Of(ReasonCode.WorkerUnreadable), exception);
        }
    }

    // A later command reads the next message.
    private static async Task StopAsync(Task reply, CancellationTokenSource stop)
    {
        await stop.CancelAsync().ConfigureAwait(false);
        await reply.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    // Whether there is a message, or a failure, before the limit and the cancellation.
    private static async Task<bool> EndsAsync(Task reply, Task failure, TimeSpan limit, long since, CancellationToken ct)
    {
        var left = limit == Timeout.InfiniteTimeSpan ? limit : limit - Stopwatch.GetElapsedTime(since);
        if (left <= TimeSpan.Zero && left != Timeout.InfiniteTimeSpan)
        {
            return false;
        }

        using var end = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var first = await Task.WhenAny(reply, failure, Task.Delay(left, end.Token)).ConfigureAwait(false);
        await end.CancelAsync().ConfigureAwait(false);
        return first == reply || first == failure;
    }

    private async Task SignalAndWaitAsync(
        int number, RunStage stage, Func<RunStage, CancellationToken, Task<long?>> passAsync, TaskCompletionSource failure, CancellationToken ct)
    {
        try
        {
            await SendAsync(new WorkerMessage.Pass(number, stage, await passAsync(stage, ct).ConfigureAwait(false)), ct).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The slice is cancelled, too.
        }
        catch (TargetException exception)
        {
            // Without this message the slice never ends.
            failure.TrySetException(exception);
        }
    }

    private async Task CancelAsync(int number)
    {
        try
        {
            await SendAsync(new WorkerMessage.Cancel(number), CancellationToken.None).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // The wait for the reply has a limit.
        }
    }
}
