using Testcontainers.Redis;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The start of one container, which can be given up at any time.</summary>
internal sealed class ContainerStart : IDisposable
{
    private readonly RedisContainer _container;
    private readonly CancellationTokenSource _giveUp = new();
    private readonly TaskCompletionSource<string> _created = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Starts it.</summary>
    public ContainerStart(RedisContainer container)
    {
        _container = container;
        container.Created += (_, _) => _created.TrySetResult(container.Id);
        Ready = container.StartAsync(_giveUp.Token);
    }

    /// <summary>Completes with the id when the engine has created the container.</summary>
    public Task<string> Created => _created.Task;

    /// <summary>Completes when its server replies, or fails with the exception of Testcontainers.</summary>
    public Task Ready { get; }

    /// <summary>Gives the start up and removes what the engine has created.</summary>
    public async Task RemoveAsync()
    {
        // An engine may create a container although its request was cut off, so the request ends before the rest is cancelled.
        await Task.WhenAny(Created, Ready).ConfigureAwait(false);
        await _giveUp.CancelAsync().ConfigureAwait(false);
        await Ready.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _container.DisposeAsync().ConfigureAwait(false);
        Dispose();
    }

    public void Dispose() => _giveUp.Dispose();
}
