using System.Collections.Concurrent;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

public sealed class ScheduledRunsOnPostgreSql() : ScheduledRunTests(new PostgreSqlStorage())
{
    [Fact]
    public async Task All_nodes_are_notified_of_a_new_and_of_a_changed_alert()
    {
        var (run, _) = await SuspiciousAsync();
        var moved = new ConcurrentQueue<Guid>();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        var listening = Ledger.Database.ListenAsync(
            (id, change) =>
            {
                if (change.HasFlag(JobChange.Moved))
                {
                    moved.Enqueue(id);
                }
            },
            stop.Token);
        await UntilAsync(LedgerDatabase.AllJobs);

        var alert = await OpenAlertAsync(run);
        await UntilAsync(run.Id);
        await new AlertLedger(Ledger.Database).AcknowledgeAsync(alert, Now, Ct);
        await UntilAsync(run.Id);

        await stop.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(listening);

        async Task UntilAsync(Guid id)
        {
            await Poll.UntilAsync(() => moved.TryDequeue(out var next) && next == id);
        }
    }
}
