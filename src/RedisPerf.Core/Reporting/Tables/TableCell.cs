using System.Text.Json.Serialization;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>A formatted cell.</summary>
/// <param name="Text">What the cell shows.</param>
/// <param name="Title">The tooltip: the exact value; empty for none.</param>
/// <param name="Mark">The highlight of the cell: a verdict, <c>reference</c> or <c>disturbed</c>; null without a highlight.</param>
public sealed record TableCell(string Text, string Title = "", string? Mark = null)
{
    /// <summary>A value that does not apply or is not known yet.</summary>
    public static TableCell None { get; } = new(NumberFormat.None) { IsEmpty = true };

    /// <summary>A value that the engine or the client does not report.</summary>
    public static TableCell NotReported { get; } = new(NumberFormat.NotReported) { IsEmpty = true };

    /// <summary>Whether the cell has no value; its text is a placeholder. A column of such cells can be omitted.</summary>
    [JsonIgnore]
    public bool IsEmpty { get; init; }

    /// <summary>A figure with its exact value in the unit of the column; a dash when it is unknown.</summary>
    internal static TableCell Of(double? value, ColumnScale scale, string unit) =>
        value is null ? None : new(scale.Text(value), NumberFormat.Exact(value * scale.Factor, scale.Unit.Length > 0 ? scale.Unit : unit));
}

/// <summary>A column of a table with formatted cells.</summary>
/// <typeparam name="T">The subject of a row.</typeparam>
/// <param name="Name">Identifies the column in the page: <c>median</c>.</param>
/// <param name="Header">Without the unit.</param>
/// <param name="Unit">Null for none.</param>
/// <param name="Title">The header's tooltip; null for none.</param>
/// <param name="Style">The CSS classes of its cells; null for a number.</param>
/// <param name="Cell">Formats the cell of a row.</param>
public sealed record TableColumn<T>(string Name, string Header, string? Unit, string? Title, string? Style, Func<T, TableCell> Cell)
{
    /// <summary>A word about the values, such as <c>paired</c>; null for none.</summary>
    public string? Note { get; init; }

    /// <summary>The term of the glossary that explains the header; null for none.</summary>
    public Term? Term { get; init; }

    /// <summary>The unit and the decimals of its cells; null for text.</summary>
    public ColumnScale? Scale { get; init; }

    /// <summary>Whether the column is shown without a request for all columns.</summary>
    public bool IsDefault { get; init; }

    /// <summary>Whether a table that is too narrow for the default columns omits this one first.</summary>
    public bool IsSecondary { get; init; }

    /// <summary>Whether the column is shown even when it has no value.</summary>
    public bool IsAlwaysShown { get; init; }

    /// <summary>The value that the rows are sorted by; null when the table cannot be sorted by this column.</summary>
    public Func<T, double?>? Order { get; init; }
}
