using System.ComponentModel;
using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Mvc;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Api;

/// <summary>What <c>GET /api/jobs</c> is asked with; every part may be left out, and all that is given must fit a job.</summary>
internal sealed record JobListQuery
{
    private const int DefaultLimit = 50;

    [FromQuery(Name = "benchmark"), Description("The name of a benchmark.")]
    public string? Benchmark { get; init; }

    [FromQuery(Name = "target"), Description("The name of one of the job's targets.")]
    public string? Target { get; init; }

    [FromQuery(Name = "state"), Description("queued, running, completed, failed, cancelled or interrupted.")]
    public string? State { get; init; }

    [FromQuery(Name = "schedule"), Description("The exact name of the schedule that asked for the job.")]
    public string? Schedule { get; init; }

    [FromQuery(Name = "note"), Description("Part of the note, without regard to case.")]
    public string? Note { get; init; }

    [FromQuery(Name = "starred"), Description("true or false.")]
    public string? Starred { get; init; }

    [FromQuery(Name = "limit"), Description("Jobs at most, 1 to 200; 50.")]
    public string? Limit { get; init; }

    [FromQuery(Name = "before"), Description("The next of the page before.")]
    public string? Before { get; init; }

    /// <param name="benchmarks">The names there are.</param>
    /// <param name="targets">The names there are.</param>
    /// <param name="wrong">Gains a sentence for each part that is wrong.</param>
    public JobFilter Read(IReadOnlyCollection<string> benchmarks, IReadOnlyCollection<string> targets, ICollection<FieldError> wrong)
    {
        Known("benchmark", Benchmark, benchmarks);
        Known("target", Target, targets);
        var state = Enum.GetValues<JobState>().Select(value => (JobState?)value).FirstOrDefault(value => Word(value!.Value) == State);
        if (State is not null && state is null)
        {
            wrong.Add(new("state", $"state must be one of {string.Join(", ", Enum.GetValues<JobState>().Select(Word))}; \"{State}\" is not."));
        }

        NoLonger("schedule", Schedule, Core.Model.Schedule.MaximumNameLength);
        NoLonger("note", Note, JobDraft.MaximumNoteLength);
        if (Starred is not (null or "true" or "false"))
        {
            wrong.Add(new("starred", $"starred must be true or false; \"{Starred}\" is neither."));
        }

        var (limit, before) = PageQuery.Read(Limit, Before, DefaultLimit, "a job", wrong);
        return new(Benchmark, state, limit, before, Target, Schedule, Note, Starred is null ? null : Starred == "true");

        void Known(string field, string? name, IReadOnlyCollection<string> names)
        {
            if (name is not null && !names.Contains(name))
            {
                wrong.Add(new(field, $"There is no {field} \"{name}\"; there are {string.Join(", ", names)}."));
            }
        }

        void NoLonger(string field, string? text, int most)
        {
            if (text?.Length > most)
            {
                wrong.Add(new(field, string.Create(CultureInfo.InvariantCulture, $"{field} must be at most {most} characters; this one has {text.Length}.")));
            }
        }
    }

    private static string Word(JobState state) => JsonNamingPolicy.CamelCase.ConvertName(state.ToString());
}
