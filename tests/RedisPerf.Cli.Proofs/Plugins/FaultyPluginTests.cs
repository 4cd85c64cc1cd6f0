using RedisPerf.Cli.Tests;
using RedisPerf.Cli.Tests.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli.Proofs.Plugins;

/// <summary>Strategies of a user that cheat, fail or take the worker with them: each run has its reason, and the other strategies are
/// measured.</summary>
public sealed class FaultyPluginTests : IDisposable
{
    private const string Write = "await WriteAsync(database, work.Fields);";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>The name of a strategy, its statements, and a part of the reason of each run.</summary>
    public static TheoryData<string, string, string> Faults { get; } = new()
    {
        { "nothing", "await Task.Yield();", "Fields of Account:0: 0 instead of 6" },
        { "less", "await WriteAsync(database, work.Fields.SkipLast(1));", "Fields of Account:9: 5 instead of 6" },
        { "elsewhere", Changed("Key = new byte[] { 1 }"), "Fields of Account:0: 0 instead of 6" },
        { "other", $"{Write} await database.StringSetAsync(\"another\", 1);", "The run wrote 1 keys that are not keys of the job" },
        { "database", $"{Write} await database.Multiplexer.GetDatabase(1).StringSetAsync(\"another\", 1);", "The run wrote 1 keys that are not" },
        { "wrong", Changed("Value = field.Value.Reverse().ToArray()"), "instead of the document" },
        { "shorter", Changed("Value = field.Value.SkipLast(1).ToArray()"), "another document (199 bytes stored)" },
        { "throws", "throw new InvalidOperationException(\"no luck\");", "my/throws failed with InvalidOperationException: no luck" },
        { "exits", "Environment.Exit(7);", "The worker process ended with exit code 7" },
        { "crashes", "new Thread(() => throw new Exception(\"on a thread\")).Start(); await Task.Delay(-1);", "The worker process ended" },
        { "prints", "Console.OpenStandardOutput().Write(\"hello\\n\"u8); await Task.Delay(2000);", "wrote a line to its standard output" },
        { "memory", "var all = new List<byte[]>(); while (true) { all.Add(new byte[1 << 30]); }", "OutOfMemoryException" },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task A_faulty_strategy_has_a_reason_and_the_job_continues(string name, string execute, string reason)
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy(name, execute));

        var outcome = await Outcome.OfAsync(
            $"run insert -s batch -s my/{name} --strategies {file} --items 60 --payload-bytes 200 --keys 10 --runs 2 --warmups 0 "
                + $"--target {Outcome.Target} --format json", Ct);

        outcome.ExitCode.ShouldBe(1, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        document.State.ShouldBe(JobState.Completed);
        var runs = document.Cases.Single(@case => @case.Strategy == $"my/{name}").Runs;
        runs.ShouldAllBe(run => run.State == RunState.Failed && run.Seconds == null);
        runs.Select(run => run.Error.ToText()).ShouldAllBe(text => text!.Contains(reason), string.Join('\n', runs.Select(run => run.Error.ToText())));
        document.Cases.Where(@case => @case.Strategy is "batch" or "floor").SelectMany(@case => @case.Runs)
            .ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
    }

    [Fact]
    public async Task Other_keys_are_found_on_the_embedded_server_too()
    {
        var file = PluginSource.Build(
            _folder.Path, "My", PluginSource.Strategy("other", $"{Write} await database.StringSetAsync(\"another\", 1);"));

        var outcome = await Outcome.OfAsync(
            $"run insert -s my/other --strategies {file} --items 60 --payload-bytes 200 --runs 2 --warmups 0 --target embedded --format json", Ct);

        JsonReport.Read(outcome.Output).Cases.Single(@case => @case.Strategy == "my/other").Runs
            .Select(run => run.Error?.Code).ShouldBe([ReasonCode.OtherKeysWritten, ReasonCode.OtherKeysWritten]);
    }

    [Fact]
    public async Task A_strategy_that_returns_before_the_replies_has_too_few_fields()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("early", "_ = WriteAsync(database, work.Fields);"));

        var outcome = await Outcome.OfAsync(
            $"run insert -s my/early --strategies {file} --items 20000 --payload-bytes 8192 --slices 1 --runs 2 --warmups 0 "
                + $"--target {Outcome.Target} --format json", Ct);

        var runs = JsonReport.Read(outcome.Output).Cases.Single(@case => @case.Strategy == "my/early").Runs;
        runs.Select(run => run.Error?.Code).ShouldBe([ReasonCode.CountDiffers, ReasonCode.CountDiffers]);
    }

    [Fact]
    public async Task A_strategy_that_ignores_its_cancellation_is_ended_with_its_worker()
    {
        var file = PluginSource.Build(_folder.Path, "My", PluginSource.Strategy("endless", "while (true) { }"));

        var outcome = await Outcome.OfAsync(
            $"run insert -s batch -s my/endless --strategies {file} --items 60 --payload-bytes 200 --runs 1 --warmups 0 "
                + $"--target {Outcome.Target} --format json", Ct);

        var document = JsonReport.Read(outcome.Output);
        document.Cases.Single(@case => @case.Strategy == "my/endless").Runs.Single().Error.ToText()!
            .ShouldStartWith("my/endless had no reply for 30 seconds and was stopped.");
        document.Cases.Single(@case => @case.Strategy == "batch").Runs.Single().State.ShouldBe(RunState.Ok);
    }

    [Fact]
    public async Task An_own_encoding_is_verified_with_its_decoder()
    {
        var encode = Changed("Value = field.Value.Reverse().ToArray()");
        var file = PluginSource.Build(
            _folder.Path, "My",
            PluginSource.Strategy("good", encode, "public override byte[] Decode(byte[] stored) => stored.Reverse().ToArray();")
                + PluginSource.Strategy("bad", encode, "public override byte[] Decode(byte[] stored) => throw new FormatException(\"unknown\");"));

        var outcome = await Outcome.OfAsync(
            $"run insert -s my/good -s my/bad --strategies {file} --items 60 --payload-bytes 200 --runs 1 --warmups 0 "
                + $"--target {Outcome.Target} --format json", Ct);

        var document = JsonReport.Read(outcome.Output);
        document.Cases.Single(@case => @case.Strategy == "my/good").Runs.Single().Verified.ShouldBeTrue();
        document.Cases.Single(@case => @case.Strategy == "my/bad").Runs.Single().Error.ToText()!.ShouldContain("FormatException: unknown");
    }

    private static string Changed(string member) => $"await WriteAsync(database, work.Fields.Select(field => field with {{ {member} }}));";
}
