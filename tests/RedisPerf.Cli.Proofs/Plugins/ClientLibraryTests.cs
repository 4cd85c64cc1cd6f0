using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running.Workers.Plugins;
using RedisPerf.Core.Targets.Started;
using StackExchange.Redis;

namespace RedisPerf.Cli.Proofs.Plugins;

/// <summary>All strategies of the other client libraries and of the cache layers do the work of their benchmark.</summary>
public sealed class ClientLibraryTests : IDisposable
{
    private const string OneByOne = "pipelining --items 60 --increments 20 --batch-sizes 10";

    private readonly TestFolder _folder = new();

    /// <summary>The server, the job, and the number of strategies of plug-ins in it.</summary>
    public static TheoryData<string, string, int> Jobs
    {
        get
        {
            var jobs = new TheoryData<string, string, int>();
            foreach (var target in new[] { LocalTarget.TargetName, LocalTarget.ValkeyName, EmbeddedTarget.TargetName })
            {
                jobs.Add(target, "insert --items 300 --payload-bytes 3000 --keys 10", 19);
                jobs.Add(target, "mget --keys 500 --keys-per-call 20 --seconds-per-run 0.02", 8);
                jobs.Add(target, OneByOne, 14);
                jobs.Add(target, "hget-decode --items 300 --payload-bytes 3000", 4);
                jobs.Add(target, "load --keys 50 --rates 500 --seconds-per-run 0.3", 4);
                jobs.Add(target, "cache --keys 20 --seconds-per-run 0.5 --local-seconds 0.1 --miss-share 5", 6);
                jobs.Add(target, "cache --keys 20 --seconds-per-run 0.5 --local-seconds 0.1 --on-change set", 6);
            }

            return jobs;
        }
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Jobs))]
    public async Task Each_strategy_is_verified_on_each_server(string target, string job, int strategies)
    {
        SkipWithout(target);

        var cases = await RunAsync(job, $"--target {target}");

        cases.Count(@case => @case.Strategy.Contains('/', StringComparison.Ordinal)).ShouldBe(strategies);
        ShouldBeVerified(cases);
    }

    [Theory]
    [InlineData("--verify all")]
    [InlineData("--window-bytes 65536 --batch-size 7 --fields-per-hset 3 --fields-per-lua 3")]
    public async Task All_documents_of_any_length_are_written(string options) =>
        ShouldBeVerified(await RunAsync("insert --items 60 --payload-bytes 100000 --keys 7", $"--target {Outcome.Target} {options}"));

    [Fact]
    public async Task A_client_uses_the_user_the_password_and_the_database_of_the_target()
    {
        SkipWithout(LocalTarget.TargetName);
        await using var server = await LocalTarget.Find(_folder.Path)[0].OpenAsync(new(0), Ct);
        using (var administrator = await ConnectionMultiplexer.ConnectAsync($"{server.EndPoint}"))
        {
            await administrator.GetDatabase().ExecuteAsync("ACL", "SETUSER", "bench", "on", ">p4ss:w?rd", "~*", "&*", "+@all");
        }

        var cases = await RunAsync(OneByOne, $"--target redis://bench:p4ss%3Aw%3Frd@{server.EndPoint}/3");

        ShouldBeVerified(cases);
    }

    [Fact]
    public async Task Cache_layers_use_the_certificate_authority_of_the_target()
    {
        SkipWithout(LocalTarget.TlsName);

        ShouldBeVerified(await RunAsync("cache --keys 20 --seconds-per-run 0.3", $"--target {LocalTarget.TlsName}"));
    }

    [Fact]
    public async Task A_message_shortens_the_time_in_which_another_instance_is_stale()
    {
        var cases = await RunAsync("cache --keys 10 --seconds-per-run 2 --local-seconds 2 --writes-per-second 50", $"--target {Outcome.Target}");

        double Share(string strategy) => cases.Single(@case => @case.Strategy == strategy).Runs.Single().Figures!["staleShare"];
        // Without a message, an instance has the earlier value until it expires: here about until the end of the run.
        Share("caches/fusion").ShouldBeGreaterThan(0.3);
        Share("caches/memory").ShouldBeGreaterThan(0.3);
        Share("caches/fusion-backplane").ShouldBeLessThan(Share("caches/fusion") / 2);
    }

    [Fact]
    public async Task A_client_encrypts_or_states_that_it_cannot()
    {
        SkipWithout(LocalTarget.TlsName);

        var cases = await RunAsync(OneByOne, $"--target {LocalTarget.TlsName}");

        var unable = cases.Where(@case => @case.Strategy.StartsWith("csredis/", StringComparison.Ordinal)).ToArray();
        unable.SelectMany(@case => @case.Runs).Select(run => run.Error.ToText())
            .ShouldAllBe(text => text!.Contains("CSRedisCore does not support certificate authorities", StringComparison.Ordinal));
        ShouldBeVerified(cases.Except(unable));
    }

    private static void ShouldBeVerified(IEnumerable<CaseResult> cases) => cases.SelectMany(@case => @case.Runs
        .Where(run => !run.Verified).Select(run => $"{@case.Strategy}: {run.Error.ToText()}")).ShouldBeEmpty();

    private static void SkipWithout(string target) => Assert.SkipWhen(
        target != EmbeddedTarget.TargetName && LocalTarget.Find("").FirstOrDefault(local => local.Name == target) is not { IsInstalled: true },
        $"The server of {target} is not installed.");

    private static async Task<IReadOnlyList<CaseResult>> RunAsync(string job, string options)
    {
        var names = string.Join(' ', BundledPlugins.Names.Select(name => $"--strategies {name}"));
        var outcome = await Outcome.OfAsync($"run {job} {names} {options} --runs 1 --warmups 0 --format json", Ct);
        outcome.Output.ShouldNotBeEmpty(outcome.Error);
        return JsonReport.Read(outcome.Output).Cases;
    }
}
