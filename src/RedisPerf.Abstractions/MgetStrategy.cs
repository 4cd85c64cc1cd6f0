namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>mget</c>: reads the values of some keys. RedisPerf calls
/// <see cref="Strategy{TWork}.ExecuteAsync"/> for each call of a run, one after another, and <see cref="Strategy{TWork}.SetupAsync"/> with the
/// first call.</summary>
public abstract class MgetStrategy : Strategy<MgetWork>;
