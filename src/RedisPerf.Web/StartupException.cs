namespace RedisPerf.Web;

/// <summary>The configuration cannot be used. The message is shown as one line. It does not contain values that may include a password.</summary>
internal sealed class StartupException(string message) : Exception(message);
