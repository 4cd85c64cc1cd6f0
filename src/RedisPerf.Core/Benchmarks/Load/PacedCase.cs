using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Load;

/// <summary>Sends the operations of a run at their intended times, or later while too many are unanswered.</summary>
public abstract class PacedCase(StrategyInfo strategy, LoadWorkload workload, int rate) : LoadCase(strategy, workload, rate)
{
    /// <summary>Maximum number of unanswered operations. At this number, the next operation waits for the oldest reply.</summary>
    protected abstract int MostUnanswered { get; }

    public override async Task ExecuteAsync(CaseContext context, CancellationToken ct)
    {
        // A timer would be late by a millisecond. A thread of the pool that sleeps would delay the replies.
        var unanswered = await Task.Factory.StartNew(() => Send(context.Database, ct), ct, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        await Task.WhenAll(unanswered);
        End();
    }

    private Queue<Task> Send(IDatabase database, CancellationToken ct)
    {
        var schedule = Begin();
        var unanswered = new Queue<Task>(MostUnanswered);
        for (var number = 0; number < schedule.Count; number++)
        {
            schedule.WaitFor(number, ct);
            while (unanswered.TryPeek(out var oldest) && (oldest.IsCompleted || unanswered.Count == MostUnanswered))
            {
                unanswered.Dequeue().WaitAsync(ct).GetAwaiter().GetResult();
            }

            // A run has at least one operation, also when the machine starts this thread too late.
            if (number > 0 && Stopwatch.GetTimestamp() >= schedule.End)
            {
                break;
            }

            unanswered.Enqueue(SendAsync(database, number, schedule.TimeOf(number)));
        }

        return unanswered;
    }
}
