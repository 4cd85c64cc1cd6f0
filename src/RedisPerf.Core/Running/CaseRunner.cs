using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Running;

/// <summary>One execution of one case: prepared, timed, verified, cleaned up; whatever happens ends as a <see cref="Run"/>.</summary>
internal sealed class CaseRunner(Case measured, TargetServer server)
{
    private static readonly TimeSpan CleaningTimeout = TimeSpan.FromSeconds(5);

    // A run's keys are few; what cases share may be a million keys on a busy or distant server.
    private static readonly TimeSpan SharedCleaningTimeout = TimeSpan.FromSeconds(30);

    // What a cut connection had sent still lies in the server's buffers, and is carried out after the keys were removed.
    private static readonly TimeSpan LateCommands = TimeSpan.FromMilliseconds(250);

    // Somebody else's commands may never end.
    private static readonly TimeSpan LateLimit = TimeSpan.FromSeconds(2);

    // The client's own connect time-out is five seconds for each of two attempts.
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(15);

    private bool _isConnecting;

    /// <summary>Whether the last run failed before its connection stood.</summary>
    public bool CouldNotConnect { get; private set; }

    public async Task<Run> RunAsync(int round, bool warmup, CancellationToken ct)
    {
        var run = new Run { Round = round, Warmup = warmup, State = RunState.Cancelled };
        _isConnecting = false;
        try
        {
            run = await MeasureAsync(run, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            run = run with { State = RunState.Failed, Error = await DescribeAsync(exception) };
        }
        catch (Exception) when (ct.IsCancellationRequested)
        {
            // Cutting the connection off to cancel makes whatever was under way fail: that says nothing of the target.
            run = run with { State = RunState.Cancelled };
        }

        await server.CutLinkAsync();
        // A run that was cancelled then says nothing of the target either.
        CouldNotConnect = _isConnecting && run.State == RunState.Failed;
        return _isConnecting ? run : await CleanAsync(run);
    }

    private async Task<Run> MeasureAsync(Run run, CancellationToken ct)
    {
        _isConnecting = true;
        await using var connection = await OpenAsync(server.ConnectAsync, server.Patience(measured.ResponseTimeout), ct);
        _isConnecting = false;
        var context = new CaseContext(connection.Client, server);
        if (measured.Shared is { } shared)
        {
            await connection.RunAsync(() => shared.LoadAsync(context, ct), ct);
        }

        await connection.RunAsync(() => measured.SetupAsync(context, ct), ct);
        await server.SettleAsync(ct);
        Collect();

        var serverBefore = await server.SampleAsync(ct);
        var clientBefore = ClientSample.First();
        var seconds = 0.0;
        await using var poolDelay = PoolDelay.Start();
        await connection.RunAsync(
            async () =>
            {
                // The clock is read in here, so that handing the work over and back is not on it.
                var start = Stopwatch.GetTimestamp();
                await measured.ExecuteAsync(context, ct);
                seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            },
            ct);
        var delay = await poolDelay.StopAsync();
        var clientAfter = ClientSample.Now();
        var serverAfter = await server.SampleAsync(ct);
        var serverFigures = ServerSample.Between(serverBefore, serverAfter);
        double? cpuBeside = server.IsOnThisMachine switch
        {
            true => serverFigures.CpuSeconds,
            false => 0,
            null => null,
        };
        var clientFigures = ClientSample.Between(clientBefore, clientAfter, cpuBeside) with { PoolDelay = delay };

        var done = await VerifyAsync(serverBefore, serverAfter, ct);
        return run with
        {
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            EncodeSeconds = context.Work.EncodeSeconds,
            Operations = done.Operations,
            PayloadBytes = done.PayloadBytes,
            WireBytes = done.WireBytes,
            Figures = Merged(context.Work, done),
            Disturbed = Disturbance.Of(serverBefore, serverAfter, done.Commands, clientFigures),
            Client = clientFigures,
            Server = serverFigures,
        };
    }

    private static Dictionary<string, double>? Merged(WorkDone executed, WorkDone verified) =>
        executed.Measurements.Count + verified.Measurements.Count == 0 ? null : executed.Measurements.Concat(verified.Measurements).ToDictionary();

    private async Task<WorkDone> VerifyAsync(ServerSample before, ServerSample after, CancellationToken ct)
    {
        await using var fresh = await OpenAsync(server.ConnectDirectAsync, measured.ResponseTimeout, ct);
        var reading = new CaseContext(fresh.Client, server);
        try
        {
            await fresh.RunAsync(() => measured.VerifyAsync(reading, ct), ct);
            return reading.Work;
        }
        catch (VerificationException) when (ServerSample.Trouble(before, after) is { } trouble)
        {
            // Why it is not there says more than what is not there.
            throw new TargetException(trouble);
        }
    }

    /// <summary>Removes the case's keys, in whatever state a run left them.</summary>
    /// <param name="afterTrouble">The run's connection may have been cut in the middle of its commands.</param>
    /// <param name="ct">Gives up.</param>
    /// <returns>Null when they are gone, else the sentence that says why they are not.</returns>
    public Task<string?> RemoveKeysAsync(bool afterTrouble, CancellationToken ct) => RemoveAsync(measured.TeardownAsync, CleaningTimeout, afterTrouble, ct);

    /// <summary>Removes what the case shares with others.</summary>
    /// <returns>As <see cref="RemoveKeysAsync"/>.</returns>
    public Task<string?> RemoveSharedAsync(CancellationToken ct) =>
        measured.Shared is { } shared ? RemoveAsync(shared.RemoveAsync, SharedCleaningTimeout, afterTrouble: false, ct) : Task.FromResult<string?>(null);

    private async Task<string?> RemoveAsync(Func<CaseContext, CancellationToken, Task> remove, TimeSpan limit, bool afterTrouble, CancellationToken ct)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(ct);
        timeout.CancelAfter(limit);
        try
        {
            await using var connection = await OpenAsync(server.ConnectDirectAsync, limit, timeout.Token);
            var context = new CaseContext(connection.Client, server);
            await connection.RunAsync(() => remove(context, timeout.Token), timeout.Token);
            if (afterTrouble)
            {
                await QuietAsync(timeout.Token);
                await connection.RunAsync(() => remove(context, timeout.Token), timeout.Token);
            }

            return null;
        }
        catch (OperationCanceledException)
        {
            return $"Target {server.Name} did not answer within {limit.TotalSeconds:0} seconds.";
        }
        catch (Exception exception)
        {
            return await DescribeAsync(exception);
        }
    }

    // A server that has much else to do takes its time to get to what it had received.
    private async Task QuietAsync(CancellationToken ct)
    {
        var started = Stopwatch.GetTimestamp();
        var after = await server.SampleAsync(ct);
        ServerSample before;
        do
        {
            await Task.Delay(LateCommands, ct);
            (before, after) = (after, await server.SampleAsync(ct));
        }
        while (ServerSample.Between(before, after).Commands is { Count: > 0 } && Stopwatch.GetElapsedTime(started) < LateLimit);
    }

    private async Task<Run> CleanAsync(Run run) => await RemoveKeysAsync(run.State != RunState.Ok, CancellationToken.None) is not { } trouble
        ? run
        : run with
        {
            State = run.State == RunState.Cancelled ? RunState.Cancelled : RunState.Failed,
            Verified = false,
            Seconds = null,
            Error = $"{run.Error} Its keys could not be removed: {trouble}".TrimStart(),
        };

    // What does not verify is in a sentence already, and no trouble of the server's.
    private async Task<string> DescribeAsync(Exception exception) =>
        exception is VerificationException ? exception.Message : await server.DescribeAsync(exception, CancellationToken.None);

    private static async Task<RunConnection> OpenAsync(Func<TimeSpan, CancellationToken, Task<ConnectionMultiplexer>> connect, TimeSpan responseTimeout, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(ConnectLimit);
        try
        {
            return new(await connect(responseTimeout, limit.Token), responseTimeout);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TimeoutException($"No connection within {ConnectLimit.TotalSeconds:0} seconds.");
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
