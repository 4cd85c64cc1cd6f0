namespace RedisPerf.Core.Targets;

/// <summary>An error reply of a server; the message is the server's own, as in <c>NOAUTH Authentication required.</c></summary>
internal sealed class TargetRefusalException(string message) : Exception(message);
