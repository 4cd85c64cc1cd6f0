using System.Threading.Channels;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Running;

/// <summary>The servers of a job: all are opened before its first run and released at its end.</summary>
internal sealed class TargetServers : IAsyncDisposable
{
    private readonly List<TargetServer> _servers = [];

    public IReadOnlyList<TargetServer> All => _servers;

    /// <returns>Null when every target is open and has enough memory.</returns>
    /// <param name="benchmark">Its strategies' needs are tested on each target.</param>
    /// <param name="request">Names the targets.</param>
    /// <param name="find">The target of a name.</param>
    /// <param name="steps">Receives the steps that take long, as text; completed at the end.</param>
    /// <param name="ct">Cancels opening.</param>
    public async Task<Reason?> OpenAsync(IBenchmark benchmark, JobRequest request, Func<string, ITarget?> find, ChannelWriter<string> steps, CancellationToken ct)
    {
        var estimate = benchmark.Estimate(request);
        var link = request.OptionsAs<LinkOptions>();
        var needs = benchmark.Info.Strategies.Where(strategy => request.Strategies.Contains(strategy.Name)).SelectMany(strategy => strategy.Needs).ToArray();
        try
        {
            foreach (var name in request.Targets)
            {
                if (find(name) is not { } target)
                {
                    return Reason.Of(ReasonCode.UnknownTarget, (Reason.Target, name));
                }

                if (MemoryCheck.Refusal(estimate, target.Name, await target.RoomAsync(ct)) is { } refusal)
                {
                    return refusal;
                }

                var server = await target.OpenAsync(estimate.ServerMemoryBytes, step => steps.TryWrite($"{name}: {step}"), ct);
                _servers.Add(server);
                await server.TestCapabilitiesAsync(needs, ct);
                if (link.IsSimulated)
                {
                    await server.SimulateAsync(link, ct);
                }
            }

            return null;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return Reason.Of(ReasonCode.CancelledAtStart);
        }
        catch (TargetException exception)
        {
            return exception.Reason;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Reason.Of(ReasonCode.ServerFolderFailed, ("message", exception.Message));
        }
        finally
        {
            steps.Complete();
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }
}
