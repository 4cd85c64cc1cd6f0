using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Reporting;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Trends;

namespace RedisPerf.Core.Tests.Benchmarks.Insert;

/// <summary>The values of a user in <c>insert</c>: what depends on their sizes, and what they exclude.</summary>
public sealed class InsertPayloadTests(RunningServer server) : IClassFixture<RunningServer>
{
    [Theory]
    [InlineData(240, 12, 4)]
    [InlineData(100, 7, 3)]
    [InlineData(5, 2, 2)]
    public void The_bytes_of_slices_are_exact(int items, int keys, int slices)
    {
        using var payload = SamplePayload.OfJson();
        var workload = new InsertWorkload(new() { Items = items, Keys = keys }, "test:", payload.Values) { Payload = payload.Description };

        workload.PayloadBytes.ShouldBe(workload.Fields.Sum(field => (long)field.Payload.Length));
        foreach (var part in workload.Slices(slices))
        {
            part.PayloadBytes.ShouldBe(part.Fields.Sum(field => (long)field.Payload.Length));
        }

        workload.Slices(slices).Sum(part => part.PayloadBytes).ShouldBe(workload.PayloadBytes);
        payload.Description.BytesAtMost(items).ShouldBeGreaterThanOrEqualTo(workload.PayloadBytes);
    }

    [Fact]
    public async Task Values_that_are_no_text_exclude_published_code_and_values_that_are_no_JSON_exclude_MessagePack()
    {
        using var payload = SamplePayload.Of("[1]"u8.ToArray(), "{\"number\":12345678901234567890123}"u8.ToArray(), [0xC3, 0x28]);
        var job = Job(payload, ["batch", "gzip", "lua", "messagepack", "gzip-messagepack", "messagepack-lz4", "batch-as-published"]);

        var events = await RunAsync(job, payload);

        var unsupported =
            events.OfType<JobEvent.Started>().Single().Environment.Unsupported.ToDictionary(@case => @case.Strategy, @case => @case.Reason.ToText());
        unsupported.Keys.ShouldBe(["messagepack", "gzip-messagepack", "messagepack-lz4", "batch-as-published"], ignoreOrder: true);
        unsupported["messagepack"].ShouldStartWith("MessagePack cannot represent value 2 of the payload orders.ndjson without a loss");
        unsupported["batch-as-published"].ShouldBe("The strategy sends .NET strings, and value 3 of the payload orders.ndjson is not text in UTF-8.");
        events.OfType<JobEvent.RunEnded>().Select(ended => (ended.Case.Strategy, ended.Run.State)).ShouldBe(
            [("batch", RunState.Ok), ("gzip", RunState.Ok), ("lua", RunState.Ok), ("floor", RunState.Ok)], ignoreOrder: true);
    }

    [Fact]
    public async Task A_job_without_its_file_fails_with_the_reason()
    {
        using var payload = SamplePayload.OfJson();
        var job = Job(payload, ["batch"]);
        var path = payload.Store.FindFile(payload.Description.Hash)!;

        await File.AppendAllTextAsync(path, "x", Ct);
        (await RunAsync(job, payload)).ShouldBe([new JobEvent.Ended(
            JobState.Failed, Reason.Of(ReasonCode.PayloadDamaged, ("name", "orders.ndjson"), ("hash", payload.Description.Hash)))]);

        payload.Store.Delete(payload.Description.Hash);
        (await RunAsync(job, payload)).ShouldHaveSingleItem().ShouldBeOfType<JobEvent.Ended>().Error.ToText().ShouldBe(
            $"The payload orders.ndjson is not on node {Environment.MachineName}. Upload it there again: its SHA-256 is {payload.Description.Hash}.");
    }

    [Fact]
    public void Another_payload_is_a_difference_that_makes_jobs_incomparable()
    {
        using var payload = SamplePayload.OfJson();
        var generated = Samples.Completed;
        var own = generated with { Request = generated.Request with { Payload = payload.Description } };

        Comparability.DifferencesBetween(generated, own).ShouldHaveSingleItem().Aspect.ShouldBe(EnvironmentAspect.Payload);
        Difference.Between(generated, own, null)
            .ShouldBe([new("payload", "generated documents", $"orders.ndjson, 13 values, 78.2 kB, SHA-256 {payload.Description.Hash[..8]}")]);
        Comparability.DifferencesBetween(
            own, own with { Request = own.Request with { Payload = payload.Description with { Name = "renamed" } } }).ShouldBeEmpty();
        Comparability.DifferencesBetween(
            own, own with { Request = own.Request with { Payload = payload.Description with { Hash = new('0', 64) } } }).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_request_is_checked_with_the_sizes_of_its_payload()
    {
        using var large = SamplePayload.Of(new byte[3 << 20], new byte[1]);
        var draft = TestJobs.Draft("insert", ["batch"], """{"fieldsPerHset": 80, "fieldsPerLua": 80}""");
        draft = draft with
        { Fields = draft.Fields.Append(new(RequestFields.Payload, JsonSerializer.SerializeToElement(large.Description.Hash))).ToDictionary() };

        draft.Validate(Catalogue.Default, ["mine"], out var errors, findPayload: large.Store.Find).ShouldBeNull();
        errors.ShouldHaveSingleItem().Message.ShouldStartWith("batchSize × the largest value of the payload must be at most 268,435,456 bytes");
        errors[0].Message.ShouldEndWith("the maximum is 85.");

        draft.Validate(Catalogue.Default, ["mine"], out errors).ShouldBeNull();
        errors.ShouldHaveSingleItem().ShouldBe(new(
            "payload", $"payload is unknown: \"{FieldError.Shorten(large.Description.Hash)}\". It must be the SHA-256 of a payload on this node."));

        (draft with
        {
            EarlierPayload = large.Description,
            Options = new Dictionary<string, JsonElement>
            {
                ["batchSize"] = JsonSerializer.SerializeToElement(10),
                ["fieldsPerHset"] = JsonSerializer.SerializeToElement(10),
                ["fieldsPerLua"] = JsonSerializer.SerializeToElement(10)
            }
        })
            .Validate(Catalogue.Default, ["mine"], out _)!.Payload.ShouldBe(large.Description);

        (draft with { Benchmark = "online-users", Strategies = null, Options = new Dictionary<string, JsonElement>() })
            .Validate(Catalogue.Default, ["mine"], out errors, findPayload: large.Store.Find).ShouldBeNull();
        errors.ShouldHaveSingleItem().Message.ShouldBe("payload is not supported: online-users generates its values.");
    }

    [Fact]
    public void The_title_and_the_estimate_are_those_of_the_payload()
    {
        using var payload = SamplePayload.OfJson();
        var request = Job(payload, ["batch"]).Request;

        request.Title!.Replace('\u00A0', ' ').ShouldBe("insert · 26 × orders.ndjson · embedded");
        new InsertBenchmark().Estimate(request, Coordinates.None).PayloadBytes.ShouldBe(2 * payload.Description.TotalBytes);
        JsonSerializer.Serialize(request, ModelJson.Options).ShouldNotContain("xxx");
    }

    private static Job Job(SamplePayload payload, string[] strategies)
    {
        var fields = TestJobs.Rounds(1, 0).Append(new(RequestFields.Payload, JsonSerializer.SerializeToElement(payload.Description.Hash)));
        return TestJobs.Of(TestJobs.Draft("insert", strategies, """{"items": 26, "keys": 2}""") with
        { Targets = [EmbeddedTarget.TargetName], Fields = fields.ToDictionary() }, payload.Store.Find);
    }

    private Task<JobEvent[]> RunAsync(Job job, SamplePayload payload) => TestJobs.RunAsync(
        new Runner(Catalogue.Default, _ => server.Target) { FindPayload = payload.Store.FindFile }, job, null, Ct);
}
