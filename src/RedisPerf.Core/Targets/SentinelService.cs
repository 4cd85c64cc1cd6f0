using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;

namespace RedisPerf.Core.Targets;

/// <summary>A service that Sentinels watch. The server under test is its primary.</summary>
/// <param name="name">The name of the service in the configuration of the Sentinels.</param>
/// <param name="sentinels">The addresses of the Sentinels, with the encryption of their connections.</param>
/// <param name="own">The credentials of the Sentinels; null when the address gives none.</param>
/// <param name="ofServer">The credentials of the server. A Sentinel gets them if it requires a password and the address gives no other.</param>
internal sealed partial class SentinelService(string name, IReadOnlyList<ServerAddress> sentinels, Credentials? own, Credentials? ofServer)
{
    public string Name => name;

    /// <summary>Whether a text can be the name of a service. Sentinel permits no other characters.</summary>
    public static bool IsName(string text) => Names().IsMatch(text);

    /// <summary>Requests the address of the primary from all Sentinels at once, and returns the first answer.</summary>
    /// <param name="target">The target's name, for reasons.</param>
    /// <param name="limit">The longest time of a connection, and of a reply.</param>
    /// <exception cref="TargetException">No Sentinel reports it.</exception>
    public async Task<EndPoint> FindPrimaryAsync(string target, TimeSpan limit, CancellationToken ct)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var requests = sentinels.Select(sentinel => RequestAsync(target, sentinel, limit, stop.Token)).ToList();
        Reason? first = null;
        try
        {
            await foreach (var request in Task.WhenEach(requests).WithCancellation(ct).ConfigureAwait(false))
            {
                try
                {
                    return await request.ConfigureAwait(false);
                }
                catch (TargetException exception)
                {
                    // That the service is unknown explains more than a Sentinel that does not reply.
                    first = first is null || exception.Reason.Code == ReasonCode.SentinelServiceUnknown ? exception.Reason : first;
                }
            }

            throw new TargetException(first!);
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
        }
    }

    private async Task<EndPoint> RequestAsync(string target, ServerAddress sentinel, TimeSpan limit, CancellationToken ct)
    {
        try
        {
            await using var connection = await RespConnection.OpenAsync(sentinel.EndPoint, own, sentinel.Tls, ct)
                .WaitAsync(limit, ct).ConfigureAwait(false);
            var reply = await QueryAsync(connection, ct).WaitAsync(limit, ct).ConfigureAwait(false);
            if (own is null && ofServer is not null && reply.IsError && reply.Text?.StartsWith("NOAUTH", StringComparison.Ordinal) == true)
            {
                await connection.AuthenticateAsync(ofServer, ct).WaitAsync(limit, ct).ConfigureAwait(false);
                reply = await QueryAsync(connection, ct).WaitAsync(limit, ct).ConfigureAwait(false);
            }

            return Read(target, reply);
        }
        catch (Exception e) when (e is TargetRefusalException or SocketException or IOException or AuthenticationException or TimeoutException)
        {
            throw new TargetException(Unusable(target, sentinel, RedisFailure.Describe(e, target)), e);
        }
    }

    private Task<RespReply> QueryAsync(RespConnection connection, CancellationToken ct) =>
        connection.QueryAsync(ct, "SENTINEL", "get-master-addr-by-name", name);

    private EndPoint Read(string target, RespReply reply) => reply switch
    {
        { IsError: true } when RedisFailure.Refused(reply.Text ?? "", target) is var refusal =>
            throw new TargetException(
                refusal.Code == ReasonCode.UnknownCommand ? Reason.Of(ReasonCode.NotSentinel, (Reason.Target, target)) : refusal),
        { Items: [{ Text: { } host }, { Text: { } port }] }
            when int.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is > 0 and <= IPEndPoint.MaxPort && ServerEndPoint.OfHost(host, number) is { } primary => primary,
        _ => throw new TargetException(Reason.Of(ReasonCode.SentinelServiceUnknown, (Reason.Target, target), ("service", name))),
    };

    private static Reason Unusable(string target, ServerAddress sentinel, Reason cause) =>
        Reason.Of(ReasonCode.SentinelUnusable, (Reason.Target, target), ("sentinel", sentinel.Text), ("cause", cause));

    [GeneratedRegex(@"^[A-Za-z0-9._-]{1,200}\z")]
    private static partial Regex Names();
}
