using System.Net.Sockets;
using System.Security.Authentication;
using StackExchange.Redis;

namespace RedisPerf.Core.Targets;

/// <summary>Puts what a server or the client threw into one calm sentence.</summary>
public static class RedisTrouble
{
    /// <summary>One sentence that names the target, what was wrong and, where it helps, what would be right. Never holds a password.</summary>
    public static string Describe(Exception exception, string targetName)
    {
        var chain = Chain(exception).ToList();
        if (chain.OfType<TargetException>().FirstOrDefault() is { } known)
        {
            return known.Message;
        }

        var server = $"The server of target '{targetName}'";
        foreach (var e in chain)
        {
            if (e is TargetRefusalException or RedisServerException)
            {
                return Refusal(server, e.Message);
            }
        }

        return chain.Select(e => Transport(server, targetName, e)).FirstOrDefault(s => s is not null)
            ?? $"An unexpected {chain[^1].GetType().Name} on target '{targetName}': {Sentence(chain[^1].Message)}";
    }

    /// <summary>The sentence for an error reply of the server, such as <c>OOM command not allowed</c>.</summary>
    internal static string Refused(string error, string targetName) => Refusal($"The server of target '{targetName}'", error);

    internal static IEnumerable<Exception> Chain(Exception exception)
    {
        yield return exception;
        var inner = exception is AggregateException many ? many.InnerExceptions : exception.InnerException is { } one ? [one] : (IEnumerable<Exception>)[];
        foreach (var e in inner.SelectMany(Chain))
        {
            yield return e;
        }
    }

    private static string Refusal(string server, string error)
    {
        var code = error.Split(' ')[0];
        return code switch
        {
            "NOAUTH" => $"{server} needs a password; give it in the connection string (password=…, with user=… for an ACL user).",
            "WRONGPASS" => $"{server} refused the user or the password.",
            "NOPERM" => $"{server} does not permit this user to do that: {Sentence(error)}",
            "READONLY" => $"{server} is a read-only replica; choose its primary.",
            "OOM" => $"{server} is out of memory: its limit (maxmemory) is too small for this job.",
            "BUSY" => $"{server} is busy with a script and answers nobody until it ends.",
            "LOADING" => $"{server} is still loading its data; try again when it has finished.",
            "MISCONF" => $"{server} refuses writes because it cannot save its data to disk (MISCONF).",
            "MASTERDOWN" => $"{server} is a replica that has lost its primary.",
            "NOREPLICAS" => $"{server} refuses writes because too few replicas follow it.",
            "CLUSTERDOWN" => $"{server} belongs to a cluster that is down.",
            "MOVED" or "ASK" or "CROSSSLOT" or "TRYAGAIN" => $"{server} is a node of a cluster and does not hold these keys ({code}); choose a server that stands alone.",
            "NOSCRIPT" => $"{server} has lost the script during the run: it was restarted, or somebody flushed its scripts.",
            "EXECABORT" => $"{server} discarded a transaction, because it refused one of its commands.",
            "DENIED" => $"{server} is in protected mode and takes connections from its own machine only.",
            _ when error.Contains("invalid password", StringComparison.OrdinalIgnoreCase) => $"{server} refused the user or the password.",
            _ when error.Contains("no password is set", StringComparison.OrdinalIgnoreCase) || error.Contains("without any password configured", StringComparison.OrdinalIgnoreCase) => $"{server} has no password, but the connection string gives one.",
            _ when error.Contains("unknown command", StringComparison.OrdinalIgnoreCase) => $"{server} does not know a command: {Sentence(error)}",
            _ when error.Contains("max number of clients", StringComparison.OrdinalIgnoreCase) => $"{server} takes no more connections: {Sentence(error)}",
            _ => $"{server} answered with an error: {Sentence(error)}",
        };
    }

    private static string? Transport(string server, string targetName, Exception e) => e switch
    {
        SocketException { SocketErrorCode: SocketError.ConnectionRefused } => $"{server} does not answer: nobody listens at its address.",
        SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } => $"{server} cannot be found: its host name leads nowhere.",
        SocketException { SocketErrorCode: SocketError.NetworkUnreachable or SocketError.HostUnreachable or SocketError.TimedOut } => $"{server} cannot be reached over the network.",
        AuthenticationException => $"{server} and this machine could not agree on an encrypted connection: {Sentence(e.Message)}",
        RedisConnectionException { FailureType: ConnectionFailureType.UnableToConnect } => $"{server} does not answer: no connection could be made.",
        RedisConnectionException { FailureType: ConnectionFailureType.AuthenticationFailure } => $"{server} needs a password, or refused the given user or password.",
        RedisConnectionException or EndOfStreamException or SocketException or IOException { InnerException: SocketException } => $"The connection to the server of target '{targetName}' was lost: it was stopped, restarted, or cut the connection.",
        IOException => $"{server} cannot be used: {Sentence(e.Message)}",
        ObjectDisposedException => $"The connection to the server of target '{targetName}' was closed.",
        TimeoutException => $"{server} did not answer in time.",
        _ => null,
    };

    private static string Sentence(string message)
    {
        var line = message.ReplaceLineEndings(" ").Trim();
        return line.EndsWith('.') ? line : line + ".";
    }
}
