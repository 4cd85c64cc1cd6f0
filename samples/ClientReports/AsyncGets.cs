using RedisPerf.Abstractions;

namespace ClientReports;

/// <summary>https://github.com/StackExchange/StackExchange.Redis/issues/2644 and 2437: concurrent requests of a service, each of which
/// awaits a GET.</summary>
[Strategy("async-gets", "GETs of concurrent callers, each awaited, over one connection.", Work = "read keys")]
public sealed class AsyncGets : ReportedStrategy
{
    [Option("concurrent callers", Minimum = 1, Maximum = 10_000)]
    public int Callers { get; set; } = 100;

    protected override long Operations => Keys;

    public override async Task SetupAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        await base.SetupAsync(work, context, ct);
        await Task.WhenAll(Enumerable.Range(0, Keys).Select(number => Connection().GetDatabase().StringSetAsync(Key(work, number), Value(number))));
    }

    public override Task ExecuteAsync(CustomWork work, RunContext context, CancellationToken ct) =>
        Task.WhenAll(Enumerable.Range(0, Callers).Select(caller => Task.Run(() => CallAsync(caller, work, context, ct), ct)));

    private async Task CallAsync(int caller, CustomWork work, RunContext context, CancellationToken ct)
    {
        for (var number = caller; number < Keys && !ct.IsCancellationRequested; number += Callers)
        {
            if (await Connection().GetDatabase().StringGetAsync(Key(work, number)) != Value(number))
            {
                throw new InvalidDataException($"The value of key {number} is wrong.");
            }

            context.ReportReplies(1);
        }
    }
}
