using System.Threading.Channels;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Running;

/// <summary>The servers of a job: all up for its whole length, all let go at its end.</summary>
internal sealed class TargetServers : IAsyncDisposable
{
    private readonly List<TargetServer> _servers = [];

    public IReadOnlyList<TargetServer> All => _servers;

    /// <returns>Null when every target is up and has room; else the sentence that says what is wrong.</returns>
    /// <param name="benchmark">Whose strategies' needs are tried on each target.</param>
    /// <param name="request">Names the targets.</param>
    /// <param name="find">The target of a name.</param>
    /// <param name="steps">Gets what takes longer than a moment, in words, and is completed at the end.</param>
    /// <param name="ct">Gives up.</param>
    public async Task<string?> OpenAsync(IBenchmark benchmark, JobRequest request, Func<string, ITarget?> find, ChannelWriter<string> steps, CancellationToken ct)
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
                    return $"There is no target \"{name}\" any more; the configuration has changed since the job was queued.";
                }

                if (MemoryCheck.Refusal(estimate, target.Name, await target.RoomAsync(ct)) is { } refusal)
                {
                    return refusal;
                }

                var server = await target.OpenAsync(estimate.ServerMemoryBytes, step => steps.TryWrite($"{name}: {step}"), ct);
                _servers.Add(server);
                await server.TryAsync(needs, ct);
                if (link.IsSimulated)
                {
                    await server.SimulateAsync(link, ct);
                }
            }

            return null;
        }
        catch (OperationCanceledException) when (ct.IsCancellationRequested)
        {
            return "Cancelled while the targets were starting.";
        }
        catch (TargetException exception)
        {
            return exception.Message;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"The folder for a started server's files cannot be used: {exception.Message}";
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
