using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>No server of the tests has HIMPORT. A relay translates it to HSET for a redis-server, as the reference of Redis 8.10
/// describes it.</summary>
public sealed class HimportTests
{
    [Fact]
    public async Task Sends_the_names_once_and_all_values_of_a_hash_in_one_command()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var relay = new HimportRelay(redis.Port);
        await using var server = await new ConfiguredTarget("mine", relay.Address).OpenAsync(new(0), Ct);
        // Hashes with 21 and with 20 fields.
        var job = TestJobs.Insert(["himport"], """{ "items": 241, "keys": 12, "payloadBytes": 3000, "distinctPayloads": 5, "windowBytes": 65536 }""");
        job = job with { Request = job.Request with { Verify = Verification.All } };
        var @case = Catalogue.Default.Find("insert")!.Cases(job.Request, "test:").Single(each => each.Strategy.Name == "himport");
        var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        var context = new CaseContext([connection], server);

        await server.TestCapabilitiesAsync(@case.Needs, Ct);
        server.Environment.MissingCapabilities.ShouldBeEmpty();
        await @case.SetupAsync(context, Ct);
        await @case.ExecuteAsync(context, Ct);
        await @case.CountAsync(context, Ct);
        await @case.VerifyAsync(context, Ct);

        relay.Prepared.ShouldBe(new Dictionary<string, int> { ["21"] = 21, ["20"] = 20 }, ignoreOrder: true);
        context.Work.Operations.ShouldBe(241);
        context.Work.WireBytes.ShouldBe(relay.ImportedBytes);
        context.Work.Commands!["himport|set"].ShouldBe(12);
        await ClientConnector.CloseAsync(connection);
    }

    [Fact]
    public void A_hash_that_is_too_large_for_one_command_is_not_supported()
    {
        var job = TestJobs.Insert(["himport", "hset"], """{ "items": 30000, "keys": 3, "payloadBytes": 32768 }""");

        var cases = Catalogue.Default.Find("insert")!.Cases(job.Request, "test:");

        cases.Single(each => each.Strategy.Name == "himport").Unsupported.ToText().ShouldBe("The strategy sends all values of a hash in one "
            + "command, and those of a hash of this job can have 327.7 MB. The maximum is 268.4 MB: use more hashes, or fewer items.");
        cases.Single(each => each.Strategy.Name == "hset").Unsupported.ShouldBeNull();
    }
}
