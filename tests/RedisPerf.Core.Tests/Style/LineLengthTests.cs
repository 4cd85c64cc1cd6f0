using System.Text.RegularExpressions;

namespace RedisPerf.Core.Tests.Style;

public sealed partial class LineLengthTests
{
    private const int MaxColumns = 150;

    private static readonly string[] Kinds = [".cs", ".cshtml", ".css", ".js", ".sql"];

    [Fact]
    public void No_line_exceeds_150_columns()
    {
        var files = new[] { "src", "samples", "tests" }
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(Repository.Root, folder), "*", SearchOption.AllDirectories))
            .Select(file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/'))
            .Where(file => Kinds.Contains(Path.GetExtension(file)) && !IsOfOthers(file) && !IsRecorded(file))
            .ToArray();
        files.Select(Path.GetExtension).Distinct().ShouldBe(Kinds, ignoreOrder: true);

        var tooLong =
            from file in files
            from line in File.ReadLines(Path.Combine(Repository.Root, file)).Index()
            where IsTooLong(line.Item)
            select $"{file}:{line.Index + 1}: {line.Item.Length} columns";

        tooLong.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(150, 10, false)]
    [InlineData(151, 10, true)]
    [InlineData(151, 99, true)]
    [InlineData(151, 100, false)]
    public void Only_a_line_that_can_be_wrapped_is_too_long(int columns, int wordLength, bool expected) =>
        IsTooLong(new string('a', wordLength) + string.Concat(Enumerable.Repeat(" b", columns)).AsSpan(0, columns - wordLength).ToString())
            .ShouldBe(expected);

    [Theory]
    [InlineData("src/RedisPerf.Web/wwwroot/lib/chart.js", true)]
    [InlineData("src/RedisPerf.Web/obj/Debug/a.cs", true)]
    [InlineData("src/RedisPerf.Web/wwwroot/js/a.min.js", true)]
    [InlineData("src/RedisPerf.Web/wwwroot/js/a.js", false)]
    [InlineData("src/RedisPerf.Web/Library.cs", false)]
    public void Third_party_and_generated_files_are_not_checked(string file, bool expected) => IsOfOthers(file).ShouldBe(expected);

    // A word of 100 columns is data: an address, a key, or JSON without spaces.
    private static bool IsTooLong(string line) => line.Length > MaxColumns && !Data().IsMatch(line);

    // The SQL of the tests is the content of recorded ledgers.
    private static bool IsRecorded(string file) => file.StartsWith("tests/", StringComparison.Ordinal) && Path.GetExtension(file) == ".sql";

    private static bool IsOfOthers(string file) =>
        file.Split('/').Any(part => part is "obj" or "bin" or "node_modules" or "lib") || file.EndsWith(".min.js", StringComparison.Ordinal);

    [GeneratedRegex(@"\S{100}")]
    private static partial Regex Data();
}
