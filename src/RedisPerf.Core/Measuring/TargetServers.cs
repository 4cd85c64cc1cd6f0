using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Jobs;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Link;

namespace RedisPerf.Core.Measuring;

/// <summary>The servers of a job: all up for its whole length, all let go at its end.</summary>
internal sealed class TargetServers : IAsyncDisposable
{
    private readonly List<TargetServer> _servers = [];

    public IReadOnlyList<TargetServer> All => _servers;

    /// <returns>Null when every target is up and has room; else the sentence that says what is wrong.</returns>
    public async Task<string?> OpenAsync(JobEstimate estimate, IReadOnlyList<string> names, LinkOptions link, Func<string, ITarget?> find, CancellationToken ct)
    {
        try
        {
            foreach (var name in names)
            {
                if (find(name) is not { } target)
                {
                    return $"There is no target \"{name}\" any more; the configuration has changed since the job was queued.";
                }

                if (MemoryCheck.Refusal(estimate, target.Name, await target.RoomAsync(ct)) is { } refusal)
                {
                    return refusal;
                }

                var server = await target.OpenAsync(estimate.ServerMemoryBytes, ct);
                _servers.Add(server);
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
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers)
        {
            await server.DisposeAsync();
        }
    }
}
