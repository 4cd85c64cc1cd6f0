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

    // The attached object of each slice over one of several links, and the opened server.
    private readonly Dictionary<SliceKey, (TargetServer Attached, TargetServer Opened)> _attached = [];
    private readonly List<TargetServer> _links = [];

    public async Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> opened, CancellationToken ct)
    {
        var cases = benchmark.Cases(request, keyPrefix);
        var shared = cases.Select(item => item.Shared).OfType<SharedData>().Distinct().ToList();
        var links = cases.Select(LinkOf).Distinct().ToArray();
        var servers = new Dictionary<(int Position, LinkOptions Link), TargetServer>();
        foreach (var (position, server) in opened.Index())
        {
            foreach (var link in links)
            {
                servers[(position, link)] = await ConnectAsync(server, link, isOnly: links.Length == 1, ct).ConfigureAwait(false);
            }
        }

        foreach (var (index, item) in cases.Index())
        {
            foreach (var position in Enumerable.Range(0, opened.Count))
            {
                foreach (var (number, slice) in SlicesOf(item).Index())
                {
                    var (key, server) = (new SliceKey(index, position, number), servers[(position, LinkOf(item))]);
                    _runners[key] = new(slice, server);
                    if (!ReferenceEquals(server, opened[position]))
                    {
                        _attached[key] = (server, opened[position]);
                    }
                }
            }
        }

        return new(
            ThisMachine.Client,
            RuntimeInformation.FrameworkDescription,
            [.. servers.Values.Select(server => server.Environment)],
            [.. cases.Select(item => OpenedCase.Of(item, item.Shared is { } data ? shared.IndexOf(data) : null, ClientMembers.FindMissing(item)))])
        {
            Machine = WorkerMachine.Here,
        };

        LinkOptions LinkOf(Case item) => request.OptionsAt<LinkOptions>(item.At);
    }

    public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct)
    {
        var runner = _runners[slice.OfAll];
        runner.Probe = slice.Probe;
        if (!_attached.TryGetValue(slice.OfAll, out var servers))
        {
            return await runner.RunAsync(round, warmup, barrier, ct).ConfigureAwait(false);
        }

        // Only the object that measures renews the lease, because it subtracts these commands from its figures.
        servers.Opened.Lease?.IsRenewed = false;
        servers.Attached.Lease?.IsRenewed = true;
        try
        {
            return await runner.RunAsync(round, warmup, barrier, ct).ConfigureAwait(false);
        }
        finally
        {
            servers.Attached.Lease?.IsRenewed = false;
            servers.Opened.Lease?.IsRenewed = true;
        }
    }

    public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) =>
        _runners[slice.OfAll].RemoveSharedAsync(isCancelled, CancellationToken.None);

    public Task<Reason?> CleanAsync(SliceKey slice) => _runners[slice.OfAll].CleanAfterLossAsync();

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _links)
        {
            await server.DisposeAsync().ConfigureAwait(false);
        }
    }

    // A job that varies the link has a link for each value. The only link of a job is part of its server.
    private async Task<TargetServer> ConnectAsync(TargetServer server, LinkOptions link, bool isOnly, CancellationToken ct)
    {
        if (!link.IsSimulated)
        {
            return server;
        }

        if (isOnly)
        {
            await server.SimulateAsync(link, ct).ConfigureAwait(false);
            return server;
        }

        var attached = await server.AttachWithLinkAsync(link, ct).ConfigureAwait(false);
        _links.Add(attached);
        attached.Distinguish(server.At.With(link.Coordinates));
        return attached;
    }

    private IEnumerable<Case> SlicesOf(Case item) =>
        (item.Slices is { Count: > 0 } slices ? slices : [item]).Select(slice => share is { } index ? slice.Shares[index] : slice);
}
