using RedisPerf.Core.Model;

namespace RedisPerf.Web.Pages;

/// <summary>Of a summary what the charts draw and tell on hover.</summary>
public sealed record ChartSummary(
    double Min, double Mean, double Max, double Median, double? MeanLow, double? MeanHigh, double? OperationsPerSecond, double? FloorRatio, IReadOnlyDictionary<string, double>? Figures)
{
    public static ChartSummary Of(Summary summary) => new(
        summary.Min, summary.Mean, summary.Max, summary.Median, summary.MeanLow, summary.MeanHigh, summary.OperationsPerSecond, summary.FloorRatio, summary.Figures);
}
