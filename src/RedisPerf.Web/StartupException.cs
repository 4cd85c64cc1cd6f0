namespace RedisPerf.Web;

/// <summary>The configuration cannot be used. The message is the one line that is shown; it repeats no value that may hold a password.</summary>
internal sealed class StartupException(string message) : Exception(message);
