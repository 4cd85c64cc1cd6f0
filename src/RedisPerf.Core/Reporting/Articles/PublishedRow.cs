namespace RedisPerf.Core.Reporting.Articles;

/// <summary>A row of a published table.</summary>
/// <param name="Label">The name of the row: <c>Lua</c>, <c>Hash</c>.</param>
/// <param name="Values">One per column, with the original digits; null when the article has no value.</param>
public sealed record PublishedRow(string Label, params IReadOnlyList<decimal?> Values)
{
    /// <summary>Our strategies for the same work, including the port of the article's code if there is one.</summary>
    public IReadOnlyList<string> Strategies { get; init; } = [];

    /// <summary>The engine of the row, when the table has several.</summary>
    public string? Engine { get; init; }

    /// <summary>Position on the sweep; null when the table has no sweep.</summary>
    public long? Point { get; init; }

    /// <summary>Text that is shown instead of a value, in our words.</summary>
    public string? Remark { get; init; }
}
