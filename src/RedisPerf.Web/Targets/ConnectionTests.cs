using System.Collections.Concurrent;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Targets;

/// <summary>
/// Opens a target as a job would, checks what the strategies need, and closes it. The last test of each target is kept while
/// the program runs. A test and a job never run at the same time: a job waits for a test that has started, and during a job a
/// test is refused. It is not queued, because its result is for the reader who waits for it, and a job can take hours.
/// </summary>
public sealed class ConnectionTests(TargetCatalogue targets, Catalogue catalogue, TargetBoard board, LiveJobs jobs, TimeProvider clock) : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45);

    // The loop checks again whether a job has started.
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(100);

    private readonly ConcurrentDictionary<string, ConnectionTest> _last = new();
    private readonly SemaphoreSlim _gate = new(1, 1);

    /// <summary>The last test of a target; null when there was none.</summary>
    public ConnectionTest? Last(string name) => _last.GetValueOrDefault(name);

    /// <returns>Null when the test ran, with any result; otherwise the reason why it did not run.</returns>
    public async Task<Reason?> TestAsync(string name, CancellationToken ct)
    {
        if (targets.Find(name) is not { } target)
        {
            return Reason.Of(ReasonCode.TargetUnknown, (Reason.Target, name));
        }

        do
        {
            if (jobs.Current is { } running)
            {
                return Reason.Of(ReasonCode.TestDuringJob, ("targets", string.Join(", ", running.Targets)));
            }
        }
        while (!await _gate.WaitAsync(Wait, ct));

        using (new Lease(_gate))
        {
            _last[target.Name] = await OpenAsync(target, ct);
            return null;
        }
    }

    /// <summary>Waits until no test runs. Until the result is disposed, tests are refused.</summary>
    public async Task<IDisposable> WaitAsync(CancellationToken ct)
    {
        await _gate.WaitAsync(ct);
        return new Lease(_gate);
    }

    public void Dispose() => _gate.Dispose();

    private async Task<ConnectionTest> OpenAsync(ITarget target, CancellationToken ct)
    {
        // A test downloads nothing: a job does, and shows its progress.
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

    private sealed class Lease(SemaphoreSlim gate) : IDisposable
    {
        public void Dispose() => gate.Release();
    }
}

/// <summary>The result of opening a target: its environment, or why it could not be opened.</summary>
/// <param name="At">The time of the test.</param>
/// <param name="Environment">Null when it failed.</param>
/// <param name="UsedMemory">Bytes of its data; null when the engine does not report them.</param>
/// <param name="Failure">Null when it succeeded.</param>
public sealed record ConnectionTest(DateTimeOffset At, TargetEnvironment? Environment, long? UsedMemory, Reason? Failure);
