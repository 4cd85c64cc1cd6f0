using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Targets;

/// <summary>Opens a target as a job would, checks what the strategies need, and closes it. The last test of each target is kept
/// while the program runs.</summary>
public sealed class ConnectionTests(TargetCatalogue targets, Catalogue catalogue, TargetBoard board, LiveLists lists, TimeProvider clock)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(45);

    // By the target and not by its name: a replaced target, or another one with the same name, has no test.
    private readonly ConditionalWeakTable<ITarget, ConnectionTest> _last = [];
    private readonly ConcurrentDictionary<string, TaskCompletionSource> _queued = new();

    /// <summary>The last test of a target; null when there was none.</summary>
    public ConnectionTest? Last(string name) => targets.Find(name) is { } target && _last.TryGetValue(target, out var test) ? test : null;

    /// <summary>Whether a test of the target waits or runs.</summary>
    public bool IsQueued(string name) => _queued.ContainsKey(name);

    /// <summary>Marks a target as queued.</summary>
    /// <param name="name">A known target.</param>
    /// <param name="ended">Completes when the test has ended.</param>
    /// <returns>False when a test of the target waits already.</returns>
    public bool TryQueue(string name, out Task ended)
    {
        var mine = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var queued = _queued.GetOrAdd(name, mine);
        ended = queued.Task;
        return queued == mine;
    }

    /// <summary>A queued test that does not run.</summary>
    public void Discard(string name)
    {
        if (_queued.TryRemove(name, out var queued))
        {
            // The open pages show the result.
            lists.Change();
            queued.SetResult();
        }
    }

    /// <summary>Tests a target, and keeps the result.</summary>
    public async Task RunAsync(string name, CancellationToken ct)
    {
        try
        {
            if (targets.Find(name) is { } target)
            {
                _last.AddOrUpdate(target, await OpenAsync(target, ct));
            }
        }
        finally
        {
            Discard(name);
        }
    }

    private async Task<ConnectionTest> OpenAsync(ITarget target, CancellationToken ct)
    {
        // A test downloads nothing: a job does, and shows its progress.
        if ((await board.DescribeAsync()).FirstOrDefault(known => known.Name == target.Name) is { IsDownloaded: false, Reason: { } absent })
        {
            return new(clock.GetUtcNow(), null, null, absent);
        }

        if (board.IsUsedElsewhere(target))
        {
            return new(clock.GetUtcNow(), null, null, Reason.Of(ReasonCode.TargetInUseElsewhere, (Reason.Target, target.Name)));
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            await using var server = await target.OpenAsync(new(0), limit.Token);
            await server.TestCapabilitiesAsync(
                catalogue.Benchmarks.SelectMany(benchmark => benchmark.Info.Strategies).SelectMany(strategy => strategy.Needs), limit.Token);
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
            return new(
                clock.GetUtcNow(), null, null, Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, target.Name), ("seconds", Limit.TotalSeconds)));
        }
    }
}

/// <summary>The result of opening a target: its environment, or why it could not be opened.</summary>
/// <param name="At">The time of the test.</param>
/// <param name="Environment">Null when it failed.</param>
/// <param name="UsedMemory">Bytes of its data; null when the engine does not report them.</param>
/// <param name="Failure">Null when it succeeded.</param>
public sealed record ConnectionTest(DateTimeOffset At, TargetEnvironment? Environment, long? UsedMemory, Reason? Failure);
