using System.Globalization;
using System.Text.RegularExpressions;

namespace RedisPerf.Core.Targets.Engines;

/// <summary>The type of a server setting.</summary>
public enum ServerSettingType
{
    /// <summary><c>yes</c> or <c>no</c>.</summary>
    Flag,
    Choice,
    WholeNumber,

    /// <summary>Bytes, or a number with a unit as in redis.conf: <c>64mb</c> is a power of 1,024, <c>64m</c> a power of 1,000.</summary>
    Size,
}

/// <summary>A setting of a server that RedisPerf starts, which a job may set.</summary>
/// <param name="Name">The engine's own name.</param>
/// <param name="Type">The type of its values.</param>
/// <param name="Label">A description of a few words.</param>
public sealed partial record ServerSetting(string Name, ServerSettingType Type, string Label)
{
    private const int MaxQuoted = 60;

    /// <summary>The lowest number or size; null without a limit.</summary>
    public long? Minimum { get; init; }

    /// <summary>The highest number or size; null without a limit.</summary>
    public long? Maximum { get; init; }

    /// <summary>The valid values of a choice.</summary>
    public IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>The unit of a number or size.</summary>
    public string? Unit { get; init; }

    /// <summary>Whether 0 is not the smallest number: it means no limit, or that something is off. Results are no curve over values with such
    /// a 0.</summary>
    public bool IsZeroOff { get; init; }

    /// <summary>The name that CONFIG GET has for it; null when the server does not report it. Then the start with it is the proof.</summary>
    internal string? ReportedAs { get; init; } = Name;

    /// <summary>The words on the command line for a value.</summary>
    internal Func<string, IEnumerable<string>> Words { get; init; } = value => [$"--{Name}", value];

    /// <summary>Whether the server writes to its folder with a value.</summary>
    internal Func<string, bool> WritesToDisk { get; init; } = _ => false;

    /// <summary>A setting and its value without which this one has no effect: it is added when the job does not give it.</summary>
    internal (string Name, string Value)? Implies { get; init; }

    /// <summary>Describes the valid values: <c>a whole number from 1 to 128</c>.</summary>
    public string ValidValues => Type switch
    {
        ServerSettingType.Flag => "yes or no",
        ServerSettingType.Choice => $"one of {string.Join(", ", Choices)}",
        ServerSettingType.Size => $"a size{Bounds}, in bytes or with a unit as in 64mb",
        _ => $"a whole number{Bounds}{(Unit is null ? "" : $" ({Unit})")}",
    };

    private string Bounds => Minimum is { } low && Maximum is { } high
        ? string.Create(CultureInfo.InvariantCulture, $" from {low:#,0} to {high:#,0}")
        : "";

    /// <summary>Reads a value that a user gave.</summary>
    /// <param name="predicate">What a valid value is, after the name of the setting: <c>must be yes or no, not "maybe".</c></param>
    /// <returns>The value in its only form: <c>yes</c>, <c>everysec</c>, <c>1073741824</c>; null when it is invalid.</returns>
    public string? Read(string text, out string predicate)
    {
        var trimmed = text.Trim();
        var shown = trimmed.Length == 0 ? "nothing" : trimmed.Length > MaxQuoted ? $"\"{trimmed[..MaxQuoted]}…" : $"\"{trimmed}\"";
        predicate = $"must be {ValidValues}, not {shown}.";
        return Type switch
        {
            ServerSettingType.Flag => FlagOf(trimmed),
            ServerSettingType.Choice => Choices.FirstOrDefault(choice => choice.Equals(trimmed, StringComparison.OrdinalIgnoreCase)),
            _ => NumberOf(trimmed) is { } number && !(number < Minimum) && !(number > Maximum)
                ? number.ToString(CultureInfo.InvariantCulture)
                : null,
        };
    }

    /// <summary>Whether a value that the server reports is a value that the job gave, in any notation.</summary>
    internal bool IsSame(string given, string reported) => Type switch
    {
        ServerSettingType.Flag => FlagOf(reported) == given,
        // A save point that is off is reported as an empty text.
        ServerSettingType.Choice => (reported.Length == 0 ? ServerSettings.Off : reported).Equals(given, StringComparison.OrdinalIgnoreCase),
        _ => NumberOf(reported) is { } number && number.ToString(CultureInfo.InvariantCulture) == given,
    };

    private static string? FlagOf(string text) => text.ToUpperInvariant() switch
    {
        "YES" or "TRUE" or "ON" or "1" => "yes",
        "NO" or "FALSE" or "OFF" or "0" => "no",
        _ => null,
    };

    // A size has a unit or none; a plain number has none.
    private long? NumberOf(string text)
    {
        var match = NumberPattern().Match(text);
        if (!match.Success || FactorOf(match.Groups["unit"].Value.ToUpperInvariant()) is not { } factor
            || !long.TryParse(match.Groups["number"].Value, NumberStyles.AllowLeadingSign | NumberStyles.AllowThousands,
                CultureInfo.InvariantCulture, out var number)
            || number > long.MaxValue / factor || number < long.MinValue / factor)
        {
            return null;
        }

        return number * factor;
    }

    // Garnet's units of one letter are powers of 1,024.
    private long? FactorOf(string unit) => (unit, Type) switch
    {
        ("", _) => 1,
        ("B", ServerSettingType.Size) => 1,
        ("K", ServerSettingType.Size) => ReadsBinaryUnits ? 1L << 10 : 1_000,
        ("M", ServerSettingType.Size) => ReadsBinaryUnits ? 1L << 20 : 1_000_000,
        ("G", ServerSettingType.Size) => ReadsBinaryUnits ? 1L << 30 : 1_000_000_000,
        ("KB" or "KIB", ServerSettingType.Size) => 1L << 10,
        ("MB" or "MIB", ServerSettingType.Size) => 1L << 20,
        ("GB" or "GIB", ServerSettingType.Size) => 1L << 30,
        _ => null,
    };

    /// <summary>Whether <c>k</c>, <c>m</c> and <c>g</c> are powers of 1,024, as in the engine's own notation.</summary>
    internal bool ReadsBinaryUnits { get; init; }

    [GeneratedRegex(@"^(?<number>-?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+))[ \u00A0\u202F]?(?<unit>[A-Za-z]{0,3})\z",
        RegexOptions.CultureInvariant)]
    private static partial Regex NumberPattern();
}
