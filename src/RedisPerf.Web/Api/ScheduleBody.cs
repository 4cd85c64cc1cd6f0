namespace RedisPerf.Web.Api;

/// <summary>What <c>POST</c> and <c>PUT</c> of a schedule take, for the description of the API; the body itself is read field by field, so that each error names its field.</summary>
/// <param name="Name">No other schedule has it.</param>
/// <param name="Cron">Five fields: minute, hour, day of the month, month, day of the week.</param>
/// <param name="TimeZone">An IANA name; without one the server's own.</param>
/// <param name="Request">As <c>POST /api/jobs</c> takes it.</param>
internal sealed record ScheduleBody(string Name, string Cron, string? TimeZone, JobRequestBody Request);
