namespace RedisPerf.Web.Live;

/// <summary>An event for the watchers of a job.</summary>
/// <param name="Type">The event's name in the HTTP contract: <c>state</c>, <c>progress</c>, <c>slice</c>, <c>run</c>, <c>summary</c>,
/// <c>findings</c>, <c>end</c>; for pages also <c>mark</c>, <c>lanes</c>, <c>rows</c> and <c>page</c>.</param>
/// <param name="Data">Written as JSON.</param>
/// <param name="IsForPages">Only for the job's page, which does not format anything itself.</param>
public sealed record LiveEvent(string Type, object Data, bool IsForPages = false);
