using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers.Plugins;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Running.Workers;

/// <summary>The program of a worker process: executes the commands of one job from its standard input.</summary>
public sealed class WorkerProgram : IAsyncDisposable
{
    // A cancelled slice removes its keys before this.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(6);

    private readonly Catalogue _catalogue;
    private readonly List<TargetServer> _servers = [];

    private WorkerProgram(Catalogue catalogue) => _catalogue = catalogue;

    /// <summary>Executes commands until the input ends, which it also does when the node is killed.</summary>
    public static async Task RunAsync(Catalogue catalogue, Stream input, Stream output)
    {
        await using var program = new WorkerProgram(catalogue);
        // Not disposed: a read of the input cannot be cancelled, and the process ends.
        var link = new StreamLink(input, output);
        // A failure ends the process, so that the node does not wait for a reply that never comes.
        var server = new WorkerServer(link, MachineClock.Instance, program.OpenAsync) { EndLimit = EndLimit, Describe = program.Describe };
        await server.RunAsync(CancellationToken.None);
    }

    private async Task<(ISynchronizedWorker Worker, OpenedWorker Opened)> OpenAsync(WorkerMessage.Open open, CancellationToken ct)
    {
        try
        {
            foreach (var server in open.Servers)
            {
                _servers.Add(await TargetServer.AttachAsync(server.Attachment!, ct));
            }

            var catalogue = _catalogue.With([.. open.Plugins.Select(file => file.Load(_catalogue))]);
            var worker = new AttachedWorker(new(catalogue.Find(open.Benchmark)!, open.Share), _servers);
            return (worker, await worker.OpenAsync(open.Request with { PayloadFile = open.PayloadFile }, open.KeyPrefix, _servers, ct));
        }
        catch (Exception exception) when (exception is MissingMemberException or TypeLoadException)
        {
            // The code that all strategies share.
            throw new TargetException(ClientMembers.FindMissing(typeof(TargetServer)) ?? ClientMembers.MissingMember(exception.Message), exception);
        }
    }

    private WorkerMessage Describe(WorkerMessage.Describe describe)
    {
        try
        {
            return new WorkerMessage.Described(describe.Number, new PluginFile(describe.Path, Sha256: null).Load(_catalogue));
        }
        catch (TargetException exception)
        {
            return new WorkerMessage.Refused(describe.Number, exception.Reason);
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }

    /// <summary>Measures in this process, which renews the lease on a server only while it measures on it: otherwise its node does.</summary>
    private sealed class AttachedWorker(InProcessWorker worker, IReadOnlyList<TargetServer> attached) : ISynchronizedWorker
    {
        public Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct) =>
            worker.OpenAsync(request, keyPrefix, servers, ct);

        public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct)
        {
            var server = attached[slice.Server];
            server.Lease?.IsRenewed = true;
            var result = await worker.RunAsync(slice, round, warmup, barrier, ct);
            server.Lease?.IsRenewed = false;
            return result;
        }

        public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => worker.RemoveSharedAsync(slice, isCancelled);

        public Task<Reason?> CleanAsync(SliceKey slice) => worker.CleanAsync(slice);

        public ValueTask DisposeAsync() => worker.DisposeAsync();
    }
}
