using System.Diagnostics;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Targets;
using StackExchange.Redis;

namespace RedisPerf.Core.Running;

/// <summary>Prepares, times, verifies and cleans up one execution of a case, or of a slice of it. Every outcome is a result.</summary>
/// <param name="measured">The case or the slice.</param>
/// <param name="server">The server under test.</param>
/// <param name="time">The clock of the limits of a removal; default: that of the system.</param>
internal sealed class CaseRunner(Case measured, TargetServer server, TimeProvider? time = null)
{
    private static readonly TimeSpan CleaningTimeout = TimeSpan.FromSeconds(5);

    // A user waits for the end of the job, even when the server hangs.
    private static readonly TimeSpan CancelledCleaningTimeout = TimeSpan.FromSeconds(4);

    // A million keys on a busy or distant server.
    private static readonly TimeSpan LongCleaningTimeout = TimeSpan.FromSeconds(30);

    // The server may execute commands from a lost connection's buffers after the keys were removed.
    private static readonly TimeSpan LateCommands = TimeSpan.FromMilliseconds(250);

    private static readonly TimeSpan ClosingInterval = TimeSpan.FromMilliseconds(50);

    // Other clients may send commands without end.
    private static readonly TimeSpan LateLimit = TimeSpan.FromSeconds(2);

    /// <summary>With more keys, an expiry for each takes longer than the run's own removal of them, and that can take long.</summary>
    private const int FewKeys = 1_000;

    /// <summary>Longer than a verification takes.</summary>
    private static readonly TimeSpan Expiry = TimeSpan.FromHours(6);

    private bool _isConnecting;
    private bool _mayHaveKeys;
    private bool _isAbandoned;

    // They stay on the server, so that a later run that writes them again adds none.
    private Reason? _otherKeys;
    private IReadOnlyCollection<string> _clientNames = [];

    /// <inheritdoc cref="Case.Probe"/>
    public int? Probe { set => measured.Probe = value; }

    public async Task<SliceResult> RunAsync(int round, bool warmup, IRunBarrier? barrier, CancellationToken ct)
    {
        var result = new SliceResult(new Run { Round = round, Warmup = warmup, State = RunState.Cancelled });
        (_isConnecting, _mayHaveKeys, _isAbandoned, _clientNames) = (false, false, false, []);
        try
        {
            result = await MeasureAsync(result.Run, barrier, ct);
        }
        catch (Exception exception) when (!ct.IsCancellationRequested)
        {
            // A process without free memory cannot measure the next slice.
            _isAbandoned |= RedisFailure.Chain(exception).Any(e => e is OutOfMemoryException);
            result = new(result.Run with { State = RunState.Failed, Error = await DescribeAsync(exception) });
        }
        catch (Exception) when (ct.IsCancellationRequested)
        {
            // Cancelling closes the connection, so the error does not describe the target.
        }

        await server.CloseLinkAsync();
        return _mayHaveKeys
            ? result with { Run = await CleanAsync(result.Run), IsAbandoned = _isAbandoned }
            // A cancelled run does not describe the target either.
            : result with { CouldNotConnect = _isConnecting && result.Run.State == RunState.Failed };
    }

    private async Task<SliceResult> MeasureAsync(Run run, IRunBarrier? barrier, CancellationToken ct)
    {
        _isConnecting = true;
        await using var connection =
            await RunConnection.OpenAsync(
                (timeout, stop) => server.ConnectAsync(timeout, stop, measured.CallTimeout, measured.DisturbsServer), measured.Connections,
                server.TimeoutFor(measured.ResponseTimeout), server.ConnectLimit, ct);
        (_isConnecting, _clientNames) = (false, connection.ClientNames);
        connection.AllowsLoss = measured.DisturbsServer;

        // After a stop of this process, another job may use the server.
        await BeginLeaseAsync(ct);
        _mayHaveKeys = true;
        using var held = CancellationTokenSource.CreateLinkedTokenSource(ct, server.Lease?.Lost ?? CancellationToken.None);
        try
        {
            return await MeasureAsync(connection, run, barrier, held.Token);
        }
        catch (Exception) when (held.IsCancellationRequested && !ct.IsCancellationRequested && server.Lease?.Loss is { } loss)
        {
            throw new TargetException(loss);
        }
        finally
        {
            _isAbandoned = connection.IsAbandoned;
        }
    }

    private async Task<SliceResult> MeasureAsync(RunConnection connection, Run run, IRunBarrier? barrier, CancellationToken ct)
    {
        var context = connection.ContextOf(server);
        if (measured.Shared is { } shared)
        {
            await connection.RunAsync(() => shared.LoadAsync(context, ct), ct);
        }

        await connection.RunAsync(() => measured.SetupAsync(context, ct), ct);
        await server.SettleAsync(ct);
        await BeginLeaseAsync(ct);
        Garbage.Collect();

        await SignalAndWaitAsync(barrier, RunStage.Prepared, ct);
        var keysBefore = await CountKeysAsync(ct);
        var serverBefore = await server.SampleAsync(ct);
        if (!measured.AllowsRestart && server.FindChange(serverBefore) is { } change)
        {
            throw new TargetException(change);
        }

        var startAt = await SignalAndWaitAsync(barrier, RunStage.Ready, ct);
        var slack = await SharedStart.ApproachAsync(startAt, ct);
        var (clientBefore, start, seconds) = (default(ClientSample), 0L, 0.0);
        await using var poolDelay = PoolDelay.Start();
        await connection.RunAsync(
            async () =>
            {
                SharedStart.WaitUntilSamples(startAt);
                clientBefore = ClientSample.First();
                SharedStart.Wait(startAt);
                // Read the clock here, so that switching threads is not measured.
                start = Stopwatch.GetTimestamp();
                await measured.ExecuteAsync(context, ct);
                seconds = Stopwatch.GetElapsedTime(start).TotalSeconds;
            },
            ct);
        var stall = measured.MeasuresThreadPool || measured.DisturbsServer ? TimeSpan.Zero : connection.Stall;
        var delay = await poolDelay.StopAsync() is { } late && !measured.MeasuresThreadPool ? late : null;
        var clientAfter = ClientSample.Now();
        await SignalAndWaitAsync(barrier, RunStage.Executed, ct);
        var serverAfter = await server.SampleAsync(ct);
        await SignalAndWaitAsync(barrier, RunStage.Sampled, ct);
        // After the samples of all nodes, so that it is in no figure of another one.
        await (server.Lease?.EndRunAsync(ct) ?? Task.CompletedTask);
        await CheckAsync(serverBefore, serverAfter, () => connection.RunAsync(
            async () =>
            {
                if (!measured.DisturbsServer)
                {
                    CheckReplies(serverBefore, serverAfter);
                }

                await CheckOtherKeysAsync(keysBefore, ct);
                await measured.CountAsync(context, ct);
            },
            ct));
        if (!measured.DisturbsServer)
        {
            // Otherwise the client may still be disconnected. RedisPerf has started the server, which ends with it.
            await connection.RunAsync(() => ExpireAsync(context.Database), ct);
        }

        var serverUse = ServerUse.Between(serverBefore, serverAfter);
        serverUse = measured.DisturbsServer ? serverUse with { Incident = null } : serverUse;
        double? otherCpuSeconds = server.IsOnThisMachine switch
        {
            true => serverUse.CpuSeconds,
            false => 0,
            null => null,
        };
        var done = await VerifyAsync(serverBefore, serverAfter, ct);
        var timed = run with
        {
            State = RunState.Ok,
            Verified = true,
            Seconds = seconds,
            EncodeSeconds = context.Work.EncodeSeconds,
            Operations = done.Operations,
            PayloadBytes = done.PayloadBytes,
            WireBytes = done.WireBytes,
            Figures = context.Work.FiguresWith(done),
            Timeline = done.Timeline,
        };
        return new(timed, ClientUse.Between(clientBefore, clientAfter, otherCpuSeconds, delay), serverUse, done.Commands, stall.TotalSeconds)
        {
            StartedAt = start,
            StartSlack = slack,
            Latencies = done.Latencies.Count == 0 ? null : done.Latencies.AsReadOnly(),
        };
    }

    private Task BeginLeaseAsync(CancellationToken ct) => server.Lease?.BeginRunAsync(ct) ?? Task.CompletedTask;

    private static Task<long?> SignalAndWaitAsync(IRunBarrier? barrier, RunStage stage, CancellationToken ct) =>
        barrier?.SignalAndWaitAsync(stage, ct) ?? Task.FromResult<long?>(null);

    // The last resort for a process that is killed and never started again: from the end of the clock on.
    private async Task ExpireAsync(IDatabase database)
    {
        var keys = measured.WrittenKeys.Take(FewKeys + 1).ToArray();
        if (keys.Length <= FewKeys && !measured.HasOwnExpiry)
        {
            await Task.WhenAll(keys.Select(key => database.KeyExpireAsync(key, Expiry)));
        }
    }

    private async Task<WorkDone> VerifyAsync(ServerSample before, ServerSample after, CancellationToken ct)
    {
        await using var fresh = await RunConnection.OpenAsync(server.ConnectDirectAsync, 1, measured.ResponseTimeout, server.ConnectLimit, ct);
        var reading = fresh.ContextOf(server);
        await CheckAsync(before, after, () => fresh.RunAsync(() => measured.VerifyAsync(reading, ct), ct));
        return reading.Work;
    }

    // The code of a plug-in can write anything. Only a server that RedisPerf started has no other clients.
    private async Task<long?> CountKeysAsync(CancellationToken ct) =>
        measured.Strategy.Plugin is null || !server.IsStarted ? null : await server.CountKeysAsync(ct);

    private async Task CheckOtherKeysAsync(long? before, CancellationToken ct)
    {
        if (await CountKeysAsync(ct) - before is not { } added)
        {
            return;
        }

        var others = added - measured.WrittenKeys.Count();
        _otherKeys ??= others > 0 ? Reason.Of(ReasonCode.OtherKeysWritten, (Reason.Target, server.Name), ("keys", others)) : null;
        if (_otherKeys is not null)
        {
            throw new VerificationException(_otherKeys);
        }
    }

    // The code of a plug-in can have the values from elsewhere. Garnet always reports 0, although it has sent the reply with this figure.
    private void CheckReplies(ServerSample before, ServerSample after)
    {
        if (before.NetOutputBytes > 0 && after.NetOutputBytes - before.NetOutputBytes is { } sent && sent < measured.ReadBytes)
        {
            throw new VerificationException(Reason.Of(ReasonCode.ValuesNotRead,
                (Reason.Target, server.Name), ("bytes", sent), ("expected", measured.ReadBytes)));
        }
    }

    private async Task CheckAsync(ServerSample before, ServerSample after, Func<Task> checkAsync)
    {
        try
        {
            await checkAsync();
        }
        catch (VerificationException) when (FindIncident(before, after) is { } cause)
        {
            // The cause of the missing data is more helpful than the list of it.
            throw new TargetException(cause);
        }
    }

    // What a run does to its server is a part of the measurement.
    private Reason? FindIncident(ServerSample before, ServerSample after) =>
        measured.DisturbsServer ? null : ServerSample.FindIncident(before, after);

    /// <summary>Removes the data that the case shares with other cases.</summary>
    /// <returns>Null when it is removed.</returns>
    /// <param name="isCancelled">Whether a user cancelled the job and waits for its end.</param>
    public Task<Reason?> RemoveSharedAsync(bool isCancelled, CancellationToken ct) => measured.Shared is not { } shared
        ? Task.FromResult<Reason?>(null)
        : RemoveAsync(
            async (context, stop) =>
            {
                // It would disturb the job that uses the server now. The keys are stored as left.
                await BeginLeaseAsync(stop);
                await shared.RemoveAsync(context, stop);
            },
            isCancelled ? CancelledCleaningTimeout : LongCleaningTimeout,
            afterFailure: false,
            ct);

    /// <summary>Removes the keys of a run whose process ended.</summary>
    /// <returns>Null when they are removed.</returns>
    public Task<Reason?> CleanAfterLossAsync() => RemoveAsync(measured.TeardownAsync, RunCleaningTimeout, afterFailure: true, CancellationToken.None);

    private TimeSpan RunCleaningTimeout => measured.WrittenKeys.Skip(FewKeys).Any() ? LongCleaningTimeout : CleaningTimeout;

    private async Task<Reason?> RemoveAsync(
        Func<CaseContext, CancellationToken, Task> remove, TimeSpan limit, bool afterFailure, CancellationToken ct)
    {
        using var passed = new CancellationTokenSource(limit, time ?? TimeProvider.System);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(ct, passed.Token);
        try
        {
            if (afterFailure)
            {
                // Another job may use the server now, which this would disturb. The keys are stored as left.
                await BeginLeaseAsync(timeout.Token);
            }

            await using var connection = await RunConnection.OpenAsync(server.ConnectDirectAsync, 1, limit, server.ConnectLimit, timeout.Token);
            var context = connection.ContextOf(server);
            await connection.RunAsync(() => remove(context, timeout.Token), timeout.Token);
            if (afterFailure)
            {
                await QuietAsync(timeout.Token);
                await connection.RunAsync(() => remove(context, timeout.Token), timeout.Token);
            }

            return null;
        }
        catch (OperationCanceledException)
        {
            return Reason.Of(ReasonCode.NoReplyWithin, (Reason.Target, server.Name), ("seconds", limit.TotalSeconds));
        }
        catch (Exception exception)
        {
            return await DescribeAsync(exception);
        }
    }

    // A busy server may execute received commands late. One with several threads replies to other clients during a script.
    private async Task QuietAsync(CancellationToken ct)
    {
        while (await server.HasClientAsync(_clientNames, ct))
        {
            await Task.Delay(ClosingInterval, ct);
        }

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

    private async Task<Run> CleanAsync(Run run) =>
        await RemoveAsync(measured.TeardownAsync, run.State == RunState.Cancelled ? CancelledCleaningTimeout : RunCleaningTimeout,
            run.State != RunState.Ok, CancellationToken.None) is not { } cause
            ? run
            : run with
            {
                State = run.State == RunState.Cancelled ? RunState.Cancelled : RunState.Failed,
                Verified = false,
                Seconds = null,
                Error = Reason.Join(run.Error, Reason.Of(ReasonCode.KeysNotRemoved, ("cause", cause))),
            };

    private async Task<Reason> DescribeAsync(Exception exception)
    {
        var reason = exception is VerificationException failed ? failed.Reason : await server.DescribeAsync(exception, CancellationToken.None);
        if (measured.Strategy is { Plugin: not null, Name: var name })
        {
            // Its exceptions, and its silence, do not describe the server.
            reason = reason.Code switch
            {
                ReasonCode.UnexpectedError => Reason.Of(
                    ReasonCode.StrategyFailed, ("strategy", name), ("type", reason.Args["type"]), ("message", reason.Args["message"])),
                ReasonCode.ServerTimeout => Reason.Of(
                    ReasonCode.StrategyHung, ("strategy", name), ("seconds", measured.ResponseTimeout.TotalSeconds)),
                _ => reason,
            };
        }

        return ServerLimits.DependOnSize(reason.Code) ? reason.With("options", string.Join(" or ", measured.SizeOptions)) : reason;
    }
}
