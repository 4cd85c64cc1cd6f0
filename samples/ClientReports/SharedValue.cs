using RedisPerf.Abstractions;

namespace ClientReports;

/// <summary>https://github.com/StackExchange/StackExchange.Redis/issues/2373: 300 threads read a single value over 20 connections.</summary>
[Strategy("shared-value", "Synchronous GETs of one value by 300 threads over 20 connections.", Work = "read one value")]
public sealed class SharedValue : ReportedStrategy
{
    private const int Threads = 300;

    protected override int ConnectionCount => 20;

    protected override int StoredKeys => 1;

    protected override long Operations => Keys;

    public override async Task SetupAsync(CustomWork work, RunContext context, CancellationToken ct)
    {
        await base.SetupAsync(work, context, ct);
        await Connection().GetDatabase().StringSetAsync(Key(work, 0), Value(0));
    }

    public override Task ExecuteAsync(CustomWork work, RunContext context, CancellationToken ct) => OnThreadsAsync(Threads, thread =>
    {
        for (var number = thread; number < Keys && !ct.IsCancellationRequested; number += Threads)
        {
            if (Connection(thread).GetDatabase().StringGet(Key(work, 0)) != Value(0))
            {
                throw new InvalidDataException("The value is wrong.");
            }

            context.ReportReplies(1);
        }
    });
}
