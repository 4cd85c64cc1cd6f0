namespace RedisPerf.Web.Live;

/// <summary>What a watcher of a job is told.</summary>
/// <param name="Type">The event's name in the HTTP contract: <c>state</c>, <c>progress</c>, <c>run</c>, <c>summary</c>, <c>findings</c>, <c>end</c>.</param>
/// <param name="Data">Written as JSON.</param>
public sealed record LiveEvent(string Type, object Data);
