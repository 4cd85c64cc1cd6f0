using System.Text.Json.Serialization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Core.Reporting.Charts;

/// <summary>The marked point of a strategy's curve.</summary>
/// <param name="Point">The position, which can be between two measured points.</param>
/// <param name="Client">Its client; null when the job names no clients.</param>
/// <param name="Label">The text in a chart, after the strategy: <c>2× at 40</c>.</param>
public sealed record MarkedPoint(string Strategy, string Target, double Point, string? Client, string Label)
{
    [JsonIgnore]
    public Place Place => new(Target, Client);

    /// <summary>A position between two measured points with two or three digits.</summary>
    internal static string Text(double point) =>
        double.IsInteger(point) ? NumberFormat.Whole((long)point) : NumberFormat.Significant(point, point < 10 ? 2 : 3);
}
