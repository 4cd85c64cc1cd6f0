using System.Globalization;
using System.Text.Json.Nodes;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;
using StackExchange.Redis;

namespace RedisPerf.Core.Tests.Benchmarks;

/// <summary>The contract of all strategies with the runner, on one server.</summary>
public abstract class StrategyContract(EngineServer server)
{
    /// <summary>Bytes that the runner sends between its two samples of the server: INFO commandstats of the first, INFO of the second.</summary>
    private const int Probe = 33 + 14;

    /// <summary>Bytes of the client's heartbeat, which rarely occurs during a short run: INFO replication, PING, or both.</summary>
    private static readonly long[] Heartbeats = [32, 14, 32 + 14];

    // Client 2 sends SELECT again after a command that it does not recognize, such as BITFIELD.
    private static readonly bool ClientSelectsAfterBitfield = typeof(ConnectionMultiplexer).Assembly.GetName().Version!.Major < 3;

    [Theory]
    [MemberData(nameof(ContractJob.Benchmarks), MemberType = typeof(ContractJob))]
    public Task Strategies_write_the_reported_data_verify_and_remove_their_keys(string benchmark)
    {
        var sample = ContractSample.Of(benchmark);

        return RunAsync(ContractJob.Of(benchmark, sample.SmallJob), Runner(), _ => null, sample.Check);
    }

    [Theory]
    [MemberData(nameof(ContractJob.Benchmarks), MemberType = typeof(ContractJob))]
    public async Task Strategies_are_measured_with_each_value_of_an_option(string benchmark)
    {
        var (info, sample) = (Catalogue.Default.Find(benchmark)!.Info, ContractSample.Of(benchmark));
        var (option, values) = sample.Axis;
        var options = JsonNode.Parse(sample.SmallJob)!.AsObject();
        options[option] = new JsonArray([.. values.Select(value => double.TryParse(value, CultureInfo.InvariantCulture, out var number)
            ? JsonValue.Create(number)
            : JsonValue.Create(value))]);

        var cases = await RunAsync(ContractJob.Of(benchmark, options.ToJsonString()), Runner(), _ => null, (_, _) => { });

        foreach (var strategy in sample.Safe)
        {
            if (await IsLackingAsync(strategy))
            {
                continue;
            }

            var affected = info.Options.IsAffected(strategy, option) ? values : Array.Empty<string?>().Append(null);
            cases.Where(@case => @case.Strategy == strategy.Name).Select(@case => @case.At[option]).Distinct()
                .ShouldBe(affected, ignoreOrder: true, strategy.Name);
        }
    }

    // On a busy machine, the lease of the previous job may not be released but expire.
    private protected Runner Runner(SamplePayload? payload = null) => new(Catalogue.Default, _ => server.Target)
    {
        FindPayload = hash => payload?.Store.FindFile(hash),
        ServerWait = TimeSpan.FromMinutes(1),
    };

    private protected async Task<IReadOnlyList<CaseKey>> RunAsync(
        Job job, Runner runner, Func<string, ReasonCode?> refusal, Action<string, Run> check)
    {
        var refused = new Dictionary<string, ReasonCode>();
        foreach (var strategy in Catalogue.Default.Find(job.Request.Benchmark)!.Info.StrategiesOf(job.Request))
        {
            var code = refusal(strategy.Name) ?? (await IsLackingAsync(strategy) ? ReasonCode.NoCommand : default(ReasonCode?));
            if (code is not null)
            {
                refused[strategy.Name] = code.Value;
            }
        }

        var events = await runner.RunAsync(job, Ct).ToListAsync(Ct);

        events.OfType<JobEvent.Started>().Single().Environment.Unsupported.Select(
            @case => KeyValuePair.Create(@case.Strategy, @case.Reason.Code)).Distinct().ShouldBe(refused, ignoreOrder: true);
        var ended = events.Ended();
        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", ended.Select(each => each.Run.Error.ToText())));
        ended.Select(each => each.Case.Strategy).Distinct().ShouldBe(job.Request.Strategies.Except(refused.Keys), ignoreOrder: true);
        ended.GroupBy(each => each.Case).ShouldAllBe(runs => runs.Count() == 2);
        foreach (var (@case, run) in ended.Select(each => (each.Case, each.Run)))
        {
            Should.NotThrow(() => Check(run), $"{@case.Strategy} at {@case.Point}");
            Should.NotThrow(() => check(@case.Strategy, run), $"{@case.Strategy} at {@case.Point}");
        }

        (await server.KeysAsync(job.KeyPrefix + "*")).ShouldBeEmpty();
        return [.. ended.Select(each => each.Case).Distinct()];
    }

    private async Task<bool> IsLackingAsync(StrategyInfo strategy)
    {
        foreach (var command in strategy.Needs.Where(Capability.IsCommand))
        {
            if (await server.LacksAsync(command))
            {
                return true;
            }
        }

        return false;
    }

    private static void Check(Run run)
    {
        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Verified.ShouldBeTrue();
        run.Seconds!.Value.ShouldBeGreaterThan(0);
        run.Operations!.Value.ShouldBeGreaterThan(0);
        run.Disturbed.ShouldNotContain(reason => reason.Code == ReasonCode.OtherClients, "every command is the run's own");
        if (run.Server!.NetInputBytes is { } received)
        {
            var sent = run.WireBytes!.Value;
            var others = received - Probe - sent;
            (Heartbeats.Contains(others) ? 0 : others).ShouldBeInRange(
                0, ClientSelectsAfterBitfield ? sent / 1_000 : 0, $"{received} bytes received, {sent} sent");
        }
    }
}

/// <summary>The contract, and what differs by the values but not by TLS, which the client does.</summary>
public abstract class StrategyValuesContract(EngineServer server) : StrategyContract(server)
{
    [Theory]
    [MemberData(nameof(ContractJob.PayloadBenchmarks), MemberType = typeof(ContractJob))]
    public async Task Strategies_write_values_of_different_sizes(string benchmark)
    {
        using var payload = SamplePayload.OfJson();
        var sample = ContractSample.Of(benchmark);
        var job = ContractJob.Of(benchmark, sample.SmallJob, payload);

        await RunAsync(job, Runner(payload), sample.PayloadRefusal, (strategy, run) => sample.CheckPayload(strategy, run, payload.Values));
    }

    [Theory]
    [MemberData(nameof(ContractJob.SizesBenchmarks), MemberType = typeof(ContractJob))]
    public Task Strategies_write_generated_values_of_several_sizes(string benchmark)
    {
        var sample = ContractSample.Of(benchmark);
        var job = ContractJob.Of(benchmark, sample.SizesJob!);

        return RunAsync(job, Runner(), sample.SizesRefusal, (strategy, run) => sample.CheckSizes(strategy, run, job.Request));
    }
}
