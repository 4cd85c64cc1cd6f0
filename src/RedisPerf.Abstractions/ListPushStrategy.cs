namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>list-push</c>: creates a list of numbers.</summary>
public abstract class ListPushStrategy : Strategy<ListPushWork>;
