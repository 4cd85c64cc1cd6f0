namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>load</c>: reads or writes a key. RedisPerf calls <see cref="Strategy{TWork}.ExecuteAsync"/> for each
/// operation at its intended time, from one thread, also while earlier operations are not answered. The operations of a key must be executed in
/// the order of these calls. <see cref="Strategy{TWork}.SetupAsync"/> receives the first operation.</summary>
public abstract class LoadStrategy : Strategy<LoadWork>;
