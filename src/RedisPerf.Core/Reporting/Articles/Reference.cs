using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Articles;

/// <summary>What an article published about the question of a benchmark: its figures with their source, and where it erred. Nothing else of it.</summary>
public sealed record Reference
{
    /// <summary>The benchmark that asks the same: <c>insert</c>.</summary>
    public required string Benchmark { get; init; }

    /// <summary>The article's title, in English.</summary>
    public required string Title { get; init; }

    /// <summary>Its own title, where that is in another language.</summary>
    public string? OwnTitle { get; init; }

    /// <summary>The language of <see cref="OwnTitle"/>, as in HTML: <c>zh-Hant</c>.</summary>
    public string? Language { get; init; }

    /// <summary>Its author and where it is published.</summary>
    public required string Source { get; init; }

    /// <summary>Where it can be read.</summary>
    public required Uri Address { get; init; }

    /// <summary>What it asks, in our words.</summary>
    public required string Question { get; init; }

    /// <summary>What it answers, in our words.</summary>
    public required string Answer { get; init; }

    /// <summary>Client, server and machine, as far as the article names them.</summary>
    public required string Conditions { get; init; }

    /// <summary>Its tables, digit for digit.</summary>
    public required IReadOnlyList<PublishedTable> Tables { get; init; }

    /// <summary>Where it erred.</summary>
    public IReadOnlyList<Correction> Corrections { get; init; } = [];

    /// <summary>Its figures as lines for a job's curves; empty where the job has other sizes, or the article has no sweep.</summary>
    public IEnumerable<ReferenceLine> Lines(JobDocument document) =>
        from table in Tables
        where table.Difference(document) is null
        from line in table.Lines(document.Request)
        select line;
}
