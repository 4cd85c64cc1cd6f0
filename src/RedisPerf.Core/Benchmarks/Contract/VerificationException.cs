namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>The data that was read back differs from the data that was sent. The message is stored with the run.</summary>
public sealed class VerificationException(string message) : Exception(message);
