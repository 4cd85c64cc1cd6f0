using System.Diagnostics;
using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>The exclusive use of an existing server by one job: a key on the server, so two names of one server have the same lease. The
/// key expires when the process ends or is stopped. It is renewed before and after each run, and every four seconds: two commands, which
/// <see cref="Calls"/> and <see cref="SentBytes"/> count so that they are in no figure of a run.</summary>
/// <param name="control">The control connection, which uses database 0.</param>
/// <param name="target">The target's name, for reasons.</param>
/// <param name="holder">The job.</param>
internal sealed class ServerLease(ControlConnection control, string target, LeaseHolder holder) : IAsyncDisposable
{
    /// <summary>The key of the lease.</summary>
    public const string Key = "redisperf:lease";

    /// <summary>Longer than a server is expected to be busy with one command, and as long as a job of a lost node waits at most.</summary>
    private const int LifetimeMilliseconds = 15_000;

    /// <summary>Attempts to acquire a lease that another process releases at the same time.</summary>
    private const int Attempts = 3;

    private static readonly TimeSpan RenewalInterval = TimeSpan.FromSeconds(4);
    private static readonly TimeSpan ReleaseLimit = TimeSpan.FromSeconds(1);
    private static readonly string Lifetime = LifetimeMilliseconds.ToString(CultureInfo.InvariantCulture);

    private readonly Dictionary<string, long> _calls = [];
    private readonly CancellationTokenSource _end = new();
    private Task _renewing = Task.CompletedTask;

    private long _renewedAt;
    private volatile bool _isRenewed = true;
    private bool _isAdopted;

    // Not when another process acquired it, or another target of the job with the same server: that one renews and releases it.
    private bool _isOwn;
    private bool _hasTried;

    // Whether it expired, or another process took it, since the last run began; and the job that has it.
    private volatile bool _wasLost;
    private Reason? _lostTo;

    // Not disposed: a run may end while it is cancelled, and a source without a timer holds nothing.
    private CancellationTokenSource _loss = new();

    /// <summary>The value of the key.</summary>
    public string Value { get; } = holder.ToString();

    /// <summary>Whether this process renews the lease. Only the process that measures does, because it subtracts the
    /// commands from its figures.</summary>
    public bool IsRenewed
    {
        get => _isRenewed;
        set
        {
            _renewedAt = Stopwatch.GetTimestamp();
            _isRenewed = value;
        }
    }

    /// <summary>Whether another node renews the lease.</summary>
    public bool IsWatched { get; private init; }

    /// <summary>The calls by command that this lease sent. Read it in an operation of the control connection.</summary>
    public IReadOnlyDictionary<string, long> Calls => _calls;

    /// <summary>The bytes of these calls. Read it in an operation of the control connection.</summary>
    public long SentBytes { get; private set; }

    /// <summary>The lease that another process acquired and releases. It is not renewed before <see cref="IsRenewed"/> is set.</summary>
    /// <param name="control">The control connection of this process.</param>
    /// <param name="target">The target's name, for reasons.</param>
    /// <param name="value">The <see cref="Value"/> of the lease.</param>
    /// <param name="isWatched">Whether another node measures too and renews the lease. Here it is only checked before and after each run.</param>
    public static ServerLease Adopt(ControlConnection control, string target, string value, bool isWatched)
    {
        var lease = new ServerLease(control, target, LeaseHolder.Parse(value)!) { IsRenewed = false, IsWatched = isWatched, _isAdopted = true };
        lease._renewing = isWatched ? Task.CompletedTask : lease.RenewUntilEndAsync();
        return lease;
    }

    /// <summary>Acquires the lease, and renews it until this object is disposed.</summary>
    /// <returns>Null when it is acquired; otherwise the reason, which names the job that has it.</returns>
    /// <exception cref="TargetException">The server does not reply, or it refuses.</exception>
    /// <param name="limit">For the server to reply.</param>
    public async Task<Reason?> AcquireAsync(TimeSpan limit, CancellationToken ct)
    {
        var other = await control.UseAsync(connection => AcquireAsync(connection, ct), limit, ct).ConfigureAwait(false);
        if (other is null && _isOwn && _renewing.IsCompleted)
        {
            _renewing = RenewUntilEndAsync();
        }

        return other;
    }

    /// <summary>Cancelled when a renewal during the run finds that the lease was lost.</summary>
    public CancellationToken Lost => _loss.Token;

    /// <summary>Why the current run is invalid; null while this job has the lease.</summary>
    public Reason? Loss => _wasLost ? Reason.Of(ReasonCode.LeaseLost, (Reason.Target, target), ("cause", _lostTo)) : null;

    /// <summary>Renews the lease before a run. A lease that was lost before it is acquired again.</summary>
    /// <exception cref="TargetException">The server does not reply, or another process has the lease.</exception>
    public async Task BeginRunAsync(CancellationToken ct)
    {
        if (await RenewAsync(ct).ConfigureAwait(false) is { } used)
        {
            throw new TargetException(IsWatched ? Loss! : used);
        }

        _wasLost = false;
        _loss = _loss.IsCancellationRequested ? new() : _loss;
    }

    /// <summary>Checks after a run that this job had the lease all the time.</summary>
    /// <exception cref="TargetException">The server does not reply, or the lease was lost during the run.</exception>
    public async Task EndRunAsync(CancellationToken ct)
    {
        await RenewAsync(ct).ConfigureAwait(false);
        if (Loss is { } loss)
        {
            throw new TargetException(loss);
        }
    }

    /// <summary>Releases the lease, unless another process acquired it. A server that does not reply releases it by its expiry.</summary>
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync().ConfigureAwait(false);
        await _renewing.ConfigureAwait(false);
        if (_isOwn)
        {
            await ReleaseAsync().ConfigureAwait(false);
        }

        _end.Dispose();
    }

    private async Task ReleaseAsync()
    {
        using var limit = new CancellationTokenSource(ReleaseLimit);
        try
        {
            await control.UseAsync(
                async connection => (await CallAsync(connection, limit.Token, "GET", Key).ConfigureAwait(false)).Text == Value
                    ? await CallAsync(connection, limit.Token, "DEL", Key).ConfigureAwait(false)
                    : null,
                limit.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is TargetException or OperationCanceledException)
        {
            // It expires.
        }
    }

    // Acquires it again if it was lost and is free.
    private Task<Reason?> RenewAsync(CancellationToken ct) => control.UseAsync(
        async connection =>
        {
            var value = (await CallAsync(connection, ct, "GET", Key).ConfigureAwait(false)).Text;
            if (value == Value)
            {
                await (IsWatched ? Task.CompletedTask : CallAsync(connection, ct, "PEXPIRE", Key, Lifetime)).ConfigureAwait(false);
                _renewedAt = Stopwatch.GetTimestamp();
                return null;
            }

            if (IsWatched)
            {
                (_wasLost, _lostTo) = (true, UsedBy(value));
                return _lostTo;
            }

            // Before its expiry it can be missing because the server evicted it, which is detected as such.
            var isLost = value is not null || Stopwatch.GetElapsedTime(_renewedAt).TotalMilliseconds >= LifetimeMilliseconds;
            var used = await AcquireAsync(connection, ct).ConfigureAwait(false);
            _lostTo = used ?? (_wasLost ? _lostTo : null);
            _wasLost |= isLost;
            return used;
        },
        ct);

    private async Task<Reason?> AcquireAsync(RespConnection connection, CancellationToken ct)
    {
        string? other = null;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            // Read first: a job that waits sends one command per attempt to the server that another one measures.
            other = (await CallAsync(connection, ct, "GET", Key).ConfigureAwait(false)).Text;
            if (other == Value)
            {
                _renewedAt = Stopwatch.GetTimestamp();
                // The reply to an earlier attempt can be lost.
                _isOwn |= _hasTried && !_isAdopted;
                return null;
            }

            if (other is not null)
            {
                if (LeaseHolder.Parse(other) is not { HasEnded: true })
                {
                    return UsedBy(other);
                }

                // If two processes do this at the same time, the first one detects the loss of its lease after its run.
                await CallAsync(connection, ct, "DEL", Key).ConfigureAwait(false);
            }

            _hasTried = true;
            if ((await CallAsync(connection, ct, "SET", Key, Value, "NX", "PX", Lifetime).ConfigureAwait(false)).Text == "OK")
            {
                _renewedAt = Stopwatch.GetTimestamp();
                _isOwn = !_isAdopted;
                return null;
            }
        }

        return UsedBy(other);
    }

    private Reason UsedBy(string? value)
    {
        var other = value is null ? null : LeaseHolder.Parse(value);
        return Reason.Of(ReasonCode.TargetLeased, (Reason.Target, target), ("job", other?.Job.ToString()), ("machine", other?.Machine));
    }

    private async Task RenewUntilEndAsync()
    {
        while (!_end.IsCancellationRequested)
        {
            await Task.Delay(RenewalInterval, _end.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!_isRenewed)
            {
                continue;
            }

            try
            {
                var loss = _loss;
                await RenewAsync(_end.Token).ConfigureAwait(false);
                if (_wasLost)
                {
                    await loss.CancelAsync().ConfigureAwait(false);
                }
            }
            catch (Exception exception) when (exception is TargetException or OperationCanceledException)
            {
                // The run fails for the same reason, or for the lost lease.
            }
        }
    }

    private async Task<RespReply> CallAsync(RespConnection connection, CancellationToken ct, params string[] command)
    {
#pragma warning disable CA1308 // Redis writes the names of commands in lower case.
        var name = command[0].ToLowerInvariant();
#pragma warning restore CA1308
        _calls[name] = _calls.GetValueOrDefault(name) + 1;
        var before = connection.SentBytes;
        try
        {
            return await connection.CallAsync(ct, command).ConfigureAwait(false);
        }
        finally
        {
            SentBytes += connection.SentBytes - before;
        }
    }
}
