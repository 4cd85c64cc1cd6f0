using System.Diagnostics;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Measuring;

/// <summary>One execution of one case: prepared, timed, verified, cleaned up; whatever happens ends as a <see cref="Run"/>.</summary>
internal sealed class CaseRunner(Case measured, TargetServer server)
{
    private static readonly TimeSpan CleaningTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan CancelGrace = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan AbortTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Whether the last run failed before its connection stood.</summary>
    public bool CouldNotConnect { get; private set; }

    public async Task<Run> RunAsync(int round, bool warmup, CancellationToken ct)
    {
        var run = new Run { Round = round, Warmup = warmup, State = RunState.Cancelled };
        CouldNotConnect = false;
        try
        {
            run = await MeasureAsync(run, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            run = run with { State = RunState.Failed, Error = server.Describe(exception) };
        }
        catch (Exception) when (ct.IsCancellationRequested)
        {
            // Cutting the connection off to cancel makes whatever was under way fail: that says nothing of the target.
            run = run with { State = RunState.Cancelled };
        }

        return await CleanAsync(run);
    }

    private async Task<Run> MeasureAsync(Run run, CancellationToken ct)
    {
        CouldNotConnect = true;
        using var connection = await server.ConnectAsync(measured.ResponseTimeout, ct);
        CouldNotConnect = false;
        var context = new CaseContext(connection, server);
        await OnPoolAsync(() => measured.SetupAsync(context, ct));
        await server.SettleAsync(ct);
        Collect();

        var serverBefore = await server.SampleAsync(ct);
        var clientBefore = ClientSample.Now();
        var seconds = await ExecuteAsync(context, connection, ct);
        var clientAfter = ClientSample.Now();
        var serverAfter = await server.SampleAsync(ct);

        if (ServerSample.Trouble(serverBefore, serverAfter) is { } trouble)
        {
            throw new TargetException(trouble);
        }

        using var fresh = await server.ConnectAsync(measured.ResponseTimeout, ct);
        var reading = new CaseContext(fresh, server);
        await OnPoolAsync(() => measured.VerifyAsync(reading, ct));
        return run with
        {
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            EncodeSeconds = context.Work.EncodeSeconds,
            Operations = reading.Work.Operations,
            PayloadBytes = reading.Work.PayloadBytes,
            WireBytes = reading.Work.WireBytes,
            Client = ClientSample.Between(clientBefore, clientAfter),
            Server = ServerSample.Between(serverBefore, serverAfter),
        };
    }

    /// <summary>The clock. It is read inside the task, so that handing the work over and back is not in it.</summary>
    private async Task<double> ExecuteAsync(CaseContext context, ConnectionMultiplexer connection, CancellationToken ct)
    {
        var seconds = 0.0;
        var executing = OnPoolAsync(async () =>
        {
            var start = Stopwatch.GetTimestamp();
            await measured.ExecuteAsync(context, ct);
            seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
        });

        var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using (ct.Register(cancelled.SetResult))
        {
            if (await Task.WhenAny(executing, cancelled.Task) != executing
                && await Task.WhenAny(executing, Task.Delay(CancelGrace, CancellationToken.None)) != executing)
            {
                // It waits for replies rather than looking at its token: without a connection there are none to wait for.
                await Task.Run(() => connection.Close(allowCommandsToComplete: false), CancellationToken.None);
                await executing.WaitAsync(AbortTimeout, CancellationToken.None);
            }
        }

        await executing;
        return seconds;
    }

    private async Task<Run> CleanAsync(Run run)
    {
        if (CouldNotConnect)
        {
            return run;
        }

        using var timeout = new CancellationTokenSource(CleaningTimeout);
        try
        {
            using var connection = await server.ConnectAsync(CleaningTimeout, timeout.Token);
            await OnPoolAsync(() => measured.TeardownAsync(new CaseContext(connection, server), timeout.Token));
            return run;
        }
        catch (Exception exception)
        {
            var left = $"Its keys could not be removed: {server.Describe(exception)}";
            return run with
            {
                State = run.State == RunState.Cancelled ? RunState.Cancelled : RunState.Failed,
                Seconds = null,
                Error = run.Error is null ? left : $"{run.Error} {left}",
            };
        }
    }

    // What a case awaits comes back on the client's reader thread: whatever blocked there would wait for itself.
    private static async Task OnPoolAsync(Func<Task> work)
    {
        try
        {
            await Task.Run(work);
        }
        finally
        {
            await Task.Yield();
        }
    }

    // What the run before left behind is collected before the clock, not on it.
    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }
}
