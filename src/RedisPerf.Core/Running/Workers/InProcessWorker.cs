using System.Runtime.InteropServices;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Running.Workers;

/// <summary>Measures in this process.</summary>
/// <param name="benchmark">The benchmark of the job.</param>
/// <param name="share">The 0-based share of this node in each slice; null when it measures alone.</param>
internal sealed class InProcessWorker(IBenchmark benchmark, int? share) : ISynchronizedWorker
{
    private readonly Dictionary<SliceKey, CaseRunner> _runners = [];

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct)
    {
        var link = request.OptionsAs<LinkOptions>();
        foreach (var server in link.IsSimulated ? servers : [])
        {
            await server.SimulateAsync(link, ct).ConfigureAwait(false);
        }

        var cases = benchmark.Cases(request, keyPrefix);
        var shared = cases.Select(item => item.Shared).OfType<SharedData>().Distinct().ToList();
        foreach (var (index, item) in cases.Index())
        {
            foreach (var (position, server) in servers.Index())
            {
                foreach (var (number, slice) in SlicesOf(item).Index())
                {
                    _runners[new(index, position, number)] = new(slice, server);
                }
            }
        }

        return new(
            ThisMachine.Client,
            RuntimeInformation.FrameworkDescription,
            [.. servers.Select(server => server.Environment)],
            [.. cases.Select(item => OpenedCase.Of(item, item.Shared is { } data ? shared.IndexOf(data) : null, ClientMembers.FindMissing(item)))])
        {
            Machine = WorkerMachine.Here,
        };
    }

    public Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct) =>
        _runners[slice].RunAsync(round, warmup, barrier, ct);

    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) =>
        _runners[slice].RemoveSharedAsync(isCancelled, CancellationToken.None);

    public Task<Reason?> CleanAsync(SliceKey slice) => _runners[slice].CleanAfterLossAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private IEnumerable<Case> SlicesOf(Case item) =>
        (item.Slices is { Count: > 0 } slices ? slices : [item]).Select(slice => share is { } index ? slice.Shares[index] : slice);
}
