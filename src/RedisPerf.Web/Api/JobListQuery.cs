using System.ComponentModel;
using System.Globalization;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>The query of <c>GET /api/jobs</c>. Each part is optional; a job must match all of them.</summary>
internal sealed record JobListQuery
{
    private const int DefaultLimit = 50;

    [FromQuery(Name = "benchmark"), Description("The name of a benchmark.")]
    public string? Benchmark { get; init; }

    [FromQuery(Name = "target"), Description("The name of one of the job's targets.")]
    public string? Target { get; init; }

    [FromQuery(Name = "state"), Description("queued, running, completed, failed, cancelled or interrupted.")]
    public string? State { get; init; }

    [FromQuery(Name = "schedule"), Description("The exact name of the schedule that requested the job.")]
    public string? Schedule { get; init; }

    [FromQuery(Name = "note"), Description("Part of the note, case-insensitive.")]
    public string? Note { get; init; }

    [FromQuery(Name = "search"),
        Description("Starts of words of the number, title, options, note, target, strategies, schedule or engine; #42 is the job with that number.")]
    public string? Search { get; init; }

    [FromQuery(Name = "starred"), Description("true or false.")]
    public string? Starred { get; init; }

    [FromQuery(Name = "limit"), Description("The maximum number of jobs, 1 to 200. Default: 50.")]
    public string? Limit { get; init; }

    [FromQuery(Name = "before"), Description("The value of next from the previous page.")]
    public string? Before { get; init; }

    /// <param name="benchmarks">The names of all benchmarks.</param>
    /// <param name="targets">The names of all targets.</param>
    /// <param name="wrong">Receives an error for each invalid part.</param>
    public JobFilter Read(IReadOnlyCollection<string> benchmarks, IReadOnlyCollection<string> targets, ICollection<FieldError> wrong)
    {
        Known("benchmark", Benchmark, benchmarks);
        Known("target", Target, targets);
        var state = EnumWord.Read<JobState>(State);
        if (State is not null && state is null)
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", EnumWord.All<JobState>())}; \"{State}\" is not."));
        }

        NoLonger("schedule", Schedule, Core.Model.Schedule.MaximumNameLength);
        NoLonger("note", Note, RequestFields.MaximumNoteLength);
        NoLonger("search", Search, RequestFields.MaximumNoteLength);
        if (Starred is not (null or "true" or "false"))
        {
            wrong.Add(new("starred", $"starred must be true or false; \"{Starred}\" is not."));
        }

        var (limit, before) = PageQuery.Read(Limit, Before, DefaultLimit, "a job", wrong);
        return new(Benchmark, state, limit, before, Target, Schedule, Note, Starred is null ? null : Starred == "true", Search);

        void Known(string field, string? name, IReadOnlyCollection<string> names)
        {
            if (name is not null && !names.Contains(name))
            {
                wrong.Add(new(field, $"There is no {field} \"{name}\"; valid names: {string.Join(", ", names)}."));
            }
        }

        void NoLonger(string field, string? text, int max)
        {
            if (text?.Length > max)
            {
                wrong.Add(new(
                    field, string.Create(CultureInfo.InvariantCulture, $"{field} must be at most {max} characters; this one has {text.Length}.")));
            }
        }
    }
}
