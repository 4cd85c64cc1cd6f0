using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Cli;

/// <summary>Stores in the ledger that a run of the command line may leave keys on existing servers. If this process is killed, the web
/// application or the next run on the server removes them. A ledger that cannot be used is a warning.</summary>
/// <param name="error">Receives warnings.</param>
internal sealed class LeftKeyRecord(Job job, ChosenTargets targets, TextWriter error)
{
    private readonly ConfiguredTarget[] _servers = [.. job.Request.Targets.Select(targets.Find).OfType<ConfiguredTarget>()];
    private bool _failed;

    /// <summary>Removes the keys of earlier jobs from the servers.</summary>
    public Task RemoveEarlierAsync(CancellationToken ct) => TryAsync(
        async ledger =>
        {
            foreach (var left in await ledger.ListAsync(ct))
            {
                if (_servers.FirstOrDefault(server => server.KeySpace == left.Address) is { } server)
                {
                    await RemoveAsync(ledger, left, server, ct);
                }
            }
        },
        ct);

    /// <summary>Forwards the events. The job is stored when its targets are open, before its first run.</summary>
    public async IAsyncEnumerable<JobEvent> FollowAsync(IAsyncEnumerable<JobEvent> events)
    {
        await foreach (var jobEvent in events)
        {
            if (jobEvent is JobEvent.Started)
            {
                await TryAsync(ledger => ledger.ExpectAsync(ledger.Of(job, targets.Find)), CancellationToken.None);
            }

            yield return jobEvent;
        }
    }

    /// <summary>The job has ended.</summary>
    public Task EndAsync(JobDocument document) => TryAsync(ledger => ledger.EndAsync(document), CancellationToken.None);

    private async Task RemoveAsync(LeftKeyLedger ledger, LeftKeys left, ConfiguredTarget server, CancellationToken ct)
    {
        try
        {
            await ledger.RemoveAsync(left, server, DateTimeOffset.UtcNow, ct);
        }
        catch (TargetException exception)
        {
            await error.WriteLineAsync(left.WithCause(exception.Reason).ToText());
        }
    }

    private async Task TryAsync(Func<LeftKeyLedger, Task> use, CancellationToken ct)
    {
        if (_servers.Length == 0 || _failed)
        {
            return;
        }

        try
        {
            await LeftKeyLedger.UseAsync(Settings.DataFolder, use, ct);
        }
        catch (LedgerException exception)
        {
            _failed = true;
            await error.WriteLineAsync($"If this process is killed, its keys stay on the server: {exception.Message}");
        }
    }
}
