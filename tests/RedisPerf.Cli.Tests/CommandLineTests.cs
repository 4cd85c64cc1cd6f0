using System.Globalization;
using System.Text.Json.Nodes;
using RedisPerf.Cli.Clients;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Cli.Tests;

// Its messages list the clients that ClientsTests adds and removes.
[Collection(nameof(AddedClients))]
public class CommandLineTests
{
    [Theory]
    [InlineData("show {0}", "")]
    [InlineData("compare {0} {0}", "")]
    [InlineData("import {0}", "")]
    [InlineData("run insert --target embedded --payload {0}", "--payload ")]
    public async Task Reports_a_folder_instead_of_a_file(string line, string option)
    {
        using var folder = new TestFolder();

        var outcome = await Outcome.OfAsync(string.Format(CultureInfo.InvariantCulture, line, folder.Path), Ct);

        (outcome.ExitCode, outcome.Output).ShouldBe((2, ""));
        outcome.ErrorLines.ShouldAllBe(error => error == $"{option}{folder.Path} is a folder; specify a file.");
    }

    [Theory]
    [InlineData("frobnicate",
        "Unknown command \"frobnicate\". Valid: list, targets, clients, run, ab, show, compare, selftest, calibrate, import, publish, "
            + "move-ledger, clean.")]
    [InlineData("run", "A benchmark is required: insert, mget, online-users, pipelining, list-push, "
        + "load, connections, hget-decode, set-with-expiry, compare-and-set, calls, cache. For help, run redisperf run --help.")]
    [InlineData(
        "run nosuch", "Unknown benchmark \"nosuch\". Valid: insert, mget, online-users, pipelining, list-push, load, connections, hget-decode, "
        + "set-with-expiry, compare-and-set, calls, cache.")]
    [InlineData("run insert -s nosuch", "Unknown strategy \"nosuch\". Valid strategies of insert: multi-exec, batch, ")]
    [InlineData(
        "run cache -s caches/hybrid", "A strategy with a / in its name needs the file of its plug-in: --strategies, or RedisPerf__Strategies__0.")]
    [InlineData(
        "run insert --nosuch 3",
        "Unknown option \"--nosuch\". Valid options of redisperf run insert: --strategy, --target, --client, --server, --strategies, --runs, ")]
    [InlineData("run insert --client 1.2.6", "Unknown client \"1.2.6\". Valid clients: 3.4.35, 2.13.17.")]
    [InlineData("run insert --client nosuch.dll", "The file nosuch.dll does not exist.")]
    [InlineData("clients", "A command is required: list, add, remove. For help, run redisperf clients --help.")]
    [InlineData("clients add newest", "\"newest\" is not a version such as 2.13.17, nor the path of a DLL.")]
    [InlineData("clients add 3.4.35", "Client 3.4.35 already exists.")]
    [InlineData("clients remove 3.4.35", "Client \"3.4.35\" was not added. Added clients: none.")]
    [InlineData("run insert word", "Unexpected argument \"word\". For help, run redisperf run insert --help.")]
    [InlineData("import", "redisperf import requires <file>: One of these files, or - for standard input: a job of RedisPerf (run --save,")]
    [InlineData("compare a.json", "redisperf compare requires <new.json>: The JSON file of the new job. For help, run redisperf compare --help.")]
    [InlineData("list --nosuch", "Unknown option \"--nosuch\". Valid options of redisperf list: --strategies.")]
    [InlineData("run insert --target nosuch", "Unknown target \"nosuch\". Valid targets: ")]
    [InlineData("run insert --target 127.0.0.1:6379,secret=hunter2", "The connection string has an option that cannot be used, in part 2 of ")]
    [InlineData("run insert --target 127.0.0.1:6379,password=ab,hunter2=1", "The connection string has an option that cannot be used, in part 3 of ")]
    [InlineData("run insert --target 127.0.0.1:6379,password=ab,hunter2", "The connection string names 2 servers, or an option without its name")]
    [InlineData("run insert --target hunter2@host", "The connection string has no valid host and port; the format is host:port")]
    [InlineData("run insert --target redis://hunter2@host", "The URL has one word before @, which can be a user or a password")]
    [InlineData("calibrate --target hunter2!", "The connection string has no valid host and port; the format is host:port")]
    [InlineData("clean --target 127.0.0.1:6379,hunter2=1", "The connection string has an option that cannot be used, in part 2 of ")]
    [InlineData("run insert --target :7392", "The connection string has no valid host and port; the format is host:port")]
    [InlineData("run insert --target 127.0.0.1:0", "The connection string has no valid host and port; the format is host:port")]
    [InlineData("run insert --pin 0-1",
        "--pin must be auto, off, or the cores of the servers and of the worker without a common core, as in 0-1/2-3, not \"0-1\".")]
    [InlineData("run insert --items many", "--items must be a whole number from 1 to 10,000,000, not \"many\".")]
    [InlineData("run insert --items 0", "--items must be a whole number from 1 to 10,000,000, not \"0\".")]
    [InlineData("run insert --items 99999999999999999999", "--items must be a whole number from 1 to 10,000,000, not ")]
    [InlineData("run insert --items 1.5", "--items must be a whole number from 1 to 10,000,000, not \"1.5\".")]
    [InlineData("run insert --payloadBytes 7", "--payload-bytes must be a whole number from 64 to 16,777,216 (bytes), not \"7\".")]
    [InlineData("run insert --payload-bytes=7", "--payload-bytes must be a whole number from 64 to 16,777,216 (bytes), not \"7\".")]
    [InlineData("run insert --compression-level best", "--compression-level must be one of fastest, optimal, smallest, not \"best\".")]
    [InlineData("run insert --items 10 --keys 11", "--keys must be at most --items (10), so that each hash has a field, not 11.")]
    [InlineData("run load --disturb restart --disturb-at 4 --seconds-per-run 5",
        "--disturb-at must be at least 2 s less than --seconds-per-run (5 s) with --disturb, not 4.")]
    [InlineData("run insert --payload-bytes 100,200,300,400,500,600 --items 10,20,30,40,50,60 --seed 1,2,3,4,5,6",
        " × 6 --payload-bytes")]
    [InlineData("run insert -s batch -s hset --baseline lua", "--baseline must be one of batch, hset, not \"lua\".")]
    [InlineData("run insert --runs 0", "--runs must be a whole number from 1 to 100, not \"0\".")]
    [InlineData("run insert --warmups -1", "--warmups must be a whole number from 0 to 10, not \"-1\".")]
    [InlineData("run insert --order-seed x", "--order-seed must be a whole number from 0 to 2,147,483,647, not \"x\".")]
    [InlineData("run insert --seed x", "--seed must be a whole number from 0 to 2,147,483,647, not \"x\".")]
    [InlineData("run insert --format xml",
        "--format must be table, json, csv, md, bmf, github-action-benchmark, parquet or parquet-slices, not \"xml\".")]
    [InlineData("compare a b -f csv", "--format must be table, json or md, not \"csv\".")]
    [InlineData("run insert --items", "--items")]
    [InlineData("run insert --runs 1 --runs 2", "--runs")]
    [InlineData("run insert --target embedded --items 10000000 --payload-bytes 262144 --keys 1", "Lower items.")]
    [InlineData(
        "run insert --target 127.0.0.1:6379 --target 127.0.0.1:6379,defaultDatabase=3", "127.0.0.1:6379 is specified twice with different options.")]
    [InlineData("selftest --target embedded --power-items 50", "--power-items must be a whole number from 10,000 to ")]
    [InlineData("selftest --target nosuch", "Unknown target \"nosuch\". Valid targets: ")]
    [InlineData("selftest --target embedded --target local", "selftest accepts only one target.")]
    [InlineData("selftest --comparisons 0", "--comparisons must be a whole number from 1 to 10,000, not \"0\".")]
    [InlineData("selftest --power-rounds many", "--power-rounds must be a whole number from 3 to 10,000, not \"many\".")]
    [InlineData("selftest --processes 1", "--processes must be a whole number from 2 to 100, not \"1\".")]
    [InlineData("selftest --rounds 2", "--rounds must be a whole number from 3 to 10,000, not \"2\".")]
    public async Task Reports_a_usage_error_only(string line, string sentence)
    {
        var outcome = await Outcome.OfAsync(line, Ct);

        outcome.Error.ShouldContain(sentence);
        outcome.Error.ShouldNotContain("hunter2");
        outcome.Output.ShouldBeEmpty();
        outcome.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Reports_all_usage_errors()
    {
        var outcome = await Outcome.OfAsync("run insert -s nosuch --items 0 --runs 0 --target nosuch", Ct);

        outcome.ErrorLines.Length.ShouldBe(4);
        outcome.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Runs_until_decided_within_a_time_budget()
    {
        using var folder = new TestFolder();
        var file = Path.Combine(folder.Path, "job.json");

        var outcome = await Outcome.OfAsync("run insert -s batch -s multi-exec --items 60 --payload-bytes 200 --runs "
            + $"until-decided --budget 0.2m --target {Outcome.Target} --save {file}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var request = JsonNode.Parse(await File.ReadAllTextAsync(file, Ct))!["request"]!;
        ((string?)request["until"]).ShouldBe("decided");
        ((double)request["budgetSeconds"]!).ShouldBe(12);
        outcome.Output.ShouldContain("The job ended after ");
        outcome.Output.ShouldContain("99.5% interval");
    }

    [Fact]
    public async Task Memory_error_contains_the_sizes()
    {
        var outcome = await Outcome.OfAsync("run insert --target embedded --items 10000000 --payload-bytes 262144 --keys 1", Ct);

        outcome.ErrorLines.ShouldHaveSingleItem()
            .ShouldMatch(@"^A run writes 2,621\.44 GB and needs about [\d,.]+ GB of memory; embedded has [\d,.]+ [GM]B free\. Lower items\.$");
    }

    [Theory]
    [InlineData("--help", "Commands:")]
    [InlineData("run insert --help", "--payload-bytes <n>")]
    [InlineData("ab --help", "Timed rounds: a whole number from 1 to 100; default: 50.")]
    [InlineData("ab mget --help", "Timed rounds: a whole number from 1 to 100; default: 5.")]
    [InlineData("list", "multi-exec-as-published")]
    [InlineData("targets", "embedded")]
    public async Task Lists_go_to_standard_output(string line, string part)
    {
        var outcome = await Outcome.OfAsync(line, Ct);

        outcome.Output.ShouldContain(part);
        outcome.Error.ShouldBeEmpty();
        outcome.ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Target_list_shows_the_Docker_error_once()
    {
        var lines = (await Outcome.OfAsync("targets", Ct)).Output.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        Assert.SkipUnless(
            lines.Any(line => line.StartsWith("docker-redis ", StringComparison.Ordinal) && line.EndsWith("unavailable", StringComparison.Ordinal)),
            "Docker can be used on this machine.");

        lines.Count(line => line.Contains("Docker is not available", StringComparison.Ordinal)).ShouldBe(1);
        lines[^1].ShouldStartWith("Docker is not available: ");
    }

    [Fact]
    public async Task Help_has_one_spelling_per_option() =>
        (await Outcome.OfAsync("run insert --help", Ct)).Output.ShouldNotContain("--payloadBytes");

    [Fact]
    public async Task Prints_the_result_and_a_line_per_run()
    {
        var outcome =
            await Outcome.OfAsync($"run insert -s batch -s hset --items 60 --payloadBytes 200 --runs 2 --warmups 1 --target {Outcome.Target}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldContain("strategy", Shouldly.Case.Insensitive);
        outcome.ErrorLines.Length.ShouldBe(10);
        outcome.ErrorLines[0].ShouldMatch("^Expected duration: (about )?[0-9].* s\\.$");
        outcome.ErrorLines.Skip(1).ShouldAllBe(line => line.TrimEnd().EndsWith(" s", StringComparison.Ordinal));
        outcome.ErrorLines.Count(line => line.StartsWith("hset, run 2 of 2: ", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Fact]
    public async Task Json_is_the_job_document_and_is_saved_with_any_format()
    {
        using var folder = new TestFolder();
        var file = Path.Combine(folder.Path, "job.json");

        var outcome = await Outcome.OfAsync("run insert -s batch --items 60 --payload-bytes 200 --seed 7 --order-seed 8 --runs "
            + $"1 --warmups 0 --slices 3 --target {Outcome.Target} --format json --note why --save {file}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        document.Request.Options["seed"].GetInt32().ShouldBe(7);
        document.Request.Seed.ShouldBe(8);
        ((int)JsonNode.Parse(outcome.Output)!["request"]!["slices"]!).ShouldBe(3);
        document.Note.ShouldBe("why");
        document.Cases.Select(result => result.Strategy).ShouldBe(["batch", "floor"]);
        (await File.ReadAllTextAsync(file, Ct)).Trim().ShouldBe(outcome.Output.Trim());
    }

    [Theory]
    [InlineData("nosuch/job.json", "--save cannot write ")]
    [InlineData("", "is a folder.")]
    public async Task Reports_an_unwritable_file_before_the_job_runs(string name, string sentence)
    {
        using var folder = new TestFolder();

        var outcome = await Outcome.OfAsync($"run insert --items 1000 --target {Outcome.Target} --save {Path.Combine(folder.Path, name)}", Ct);

        outcome.ErrorLines.ShouldHaveSingleItem().ShouldContain(sentence);
        outcome.Output.ShouldBeEmpty();
        outcome.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Failed_run_gives_exit_code_1()
    {
        // All fields except those of the last key have the values of other documents, so verification fails.
        var outcome = await Outcome.OfAsync("run insert -s lua-as-published --items 60 --keys 6 --distinct-payloads "
            + $"7 --payload-bytes 200 --runs 1 --warmups 0 --target {Outcome.Target}", Ct);

        outcome.Output.ShouldContain("instead of the document that was sent");
        outcome.ExitCode.ShouldBe(1);
    }

    [Fact]
    public async Task Error_of_an_unreachable_target_has_no_password()
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        var address = listener.LocalEndpoint.ToString()!;
        listener.Stop();

        var outcome = await Outcome.OfAsync($"run insert --items 60 --target {address},password=hunter2 --format json", Ct);

        outcome.ErrorLines.Skip(1).ShouldHaveSingleItem().ShouldBe($"The server of target '{address}' does not reply: connection refused.");
        JsonReport.Read(outcome.Output).Request.Targets.ShouldBe([address]);
        (outcome.Output + outcome.Error).ShouldNotContain("hunter2");
        outcome.ExitCode.ShouldBe(1);
    }

    [Fact]
    public async Task Interrupted_job_prints_its_partial_result()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);
        cancel.CancelAfter(TimeSpan.FromSeconds(3));

        var outcome = await Outcome.OfAsync(
            $"run insert -s batch --items 60 --payload-bytes 200 --runs 100 --warmups 0 --target {Outcome.Target} --format json".Split(' '),
            cancel.Token);

        outcome.ExitCode.ShouldBe(130, outcome.Error);
        JsonReport.Read(outcome.Output).State.ShouldBe(Core.Model.JobState.Cancelled);
    }
}
