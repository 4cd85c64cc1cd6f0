using System.IO.Compression;
using System.Text;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Tests;

/// <summary>Tests of <c>redisperf import</c> with files of other programs, and in other encodings.</summary>
[Collection("ledger")]
public sealed class ForeignImportTests(DataFolder data) : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Imports_a_report_with_classes_of_one_name_and_shortened_parameters()
    {
        const string Text = "Text=aaaaa(...)aaaaa [1000]";

        var job = await ImportedAsync("names.json", ReportOf(
            BenchmarkOf("One", Text, "One.Codec.Encode(Text: a1)"), BenchmarkOf("One", Text, "One.Codec.Encode(Text: a2)"),
            BenchmarkOf("One", "", "One.Codec.Encode"), BenchmarkOf("Two", "", "Two.Codec.Encode"),
            BenchmarkOf("Three", "Same=1", "x"), BenchmarkOf("Three", "Same=1", "x")));

        job.Cases.Select(@case => @case.Strategy).ShouldBe([
            "One.Codec.Encode(Text: a1)", "One.Codec.Encode(Text: a2)", "One.Codec.Encode", "Two.Codec.Encode",
            "Codec.Encode 1", "Codec.Encode 1 (2)"]);
    }

    [Theory]
    [InlineData("NaN")]
    [InlineData("\"NaN\"")]
    [InlineData("-Infinity")]
    public async Task Imports_a_report_with_figures_that_are_not_numbers(string figure)
    {
        var report = ReportOf(BenchmarkOf("One", "", "One.Codec.Encode"), BenchmarkOf("Two", "", "Two.Codec.Encode", figure))
            .Replace("\"Statistics\": null", $"\"Statistics\": {{\"Skewness\": {figure}, \"Text\": \"NaN \\\\ \\\"NaN\"}}", StringComparison.Ordinal);

        var job = await ImportedAsync($"{figure.Length}.json", report, " 1 result without a time was skipped.");

        job.Cases.ShouldHaveSingleItem().Runs.ShouldHaveSingleItem().Seconds.ShouldNotBeNull().ShouldBe(25e-9, 1e-15);
    }

    [Fact]
    public async Task Imports_a_report_without_measurements_from_its_statistics()
    {
        var report = ReportOf("""
            {"Type": "Codec", "Method": "Encode", "Statistics": {"OriginalValues": [20.5, 21.5, "NaN"], "Mean": 21}}
            """);

        (await ImportedAsync("brief.json", report)).Cases.ShouldHaveSingleItem().Runs.Select(run => run.Seconds)
            .ShouldBe([20.5 / 1e9, 21.5 / 1e9]);
    }

    [Fact]
    public async Task Imports_the_output_of_redis_benchmark()
    {
        var job = await ImportedAsync("bench.csv", await SampleAsync("redis-benchmark-7.0.csv"));

        (job.Benchmark, job.State).ShouldBe(("redis-benchmark", JobState.Completed));
        job.Cases.Select(@case => @case.Strategy).ShouldBe(
            ["SET", "GET", "LPUSH (needed to benchmark LRANGE)", "LRANGE_100 (first 100 elements)", "MSET (10 keys)"]);
        job.Cases.ShouldAllBe(@case => @case.Summary!.Ratio == null && @case.Runs.Count == 1);
        job.Cases[0].Summary!.OperationsPerSecond.ShouldNotBeNull().ShouldBe(27_397.26, 0.001);
        job.Cases[0].Runs[0].Figures!["p99"].ShouldBe(0.000287, 1e-9);
        job.Environment!.Machine.ShouldBe("not reported");
    }

    [Theory]
    [InlineData("\"SET\",\"265252.00\"\r\n\"GET\",\"276701.72\"\r\n", "SET|GET", "")]
    [InlineData("SET: 100.00\rSET: 200.00\r\"SET\",\"265252.00\"\n", "SET", "")]
    [InlineData("\"set key \"a,b\" 1\",\"10.50\"\n\"get\",\"-nan\"\n", "set key \"a,b\" 1", " 1 result without a time was skipped.")]
    public async Task Imports_the_output_of_an_earlier_redis_benchmark(string text, string names, string end) =>
        (await ImportedAsync("earlier.csv", text, end)).Cases.Select(@case => @case.Strategy).ShouldBe(names.Split('|'));

    [Fact]
    public async Task Lines_of_one_test_are_runs_of_one_case() =>
        (await ImportedAsync("twice.csv", "\"SET\",\"1000.00\"\n\"SET\",\"2000.00\"\n")).Cases.ShouldHaveSingleItem().Runs
            .Select(run => (run.Round, run.Seconds)).ShouldBe([(0, 0.001), (1, 0.0005)]);

    [Fact]
    public async Task Imports_the_report_of_memtier_without_its_password()
    {
        var job = await ImportedAsync("memtier.json", await SampleAsync("memtier-2.1.json"), " 1 result without a time was skipped.");

        (job.Benchmark, job.State, job.Request.Targets[0]).ShouldBe(("memtier", JobState.Completed, "db.example:6379"));
        job.Cases.Select(@case => @case.Strategy).ShouldBe(["Sets", "Gets", "Totals"]);
        job.Cases.ShouldAllBe(@case => @case.Summary!.Ratio == null && @case.Runs.Count == 1);
        job.Cases[1].Summary!.OperationsPerSecond.ShouldNotBeNull().ShouldBe(90_000, 1e-6);
        job.Cases[1].Runs[0].Figures!["p99.00"].ShouldBe(0.002, 1e-9);
        job.StartedAt.ShouldBe(DateTimeOffset.FromUnixTimeMilliseconds(1_790_000_000_000));
        job.EndedAt.ShouldBe(DateTimeOffset.FromUnixTimeMilliseconds(1_790_000_060_000));
        job.Request.Options["data_size"].GetInt32().ShouldBe(32);
        JsonReport.Write(job).ShouldNotContain("secret-of-memtier");
    }

    [Fact]
    public async Task Imports_each_run_of_memtier_the_average_or_an_interrupted_run()
    {
        var several = await ImportedAsync("runs.json", """
            {"RUN #1 RESULTS": {"Sets": {"Ops/sec": 100}}, "RUN #2 RESULTS": {"Sets": {"Ops/sec": 200}},
             "BEST RUN RESULTS": {"Sets": {"Ops/sec": 200}}, "AGGREGATED AVERAGE RESULTS (2 runs)": {"Sets": {"Ops/sec": 150}}}
            """);
        several.Cases.ShouldHaveSingleItem().Runs.Select(run => run.Seconds).ShouldBe([0.01, 0.005]);

        var average = await ImportedAsync("average.json", """
            {"BEST RUN RESULTS": {"Sets": {"Ops/sec": 200}}, "AGGREGATED AVERAGE RESULTS (2 runs)": {"Sets": {"Ops/sec": 150, "Latency": nan}}}
            """);
        average.Cases[0].Runs.ShouldHaveSingleItem().Seconds.ShouldBe(1.0 / 150);

        var interrupted = await ImportedAsync("interrupted.json", """
            {"run information": {"Actual benchmark duration (seconds)": 2.5}, "benchmark_completion": {"full_run": false},
             "ALL STATS": {"Runtime": {"Start time": 1790000000000, "Total duration": -5}, "Gets": {"Count": 1000, "Ops/sec": 0.00}}}
            """);
        interrupted.Cases[0].Runs[0].Seconds.ShouldBe(0.0025);
        interrupted.Note.ShouldBe("memtier_benchmark was interrupted.");
    }

    [Theory]
    [InlineData("\"runs\": \"five\"")]
    [InlineData("\"runs\": null")]
    public async Task Names_the_field_with_a_value_of_another_type(string field)
    {
        const string Sentence = "The file is not a RedisPerf job document: request.runs lacks a required field, or has a value of another type.";
        var file = Path.Combine(_folder.Path, "job.json");
        await File.WriteAllTextAsync(file, JobText().Replace("\"runs\": 5,", $"{field},", StringComparison.Ordinal), Ct);

        (await Outcome.OfAsync(["import", file], Ct)).ErrorLines.ShouldHaveSingleItem().ShouldBe($"{file} cannot be imported. {Sentence}");
        (await Outcome.OfAsync(["show", file], Ct)).ErrorLines.ShouldHaveSingleItem().ShouldBe($"{file} cannot be used. {Sentence}");
    }

    [Theory]
    [InlineData("gzip")]
    [InlineData("UTF-16")]
    [InlineData("UTF-8")]
    public async Task Reads_a_job_in_another_encoding(string encoding)
    {
        var file = Path.Combine(_folder.Path, "job.json");
        await using (Stream stream = encoding == "gzip" ? new GZipStream(File.Create(file), CompressionLevel.Fastest) : File.Create(file))
        {
            var bytes = encoding == "UTF-16" ? Encoding.Unicode : Encoding.UTF8;
            await stream.WriteAsync(bytes.GetPreamble(), Ct);
            await stream.WriteAsync(bytes.GetBytes(JobText()), Ct);
        }

        (await Outcome.OfAsync(["show", file], Ct)).ExitCode.ShouldBe(0);
        (await Outcome.OfAsync(["import", file], Ct)).ExitCode.ShouldBe(0);
    }

    private static string JobText() => JsonReport.Write(SampleJob.Of("why", ("batch", 1.0), ("multi-exec", 1.2)));

    private static Task<string> SampleAsync(string name) => File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "Reports", name), Ct);

    private async Task<JobDocument> ImportedAsync(string name, string content, string end = "")
    {
        var file = Path.Combine(_folder.Path, name);
        await File.WriteAllTextAsync(file, content, Ct);

        var outcome = await Outcome.OfAsync(["import", file], Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.TrimEnd().ShouldEndWith(end.Length > 0 ? end : ".");
        outcome.Output.Contains("skipped", StringComparison.Ordinal).ShouldBe(end.Length > 0);
        await using var ledger = await JobLedger.OpenAsync(data.Path, Core.Benchmarks.Catalogue.Default, Ct);
        return (await ledger.FindAsync(Guid.Parse(outcome.Output.Split(' ')[2]), Ct)).ShouldNotBeNull();
    }

    private static string ReportOf(params string[] benchmarks) =>
        $"{{\"Title\": \"Codec-20261121-151929\", \"HostEnvironmentInfo\": {{}}, \"Benchmarks\": [{string.Join(", ", benchmarks)}]}}";

    // One iteration of 25 ns per operation.
    private static string BenchmarkOf(string space, string parameters, string fullName, string nanoseconds = "100") => $$"""
        {"DisplayInfo": "Codec.Encode: DefaultJob [{{parameters}}]", "Namespace": "{{space}}", "Type": "Codec", "Method": "Encode",
         "Parameters": "{{parameters}}", "FullName": "{{fullName}}", "Statistics": null, "Memory": {"BytesAllocatedPerOperation": null},
         "Measurements": [{"IterationMode": "Workload", "IterationStage": "Actual", "Operations": 4, "Nanoseconds": {{nanoseconds}}}]}
        """;
}
