using System.Globalization;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Web.Pages.NewRun;

namespace RedisPerf.Web.Pages.Articles;

/// <summary>How far the options of a job are from those of an article.</summary>
internal static class ArticleOptions
{
    /// <summary>The job with the fewest other options; of those, the one with the nearest values, and then the newest one.</summary>
    /// <param name="jobs">Newest first, without cases.</param>
    public static JobDocument? Nearest(BenchmarkInfo info, IEnumerable<JobDocument> jobs) => jobs
        .Select(job => (Job: job, Others: OthersOf(info, job.Request)))
        .OrderBy(each => each.Others.Count + (each.Job.Request.Payload is null ? 0 : 1))
        .ThenBy(each => each.Others.Sum(other => Distance(other.Own, other.Published)))
        .FirstOrDefault().Job;

    /// <summary>Each other option in words: <c>documents: 300 instead of 30,000</c>.</summary>
    public static IReadOnlyList<string> Differences(BenchmarkInfo info, JobRequest request) =>
    [
        .. OthersOf(info, request).Select(other =>
            $"{info.Options.Find(other.Name)?.Label ?? other.Name}: {Shown(other.Own)} instead of {Shown(other.Published)}"),
        .. request.Payload is { } payload ? [$"payload {payload.Name} instead of generated documents"] : Array.Empty<string>(),
    ];

    private static List<(string Name, string Own, string Published)> OthersOf(BenchmarkInfo info, JobRequest request)
    {
        var published = RunForm.AsInTheArticle(info, null).Options.ToDictionary();
        return
        [
            .. from own in RunForm.Of(info, request, null).Options
               let other = published.GetValueOrDefault(own.Key, "")
               where own.Value != other
               select (own.Key, own.Value, other),
        ];
    }

    // Words are far from each other.
    private static double Distance(string own, string published) =>
        Number(own) is > 0 and var one && Number(published) is > 0 and var other ? Math.Abs(Math.Log(one / other)) : 10;

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string Shown(string value) =>
        value.Length == 0 ? "none" : Number(value) is { } number ? CoordinatesText.Number(number) : value;
}
