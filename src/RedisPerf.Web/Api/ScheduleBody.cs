namespace RedisPerf.Web.Api;

/// <summary>The body of <c>POST</c> and <c>PUT</c> of a schedule, for the OpenAPI description. The body is read field by field, so each error names its field.</summary>
/// <param name="Name">Unique among the schedules.</param>
/// <param name="Cron">Five fields: minute, hour, day of the month, month, day of the week.</param>
/// <param name="TimeZone">An IANA name; default: the time zone of the server.</param>
/// <param name="Request">The body of <c>POST /api/jobs</c>.</param>
internal sealed record ScheduleBody(string Name, string Cron, string? TimeZone, JobRequestBody Request);
