namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>pipelining</c>: writes small values, each to its own key.</summary>
public abstract class PipeliningStrategy : Strategy<PipeliningWork>;
