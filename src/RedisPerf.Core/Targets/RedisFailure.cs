using System.Net.Sockets;
using System.Security.Authentication;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Resp;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Finds the reason for an exception of the client, or for an error reply of a server.</summary>
public static class RedisFailure
{
    private const int MaximumMessage = 300;

    private const string ReplyType = "SimpleError: ";

    /// <summary>The reason with the target's name. It never contains a password.</summary>
    public static Reason Describe(Exception exception, string targetName)
    {
        var chain = Chain(exception).ToList();
        if (chain.OfType<TargetException>().FirstOrDefault() is { } known)
        {
            return known.Reason;
        }

        if (chain.FirstOrDefault(e => e is TargetRefusalException or RedisServerException) is { } refusal)
        {
            return Refused(ReplyOf(refusal), targetName);
        }

        if (chain.OfType<ConnectionFaultException>().FirstOrDefault() is { } fault)
        {
            return fault.For(targetName);
        }

        return chain.Select(e => Transport(targetName, e)).FirstOrDefault(reason => reason is not null)
            ?? Reason.Of(
                ReasonCode.UnexpectedError, ("type", chain[^1].GetType().Name), (Reason.Target, targetName), ("message", Line(chain[^1].Message)));
    }

    /// <summary>The error reply of the server. In StackExchange.Redis 3.4 some messages begin with the type of the reply.</summary>
    internal static string ReplyOf(Exception refusal) =>
        refusal.Message.StartsWith(ReplyType, StringComparison.Ordinal) ? refusal.Message[ReplyType.Length..] : refusal.Message;

    /// <summary>The reason for an error reply of the server, such as <c>OOM command not allowed</c>.</summary>
    internal static Reason Refused(string error, string targetName)
    {
        // The arguments of an unknown command follow: those of AUTH, or the values of a run.
        error = error.IndexOf(", with args beginning with", StringComparison.OrdinalIgnoreCase) is > 0 and var end ? error[..end] : error;
        var word = error.Split(' ')[0];
        return word switch
        {
            "NOAUTH" => Plain(ReasonCode.PasswordRequired),
            "WRONGPASS" => Plain(ReasonCode.WrongPassword),
            "NOPERM" => Quoting(ReasonCode.NotPermitted),
            "READONLY" => Plain(ReasonCode.ReadOnlyReplica),
            "OOM" => Plain(ReasonCode.OutOfMemory),
            "BUSY" => Plain(ReasonCode.ScriptRunning),
            "LOADING" => Plain(ReasonCode.LoadingData),
            "MISCONF" => Plain(ReasonCode.CannotSave),
            "MASTERDOWN" => Plain(ReasonCode.PrimaryLost),
            "NOREPLICAS" => Plain(ReasonCode.TooFewReplicas),
            "CLUSTERDOWN" => Plain(ReasonCode.ClusterDown),
            "MOVED" or "ASK" or "CROSSSLOT" or "TRYAGAIN" => Reason.Of(ReasonCode.ClusterNode, (Reason.Target, targetName), ("error", word)),
            "NOSCRIPT" => Plain(ReasonCode.ScriptLost),
            "EXECABORT" => Plain(ReasonCode.TransactionDiscarded),
            "DENIED" => Plain(ReasonCode.ProtectedMode),
            _ when error.Contains("invalid password", StringComparison.OrdinalIgnoreCase) => Plain(ReasonCode.WrongPassword),
            _ when error.Contains("no password is set", StringComparison.OrdinalIgnoreCase)
                || error.Contains("without any password configured", StringComparison.OrdinalIgnoreCase) => Plain(ReasonCode.PasswordNotSet),
            _ when IsUnknownCommand(error) => Quoting(ReasonCode.UnknownCommand),
            _ when error.Contains("invalid bulk length", StringComparison.OrdinalIgnoreCase) => Plain(ReasonCode.ValueLimit),
            _ when error.Contains("invalid multibulk length", StringComparison.OrdinalIgnoreCase) => Plain(ReasonCode.ArgumentLimit),
            _ when error.Contains("max number of clients", StringComparison.OrdinalIgnoreCase) => Quoting(ReasonCode.TooManyConnections),
            _ => Quoting(ReasonCode.ErrorReply),
        };

        Reason Plain(ReasonCode code) => Reason.Of(code, (Reason.Target, targetName));
        Reason Quoting(ReasonCode code) => Reason.Of(code, (Reason.Target, targetName), ("message", Line(error)));
    }

    /// <summary>Whether a server or a proxy refused a command because it does not have it.</summary>
    internal static bool IsUnknownCommand(string error) => error.Contains("unknown command", StringComparison.OrdinalIgnoreCase)
        || error.Contains("unsupported command", StringComparison.OrdinalIgnoreCase)
        || error.Contains("unsupported redis command", StringComparison.OrdinalIgnoreCase)
        || error.Contains("command not supported", StringComparison.OrdinalIgnoreCase)
        || error.Contains("command is not supported", StringComparison.OrdinalIgnoreCase);

    /// <summary>Whether the reason for an error reply contains the reply.</summary>
    internal static bool IsQuoted(string error) => Refused(error, "").Args.ContainsKey("message");

    internal static IEnumerable<Exception> Chain(Exception exception)
    {
        yield return exception;
        var inner =
            exception is AggregateException many ? many.InnerExceptions : exception.InnerException is { } one ? [one] : (IEnumerable<Exception>)[];
        foreach (var e in inner.SelectMany(Chain))
        {
            yield return e;
        }
    }

    private static Reason? Transport(string targetName, Exception exception)
    {
        (ReasonCode Code, bool QuotesMessage)? reason = exception switch
        {
            SocketException { SocketErrorCode: SocketError.ConnectionRefused } => (ReasonCode.ConnectionRefused, false),
            SocketException { SocketErrorCode: SocketError.AccessDenied } => (ReasonCode.ConnectionDenied, false),
            SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
                (ReasonCode.HostNotFound, false),
            SocketException { SocketErrorCode: SocketError.NetworkUnreachable or SocketError.HostUnreachable or SocketError.TimedOut } =>
                (ReasonCode.NetworkUnreachable, false),
            AuthenticationException => (ReasonCode.TlsFailed, true),
            RedisConnectionException { FailureType: ConnectionFailureType.UnableToConnect } => (ReasonCode.NoConnection, false),
            RedisConnectionException { FailureType: ConnectionFailureType.AuthenticationFailure } => (ReasonCode.AuthenticationFailed, false),
            RedisConnectionException or EndOfStreamException or SocketException or IOException { InnerException: SocketException } =>
                (ReasonCode.ConnectionLost, false),
            IOException => (ReasonCode.ServerUnusable, true),
            ObjectDisposedException => (ReasonCode.ConnectionClosed, false),
            TimeoutException => (ReasonCode.ServerTimeout, false),
            _ => null,
        };
        return reason is var (code, quotesMessage)
            ? Reason.Of(code, (Reason.Target, targetName), ("message", quotesMessage ? Line(exception.GetBaseException().Message) : null))
            : null;
    }

    /// <summary>One line of at most 300 characters: a server may reply with an error of any length, which every page of
    /// the job would repeat.</summary>
    internal static string Line(string message)
    {
        var line = message.ReplaceLineEndings(" ").Trim();
        return line.Length <= MaximumMessage ? line : line[..MaximumMessage] + "…";
    }
}
