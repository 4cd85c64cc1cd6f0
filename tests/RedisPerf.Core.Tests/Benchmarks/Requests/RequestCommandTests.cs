using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Requests;

public sealed class RequestCommandTests
{
    private static readonly Uri Server = new("http://localhost:5080");

    private static BenchmarkInfo Info => Catalogue.Default.Find("insert")!.Info;

    [Fact]
    public void Commands_of_a_default_job_have_no_value_that_is_a_default()
    {
        var request = Validated(new() { Benchmark = "insert" });

        RequestCommand.Redisperf(request, null, Info).ShouldBe("redisperf run insert --target local");
        RequestCommand.Curl(request, null, Info, Server, needsToken: false).ShouldBe(
            """curl -s http://localhost:5080/api/jobs -H 'Content-Type: application/json' -d '{"benchmark":"insert","targets":["local"]}'""");
    }

    [Fact]
    public void Commands_have_each_value_that_the_user_changed()
    {
        var request = Validated(Changed);

        RequestCommand.Redisperf(request, "it's fast", Info).ShouldBe(
            """redisperf run insert -s batch -s lua --items 10000 --compression-level fastest """
                + """--runs 7 --note 'it'\''s fast' --baseline lua --order-seed 3 --target local""");
    }

    [Fact]
    public void The_command_names_the_header_of_the_access_token() =>
        RequestCommand.Curl(Validated(new() { Benchmark = "insert" }), null, Info, Server, needsToken: true)
            .ShouldBe("""curl -s http://localhost:5080/api/jobs -H 'Content-Type: application/json' -H """
                + """'Authorization: Bearer <token>' -d '{"benchmark":"insert","targets":["local"]}'""");

    [Fact]
    public void The_body_of_curl_is_the_same_request()
    {
        var curl = RequestCommand.Curl(Validated(Changed), "it's fast", Info, Server, needsToken: false);

        var body = JsonElement.Parse(curl[(curl.IndexOf("-d '", StringComparison.Ordinal) + 4)..^1]);
        var errors = new List<FieldError>();
        var draft = JobDraftReader.Read(body, errors);
        errors.ShouldBeEmpty();
        draft.Note.ShouldBe("it's fast");
        JsonSerializer.Serialize(Validated(draft), ModelJson.Options).ShouldBe(JsonSerializer.Serialize(Validated(Changed), ModelJson.Options));
    }

    private static JobDraft Changed => new()
    {
        Benchmark = "insert",
        Strategies = ["lua", "batch"],
        Options = Values(("items", "10k"), ("compressionLevel", "fastest")),
        Fields = Values(("runs", "7"), ("seed", "3"), ("baseline", "lua"), ("note", "it's fast")),
        FromText = true,
    };

    private static Dictionary<string, JsonElement> Values(params (string Name, string Value)[] values) =>
        values.ToDictionary(value => value.Name, value => JsonSerializer.SerializeToElement(value.Value));

    private static JobRequest Validated(JobDraft draft)
    {
        var request = draft.Validate(Catalogue.Default, ["local"], out var errors);
        errors.ShouldBeEmpty();
        return request.ShouldNotBeNull();
    }
}
