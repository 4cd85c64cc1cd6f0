using System.Text.Json.Serialization;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using Charts = RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Web.Live;

/// <summary>The texts of a job's page that change while the job waits or runs, apart from the tables and the findings.</summary>
/// <param name="Line">The start, the duration, the rounds and the options other than the defaults, in one line under the title.</param>
/// <param name="Position">The job's place in the queue; null unless it is queued.</param>
/// <param name="RunningNow">The job that runs while this one is queued; null for none.</param>
/// <param name="Targets">With their engines, once they are known: <c>embedded Garnet 2.2.5</c>.</param>
/// <param name="Differences">The differences between the targets.</param>
/// <param name="Facts">The request and the environment.</param>
/// <param name="Disturbed">The disturbed timed runs; null without disturbed runs.</param>
/// <param name="RunCount">The runs that have ended, warm-ups included.</param>
/// <param name="SoFar">The answer so far, of which <see cref="AnswerChart"/> is the scale; null after the end, and for a job whose answer is not
/// one comparison.</param>
public sealed record PageTexts(
    IReadOnlyList<PageTexts.Fact> Line,
    string? Position,
    PageTexts.Link? RunningNow,
    string Targets,
    IReadOnlyList<string> Differences,
    IReadOnlyList<PageTexts.Fact> Facts,
    PageTexts.DisturbedRuns? Disturbed,
    int RunCount,
    [property: JsonIgnore] AnswerCard? SoFar)
{
    /// <summary>The scale of the answer so far, as SVG.</summary>
    public string? AnswerChart { get; private init; }

    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="running">The job that runs now; null when no job runs.</param>
    public static PageTexts Of(JobDocument job, BenchmarkInfo? info, RunningNow? running)
    {
        var isQueued = job.State == JobState.Queued;
        var soFar = isQueued || job.State == JobState.Running ? AnswerSoFar.Of(job, info) : null;
        return new(
            [.. LineOf(job, info)],
            !isQueued
                ? null
                : job.QueuePosition switch
                {
                    1 => "Next in the queue.", { } position => $"Position {position} in the queue.",
                    null =>
                    "In the queue."
                },
            isQueued && running is not null ? new($"/jobs/{running.Id}", running.Title) : null,
            JobText.Targets(job),
            TargetDifferences.Of(job),
            [.. FactsOf(job, info)],
            DisturbedRuns.Of(job),
            job.Cases.Sum(@case => @case.Runs.Count),
            soFar)
        { AnswerChart = soFar is null ? null : Charts.AnswerChart.Draw(soFar, info)?.ToString(SaveOptions.DisableFormatting) };
    }

    private static IEnumerable<Fact> LineOf(JobDocument job, BenchmarkInfo? info)
    {
        yield return job.StartedAt is { } started ? new("started", "", started) : new("requested", "", job.CreatedAt);
        if (JobText.DurationOf(job) is { } duration)
        {
            yield return new("took", duration);
        }

        yield return new("", $"{JobText.RunsOf(job.Request)}{JobText.MethodOf(job)} after {JobText.WarmupsOf(job.Request)}");
        if (job.Request.Payload is { } payload)
        {
            yield return new("payload", JobText.PayloadInShort(payload));
        }

        foreach (var (name, value) in job.Request.Options.Where(option => info?.Options.Find(option.Key)?.IsDefault(option.Value) != true))
        {
            yield return new(name, OptionInfo.Text(value));
        }
    }

    private static IEnumerable<Fact> FactsOf(JobDocument job, BenchmarkInfo? info)
    {
        yield return new("options", string.Join(" · ", job.Request.GivenOptions.Select(option => $"{option.Key} {OptionInfo.Text(option.Value)}")));
        if (job.Request.Payload is { } payload)
        {
            yield return new("payload", JobText.PayloadOf(payload));
        }

        yield return new("rounds", $"{job.Request.Warmups} warm-up + {JobText.RoundsOf(job.Request)} "
            + $"timed{JobText.MethodOf(job)}{(info is null ? "" : $", cases shuffled by seed {job.Request.Seed}")}");
        yield return new(
            "requested", $"by {job.RequestedBy.ToWord()}{(job.Schedule is null ? "" : $", for the schedule {job.Schedule},")}", job.CreatedAt);
        if (job.StartedAt is { } started)
        {
            yield return new("started", "", started);
        }

        if (job.EndedAt is { } ended)
        {
            yield return new("ended", job.StartedAt is { } begun ? $"after {NumberFormat.Duration((ended - begun).TotalSeconds)}" : "", ended);
        }

        if (job.Resumes > 0)
        {
            yield return new("continued", JobText.ContinuedOf(job));
        }

        if (job.Environment is not { } environment)
        {
            yield return new("machine", "recorded when the job starts");
            yield break;
        }

        yield return new("machine", $"{environment.Machine}, {environment.Cores} cores, {NumberFormat.Bytes(environment.Memory)}");
        if (JobText.NodeOf(job) is { } node)
        {
            yield return new("node", node);
        }

        foreach (var (name, value) in JobText.OfPrograms(environment))
        {
            yield return new(name, value);
        }

        foreach (var target in environment.Targets)
        {
            var settings = string.Concat(target.Settings.Select(setting => $" · {setting.Key} {setting.Value}"));
            var relay = target.RelayCost is { } cost ? $" · relay cost {NumberFormat.Duration(cost)}" : "";
            var disk = target.Disk is { } written ? $" · disk {JobText.Disk(written)}" : "";
            yield return new(
                $"target {target.Name}",
                $"{target.Engine} {target.Version}, round trip {NumberFormat.Duration(target.RoundTrip)}{settings}{disk}{relay}");
        }
    }

    public sealed record Link(string Address, string Text);

    /// <summary>A line of the list of facts.</summary>
    /// <param name="Term">The name.</param>
    /// <param name="Text">The value; may be empty when there is a time.</param>
    /// <param name="Time">A time that follows the text; null for none.</param>
    public sealed record Fact(string Term, string Text, DateTimeOffset? Time = null);

    /// <summary>The form that excludes all disturbed runs, or includes them again.</summary>
    /// <param name="Summary">How many runs of how many cases, and by what.</param>
    /// <param name="Strategies">The same for each strategy.</param>
    /// <param name="Rounds">The strip of the rounds.</param>
    /// <param name="AreMarked">Whether the charts mark each of them.</param>
    /// <param name="ExcludedByUser">Whether all of them are excluded now.</param>
    /// <param name="Button">The button's text.</param>
    public sealed record DisturbedRuns(
        string Summary, IReadOnlyList<StrategyText> Strategies, IReadOnlyList<RoundState> Rounds, bool AreMarked, bool ExcludedByUser, string Button)
    {
        public static DisturbedRuns? Of(JobDocument job)
        {
            var runs = job.Cases.SelectMany(CaseStatistics.Disturbed).ToArray();
            if (runs.Length == 0)
            {
                return null;
            }

            var strategies =
                from @case in job.Cases
                group @case by @case.Strategy into cases
                let text = CaseText.Disturbances([.. cases])
                where text is not null
                select new StrategyText(cases.Key, text);
            var excludedByUser = runs.All(run => run.ExcludedByUser);
            var what = runs.Length == 1 ? "the disturbed run" : $"all {runs.Length} disturbed runs";
            return new(
                CaseText.Disturbances(job.Cases)!, [.. strategies], RoundState.Of(job), RoundState.AreMarked(job.Cases), excludedByUser,
                $"{(excludedByUser ? "Include" : "Exclude")} {what}");
        }
    }

    public sealed record StrategyText(string Strategy, string Text);
}
