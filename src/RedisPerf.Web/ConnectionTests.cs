using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web;

/// <summary>
/// Opens a target as a job would, asks it for all that any strategy needs, and lets go of it. The last test of each is kept
/// while the program runs. Beside a running job nothing is tested: starting a server would disturb its figures.
/// </summary>
public sealed class ConnectionTests(TargetCatalogue targets, Catalogue catalogue, TargetBoard board, JobLedger ledger, TimeProvider clock) : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45);

    private readonly ConcurrentDictionary<string, ConnectionTest> _last = new();
    private readonly SemaphoreSlim _turn = new(1, 1);

    /// <summary>The last test of a target; null when there was none.</summary>
    public ConnectionTest? Last(string name) => _last.GetValueOrDefault(name);

    /// <returns>Null when it was tested, whatever came of it; else the sentence that says why not.</returns>
    public async Task<string?> TestAsync(string name, CancellationToken ct)
    {
        if (targets.Find(name) is not { } target)
        {
            return $"There is no target \"{name}\".";
        }

        await _turn.WaitAsync(ct);
        try
        {
            if ((await ledger.ListAsync(new(State: JobState.Running, Limit: 1), ct)).Jobs is [var running, ..])
            {
                return $"A job runs on {string.Join(", ", running.Document.Request.Targets)}: a test beside it would disturb its figures. Test when it has ended.";
            }

            _last[target.Name] = await OpenAsync(target, ct);
            return null;
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private async Task<ConnectionTest> OpenAsync(ITarget target, CancellationToken ct)
    {
        // A test does not fetch anything: that is for whoever asks for it, or for a job that tells how far it is.
        if ((await board.DescribeAsync()).FirstOrDefault(known => known.Name == target.Name) is { IsAtHand: false, Reason: { } absent })
        {
            return new(clock.GetUtcNow(), null, null, absent);
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            await using var server = await target.OpenAsync(0, limit.Token);
            await server.TestCapabilitiesAsync(catalogue.Benchmarks.SelectMany(benchmark => benchmark.Info.Strategies).SelectMany(strategy => strategy.Needs), limit.Token);
            return new(clock.GetUtcNow(), server.Environment, (await server.SampleAsync(limit.Token)).UsedMemory, null);
        }
        catch (TargetException exception)
        {
            return new(clock.GetUtcNow(), null, null, exception.Reason);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new(clock.GetUtcNow(), null, null, Reason.Of(ReasonCode.ServerFolderFailed, ("message", exception.Message)));
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return new(clock.GetUtcNow(), null, null, Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, target.Name), ("seconds", Limit.TotalSeconds)));
        }
    }
}
