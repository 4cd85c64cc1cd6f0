using System.Diagnostics;

namespace RedisPerf.Scale;

/// <summary>Other processes that take half of the machine's cores in bursts of one to four seconds, with pauses of the same length.</summary>
internal sealed class BurstLoad : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;

    private BurstLoad() => _work = RepeatAsync(_stop.Token);

    public static BurstLoad Start() => new();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _work.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _stop.Dispose();
    }

    private static async Task RepeatAsync(CancellationToken ct)
    {
        var random = new Random(1);
        while (true)
        {
            await BurnAsync(Next(random), ct);
            await Task.Delay(Next(random), ct);
        }
    }

    private static TimeSpan Next(Random random) => TimeSpan.FromSeconds(1 + (3 * random.NextDouble()));

    private static async Task BurnAsync(TimeSpan time, CancellationToken ct)
    {
        var processes = Enumerable.Range(0, Math.Max(1, Environment.ProcessorCount / 2))
            .Select(_ => Process.Start("sh", ["-c", "while :; do :; done"])).ToArray();
        try
        {
            await Task.Delay(time, ct);
        }
        finally
        {
            foreach (var process in processes)
            {
                process.Kill();
                process.Dispose();
            }
        }
    }
}
