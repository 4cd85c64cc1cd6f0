using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>A job of a site: what its index shows, and what its page was made of.</summary>
public sealed record SiteJob
{
    public required Guid Id { get; init; }

    /// <summary>Null for a job that the command line saved.</summary>
    public long? Number { get; init; }

    public required string Benchmark { get; init; }
    public required string Title { get; init; }
    public required JobState State { get; init; }
    public required IReadOnlyList<string> Targets { get; init; }
    public string? Schedule { get; init; }
    public string? Note { get; init; }

    /// <summary>Its start, or its creation if it never started.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>For example <c>3 min 10 s</c>; null when it never started.</summary>
    public string? Duration { get; init; }

    /// <inheritdoc cref="BadgeText.Text"/>
    public required string Answer { get; init; }

    /// <inheritdoc cref="BadgeText.IsDecided"/>
    public bool IsDecided { get; init; }

    /// <summary>Whether it stays however old it is: a user starred it.</summary>
    public bool Stays { get; init; }

    /// <summary>Identifies the content of the page and the version of the program that wrote it. Equal for an unchanged page.</summary>
    public required string Source { get; init; }

    /// <summary>Its page, relative to the index.</summary>
    public string Page => $"{Folder}/{Id}.html";

    /// <summary>The folder of the pages of jobs, their badges and their documents.</summary>
    public const string Folder = "jobs";

    /// <param name="document">A job that has ended.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="source">See <see cref="Source"/>.</param>
    public static SiteJob Of(JobDocument document, BenchmarkInfo? info, string source)
    {
        var answer = BadgeText.Of(document, info);
        return new()
        {
            Id = document.Id,
            Number = document.Number,
            Benchmark = document.Benchmark,
            Title = document.Title ?? JobText.Heading(document, info),
            State = document.State,
            Targets = document.Request.Targets,
            Schedule = document.Schedule,
            Note = document.Note,
            At = document.StartedAt ?? document.CreatedAt,
            Duration = JobText.DurationOf(document),
            Answer = answer.Text,
            IsDecided = answer.IsDecided,
            Stays = document.Starred,
            Source = source,
        };
    }
}
