using RedisPerf.Cli.Tests;
using RedisPerf.Cli.Tests.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Cli.Proofs.Plugins;

/// <summary>Strategies of a user that do not do the work of their benchmark: the run fails with the reason.</summary>
public sealed class CheatingStrategyTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("mget", "--keys 50 --keys-per-call 5 --seconds-per-run 0.02",
        "await database.StringGetAsync(work.Keys.Select(key => (RedisKey)key).ToArray()); work.Values = work.Keys.ToArray();", "The value of key")]
    [InlineData("mget", "--keys 50 --keys-per-call 5 --seconds-per-run 0.02", "", "Values of a call")]
    [InlineData("mget", "--keys 50 --keys-per-call 40 --seconds-per-run 0.1", "work.Values = work.Keys.Select(key => "
        + "(10_000 + (int)(int.Parse(System.Text.Encoding.UTF8.GetString(key)[^8..]) * 7_919L % 90_000)).ToString())"
        + ".Select(System.Text.Encoding.UTF8.GetBytes).ToArray();", "fewer than the")]
    [InlineData("pipelining", "--items 60 --increments 20 --batch-sizes 1",
        "await database.StringSetAsync(work.Pairs[0].Key, work.Pairs[0].Value);", "is missing")]
    [InlineData("list-push", "--items 60 --bulk-sizes 10",
        "for (var at = work.First + work.Count - 1; at >= work.First; at--) await database.ListRightPushAsync(work.Key, at);",
        "Element 0 of the list")]
    [InlineData("hget-decode", "--items 60 --payload-bytes 300",
        "for (var at = 0; at < 60; at++) work.Add(0, (byte[])await database.HashGetAsync(work.Fields[0].Key, work.Fields[0].Name));",
        "Fields with the document")]
    [InlineData("load", "--keys 50 --rates 200 --seconds-per-run 0.2",
        "if (work.Value is null) work.Read = await database.StringGetAsync(work.Key);", "The value of 00000")]
    public async Task A_strategy_that_does_less_fails_with_the_reason(string benchmark, string options, string execute, string reason)
    {
        var document = await RunAsync(benchmark, options, PluginSource.Execute(benchmark, execute), exitCode: 1);

        document.Cases.Where(@case => @case.Strategy != "reference").ShouldAllBe(@case => @case.Runs.All(run => run.Seconds == null));
        document.Cases[0].Runs[0].Error.ToText().ShouldNotBeNull().ShouldContain(reason);
    }

    [Theory]
    [InlineData("work.KeyPrefix + \"a\"", "throw new InvalidDataException(\"No entry.\");", "my/own found wrong data: No entry.")]
    [InlineData("work.KeyPrefix + \"a\"", "return new CustomResult(0, 0);", "Operations of the run")]
    [InlineData("\"a\"", "return new CustomResult(1, 1);", "my/own has a key that does not begin with the prefix of the job")]
    public async Task Wrong_data_and_keys_of_a_custom_strategy_fail_the_run(string key, string verify, string reason)
    {
        var document = await RunAsync("custom", "", $$"""
            public override IEnumerable<byte[]> KeysOf(CustomWork work) => new[] { System.Text.Encoding.UTF8.GetBytes({{key}}) };
            public override async Task<CustomResult> VerifyAsync(CustomWork work, RunContext context, CancellationToken ct) { {{verify}} }
            {{PluginSource.Execute("custom", "")}}
            """, exitCode: 1);

        document.Cases[0].Runs[0].Error.ToText().ShouldNotBeNull().ShouldContain(reason);
    }

    private async Task<JobDocument> RunAsync(string benchmark, string options, string members, int exitCode)
    {
        var file = PluginSource.BuildOwn(_folder.Path, benchmark, members);
        var outcome = await Outcome.OfAsync(
            $"run {benchmark} --strategies {file} -s my/own --target {Outcome.Target} {options} --runs 1 --warmups 0 --format json"
                .Split(' ', StringSplitOptions.RemoveEmptyEntries), Ct);
        outcome.ExitCode.ShouldBe(exitCode, outcome.Error);
        return JsonReport.Read(outcome.Output);
    }
}
