using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Targets;
using Case = RedisPerf.Core.Benchmarks.Contract.Case;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>One run of a case on a separate redis-server, with its number of connections.</summary>
internal static class RedisRun
{
    /// <summary>Prepares, executes and verifies the case, with changes by the test in between. Returns the work of the run.</summary>
    public static async Task<WorkDone> OfAsync(
        Case @case, Func<CaseContext, Task>? beforeExecute = null, Func<CaseContext, Task>? afterExecute = null)
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var connections = await Task.WhenAll(Enumerable.Range(0, @case.Connections).Select(_ => server.ConnectAsync(TimeSpan.FromSeconds(10), Ct)));
        var context = new CaseContext(connections, server);
        try
        {
            await @case.SetupAsync(context, Ct);
            await (beforeExecute?.Invoke(context) ?? Task.CompletedTask);
            await @case.ExecuteAsync(context, Ct);
            await (afterExecute?.Invoke(context) ?? Task.CompletedTask);
            await @case.CountAsync(context, Ct);
            await @case.VerifyAsync(context, Ct);
            return context.Work;
        }
        finally
        {
            await Task.WhenAll(connections.Select(ClientConnector.CloseAsync));
        }
    }
}
