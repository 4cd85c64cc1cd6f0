namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A row of a published table.</summary>
/// <param name="Label">What the row is of: <c>Lua</c>, <c>Hash</c>.</param>
/// <param name="Values">One for each column, digit for digit; null where the article has none.</param>
public sealed record PublishedRow(string Label, params IReadOnlyList<decimal?> Values)
{
    /// <summary>Our strategies for the same work: our own, and the port of the article's code where there is one.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>The engine that it was measured on, when the table has several.</summary>
    public string? Engine { get; init; }

    /// <summary>Where on the sweep; null where nothing is swept.</summary>
    public long? Point { get; init; }

    /// <summary>What is shown instead of a figure, in our words.</summary>
    public string? Remark { get; init; }
}
