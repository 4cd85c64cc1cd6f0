using System.Text.Json;
using System.Text.RegularExpressions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Tests.Model;

namespace RedisPerf.Core.Tests.Reporting.Formatting;

public sealed partial class ReasonTextTests
{
    [Fact]
    public void Every_code_has_a_template() => ReasonText.All.Keys.ShouldBe(Enum.GetValues<ReasonCode>(), ignoreOrder: true);

    [Fact]
    public void Every_created_reason_has_exactly_the_arguments_of_its_template()
    {
        var sources = Directory.EnumerateFiles(Path.Combine(Repository.Root, "src"), "*.cs", SearchOption.AllDirectories)
            .Where(file => !file.Contains("/obj/", StringComparison.Ordinal));
        var created = sources.SelectMany(file => Creation().Matches(File.ReadAllText(file))).ToArray();

        created.Length.ShouldBeGreaterThan(40);
        foreach (var creation in created)
        {
            var code = Enum.Parse<ReasonCode>(creation.Groups["code"].Value);
            var given = Named().Matches(creation.Groups["args"].Value)
                .Select(arg => arg.Groups["name"] is { Success: true } name ? name.Value : Reason.Target);
            var expected = ReasonText.ArgumentsOf(code).ToArray();
            given.Except(expected).ShouldBeEmpty($"{creation.Value} has an argument that its template does not use");
            expected.Except(given).ShouldBeEmpty($"{creation.Value} lacks an argument of its template");
        }
    }

    [Fact]
    public void The_documentation_lists_every_code_with_its_arguments()
    {
        var listed = Documented().Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "api.md")))
            .ToDictionary(row => row.Groups["code"].Value, row => row.Groups["args"].Value.Split(", ", StringSplitOptions.RemoveEmptyEntries)
                .Select(arg => arg.Trim('`', ' '))
                .Where(arg => arg.Length > 0));

        listed.Keys.ShouldBe(Enum.GetValues<ReasonCode>().Select(JsonName), ignoreOrder: true);
        foreach (var code in Enum.GetValues<ReasonCode>())
        {
            listed[JsonName(code)].ShouldBe(ReasonText.ArgumentsOf(code), $"of {code}");
        }
    }

    [Fact]
    public void An_unknown_argument_is_omitted_or_shown_as_not_reported()
    {
        Reason.Of(ReasonCode.ServerProcessEnded, ("exitCode", 137)).ToText().ShouldBe("Its process ended with exit code 137.");
        Reason.Of(ReasonCode.ServerProcessEnded, ("exitCode", 1), ("lines", "a | b")).ToText()
            .ShouldBe("Its process ended with exit code 1; its last lines: a | b.");
        Reason.Of(ReasonCode.OtherPrograms).ToText().ShouldBe($"Other programs used {NumberFormat.NotReported} of the CPU.");
    }

    [Fact]
    public void Numbers_have_units() =>
        Reason.Of(ReasonCode.NotEnoughMemory, ("payload", 16_000_000L), ("needed", 1_250_000_000L), ("target", "local"),
            ("free", 999_900_000L), ("option", "items")).ToText()
            .ShouldBe("A run writes 16 MB and needs about 1.25 GB of memory; local has 999.9 MB free. Lower items.");

    [Fact]
    public void Joined_reasons_are_two_sentences() =>
        Reason.Join(Reason.Of(ReasonCode.ProcessEnded), Reason.Of(ReasonCode.TargetRemoved)).ToText()
            .ShouldBe("RedisPerf ended while this job ran. The target no longer exists.");

    [Fact]
    public void A_group_of_runs_has_a_range() =>
        CaseText.Disturbances(TestCases.Of("hset", "local", null, [.. Enumerable.Range(0, 9).Select(Disturbed)]))
            .ShouldBe("7 of 9 runs were disturbed: Other programs used 5–45% of the CPU in 7 runs.");

    [Fact]
    public void Reasons_of_different_targets_are_different_groups() =>
        CaseText.Disturbances(
            TestCases.Of("hset", "local", null, [Run(1, [Evicted("a", 3)]), Run(2, [Evicted("b", 3)]), Run(3, [Evicted("a", 9)])]))
            .ShouldBe(
                "3 of 3 runs were disturbed: The server of target 'a' evicted keys (3–9) during the run: "
                    + "its memory limit (maxmemory) is too small for this job in 2 runs. "
                + "The server of target 'b' evicted keys (3) during the run: its memory limit (maxmemory) is too small for this job.");

    [Fact]
    public void Equal_reasons_have_equal_codes_and_arguments()
    {
        Evicted("a", 3).ShouldBe(Evicted("a", 3));
        Evicted("a", 3).ShouldNotBe(Evicted("a", 4));
        Evicted("a", 3).GetHashCode().ShouldBe(Evicted("a", 3).GetHashCode());
    }

    // The text of a reason is cached.
    [Fact]
    public void Reasons_of_the_same_group_are_equal_after_they_were_compared()
    {
        var (one, other) = (Evicted("a", 3), Evicted("a", 4));
        one.ShouldNotBe(other);

        ReasonText.GroupOf(one).ShouldBe(ReasonText.GroupOf(other));
    }

    [Theory]
    [InlineData("warmUpStep", """{"strategy": "batch"}""", "batch, warm-up")]
    [InlineData("runStep",
        """{"strategy": "mget", "point": 1000, "target": "local", "client": "3.4.35", "run": 2, "runs": 5, "slice": 3, "slices": 10}""",
        "mget at 1,000 on local with client 3.4.35, run 2 of 5, slice 3 of 10")]
    [InlineData("runStep", """{"strategy": "batch", "run": 2}""", "batch, run 2")]
    [InlineData("pullingImage", """{"target": "mine", "image": "redis:7.4", "done": 0, "layers": 3}""", "mine: pulling redis:7.4, 0 of 3 layers")]
    [InlineData("containerStarting", """{"step": {"code": "startingContainer", "args": {}}}""", "A job prepares it: starting its container.")]
    public void Step_has_no_full_stop(string code, string args, string text) =>
        JsonSerializer.Deserialize<Reason>($$"""{"code": "{{code}}", "args": {{args}}}""", ModelJson.Options).ToText().ShouldBe(text);

    [Fact]
    public void The_model_stores_codes_and_reads_old_sentences()
    {
        var reason = Reason.Of(ReasonCode.KeysNotRemoved, ("cause", Reason.Of(ReasonCode.NoReplyWithin, ("target", "local"), ("seconds", 2.5))));

        var json = JsonSerializer.Serialize(reason, ModelJson.Options);

        json.ShouldBe("""{"code":"keysNotRemoved","args":{"cause":{"code":"noReplyWithin","args":{"seconds":2.5,"target":"local"}}}}""");
        JsonSerializer.Deserialize<Reason>(json, ModelJson.Options).ShouldBe(reason);
        JsonSerializer.Deserialize<Reason>("\"It broke.\"", ModelJson.Options).ShouldBe(Reason.FromText("It broke."));
    }

    [Fact]
    public void A_code_of_an_earlier_version_is_read_as_its_current_name() =>
        JsonSerializer.Deserialize<Reason>("""{"code":"noContenderSucceeded","args":{}}""", ModelJson.Options)
            .ShouldBe(Reason.Of(ReasonCode.OnlyFloorSucceeded));

    [Fact]
    public void Documents_have_the_sentence_and_the_reason()
    {
        var run = Run(1, [Reason.Of(ReasonCode.OtherPrograms, ("share", 0.45))]) with { Error = Reason.Of(ReasonCode.TargetRemoved) };

        var json = JsonSerializer.SerializeToElement(run, DocumentJson.Options);

        json.GetProperty("error").GetString().ShouldBe("The target no longer exists.");
        json.GetProperty("reason").GetProperty("code").GetString().ShouldBe("targetRemoved");
        json.GetProperty("disturbed").GetString().ShouldBe("Other programs used 45% of the CPU.");
        json.GetProperty("reasons")[0].GetProperty("args").GetProperty("share").GetDouble().ShouldBe(0.45);
        var read = json.Deserialize<Run>(DocumentJson.Options).ShouldNotBeNull();
        read.Error.ShouldBe(run.Error);
        read.Disturbed.ShouldBe(run.Disturbed);
    }

    [Theory]
    [InlineData("""{"error": "It broke."}""", "It broke.")]
    [InlineData("""{"error": "It broke.", "reason": null}""", "It broke.")]
    [InlineData("""{"reason": {"code": "targetRemoved", "args": {}}, "error": "Old words."}""", "The target no longer exists.")]
    [InlineData("""{"error": "Of a newer version.", "reason": {"code": "newer", "args": {}}}""", "Of a newer version.")]
    [InlineData("""{"error": null, "reason": null}""", null)]
    public void Documents_without_a_known_code_keep_their_sentence(string fields, string? sentence)
    {
        var json = $$"""{"round": 0, "warmup": false, "state": "failed", {{fields[1..]}}""";

        JsonSerializer.Deserialize<Run>(json, DocumentJson.Options)!.Error.ToText().ShouldBe(sentence);
    }

    [Fact]
    public void Missing_capabilities_are_sentences_with_causes()
    {
        var target = new TargetEnvironment("local", "Redis", "7.0", null, new Dictionary<string, string>())
        {
            MissingCapabilities = new Dictionary<string, Reason> { ["cpu-time"] = Reason.Of(ReasonCode.NoCpuTime, ("target", "local")) },
        };

        var json = JsonSerializer.SerializeToElement(target, DocumentJson.Options);

        json.GetProperty("lacks").GetProperty("cpu-time").GetString().ShouldBe("The server of target 'local' does not report its CPU time.");
        json.GetProperty("causes").GetProperty("cpu-time").GetProperty("code").GetString().ShouldBe("noCpuTime");
        json.Deserialize<TargetEnvironment>(DocumentJson.Options)!.MissingCapabilities["cpu-time"].ShouldBe(target.MissingCapabilities["cpu-time"]);
        JsonSerializer.Deserialize<TargetEnvironment>(
            """{"name": "a", "engine": "b", "version": "c", "roundTrip": null, "settings": {}, "lacks": {"lua": "No Lua."}}""", DocumentJson.Options)!
            .MissingCapabilities["lua"].ShouldBe(Reason.FromText("No Lua."));
    }

    private static string JsonName(ReasonCode code) => JsonNamingPolicy.CamelCase.ConvertName(code.ToString());

    private static Reason Evicted(string target, int keys) => Reason.Of(ReasonCode.KeysEvicted, (Reason.Target, target), ("keys", keys));

    private static Run Disturbed(int index) =>
        Run(index, index < 7 ? [Reason.Of(ReasonCode.OtherPrograms, ("share", index == 0 ? 0.05 : index == 1 ? 0.45 : 0.2))] : []);

    private static Run Run(int round, IReadOnlyList<Reason> disturbed) =>
        new() { Round = round, Warmup = false, State = RunState.Ok, Verified = true, Seconds = 1, Disturbed = disturbed };

    [GeneratedRegex(@"Reason\.Of\(\s*ReasonCode\.(?<code>\w+)(?<args>(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)")]
    private static partial Regex Creation();

    [GeneratedRegex(@"\((?:""(?<name>\w+)""|Reason\.Target),")]
    private static partial Regex Named();

    [GeneratedRegex(@"^\| `(?<code>\w+)` \|(?<args>[^|]*)\| [^|]+ \|$", RegexOptions.Multiline)]
    private static partial Regex Documented();
}
