using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Tables;

/// <summary>The cost of the data of a case for a month, in the currency of the price: the growth of the server's memory × the price.</summary>
/// <param name="PricePerGigabyte">The price of 1 GB (1,073,741,824 bytes) for a month; above 0.</param>
public sealed record StorageCost(double PricePerGigabyte)
{
    /// <summary>The name of the column.</summary>
    public const string Column = "cost";

    /// <summary>The description of a valid price, after the name of its field.</summary>
    public const string Rule = "must be a number above 0 and at most 1,000,000, for example 0.25.";

    private const double Gigabyte = 1 << 30;
    private const double MaxPrice = 1_000_000;

    /// <summary>With a smaller cost, common decimals would hide its digits.</summary>
    private const double SmallCost = 0.01;

    /// <summary>The cost by a price.</summary>
    /// <returns>Null when the price is invalid.</returns>
    public static StorageCost? Of(double price) => price is > 0 and <= MaxPrice ? new(price) : null;

    /// <inheritdoc cref="Of(double)"/>
    public static StorageCost? Read(string price) =>
        double.TryParse(price, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? Of(number) : null;

    /// <summary>The cost of a case; null when the server reports no growth of its memory.</summary>
    public double? Of(CaseResult @case) =>
        CaseStatistics.Median(@case, run => run.Server?.UsedMemoryDelta) is > 0 and var bytes ? bytes / Gigabyte * PricePerGigabyte : null;

    /// <summary>The column of a table.</summary>
    internal TableColumn<CaseResult> ColumnOf(IReadOnlyList<CaseResult> cases)
    {
        var costs = cases.Select(Of).ToArray();
        var scale = costs.Min() < SmallCost ? new ColumnScale("", 1, null) : ColumnScale.OfNumbers(costs);
        var title =
            string.Create(CultureInfo.InvariantCulture, $"Growth of the server's memory, as a median, × the price of 1 GB (1,073,741,824 bytes) "
                + $"for a month: {PricePerGigabyte}. The currency is that of the price");
        return new(Column, "cost/month", null, title, null, @case => TableCell.Of(Of(@case), scale, "per month"))
        { Scale = scale, Order = Of, IsDefault = true, IsAlwaysShown = Array.Exists(costs, cost => cost is not null) };
    }
}
