using RedisPerf.Core.Targets;

namespace RedisPerf.Web.Pages;

/// <summary>
/// The targets as the pages show them. What was said of them is kept for some seconds: every page names the target, and
/// none should wait for a server that does not answer.
/// </summary>
public sealed class TargetBoard(TargetCatalogue catalogue, TimeProvider clock)
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private Task<IReadOnlyList<TargetDescription>>? _last;
    private DateTimeOffset _asked;

    /// <summary>All of them, the default one first.</summary>
    public Task<IReadOnlyList<TargetDescription>> DescribeAsync()
    {
        lock (_gate)
        {
            var now = clock.GetUtcNow();
            if (_last is null || now - _asked > Fresh)
            {
                _asked = now;
                _last = AskAllAsync();
            }

            return _last;
        }
    }

    /// <summary>The one that a new run takes unless told otherwise: the first that can be used; null when there is none at all.</summary>
    public async Task<TargetDescription?> UsualAsync()
    {
        var described = await DescribeAsync();
        return described.Where(target => target.Status != TargetStatus.Unavailable).Concat(described).FirstOrDefault();
    }

    private async Task<IReadOnlyList<TargetDescription>> AskAllAsync() => await Task.WhenAll(catalogue.Targets.Select(AskAsync));

    private async Task<TargetDescription> AskAsync(ITarget target)
    {
        using var patience = new CancellationTokenSource(Patience, clock);
        try
        {
            return await target.DescribeAsync(patience.Token).WaitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            return new(target.Name, null, null, target.Source, TargetStatus.Unavailable, $"{target.Name} did not answer within {Patience.TotalSeconds:0} seconds.");
        }
    }
}
