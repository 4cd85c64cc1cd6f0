using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Sends the operations of a run at their intended times, or later while too many are unanswered.</summary>
public abstract class PacedCase(StrategyInfo strategy, LoadWorkload workload, int rate) : LoadCase(strategy, workload, rate)
{
    /// <summary>Whether the next operation is sent. Otherwise it waits for the oldest reply.</summary>
    /// <param name="unanswered">Number of unanswered operations before it.</param>
    /// <param name="bytes">The bytes of the values of all of them and of the next one.</param>
    protected abstract bool CanSend(int unanswered, long bytes);

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        // A timer would be late by a millisecond. A thread of the pool that sleeps would delay the replies.
        var unanswered = await Task.Factory.StartNew(() => Send(context, ct), ct, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await Task.WhenAll(unanswered.Select(each => each.Reply));
        End();
    }

    private Queue<(Task Reply, int Bytes)> Send(CaseContext context, CancellationToken ct)
    {
        var schedule = Begin(context, ct);
        var (unanswered, bytes) = (new Queue<(Task Reply, int Bytes)>(), 0L);
        var free = schedule.Start;
        for (var number = 0; number < schedule.Count; number++)
        {
            schedule.WaitFor(number, ct);
            var size = Workload.BytesOf(number);
            while (unanswered.TryPeek(out var oldest) && (oldest.Reply.IsCompleted || !CanSend(unanswered.Count, bytes + size)))
            {
                var isWaiting = !oldest.Reply.IsCompleted;
                unanswered.Dequeue().Reply.WaitAsync(ct).GetAwaiter().GetResult();
                bytes -= oldest.Bytes;
                free = isWaiting ? Stopwatch.GetTimestamp() : free;
            }

            // A run has at least one operation, even when the machine starts this thread too late.
            if (number > 0 && Stopwatch.GetTimestamp() >= schedule.End)
            {
                break;
            }

            unanswered.Enqueue((SendAsync(context.Database, number, schedule.TimeOf(number), free), size));
            bytes += size;
        }

        return unanswered;
    }
}
