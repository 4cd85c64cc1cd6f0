using System.Globalization;
using RedisPerf.Core.Trends;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Alerts;

/// <summary>An alert on a page.</summary>
/// <param name="Numbers">The numbers of its jobs, by their ids; a deleted job is missing.</param>
public sealed record AlertView(Alert Alert, IReadOnlyDictionary<Guid, long> Numbers)
{
    /// <summary>The trend of its case.</summary>
    public string TrendAddress
    {
        get
        {
            var query = new Dictionary<string, string?>
            {
                ["strategy"] = Alert.Strategy,
                ["target"] = Alert.Target,
                ["client"] = Alert.Client,
                ["point"] = Alert.Point?.ToString(CultureInfo.InvariantCulture),
                ["at"] = OtherCoordinates.TextOf(Alert.At),
            };
            return $"/schedules/{Alert.ScheduleId}{QueryString.Create(query.Where(part => part.Value is not null))}";
        }
    }

    /// <summary>The jobs that an alert names.</summary>
    public static IEnumerable<Guid> JobsOf(Alert alert) => [alert.SinceJob, alert.Job, alert.ConfirmedBy, alert.LastJob];

    /// <summary>A job with its number, for a link.</summary>
    public NumberedJob Of(Guid job) => new(job, Numbers.TryGetValue(job, out var number) ? number : null);
}

/// <param name="Id">The job.</param>
/// <param name="Number">Null when the job was deleted.</param>
public sealed record NumberedJob(Guid Id, long? Number);
