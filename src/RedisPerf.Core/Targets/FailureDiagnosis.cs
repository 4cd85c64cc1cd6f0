using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Finds the reason for an exception of an operation on a target's server.</summary>
/// <param name="name">The target's name.</param>
/// <param name="started">The process or container that RedisPerf started; else null.</param>
internal sealed class FailureDiagnosis(string name, ServerAddress address, IStartedServer? started)
{
    private static readonly TimeSpan QueryLimit = TimeSpan.FromSeconds(1);

    // On a busy machine, a killed server takes more than half a second to end.
    private static readonly TimeSpan ExitLimit = TimeSpan.FromSeconds(2);

    // Errors for which a server may refuse a command of a transaction.
    private static readonly string[] TransactionErrors = ["OOM", "READONLY", "MISCONF", "NOPERM", "NOREPLICAS", "MASTERDOWN", "CROSSSLOT", "MOVED"];

    private Reason? Ended => started?.EndReason is { } cause ? Reason.Of(ReasonCode.ServerEnded, (Reason.Target, name), ("cause", cause)) : null;

    /// <summary>The reason for an exception, without a query to the server.</summary>
    public Reason Describe(Exception exception) => Ended ?? RedisFailure.Describe(exception, name);

    /// <summary>The reason for an exception; null when only the exception describes it. It queries the server, which often has more
    /// information than the client, for at most one second, and waits at most two seconds for the end of a started server.</summary>
    /// <param name="exception">The exception of a run.</param>
    /// <param name="known">The server's INFO before the failure; null when it was never read.</param>
    public async Task<Reason?> FindAsync(Exception exception, ServerInfo? known, CancellationToken ct)
    {
        var cause = RedisFailure.Chain(exception)
            .FirstOrDefault(e => IsLost(e) || IsValueLimit(e) || e is TimeoutException or RedisServerException);
        var reason = cause is null ? null : await QueryServerAsync(cause, known, ct).ConfigureAwait(false);
        var ended = reason is null && cause is not null && IsLost(cause) ? await FindEndAsync(ct).ConfigureAwait(false) : Ended;
        return ended ?? reason;
    }

    // The exceptions of the client, and of a bare socket.
    private static bool IsLost(Exception exception) => exception is RedisConnectionException or EndOfStreamException
        or SocketException { SocketErrorCode: SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown };

    private bool IsValueLimit(Exception exception) =>
        exception is RedisServerException or TargetException && RedisFailure.Describe(exception, name).Code == ReasonCode.ValueLimit;

    /// <summary>How the server's process ended, after a client lost its connection. Null when it runs, or RedisPerf did not start it.</summary>
    public async Task<Reason?> FindEndAsync(CancellationToken ct)
    {
        // The client detects a lost connection before the server's process has ended.
        await (started?.WaitForExitAsync(ExitLimit, ct) ?? Task.CompletedTask).ConfigureAwait(false);
        return Ended;
    }

    // The server may report a more exact reason than the client; null when it does not.
    private async Task<Reason?> QueryServerAsync(Exception exception, ServerInfo? known, CancellationToken ct)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(QueryLimit);
        try
        {
            await using var connection =
                await RespConnection.OpenAsync(address.EndPoint, address.Credentials, address.Tls, limit.Token).ConfigureAwait(false);
            var info = ServerInfo.Parse((await connection.CallAsync(limit.Token, "INFO").ConfigureAwait(false)).Text ?? "");
            if (known is not null && info.RunId != known.RunId)
            {
                return Reason.Of(ReasonCode.ServerRestarted, (Reason.Target, name));
            }
            // The client does not send writes to a replica, and reports only that a transaction was discarded.
            if (info.IsReplica && exception is not TimeoutException)
            {
                return RedisFailure.Refused("READONLY", name);
            }

            if (IsValueLimit(exception))
            {
                return await ServerLimits.WithValueLimitAsync(RedisFailure.Describe(exception, name), connection, limit.Token).ConfigureAwait(false);
            }

            if (IsLost(exception) && known is not null
                && await ServerLimits.FindAsync(name, connection, known, info, limit.Token).ConfigureAwait(false) is { } reached)
            {
                return reached;
            }

            var discarded = exception is RedisServerException && RedisFailure.ReplyOf(exception).StartsWith("EXECABORT", StringComparison.Ordinal);
            var reason = discarded ? TransactionErrors.FirstOrDefault(r => info.Refusals(r) > (known?.Refusals(r) ?? 0)) : null;
            return reason is null ? null : RedisFailure.Refused(reason, name);
        }
        catch (Exception e) when ((e is TargetRefusalException && exception is not RedisServerException)
            || (e is SocketException && exception is RedisConnectionException { FailureType: ConnectionFailureType.UnableToConnect }))
        {
            return RedisFailure.Describe(e, name);
        }
        catch (Exception e) when (e is SocketException or IOException or TargetRefusalException or AuthenticationException
            || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return null;
        }
    }
}
