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

    [Fact]
    public void Axes_are_what_the_request_varies()
    {
        var request = Varied();

        request.Axes.Select(axis => (axis.Name, axis.Kind, string.Join(" ", axis.Texts), axis.IsNumeric)).ShouldBe(
        [
            ("target", AxisKind.Target, "6379 6380", false),
            ("client", AxisKind.Client, "2.13.17", false),
            ("compressionLevel", AxisKind.Option, "fastest smallest", false),
            ("items", AxisKind.Option, "100 200", true),
            ("server.appendfsync", AxisKind.Server, "no always", false),
            ("server.hz", AxisKind.Server, "10 100", true),
        ]);
        request.Axes.Select(axis => axis.Label).ShouldBe(["target", "client", "compressionLevel", "items", "appendfsync", "hz"]);
    }

    [Fact]
    public void The_curve_is_along_the_first_axis_of_numbers_or_the_chosen_one()
    {
        var (request, at) = (Varied(), Coordinates.Of("6379", "2.13.17").With("items", "200").With("server.hz", "100"));

        request.Curve!.Name.ShouldBe("items");
        (request.PointOf(at), request.PointOf(Coordinates.Of("6379"))).ShouldBe((200, null));
        $"{request.PanelOf(at)}".ShouldBe("target=6379&client=2.13.17&server.hz=100");
        var along = request with { Along = "server.hz" };
        (along.Curve!.Name, along.PointOf(at)).ShouldBe(("server.hz", 100));
        (request with { Along = "target" }).Curve!.Name.ShouldBe("items", "names have no positions");
        var none = Request("{}") with { Targets = ["6379", "6380"] };
        (none.Curve, none.PointOf(at)).ShouldBe((null, null));
        none.PanelOf(at).ShouldBe(at);
    }

    [Fact]
    public void Each_target_has_a_server_for_each_combination_of_the_settings()
    {
        var servers = Varied().Servers.ToArray();

        servers.Select(server => $"{server.At}").ShouldBe(
        [
            "target=6379&server.appendfsync=no&server.hz=10", "target=6379&server.appendfsync=no&server.hz=100",
            "target=6379&server.appendfsync=always&server.hz=10", "target=6379&server.appendfsync=always&server.hz=100",
            "target=6380&server.appendfsync=no&server.hz=10", "target=6380&server.appendfsync=no&server.hz=100",
            "target=6380&server.appendfsync=always&server.hz=10", "target=6380&server.appendfsync=always&server.hz=100",
        ]);
        servers[2].Settings.ShouldBe(new Dictionary<string, string> { ["appendfsync"] = "always", ["hz"] = "10", ["save"] = "" }, ignoreOrder: true);
        (Request("{}") with { Targets = ["a", "b"] }).Servers.Select(server => (server.At, server.Settings.Count))
            .ShouldBe([(Coordinates.Of("a"), 0), (Coordinates.Of("b"), 0)]);
    }

    [Fact]
    public void A_copy_has_the_axes_of_its_values_and_keeps_the_labels()
    {
        var request = Varied() with { Axes = [new("items", AxisKind.Option, []) { Label = "hash fields", Unit = "fields" }] };
        request.Axes.Single(axis => axis.Name == "items").Texts.ShouldBe(["100", "200"]);

        var copy = request with
        {
            Targets = ["6379"],
            Options = Request("""{"items":[1,2,3]}""").Options,
            Server = new Dictionary<string, IReadOnlyList<string>>(),
        };

        copy.Axes.Select(axis => axis.Name).ShouldBe(["target", "client", "items"]);
        (copy.Curve!.Label, copy.Curve.Unit, copy.Curve.Values.Count).ShouldBe(("hash fields", "fields", 3));
        request.Axes.Count.ShouldBe(6, "the request itself is unchanged");
        request.Axes.ShouldBeSameAs((request with { Runs = 7 }).Axes);
    }

    [Fact]
    public void Json_keeps_the_axes_with_their_labels()
    {
        var request = Varied() with { Axes = [new("items", AxisKind.Option, []) { Label = "hash fields" }] };

        var read = JsonSerializer.Deserialize<JobRequest>(JsonSerializer.Serialize(request, ModelJson.Options), ModelJson.Options)!;

        read.Axes.Select(axis => (axis.Name, axis.Kind, axis.Label, string.Join(" ", axis.Texts)))
            .ShouldBe(request.Axes.Select(axis => (axis.Name, axis.Kind, axis.Label, string.Join(" ", axis.Texts))));
        read.Server["hz"].ShouldBe(["10", "100"]);
    }

    [Fact]
    public void A_0_that_means_no_limit_is_not_the_smallest_number()
    {
        Curve(isZeroOff: true, 10, 100).ShouldNotBeNull();
        Curve(isZeroOff: true, 0, 100).ShouldBeNull("0 means no limit");
        Curve(isZeroOff: false, 0, 100).ShouldNotBeNull();

        static Axis? Curve(bool isZeroOff, params int[] values)
        {
            var request = Request($$"""{ "linkBandwidth": {{JsonSerializer.Serialize(values)}} }""");
            request = request with { Axes = [.. request.Axes.Select(axis => axis with { IsZeroOff = isZeroOff })] };
            return JsonSerializer.Deserialize<JobRequest>(JsonSerializer.Serialize(request, ModelJson.Options), ModelJson.Options)!.Curve;
        }
    }

    [Fact]
    public void A_negative_number_of_a_server_setting_is_a_code()
    {
        Curve("-2", "128").ShouldBeNull();
        Curve("64", "128").ShouldNotBeNull();

        static Axis? Curve(params string[] values) => (Request("{}") with
        { Server = new Dictionary<string, IReadOnlyList<string>> { ["list-max-listpack-size"] = values } }).Curve;
    }

    [Fact]
    public void Cases_are_ordered_as_the_values_of_the_request_with_the_curve_last()
    {
        var request = Varied();
        string[] texts = ["target=6380&items=100", "target=6379&items=200&server.hz=10", "target=6379&items=100&server.hz=100",
            "target=6379&compressionLevel=smallest", "target=6379&compressionLevel=fastest", "target=6379"];

        texts.Select(Coordinates.Parse).Order(request.Order).Select(at => $"{at}").ShouldBe(
        [
            "target=6379", "target=6379&items=200&server.hz=10", "target=6379&items=100&server.hz=100", "target=6379&compressionLevel=fastest",
            "target=6379&compressionLevel=smallest", "target=6380&items=100",
        ]);
    }

    private static JobRequest Varied() => Request("""{"compressionLevel":["fastest","smallest"],"items":[100,200],"keys":30}""") with
    {
        Targets = ["6379", "6380"],
        Clients = ["2.13.17"],
        Server = new Dictionary<string, IReadOnlyList<string>> { ["appendfsync"] = ["no", "always"], ["hz"] = ["10", "100"], ["save"] = [""] },
    };

    private static JobRequest Request(string options) =>
        JobRequest.None with { Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options)! };
}
