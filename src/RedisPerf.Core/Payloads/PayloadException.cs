namespace RedisPerf.Core.Payloads;

/// <summary>A payload cannot be used. The message is a sentence for the user, without any content of the payload.</summary>
public sealed class PayloadException(string message, Exception? inner = null) : Exception(message, inner);
