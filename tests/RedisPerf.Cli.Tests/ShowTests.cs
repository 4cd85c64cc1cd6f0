using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Tests;

public sealed class ShowTests : IDisposable
{
    private const int Width = 100;

    private readonly TestFolder _folder = new();

    private static JobDocument Job => SampleJob.Of("why", ("batch", 1.0), ("multi-exec", 1.2));

    [Fact]
    public async Task Prints_the_table_of_a_saved_job_in_100_columns_without_colors()
    {
        var outcome = await ShowAsync("");

        (outcome.ExitCode, outcome.Error).ShouldBe((0, ""));
        outcome.Output.ShouldNotContain('\e');
        var table = TableOf(outcome);
        table.ShouldAllBe(line => line.Length <= Width);
        table[0].ShouldStartWith("strategy");
        foreach (var column in new[] { "median s", "vs multi-exec (paired)", "min s", "max s", "verified" })
        {
            table[0].ShouldContain(column);
        }
    }

    [Fact]
    public async Task Prints_the_chosen_columns_and_the_essential_ones()
    {
        var table = TableOf(await ShowAsync("--columns cv,interval"));

        table[0].Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .ShouldBe(["strategy", "median s", "95% of mean s", "CV %", "verified"]);
    }

    [Fact]
    public async Task Prints_all_columns_on_request()
    {
        var header = TableOf(await ShowAsync("--columns all"))[0];

        foreach (var column in new[] { "vs multi-exec (paired)", "mean s", "95% of mean s", "CV %" })
        {
            header.ShouldContain(column);
        }
    }

    [Theory]
    [InlineData("--format json", "\"strategy\": \"batch\"")]
    [InlineData("--format csv", "batch,embedded,")]
    [InlineData("--format md", "| batch |")]
    [InlineData("--format bmf", "\"insert: batch on embedded\": {")]
    [InlineData("--format github-action-benchmark", "\"name\": \"insert: batch on embedded\",")]
    public async Task Prints_each_format(string flags, string part) =>
        (await ShowAsync(flags)).Output.Replace("**", "", StringComparison.Ordinal).ShouldContain(part);

    [Fact]
    public async Task Rejects_an_unknown_column_and_names_the_valid_ones()
    {
        var outcome = await ShowAsync("--columns min,speed");

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldStartWith("--columns has no column \"speed\". Valid: all, against, min, mean, ");
    }

    [Fact]
    public async Task Prints_the_cost_of_the_stored_data_by_a_price()
    {
        var table = TableOf(await ShowAsync("--price 12.5"));

        table[0].ShouldContain("cost/month");
        table[2].ShouldContain(" 12.5 ");
    }

    [Theory]
    [InlineData("csv", ",caseCostPerMonth\r\n")]
    [InlineData("csv", ",12.5\r\n")]
    [InlineData("md", "| cost/month |")]
    public async Task Prints_the_cost_in_each_format_with_a_table(string format, string part) =>
        (await ShowAsync($"--price 12.5 --format {format}")).Output.ShouldContain(part);

    [Fact]
    public async Task Rejects_a_price_for_the_JSON_which_has_no_cost()
    {
        var outcome = await ShowAsync("--price 12.5 --format json");

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldStartWith("--price requires the format table, csv or md");
    }

    [Theory]
    [InlineData("--price=-1")]
    [InlineData("--price x")]
    [InlineData("--price 0,25")]
    public async Task Rejects_a_price_that_is_not_a_positive_number(string price)
    {
        var outcome = await ShowAsync(price);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldStartWith("--price must be a number above 0 and at most 1,000,000, for example 0.25.");
    }

    [Fact]
    public async Task Run_rejects_an_unknown_column_before_it_measures()
    {
        var outcome = await Outcome.OfAsync($"run insert --items 60 --target {Outcome.Target} --columns speed", Ct);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldContain("--columns has no column \"speed\"");
    }

    [Fact]
    public async Task Rejects_a_file_that_is_not_a_job()
    {
        var outcome = await Outcome.OfAsync($"show {_folder.Path}/nosuch.json", Ct);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.ShouldContain("nosuch.json cannot be read: ");
    }

    [Fact]
    public async Task Rejects_a_job_with_an_impossible_time()
    {
        var path = Path.Combine(_folder.Path, "job.json");
        await File.WriteAllTextAsync(path, JsonReport.Write(Job).Replace("\"seconds\": 0.98,", "\"seconds\": -5,", StringComparison.Ordinal), Ct);

        var outcome = await Outcome.OfAsync($"show {path}", Ct);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.Error.Trim().ShouldBe($"{path} cannot be used. cases[0].runs[0].seconds must be from 1E-15 to 10000000, not -5.");
    }

    [Theory]
    [InlineData(JobState.Queued)]
    [InlineData(JobState.Running)]
    public async Task Prints_a_job_that_has_not_ended(JobState state)
    {
        var path = Path.Combine(_folder.Path, "job.json");
        await File.WriteAllTextAsync(path, JsonReport.Write(Job with { State = state }), Ct);

        (await Outcome.OfAsync($"show {path}", Ct)).ExitCode.ShouldBe(0);
    }

    public void Dispose() => _folder.Dispose();

    private async Task<Outcome> ShowAsync(string flags)
    {
        var file = Path.Combine(_folder.Path, "job.json");
        await File.WriteAllTextAsync(file, JsonReport.Write(Job), Ct);
        return await Outcome.OfAsync($"show {file} {flags}".TrimEnd(), Ct);
    }

    private static string[] TableOf(Outcome outcome) =>
        [.. outcome.Output.Split('\n').SkipWhile(line => !line.StartsWith("strategy", StringComparison.Ordinal))
            .TakeWhile(line => !line.StartsWith('×'))];
}
