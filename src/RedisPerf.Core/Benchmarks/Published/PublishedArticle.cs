using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Published;

/// <summary>The published results of an article about the question of a benchmark, with their source and corrections. Nothing else of the
/// article is reproduced.</summary>
public sealed record PublishedArticle
{
    /// <summary>The article's title, in English.</summary>
    public required string Title { get; init; }

    /// <summary>The original title, if it is in another language.</summary>
    public string? OwnTitle { get; init; }

    /// <summary>The language of <see cref="OwnTitle"/>, as in HTML: <c>zh-Hant</c>.</summary>
    public string? Language { get; init; }

    /// <summary>Author and publication.</summary>
    public required string Source { get; init; }

    /// <summary>The URL of the article.</summary>
    public required Uri Address { get; init; }

    /// <summary>Its question, in our words.</summary>
    public required string Question { get; init; }

    /// <summary>Its answer, in our words.</summary>
    public required string Answer { get; init; }

    /// <summary>Client, server and machine, as far as the article describes them.</summary>
    public required string Conditions { get; init; }

    /// <summary>Its tables, with the original digits.</summary>
    public required IReadOnlyList<PublishedTable> Tables { get; init; }

    /// <summary>Corrections of its errors.</summary>
    public IReadOnlyList<Correction> Corrections { get; init; } = [];
}

/// <summary>A correction of an article.</summary>
/// <param name="Text">The error and its effect, in our words.</param>
public sealed record Correction(string Text)
{
    /// <summary>Returns a sentence with a job's measurement of the error; null when the job does not measure it. Its numbers have the
    /// formats of Reporting: <c>seconds</c>, <c>count</c> and <c>number</c>.</summary>
    public Func<JobDocument, FormattableString?>? Proof { get; init; }
}
