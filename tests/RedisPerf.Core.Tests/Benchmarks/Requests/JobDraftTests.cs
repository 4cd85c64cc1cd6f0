using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Insert;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Tests.Payloads;
using RedisPerf.Core.Tests.Running;

namespace RedisPerf.Core.Tests.Benchmarks.Requests;

public class JobDraftTests
{
    private static readonly string[] Targets = ["local", "embedded"];

    [Theory]
    [InlineData("""{"benchmark":"insert","options":{"linkBandwidth":[0,100]}}""", "linkBandwidth", true)]
    [InlineData("""{"benchmark":"mget","options":{"loops":[0,100]}}""", "loops", true)]
    [InlineData("""{"benchmark":"insert","options":{"linkRoundTrip":[0,1]}}""", "linkRoundTrip", false)]
    [InlineData("""{"benchmark":"insert","server":{"maxmemory":["0","1gb"]}}""", "server.maxmemory", true)]
    [InlineData("""{"benchmark":"insert","server":{"stream-node-max-bytes":["0","4096"]}}""", "server.stream-node-max-bytes", true)]
    [InlineData("""{"benchmark":"insert","server":{"lfu-log-factor":["0","10"]}}""", "server.lfu-log-factor", false)]
    public void An_option_or_a_server_setting_declares_that_0_is_off(string body, string name, bool isZeroOff)
    {
        var request = Read(body, out var errors).ShouldNotBeNull(string.Join("; ", errors));

        var axis = request.Axes.Single(axis => axis.Name == name);
        (axis.IsZeroOff, axis.IsNumeric).ShouldBe((isZeroOff, !isZeroOff));
    }

    [Fact]
    public void Benchmark_alone_gives_a_complete_request()
    {
        var request = Read("""{"benchmark": "insert"}""", out var errors);

        errors.ShouldBeEmpty();
        request!.Strategies.ShouldBe(["multi-exec", "batch", "gzip", "messagepack", "gzip-messagepack", "lua", "hset"]);
        request.Targets.ShouldBe(["local"]);
        (request.Runs, request.Warmups, request.Seed).ShouldBe((5, 1, 1L));
        request.OptionsAt<InsertOptions>(Coordinates.None).ShouldBe(new InsertOptions());
    }

    [Fact]
    public void Given_values_replace_defaults()
    {
        var request = Read(
            """{"benchmark":"insert","strategies":["lua","batch"],"options":{"items":500,"compressionLevel":"smallest"},"targets":["embedded"],"runs":3,"warmups":0,"seed":9}""",
            out var errors);

        errors.ShouldBeEmpty();
        request!.Strategies.ShouldBe(["batch", "lua"]);
        request.OptionsAt<InsertOptions>(Coordinates.None).ShouldBe(new InsertOptions { Items = 500, CompressionLevel = CompressionChoice.Smallest });
        (request.Runs, request.Warmups, request.Seed).ShouldBe((3, 0, 9L));
    }

    [Theory]
    [InlineData("""{}""", "benchmark", "benchmark is required. Valid benchmarks: insert")]
    [InlineData("""{"benchmark":"inserts"}""", "benchmark", "Unknown benchmark \"inserts\". Valid benchmarks: insert")]
    [InlineData("""{"benchmark":7}""", "benchmark", "must be a string")]
    [InlineData("""{"benchmark":"insert","strategies":[]}""", "strategies", "at least one")]
    [InlineData("""{"benchmark":"insert","loadFrom":4}""", "options.keys",
        "must be a multiple of loadFrom (4), so that each node writes the same number of hashes, not 30")]
    [InlineData("""{"benchmark":"load","loadFrom":3,"options":{"keys":2}}""", "options.keys",
        "must be at least loadFrom (3), because each node has its own keys, not 2")]
    [InlineData("""{"benchmark":"load","loadFrom":3,"options":{"callers":2}}""", "options.callers",
        "must be at least loadFrom (3), because the nodes share the callers, not 2")]
    [InlineData("""{"benchmark":"load","loadFrom":3,"options":{"rates":"20, 30","secondsPerRun":0.1}}""", "options.rates",
        "must have at least loadFrom (3) operations in a run; 20 per second for 0.1 s are 2")]
    [InlineData("""{"benchmark":"hget-decode","loadFrom":4}""", "options.keys", "must be a multiple of loadFrom (4)")]
    [InlineData("""{"benchmark":"mget","loadFrom":4,"options":{"loops":3}}""", "options.loops",
        "must give at least loadFrom (4) calls in a run, because the nodes share them; 3 with 8,000 keys in one call are 3")]
    [InlineData("""{"benchmark":"list-push","loadFrom":3,"options":{"items":2,"bulkSizes":"1"}}""", "options.items",
        "must be at least loadFrom (3), because the nodes share the numbers, not 2")]
    [InlineData("""{"benchmark":"list-push","loadFrom":3,"options":{"items":25}}""", "options.bulkSizes",
        "must have a size of at most items ÷ loadFrom (8), so that a push of each node can be full; the smallest is 10")]
    [InlineData("""{"benchmark":"pipelining","loadFrom":3,"options":{"items":2}}""", "options.items",
        "must be at least loadFrom (3), because the nodes share the SETs, not 2")]
    [InlineData("""{"benchmark":"pipelining","loadFrom":3,"options":{"increments":2}}""", "options.increments",
        "must be at least loadFrom (3), because the nodes share the INCRs, not 2")]
    [InlineData("""{"benchmark":"pipelining","loadFrom":3,"options":{"batchSizes":"400"}}""", "options.batchSizes",
        "must have a size of at most 333 (the smaller of items and increments, "
            + "divided by loadFrom), so that every strategy has a batch on each node; the smallest is 400")]
    [InlineData("""{"benchmark":"online-users","loadFrom":3,"options":{"users":"2, 1000"}}""", "options.users",
        "must give at least loadFrom (3) users, because the nodes share them, not 2")]
    [InlineData("""{"benchmark":"online-users","loadFrom":3,"options":{"mode":"stress","batches":1,"batchSize":2}}""", "options.batches",
        "must give at least loadFrom (3) users, because the nodes share them, not 2")]
    [InlineData("""{"benchmark":"connections","loadFrom":3,"options":{"items":2}}""", "options.items",
        "must be at least loadFrom (3), because the nodes share the operations, not 2")]
    [InlineData("""{"benchmark":"connections","loadFrom":3,"options":{"keys":2}}""", "options.keys",
        "must be at least loadFrom (3), because each node has its own keys, not 2")]
    [InlineData("""{"benchmark":"connections","loadFrom":8}""", "options.connections",
        "must be at most commandsInFlight ÷ loadFrom (8), so that each connection of each node has a command, not 16")]
    [InlineData("""{"benchmark":"insert","loadFrom":17}""", "loadFrom", "16")]
    [InlineData(
        """{"benchmark":"insert","strategies":["bulk"]}""", "strategies", "Unknown strategy \"bulk\". Valid strategies of insert: multi-exec, batch")]
    [InlineData("""{"benchmark":"insert","strategies":"batch"}""", "strategies", "array of strings")]
    [InlineData("""{"benchmark":"insert","targets":["moon"]}""", "targets", "Unknown target \"moon\". Valid targets: local, embedded")]
    [InlineData("""{"benchmark":"insert","targets":[]}""", "targets", "at least one")]
    [InlineData("""{"benchmark":"insert","clients":["1.2.6"]}""", "clients",
        "Unknown client \"1.2.6\". Valid clients: 3.4.35, 2.13.17. Add a version with: redisperf clients add 1.2.6.")]
    [InlineData("""{"benchmark":"insert","clients":["newest"]}""", "clients",
        "Unknown client \"newest\". Valid clients: 3.4.35, 2.13.17. Add a version with: redisperf clients add <version>.")]
    [InlineData("""{"benchmark":"insert","clients":"3.4.35"}""", "clients", "array of strings")]
    [InlineData("""{"benchmark":"insert","options":{"itmes":5}}""", "options.itmes", "Unknown option \"itmes\". Valid options: items")]
    [InlineData("""{"benchmark":"insert","options":{"items":0}}""", "options.items", "from 1 to 10,000,000, not 0")]
    [InlineData("""{"benchmark":"insert","options":{"items":1e99}}""", "options.items", "not 1e99")]
    [InlineData("""{"benchmark":"insert","options":{"items":2.5}}""", "options.items", "whole number")]
    [InlineData("""{"benchmark":"insert","options":{"items":"many"}}""", "options.items", "whole number")]
    [InlineData("""{"benchmark":"insert","options":{"items":"5"}}""", "options.items", "not \"5\"")]
    [InlineData("""{"benchmark":"insert","options":{"items":null}}""", "options.items", "not null")]
    [InlineData("""{"benchmark":"insert","options":{"payloadBytes":63}}""", "options.payloadBytes", "from 64")]
    [InlineData("""{"benchmark":"insert","options":{"compressionLevel":"best"}}""", "options.compressionLevel", "one of fastest, optimal, smallest")]
    [InlineData("""{"benchmark":"insert","options":{"compressionLevel":2}}""", "options.compressionLevel", "one of")]
    [InlineData("""{"benchmark":"insert","options":{"items":10,"keys":20}}""", "options.keys", "at most items (10)")]
    [InlineData("""{"benchmark":"insert","options":{"batchSize":9000}}""", "options.batchSize", "the maximum is 8,192")]
    [InlineData(
        """{"benchmark":"insert","options":{"distinctPayloads":1000,"payloadBytes":100000}}""", "options.distinctPayloads", "the maximum is 671")]
    [InlineData("""{"benchmark":"insert","options":[]}""", "options", "an object")]
    [InlineData("""{"benchmark":"insert","runs":0}""", "runs", "from 1 to 100, not 0")]
    [InlineData("""{"benchmark":"insert","runs":"five"}""", "runs", "whole number")]
    [InlineData("""{"benchmark":"insert","warmups":-1}""", "warmups", "from 0 to 10")]
    [InlineData("""{"benchmark":"insert","strategies":["batch"],"baseline":"lua"}""", "baseline", "must be one of batch, not \"lua\"")]
    [InlineData("""{"benchmark":"insert","baseline":7}""", "baseline", "must be one of multi-exec, batch")]
    [InlineData("""{"benchmark":"insert","node":7}""", "node", "must be a string of at most 100 characters")]
    [InlineData("""{"benchmark":"insert","onNodeLoss":"retry"}""", "onNodeLoss", "must be one of")]
    [InlineData("""{"benchmark":"insert","rnus":3}""", "rnus", "Unknown field \"rnus\"")]
    [InlineData("""[]""", "body", "JSON object")]
    public void Reports_an_invalid_field_with_its_valid_values(string body, string field, string part)
    {
        Read(body, out var errors).ShouldBeNull();

        errors.ShouldContain(error => error.Field == field && error.Message.Contains(part), string.Join("; ", errors));
    }

    [Fact]
    public void Two_nodes_can_divide_the_default_work_of_the_other_benchmarks()
    {
        foreach (var sample in ContractSample.All.Where(sample => sample.CanBeShared))
        {
            Read($$"""{"benchmark":"{{sample.Benchmark}}","loadFrom":2}""", out var errors).ShouldNotBeNull(string.Join("; ", errors)).LoadFrom
                .ShouldBe(2);
        }
    }

    [Theory]
    [InlineData("compare-and-set")]
    [InlineData("calls")]
    [InlineData("cache")]
    public void Benchmarks_of_one_process_refuse_several_nodes(string benchmark)
    {
        Read($$"""{"benchmark":"{{benchmark}}","loadFrom":2}""", out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Message.ShouldBe($"loadFrom must be 1 for {benchmark}: several nodes cannot divide its work.");
    }

    [Fact]
    public void Several_nodes_need_a_benchmark_whose_work_they_can_divide()
    {
        var draft = new JobDraft
        { Benchmark = "probe", Fields = new Dictionary<string, JsonElement> { [RequestFields.LoadFrom] = JsonSerializer.SerializeToElement(2) } };

        draft.Validate(new Catalogue([new ProbeBenchmark(new ProbeCase("a"))]), Targets, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Message.ShouldBe("loadFrom must be 1 for probe: several nodes cannot divide its work.");
    }

    [Theory]
    [InlineData("""{"benchmark":"insert"}""", "multi-exec")]
    [InlineData("""{"benchmark":"insert","baseline":"lua"}""", "lua")]
    [InlineData("""{"benchmark":"insert","strategies":["lua","batch"]}""", "batch")]
    public void Baseline_is_the_named_one_or_that_of_the_benchmark_or_the_first(string body, string baseline) =>
        Read(body, out _)!.Baseline.ShouldBe(baseline);

    [Fact]
    public void A_node_is_part_of_the_request_and_of_the_draft_made_from_it()
    {
        var request = Read("""{"benchmark":"insert","node":"rack-7","onNodeLoss":"requeue"}""", out _)!;
        var draft = JobDraft.Of(request, null);

        (request.Node, request.OnNodeLoss).ShouldBe(("rack-7", NodeLoss.Requeue));
        draft.Node.ShouldBe("rack-7");
        var again = draft.Validate(Catalogue.Default, Targets, out _)!;
        (again.Node, again.OnNodeLoss).ShouldBe(("rack-7", NodeLoss.Requeue));
    }

    [Fact]
    public void A_request_without_a_node_is_for_any_node()
    {
        var request = Read("""{"benchmark":"insert"}""", out _)!;

        (request.Node, request.OnNodeLoss).ShouldBe((null, null));
        JobDraft.Of(request, null).Node.ShouldBeNull();
    }

    [Fact]
    public void Limits_the_length_of_the_note()
    {
        Read($$"""{"benchmark":"insert","note":"{{new string('x', 501)}}"}""", out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Message.ShouldBe("note must be a string of at most 500 characters, not 501.");
    }

    [Fact]
    public void Reports_all_invalid_fields()
    {
        Read("""{"benchmark":"insert","strategies":["x"],"options":{"items":0,"keys":0},"targets":["y"],"runs":0}""", out var errors);

        errors.Select(error => error.Field).ShouldBe(["strategies", "options.items", "options.keys", "targets", "runs"], ignoreOrder: true);
    }

    [Fact]
    public void Reads_numbers_from_strings_in_forms_and_CLI_options()
    {
        var draft = new JobDraft
        {
            Benchmark = "insert",
            Options = new Dictionary<string, JsonElement> { ["items"] = JsonSerializer.SerializeToElement(" 500 ") },
            Fields = new Dictionary<string, JsonElement> { [RequestFields.Runs] = JsonSerializer.SerializeToElement("2") },
            FromText = true,
        };

        var request = draft.Validate(Catalogue.Default, Targets, out var errors, ["3.4.35", "2.13.17"]);

        errors.ShouldBeEmpty();
        request!.OptionsAt<InsertOptions>(Coordinates.None).Items.ShouldBe(500);
        request.Runs.ShouldBe(2);
    }

    [Fact]
    public void Options_of_generated_documents_have_their_defaults_with_a_payload()
    {
        using var payload = SamplePayload.Of(new byte[100]);
        JobDraft draft = new()
        {
            Benchmark = "insert",
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(
                """{"items":200000,"batchSize":9000,"payloadBytes":64,"distinctPayloads":7,"sizes":"1 KB 100%","seed":3}""")!,
            Fields = new Dictionary<string, JsonElement> { [RequestFields.Payload] = JsonSerializer.SerializeToElement(payload.Description.Hash) },
        };

        var request = draft.Validate(Catalogue.Default, Targets, out var errors, findPayload: payload.Store.Find);

        errors.ShouldBeEmpty("9,000 values of 32 KB in a transaction are too many, but the payload has values of 100 bytes");
        var again = JobDraft.Of(request!, null).Validate(Catalogue.Default, Targets, out errors);
        errors.ShouldBeEmpty();
        var expected = new InsertOptions { Items = 200_000, BatchSize = 9_000 };
        new[] { request!, again! }.ShouldAllBe(valid => valid.OptionsAt<InsertOptions>(Coordinates.None) == expected);
    }

    [Fact]
    public void An_option_with_several_values_is_an_axis()
    {
        var request = Read(
            """{"benchmark":"insert","options":{"payloadBytes":[8192,1024,1024],"compressionLevel":["smallest"],"items":100}}""", out var errors)!;

        errors.ShouldBeEmpty();
        request.Options["payloadBytes"].GetRawText().ShouldBe("[1024,8192]");
        request.Options["compressionLevel"].GetString().ShouldBe("smallest", "an array of one value is that value");
        request.Axes.Select(axis => (axis.Name, axis.Label, axis.Unit))
            .ShouldBe([("target", "target", null), ("payloadBytes", "document size", "bytes")]);
        request.Title!.Replace('\u00A0', ' ').ShouldBe("insert · 100 × 1 KB, 8 KB · local");
        request.OptionsAt<InsertOptions>(Coordinates.None.With("payloadBytes", "8192"))
            .ShouldBe(new InsertOptions { Items = 100, PayloadBytes = 8192, CompressionLevel = CompressionChoice.Smallest });
    }

    [Fact]
    public void An_option_that_jobs_vary_by_default_is_an_axis_even_with_one_value()
    {
        foreach (var value in new[] { "10", "[10]", "\"10\"" })
        {
            var request = Read($$$"""{"benchmark":"mget","options":{"keysPerCall":{{{value}}}}}""", out _)!;

            request.Options["keysPerCall"].GetRawText().ShouldBe("[10]");
            (request.Curve!.Name, request.Curve.Label).ShouldBe(("keysPerCall", "keys per call"));
        }
    }

    [Theory]
    [InlineData("""{"benchmark":"insert","options":{"items":[]}}""", "options.items")]
    [InlineData("""{"benchmark":"insert","options":{"items":[1,0]}}""", "options.items")]
    [InlineData("""{"benchmark":"insert","options":{"items":[1,[2]]}}""", "options.items")]
    [InlineData("""{"benchmark":"insert","options":{"items":[1,null]}}""", "options.items")]
    [InlineData("""{"benchmark":"insert","options":{"compressionLevel":["fastest","best"]}}""", "options.compressionLevel")]
    [InlineData("""{"benchmark":"insert","options":{"items":[10,1000],"keys":[5,20]}}""", "options.keys")]
    [InlineData("""{"benchmark":"load","options":{"rates":[1000,1000000],"secondsPerRun":[1,20]}}""", "options.rates")]
    [InlineData("""{"benchmark":"insert","server":[]}""", "server")]
    [InlineData("""{"benchmark":"insert","server":{"hz":[]}}""", "server.hz")]
    [InlineData("""{"benchmark":"insert","server":{"hz":{}}}""", "server.hz")]
    [InlineData("""{"benchmark":"insert","server":{"hz":[10,null]}}""", "server.hz")]
    public void Each_value_and_each_combination_is_checked(string body, string field)
    {
        Read(body, out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().Field.ShouldBe(field);
    }

    [Fact]
    public void Server_settings_have_one_or_several_values()
    {
        var request = Read("""{"benchmark":"insert","server":{"appendfsync":["no","always","no"],"hz":10,"save":""}}""", out var errors)!;

        errors.ShouldBeEmpty();
        request.Server.Select(setting => $"{setting.Key}: {string.Join("|", setting.Value)}")
            .ShouldBe(["appendfsync: no|always", "hz: 10", "save: "]);
        request.Axes.Select(axis => axis.Name).ShouldBe(["target", "server.appendfsync"]);
        request.Title!.Replace('\u00A0', ' ').ShouldBe("insert · 30,000 × 32 KB · local · appendfsync no, always · hz 10 · save \"\"");
    }

    [Fact]
    public void A_draft_of_a_request_has_its_values()
    {
        var request = Read(
            """{"benchmark":"mget","options":{"keysPerCall":[1,10],"keys":[100,200]},"server":{"hz":[10,100]}}""", out _)!;

        var again = JobDraft.Of(request, null).Validate(Catalogue.Default, Targets, out var errors)!;

        errors.ShouldBeEmpty();
        JsonSerializer.Serialize(again, ModelJson.Options).ShouldBe(JsonSerializer.Serialize(request, ModelJson.Options));
    }

    [Fact]
    public void A_payload_that_fits_no_combination_has_one_error()
    {
        using var payload = SamplePayload.Of(new byte[3_000_000]);
        var draft = new JobDraft
        {
            Benchmark = "load",
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>("""{"keys":1000}""")!,
            Fields = new Dictionary<string, JsonElement> { [RequestFields.Payload] = JsonSerializer.SerializeToElement(payload.Description.Hash) },
        };

        draft.Validate(Catalogue.Default, Targets, out var errors, findPayload: payload.Store.Find).ShouldBeNull();

        errors.ShouldHaveSingleItem().Field.ShouldBe("options.keys");
    }

    private static JobRequest? Read(string body, out IReadOnlyList<FieldError> errors)
    {
        var wrong = new List<FieldError>();
        var draft = JobDraftReader.Read(JsonSerializer.Deserialize<JsonElement>(body), wrong);
        var request = draft.Validate(Catalogue.Default, Targets, out var more, ["3.4.35", "2.13.17"]);
        errors = [.. wrong, .. more];
        return wrong.Count > 0 ? null : request;
    }
}
