using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Sharing;

/// <summary>
/// Measures each slice with several nodes at the same time. Each node writes its own keys; the slice is verified by all of them.
/// Before the first slice of a run, this node measures its share alone for the comparison, unless a rate sets the throughput.
/// </summary>
/// <param name="info">The benchmark of the job.</param>
/// <param name="node">The name of this node.</param>
/// <param name="local">The worker of this node.</param>
/// <param name="links">The other nodes.</param>
/// <param name="clock">The clock of the common start.</param>
internal sealed class JointWorker(BenchmarkInfo info, string node, IGatedWorker local, IReadOnlyList<IAssistantLink> links, ISharedClock clock) : IWorker
{
    private readonly AssistantWorker[] _assistants = [.. links.Select(link => new AssistantWorker(link))];
    private readonly StartLead _lead = new();
    private ISharedLoad? _sharing;

    public Reason? Lost => _assistants.Select(assistant => assistant.Lost).FirstOrDefault(lost => lost is not null);

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        _sharing = info.Options.SharedLoadOf(request.Options);
        var opened = await local.OpenAsync(request, keyPrefix, servers, ct);
        await Task.WhenAll(_assistants.Select(assistant => assistant.OpenAsync(servers, ct)));
        return opened with
        {
            LoadNodes =
            [
                new(node, Environment.MachineName, Environment.ProcessorCount),
                .. _assistants.Select(assistant => new LoadNode(assistant.Node, assistant.Opened!.Machine, assistant.Opened.Cores)),
            ],
        };
    }

    public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, CancellationToken ct)
    {
        Run? alone = null;
        if (slice.Slice == 0 && !info.IsPaced)
        {
            var result = await local.RunAsync(slice, round, warmup, gate: null, ct);
            if (result.Run.State != RunState.Ok)
            {
                return result;
            }

            alone = result.IsDisturbed ? null : result.Run;
        }

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var joint = new JointGate(_assistants.Length + 1, clock, _lead.Next, stop.Cancel, stop.Token);
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
                : SharedSlice.Failed(ended.Result with { Run = ended.Result.Run with { State = RunState.Failed, Error = joint.Failure ?? Reason.Of(ReasonCode.SharedClockFailed) } }, shares);
        }

        var measured = SharedSlice.Merge(shares, _sharing!, alone);
        _lead.Adapt(measured.StartSlack!.Value);
        return measured;
    }

    // The shares of a case read the same data.
    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => local.RemoveSharedAsync(slice, isCancelled);

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_assistants.Select(assistant => assistant.EndAsync()));
        await local.DisposeAsync();
        foreach (var link in links)
        {
            await link.DisposeAsync();
        }
    }

    // In the order in which they ended. A node that fails cancels the slice for the others, which would wait for it.
    private async Task<IReadOnlyList<SharedSlice>> MeasureAsync(SliceKey slice, int round, bool warmup, JointGate gate, CancellationTokenSource stop)
    {
        var running = new List<Task<SharedSlice>> { MeasureHereAsync(slice, round, warmup, gate, stop.Token) };
        running.AddRange(_assistants.Select(assistant => MeasureThereAsync(assistant, slice, round, warmup, gate, stop.Token)));
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

    private async Task<SharedSlice> MeasureHereAsync(SliceKey slice, int round, bool warmup, JointGate gate, CancellationToken ct)
    {
        var result = await local.RunAsync(slice, round, warmup, gate, ct);
        return new(0, node, ThisMachine.Id, result, gate.Reading.ToShared(result.StartedAt), gate.Reading.Error);
    }

    private async Task<SharedSlice> MeasureThereAsync(AssistantWorker assistant, SliceKey slice, int round, bool warmup, JointGate gate, CancellationToken ct)
    {
        var measured = await assistant.RunAsync(slice, round, warmup, gate, ct);
        return new(1 + Array.IndexOf(_assistants, assistant), assistant.Node, assistant.Opened!.MachineId, measured.Result, measured.StartedAt, measured.ClockError);
    }
}
