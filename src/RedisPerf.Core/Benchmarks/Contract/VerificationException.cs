namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>What was read back is not what should have been written. The message is the sentence that the run is kept with.</summary>
public sealed class VerificationException(string message) : Exception(message);
