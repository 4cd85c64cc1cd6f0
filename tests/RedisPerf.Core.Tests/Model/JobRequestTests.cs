using System.Text.Json;
using System.Text.Json.Nodes;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.Load;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Model;

public sealed class JobRequestTests
{
    [Fact]
    public void A_request_in_json_keeps_its_benchmark_and_title()
    {
        var request = Samples.Completed.Request with { Title = "sample · embedded", Clients = ["2.13.17"], OnNodeLoss = NodeLoss.Requeue };

        var json = JsonSerializer.Serialize(request, ModelJson.Options);

        var read = JsonSerializer.Deserialize<JobRequest>(json, ModelJson.Options)!;
        (read.Benchmark, read.Title).ShouldBe(("sample", "sample · embedded"));
        JsonSerializer.Serialize(read, ModelJson.Options).ShouldBe(json);
    }

    [Fact]
    public void Options_are_read_into_a_record_once()
    {
        var request = Request("""{ "items": 500 }""");

        request.OptionsAt<InsertOptions>(Coordinates.None).ShouldBeSameAs((request with { Runs = 7 }).OptionsAt<InsertOptions>(Coordinates.None));
        request.OptionsAt<InsertOptions>(Coordinates.None).ShouldBe(new InsertOptions { Items = 500 });
    }

    [Fact]
    public void A_missing_option_has_its_default_and_an_unknown_one_remains()
    {
        var request = Request("""{ "items": 500, "fromAnotherVersion": [1, 2] }""");

        request.OptionsAt<InsertOptions>(Coordinates.None).Keys.ShouldBe(new InsertOptions().Keys);
        request.Options["fromAnotherVersion"].GetRawText().ShouldBe("[1, 2]");
    }

    [Fact]
    public void An_option_of_another_type_is_an_error_only_where_the_record_is_needed() =>
        Should.Throw<JsonException>(() => Request("""{ "rates": "many" }""").OptionsAt<LoadOptions>(Coordinates.None));

    [Fact]
    public void An_empty_option_is_not_given() =>
        Request("""{ "items": 500, "sizes": "" }""").GivenOptions.Select(option => option.Key).ShouldBe(["items"]);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_document_states_its_benchmark_once_and_its_request_has_it_after_reading(bool isRequestFirst)
    {
        var json = JsonNode.Parse(JsonReport.Write(Samples.Completed with { Title = "a title" }))!.AsObject();
        var request = json["request"]!.AsObject();
        request.ContainsKey("benchmark").ShouldBeFalse();
        request.ContainsKey("title").ShouldBeFalse();
        if (isRequestFirst)
        {
            json.Remove("request");
            json.Insert(0, "request", request);
        }

        var document = JsonReport.Read(json.ToJsonString());

        (document.Request.Benchmark, document.Request.Title, document.Benchmark).ShouldBe(("sample", "a title", "sample"));
        document.Request.Runs.ShouldBe(Samples.Completed.Request.Runs);
    }

    private static JobRequest Request(string options) =>
        JobRequest.None with { Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)! };
}
