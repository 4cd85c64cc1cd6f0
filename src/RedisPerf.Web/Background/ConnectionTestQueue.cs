using Hangfire;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Live;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Background;

/// <summary>Puts connection tests into the queue of the measuring jobs, so that no test disturbs a run of this node.</summary>
public sealed class ConnectionTestQueue(
    TargetCatalogue targets, ConnectionTests tests, IBackgroundJobClientV2 hangfire, LiveJobs jobs, NodeIdentity node)
{
    private static readonly TimeSpan CheckInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>Queues a test. Waits for its end, unless a job runs first.</summary>
    /// <returns>Null when the test is queued or has ended; otherwise the reason why there is no test.</returns>
    public async Task<Reason?> TestAsync(string name, CancellationToken ct)
    {
        if (targets.Find(name) is null)
        {
            return Reason.Of(ReasonCode.TargetUnknown, (Reason.Target, TargetCatalogue.ToShownName(name)));
        }

        if (tests.TryQueue(name, out var ended))
        {
            try
            {
                hangfire.Enqueue<ConnectionTestJob>(QueueNames.MeasurementQueue(node.Name), test => test.RunAsync(name, CancellationToken.None));
            }
            catch (BackgroundJobClientException)
            {
                tests.Discard(name);
                throw;
            }
        }

        while (!jobs.AreMeasuring && !ended.IsCompleted)
        {
            await Task.WhenAny(ended, Task.Delay(CheckInterval, ct));
            ct.ThrowIfCancellationRequested();
        }

        return null;
    }
}

/// <summary>The Hangfire job of a connection test.</summary>
public sealed class ConnectionTestJob(ConnectionTests tests, MeasurementLock measurementLock)
{
    /// <param name="name">The target.</param>
    /// <param name="ct">Cancelled by Hangfire when its server stops.</param>
    [JobDisplayName("connection test of {0}")]
    [AutomaticRetry(Attempts = 0)]
    public async Task RunAsync(string name, CancellationToken ct)
    {
        IDisposable mine;
        try
        {
            mine = await measurementLock.AcquireAsync(ct);
        }
        catch (OperationCanceledException)
        {
            tests.Discard(name);
            return;
        }

        using (mine)
        {
            await tests.RunAsync(name, ct);
        }
    }
}
