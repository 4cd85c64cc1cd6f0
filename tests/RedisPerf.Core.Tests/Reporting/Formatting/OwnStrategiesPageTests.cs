using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

/// <summary>The page of the documentation about strategies of users, <c>docs/own-strategies.md</c>.</summary>
public sealed partial class OwnStrategiesPageTests
{
    private static readonly string Page = File.ReadAllText(Path.Combine(Repository.Root, "docs", "own-strategies.md"));

    [Fact]
    public void It_lists_every_reason_of_a_plug_in()
    {
        var codes = Enum.GetValues<ReasonCode>().Where(code => $"{code}".StartsWith("Plugin", StringComparison.Ordinal))
            .Concat([ReasonCode.StrategyFailed, ReasonCode.StrategyHung, ReasonCode.OtherKeysWritten]);

        Row().Matches(Page[Page.IndexOf("| reason |", StringComparison.Ordinal)..]).Select(row => row.Groups["code"].Value)
            .ShouldBe(codes.Select(code => JsonNamingPolicy.CamelCase.ConvertName($"{code}")), ignoreOrder: true);
    }

    // The lines that a new user enters, here and in the README.
    [Fact]
    public void The_first_result_needs_at_most_ten_lines()
    {
        var lines = Start().Match(Page).Groups["lines"].Value;

        lines.Split('\n').Length.ShouldBeInRange(3, 10);
        File.ReadAllText(Path.Combine(Repository.Root, "README.md")).ShouldContain(lines);
    }

    [GeneratedRegex(@"^\| `(?<code>\w+)` \|", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex(@"## From nothing to the first result.*?```sh\n(?<lines>.*?)\n```", RegexOptions.Singleline)]
    private static partial Regex Start();
}
