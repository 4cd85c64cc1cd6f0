using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>Measures each slice with several nodes at the same time. Each node writes its own keys; the slice is verified by all of them.
/// Before the first slice of a run, this node measures its share alone for the comparison, unless a rate sets the throughput.</summary>
/// <param name="info">The benchmark of the job.</param>
/// <param name="local">The worker of this node.</param>
internal sealed class SharedLoadWorker(BenchmarkInfo info, JobNodes nodes, ISynchronizedWorker local) : IWorker
{
    private readonly RemoteWorker[] _others = [.. nodes.Others.Select((other, index) => new RemoteWorker(other.Node, other.Link, index + 1))];
    private readonly StartLead _lead = new();
    private ISharedLoad? _sharing;

    public Reason? Lost => _others.Select(other => other.Lost).FirstOrDefault(lost => lost is not null);

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        _sharing = info.Options.SharedLoadOf(((OptionSet)request.Options).At(Coordinates.None));
        var opened = await local.OpenAsync(request, keyPrefix, servers, ct);
        await Task.WhenAll(_others.Select(other => other.OpenAsync(request, keyPrefix, servers, ct)));
        return opened with
        {
            LoadNodes =
            [
                new(nodes.Name, Environment.MachineName, Environment.ProcessorCount),
                .. _others.Select(other => new LoadNode(other.Node, other.Machine!.Name, other.Machine.Cores)),
            ],
        };
    }

    public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, CancellationToken ct)
    {
        Run? alone = null;
        if (slice.Slice == 0 && !info.IsPaced)
        {
            var result = await local.RunAsync(slice, round, warmup, barrier: null, ct);
            if (result.Run.State != RunState.Ok)
            {
                return result;
            }

            alone = result.IsDisturbed ? null : result.Run;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var joint = new NodeBarrier(_others.Length + 1, nodes.Clock, _lead.Next, stop.Cancel, stop.Token);
        var shares = await MeasureAsync(slice, round, warmup, joint, stop);
        if (shares.FirstOrDefault(share => share.Result.Run.State == RunState.Failed) is { } failed)
        {
            return SharedSlice.Failed(failed.Result, shares);
        }

        if (shares.FirstOrDefault(share => share.Result.Run.State != RunState.Ok) is { } ended)
        {
            // Without a request to cancel the job, a node had no access to the ledger.
            return ct.IsCancellationRequested
                ? SharedSlice.Failed(ended.Result, shares)
                : SharedSlice.Failed(Failed(ended.Result, joint.Failure ?? Reason.Of(ReasonCode.SharedClockFailed)), shares);
        }

        var measured = SharedSlice.Merge(shares, _sharing!, alone);
        _lead.Adapt(measured.StartSlack!.Value);
        return measured;
    }

    private static SliceResult Failed(SliceResult result, Reason cause) =>
        result with { Run = result.Run with { State = RunState.Failed, Error = cause } };

    // The shares of a case read the same data.
    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => local.RemoveSharedAsync(slice, isCancelled);

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_others.Select(other => other.DisposeAsync().AsTask()));
        await local.DisposeAsync();
    }

    // In the order in which they ended. A node that fails cancels the slice for the others, which would wait for it.
    private async Task<IReadOnlyList<SharedSlice>> MeasureAsync(
        SliceKey slice, int round, bool warmup, NodeBarrier barrier, CancellationTokenSource stop)
    {
        var running = new List<Task<SharedSlice>> { MeasureHereAsync(slice, round, warmup, barrier, stop.Token) };
        running.AddRange(_others.Select(other => MeasureThereAsync(other, slice, round, warmup, barrier, stop.Token)));
        var ended = new List<SharedSlice>();
        await foreach (var task in Task.WhenEach(running))
        {
            var share = await task;
            ended.Add(share);
            if (share.Result.Run.State != RunState.Ok)
            {
                await stop.CancelAsync();
            }
        }

        return ended;
    }

    private async Task<SharedSlice> MeasureHereAsync(SliceKey slice, int round, bool warmup, NodeBarrier barrier, CancellationToken ct)
    {
        var result = await local.RunAsync(slice, round, warmup, barrier, ct);
        return new(0, nodes.Name, ThisMachine.Id, result, barrier.Reading.ToShared(result.StartedAt), barrier.Reading.Error);
    }

    private static async Task<SharedSlice> MeasureThereAsync(
        RemoteWorker other, SliceKey slice, int round, bool warmup, NodeBarrier barrier, CancellationToken ct)
    {
        var measured = await other.RunAsync(slice, round, warmup, barrier, ct);
        return new(other.Share, other.Node, other.Machine!.Id, measured.Result, measured.StartedAt, measured.ClockError);
    }
}
