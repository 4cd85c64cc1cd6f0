using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Running;

public sealed class UnsupportedTests : IDisposable
{
    private const string Sentence =
        "The server of target 'mine' does not run Lua scripts (ERR This instance has Lua scripting support disabled); start it with --lua.";

    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task Unsupported_cases_are_reported_before_the_first_run()
    {
        await using var garnet = await GarnetWithoutLuaAsync();
        var job = TestJobs.Insert(["batch", "lua"], """{"items": 100, "keys": 5, "payloadBytes": 1000}""");

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", garnet.EndPoint.ToString()));

        events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ShouldHaveSingleItem().Reason.ToText().ShouldBe(Sentence);
        events.Ended().Select(ended => ended.Case.Strategy).ShouldBe(["batch", "floor"], ignoreOrder: true);
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    [Fact]
    public async Task The_document_and_every_report_show_the_case_with_its_sentence()
    {
        await using var garnet = await GarnetWithoutLuaAsync();
        var job = TestJobs.Insert(["batch", "lua"], """{"items": 100, "keys": 5, "payloadBytes": 1000}""");
        var info = Catalogue.Default.Find("insert")!.Info;
        var transcript = new JobTranscript(job, info);
        await TestJobs.RunAsync(job, new ConfiguredTarget("mine", garnet.EndPoint.ToString()), jobEvent =>
        {
            transcript.Add(jobEvent, DateTimeOffset.UtcNow);
            return Task.CompletedTask;
        });

        var document = JsonReport.Read(JsonReport.Write(transcript.ToDocument()));

        var lua = document.Cases.Single(@case => @case.Strategy == "lua");
        lua.Unsupported.ToText().ShouldBe(Sentence);
        lua.Runs.ShouldBeEmpty();
        document.Cases.Where(@case => @case != lua).ShouldAllBe(@case => @case.Unsupported == null);
        document.Environment!.Targets.Single().MissingCapabilities["lua"].ToText().ShouldBe(Sentence);
        SummaryTable.Of(document, info).Rows.Single(row => row.Case == lua).Cells.ShouldContain(cell => cell.Text == "not supported");
        TextReport.Write(document).ShouldContain($"Not supported:\nlua on mine: {Sentence}\n");
        MarkdownReport.Write(document).ShouldContain($"<summary>Not supported</summary>\n\n- lua on mine: {Sentence}\n");
        HtmlReport.Write(document).ShouldContain(Sentence);
        CsvReport.Write(document).Split("\r\n").Single(line => line.Contains(",lua,", StringComparison.Ordinal))
            .ShouldContain($",lua,mine,,,,unsupported,,,,,,,,,,,,,,{Sentence},");
    }

    [Fact]
    public async Task A_job_of_which_nothing_can_be_run_fails_with_the_reason()
    {
        await using var garnet = await GarnetWithoutLuaAsync();
        var job = TestJobs.Insert(["lua", "lua-as-published"], """{"items": 100}""");

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", garnet.EndPoint.ToString()));

        events.Runs().ShouldBeEmpty("the floor alone does not answer the question");
        ((JobEvent.Ended)events[^1]).Error.ToText().ShouldBe($"The targets do not support any of the job's strategies: {Sentence}");
    }

    [Fact]
    public async Task A_strategy_is_run_where_it_can_be()
    {
        await using var with = await RedisServer.StartAsync();
        await using var without = await RedisServer.StartAsync("--rename-command", "BITCOUNT", "");
        var targets = new Dictionary<string, ITarget>
        {
            ["with"] = new ConfiguredTarget("with", with.Connection),
            ["without"] = new ConfiguredTarget("without", without.Connection),
        };
        var runner = new Runner(new Catalogue([new ProbeBenchmark(new ProbeCase("a", "bitcount"))]), targets.GetValueOrDefault);

        var events = await TestJobs.RunAsync(runner, TestJobs.Probe(["a"], runs: 2, targets: ["with", "without"]), null, Ct);

        events.Ended().Select(ended => ended.Case.Target).ShouldBe(["with", "with"]);
        events.OfType<JobEvent.Started>().Single().Environment.Unsupported.Single().Target.ShouldBe("without");
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
    }

    private Task<ServerProcess> GarnetWithoutLuaAsync()
    {
        var program = Path.Combine(AppContext.BaseDirectory, "garnet", OperatingSystem.IsWindows() ? "GarnetServer.exe" : "GarnetServer");
        return ServerProcess.StartAsync(
            new ServerProgram(program, port => ["--port", $"{port}", "--bind", "127.0.0.1", "--memory", "1g"]), "test", _data.Path, Ct);
    }
}
