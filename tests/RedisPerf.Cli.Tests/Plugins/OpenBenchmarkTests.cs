using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Tests.Plugins;

/// <summary>The strategies of a user for each open benchmark, and their options.</summary>
public sealed class OpenBenchmarkTests : IDisposable
{
    private const string Common = "--runs 1 --warmups 0 --format json";

    private readonly TestFolder _folder = new();

    public static TheoryData<string, string, string, int> Correct => new()
    {
        {
            "mget", "--keys 500 --keys-per-call 1,20 --seconds-per-run 0.02", """
            private async Task RunAsync(IDatabase database, MgetWork work, RunContext context, CancellationToken ct)
            {
                var values = await database.StringGetAsync(work.Keys.Select(key => (RedisKey)key).ToArray());
                work.Values = values.Select(value => (byte[])value).ToArray();
            }
            """, 2
        },
        {
            "pipelining", "--items 60 --increments 20 --batch-sizes 1,10", """
            [Option(Name = "batchSizes")] public int BatchSize { get; set; } = 1;
            private async Task RunAsync(IDatabase database, PipeliningWork work, RunContext context, CancellationToken ct)
            {
                foreach (var pairs in work.Pairs.Chunk(BatchSize))
                    await Task.WhenAll(pairs.Select(pair => database.StringSetAsync(pair.Key, pair.Value)).ToList());
            }
            """, 2
        },
        {
            "list-push", "--items 300 --bulk-sizes 10", """
            private async Task RunAsync(IDatabase database, ListPushWork work, RunContext context, CancellationToken ct)
            {
                for (var number = work.First; number < work.First + work.Count; number++)
                    await database.ListRightPushAsync(work.Key, number);
            }
            """, 1
        },
        {
            "hget-decode", "--items 60 --payload-bytes 300", """
            public override byte[] Encode(byte[] document) { var copy = (byte[])document.Clone(); Array.Reverse(copy); return copy; }
            private async Task RunAsync(IDatabase database, HgetDecodeWork work, RunContext context, CancellationToken ct)
            {
                for (var at = 0; at < work.Fields.Count; at++)
                {
                    var value = (byte[])await database.HashGetAsync(work.Fields[at].Key, work.Fields[at].Name);
                    if (value.Length != work.Fields[at].StoredBytes) throw new InvalidOperationException("length");
                    Array.Reverse(value);
                    work.Add(at, value);
                }
            }
            """, 1
        },
        {
            "load", "--keys 50 --rates 200 --seconds-per-run 0.3", """
            private async Task RunAsync(IDatabase database, LoadWork work, RunContext context, CancellationToken ct)
            {
                if (work.Value is { } value) await database.StringSetAsync(work.Key, value);
                else work.Read = await database.StringGetAsync(work.Key);
            }
            """, 1
        },
        {
            "custom", "--depth 1,3", """
            [Option("depth of the queue", Minimum = 1, Maximum = 10)] public int Depth { get; set; } = 2;
            private static byte[] Key(CustomWork work) => System.Text.Encoding.UTF8.GetBytes(work.KeyPrefix + "queue");
            public override IEnumerable<byte[]> KeysOf(CustomWork work) => new[] { Key(work) };
            private async Task RunAsync(IDatabase database, CustomWork work, RunContext context, CancellationToken ct)
            {
                for (var at = 0; at < Depth; at++) await database.ListRightPushAsync(Key(work), at);
            }
            public override async Task<CustomResult> VerifyAsync(CustomWork work, RunContext context, CancellationToken ct)
            {
                var database = await context.OpenDatabaseAsync();
                var count = await database.ListLengthAsync(Key(work));
                return count == Depth ? new CustomResult(count, count) : throw new InvalidDataException("The queue has " + count + " entries.");
            }
            """, 2
        },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Correct))]
    public async Task A_strategy_of_an_open_benchmark_is_measured_and_verified(string benchmark, string options, string members, int cases)
    {
        var file = PluginSource.BuildOwn(_folder.Path, benchmark, members);

        var outcome = await Outcome.OfAsync($"run {benchmark} --strategies {file} -s my/own --target {Outcome.Target} {options} {Common}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var measured = JsonReport.Read(outcome.Output).Cases.Where(@case => @case.Strategy != "reference").ToArray();

        measured.Length.ShouldBe(cases);
        measured.ShouldAllBe(@case => @case.Strategy == "my/own");
        measured.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.Verified && run.Operations > 0 && run.Seconds > 0);
    }

    [Theory]
    [InlineData("[Option] public int Depth { get; set; }", "its option depth must have a label")]
    [InlineData("[Option(\"depth\", Minimum = 1)] public int Depth { get; set; }", "the default of its option depth must be")]
    [InlineData("[Option(\"depth\")] public int Depth { get; }", "its property Depth must have a public setter")]
    [InlineData("[Option(\"depth\")] public DateTime Depth { get; set; }", "its property Depth must be an int, long, double, bool, string or enum")]
    [InlineData("[Option] public string Items { get; set; }", "its option items must have the type integer")]
    [InlineData("[Option(\"a\", Name = \"Bad name\")] public int Depth { get; set; }", "must have a name in camel case")]
    [InlineData("public my_own() { throw new InvalidOperationException(\"no\"); }", "its constructor failed with InvalidOperationException: no")]
    public async Task An_invalid_option_is_named(string member, string problem)
    {
        var file = PluginSource.BuildOwn(_folder.Path, "insert", member + PluginSource.Execute("insert", ""));

        var outcome = await Outcome.OfAsync($"run insert --strategies {file} {Common}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("My.dll: strategy my/own is invalid: ");
        outcome.Error.ShouldContain(problem);
    }

    [Fact]
    public async Task An_option_with_the_name_of_a_flag_is_refused()
    {
        var file = PluginSource.BuildOwn(
            _folder.Path, "insert", "[Option(\"a pin\")] public int Pin { get; set; }" + PluginSource.Execute("insert", ""));

        var outcome = await Outcome.OfAsync($"run insert --strategies {file} {Common}", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("an option with the flag --pin, which redisperf insert has too");
    }

    [Fact]
    public async Task The_options_and_strategies_of_a_file_are_listed_and_checked()
    {
        var file = PluginSource.BuildOwn(_folder.Path, "insert",
            "[Option(\"fields in a command\", Minimum = 1, Maximum = 50)] public int PerCommand { get; set; } = 5;"
            + PluginSource.Execute("insert", ""));

        var listed = await Outcome.OfAsync($"list --strategies {file}", Ct);
        listed.ExitCode.ShouldBe(0, listed.Error);
        listed.Output.ShouldContain("my/own");
        listed.Output.ShouldContain("--per-command");
        listed.Output.ShouldNotContain("custom");
        var wrong = await Outcome.OfAsync($"run insert --strategies {file} -s my/own --per-command 51", Ct);
        wrong.ExitCode.ShouldBe(2);
        wrong.Error.ShouldContain("--per-command must be a whole number from 1 to 50");
    }
}
