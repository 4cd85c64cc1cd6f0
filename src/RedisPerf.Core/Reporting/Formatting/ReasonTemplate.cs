using System.Globalization;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Formatting;

/// <summary>Fills the template of a sentence. It has its arguments in braces, with a format where the number has a unit
/// (<c>{share:percent}</c>); a part in brackets is omitted when its argument is not known.</summary>
internal static partial class ReasonTemplate
{
    /// <summary>The names of the arguments.</summary>
    public static IEnumerable<string> ArgumentsOf(string template) =>
        Argument().Matches(template).Select(match => match.Groups["name"].Value).Distinct();

    /// <summary>The sentence for reasons that differ only in their numbers, which are shown as ranges.</summary>
    public static string Fill(string template, IReadOnlyCollection<Reason> reasons)
    {
        var args = reasons.First().Args;
        var known = Optional().Replace(template, part => ArgumentsOf(part.Value).All(args.ContainsKey) ? part.Groups["part"].Value : "");
        return Argument().Replace(known, match => Value(reasons, match.Groups["name"].Value, match.Groups["format"].Value));
    }

    private static string Value(IReadOnlyCollection<Reason> reasons, string name, string format) =>
        reasons.First().Args.GetValueOrDefault(name) switch
        {
            string text => text,
            Reason cause => cause.ToText(),
            IReadOnlyCollection<Reason> causes => causes.ToText() ?? "",
            long or double => Range([.. reasons.Select(reason => Convert.ToDouble(reason.Args[name], CultureInfo.InvariantCulture))], format),
            _ => NumberFormat.NotReported,
        };

    private static string Range(double[] values, string format)
    {
        var (low, unit) = Number(values.Min(), format);
        var (high, highUnit) = Number(values.Max(), format);
        return low == high && unit == highUnit ? low + unit : unit == highUnit ? $"{low}–{high}{unit}" : $"{low}{unit}–{high}{highUnit}";
    }

    private static (string Digits, string Unit) Number(double value, string format) => format switch
    {
        "percent" => (Digits(100 * value, "0"), "%"),
        "milliseconds" => (Digits(1000 * value, "0"), " ms"),
        "seconds" => (Digits(value, "0.#"), " seconds"),
        "bytes" => value < 1e9 ? (Digits(value / 1e6, "0.#"), " MB") : (Digits(value / 1e9, "#,0.00"), " GB"),
        "digits" => (Digits(value, "0"), ""),
        _ => (Digits(value, "#,0.##"), ""),
    };

    private static string Digits(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"\[(?<part>[^\]]*)\]")]
    private static partial Regex Optional();

    [GeneratedRegex(@"\{(?<name>\w+)(:(?<format>\w+))?\}")]
    private static partial Regex Argument();
}
