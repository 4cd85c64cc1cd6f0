using System.CommandLine;
using System.CommandLine.Parsing;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Cli;

/// <summary>Creates command-line options.</summary>
internal static class Flags
{
    /// <summary>Reads the value of an option from its text; false when it is invalid.</summary>
    public delegate bool TryRead<T>(string text, [MaybeNullWhen(false)] out T value);

    /// <summary>Creates the command-line option of a declared one.</summary>
    public static Option<string> Create(string flag, OptionInfo option)
    {
        var created = new Option<string>(flag)
        {
            Description = Describe(option),
            HelpName = option.Type switch { OptionType.Choice => "word", OptionType.Text => "text", OptionType.Boolean => "true|false", _ => "n" },
        };
        if (option.Type == OptionType.Boolean)
        {
            // The flag alone is true.
            created.Arity = ArgumentArity.ZeroOrOne;
            created.CustomParser = argument => argument.Tokens is [var token] ? token.Value : "true";
        }

        return created;
    }

    /// <summary>Creates an option with a whole number.</summary>
    /// <param name="name">The option.</param>
    /// <param name="otherwise">The default.</param>
    /// <param name="description">For the help text.</param>
    /// <param name="min">The smallest valid number.</param>
    /// <param name="max">The largest valid number.</param>
    public static Option<int> Count(string name, int otherwise, string description, int min = 1, int max = 10_000) => new(name)
    {
        Description = description,
        HelpName = "n",
        CustomParser = Reader(
            (string text, out int number) =>
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number >= min && number <= max,
            given => string.Create(CultureInfo.InvariantCulture, $"{name} must be a whole number from {min:N0} to {max:N0}, not \"{given}\".")),
        DefaultValueFactory = _ => otherwise,
    };

    /// <summary>Creates an option with one of the names of an enum, in camelCase. The default is the first one.</summary>
    /// <param name="name">The option.</param>
    /// <param name="description">For the help text, without a period.</param>
    public static Option<T> Choice<T>(string name, string description)
        where T : struct, Enum
    {
        var words = Enum.GetValues<T>().ToDictionary(value => value.ToWord());
        return new(name)
        {
            Description = $"{description}: {EitherOf([.. words.Keys])}; default: {default(T).ToWord()}.",
            HelpName = "word",
            CustomParser = OneOf(name, words),
        };
    }

    /// <summary>Creates an option with one of some words. The default is the first one.</summary>
    /// <param name="description">For the help text, without a period.</param>
    public static Option<string> Word(string name, string description, IReadOnlyList<string> words) => new(name)
    {
        Description = $"{description}: {EitherOf(words)}; default: {words[0]}.",
        HelpName = "word",
        CustomParser = OneOf(name, words.ToDictionary(word => word)),
    };

    /// <summary>Creates the option of the output format. The default is the first one.</summary>
    public static Option<string> Format(params string[] formats) => new("--format", "-f")
    {
        Description = "Output format.",
        HelpName = string.Join('|', formats),
        CustomParser = OneOf("--format", formats.ToDictionary(format => format)),
        DefaultValueFactory = _ => formats[0],
    };

    /// <summary>Creates the parser of an option with one value.</summary>
    /// <param name="tryRead">Reads the value.</param>
    /// <param name="describeError">The error of an invalid value, by its text.</param>
    public static Func<ArgumentResult, T?> Reader<T>(TryRead<T> tryRead, Func<string, string> describeError) => argument =>
    {
        if (argument.Tokens is [var token] && tryRead(token.Value, out var value))
        {
            return value;
        }

        argument.AddError(describeError(string.Join(' ', argument.Tokens.Select(token => token.Value))));
        return default;
    };

    private static Func<ArgumentResult, T?> OneOf<T>(string name, Dictionary<string, T> words) =>
        Reader<T>(words.TryGetValue, given => $"{name} must be {EitherOf([.. words.Keys])}, not \"{given}\".");

    private static string EitherOf(IReadOnlyList<string> words) => $"{string.Join(", ", words.SkipLast(1))} or {words[^1]}";

    /// <summary>Describes an option: its label, its valid values and its default.</summary>
    public static string Describe(OptionInfo option)
    {
        var byDefault = option.Default is not long number
            ? option.DefaultText
            : option.Unit == "bytes" ? Quantity.SizeText(number)
            : number.ToString("#,0", CultureInfo.InvariantCulture);
        return $"{char.ToUpperInvariant(option.Label[0])}{option.Label[1..]}: "
            + $"{OptionValue.DescribeValid(option)}{(byDefault is "" ? "" : $"; default: {byDefault}")}.";
    }

    /// <summary>Converts the API's spelling of an option, <c>--payloadBytes</c> or <c>--payloadBytes=64</c>, to that of the command line.
    /// Other arguments stay unchanged.</summary>
    public static string Normalize(string word, Catalogue catalogue)
    {
        var end = word.IndexOf('=', StringComparison.Ordinal);
        var name = end < 0 ? word : word[..end];
        var option =
            catalogue.Benchmarks.SelectMany(benchmark => benchmark.Info.Options.Options).FirstOrDefault(option => name == $"--{option.Name}");
        return option is null ? word : RequestCommand.FlagOf(option) + word[name.Length..];
    }

    /// <summary>Reads the percentage of <c>--fail-above</c>.</summary>
    /// <param name="wrong">Receives the error.</param>
    /// <returns>0.1 for 10%; null without the option.</returns>
    public static double? ReadLimit(string? text, List<string> wrong)
    {
        if (text is null)
        {
            return null;
        }

        if (double.TryParse(text.TrimEnd('%'), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            && percent is >= 0 and <= 10_000)
        {
            return percent / 100;
        }

        wrong.Add($"--fail-above must be a percentage from 0% to 10000%, such as 10%, not \"{text}\".");
        return null;
    }
}
