using RedisPerf.Cli.Clients;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Running.Workers;

namespace RedisPerf.Cli.Proofs;

/// <summary>The clients of a job on the command line, and the ones that a user adds.</summary>
[Collection(nameof(AddedClients))]
public sealed class ClientsTests : IDisposable
{
    private static readonly string Small =
        $"run insert -s batch --items 60 --payload-bytes 200 --runs 1 --warmups 0 --target {Outcome.Target} --format json";

    private readonly TestFolder _folder = new();

    private static string Library => Path.Combine(Path.GetDirectoryName(ClientCatalogue.Of("").Find("2.13.17"))!, "StackExchange.Redis.dll");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lists_the_versions_of_the_build() =>
        (await Outcome.OfAsync("clients list", Ct)).Output.ReplaceLineEndings("\n").ShouldBe("3.4.35 (default)\n2.13.17\n");

    [Fact]
    public async Task A_job_is_measured_with_each_client()
    {
        var outcome = await Outcome.OfAsync($"{Small} --client 2.13.17 --client 3.4.35", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        document.Request.Clients.ShouldBe(["2.13.17", "3.4.35"]);
        document.Cases.Select(@case => (@case.Strategy, @case.Client))
            .ShouldBe([("batch", "2.13.17"), ("batch", "3.4.35"), ("floor", "2.13.17"), ("floor", "3.4.35")]);
        document.Cases.SelectMany(@case => @case.Runs).ShouldAllBe(run => run.State == RunState.Ok && run.Verified);
    }

    [Fact]
    public async Task A_library_is_a_client_with_its_version_and_its_hash()
    {
        var library = Path.Combine(_folder.Path, "StackExchange.Redis.dll");
        File.Copy(Library, library);

        var added = await Outcome.OfAsync($"clients add {library}", Ct);
        var outcome = await Outcome.OfAsync($"{Small} --client {library}", Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        var document = JsonReport.Read(outcome.Output);
        var name = document.Request.Clients.ShouldHaveSingleItem();
        name.ShouldMatch("^2\\.13\\.17-[0-9a-f]{8}$");
        (added.ExitCode, added.Output.TrimEnd(), added.Error).ShouldBe((0, $"Added client {name}.", ""));
        document.Environment!.Client.ShouldBe("StackExchange.Redis 2.13.17");
        document.Cases.ShouldAllBe(@case => @case.Client == name && @case.Runs.Single().State == RunState.Ok);
        (await Outcome.OfAsync("clients list", Ct)).Output.ShouldContain(name);
        (await Outcome.OfAsync($"clients remove {name}", Ct)).ExitCode.ShouldBe(0);
        (await Outcome.OfAsync("clients list", Ct)).Output.ShouldNotContain(name);
    }

    [Fact]
    public async Task Another_library_is_refused()
    {
        var other = Path.Combine(AppContext.BaseDirectory, "Dapper.dll");

        (await new AddedClients(_folder.Path).AddAsync(other, Ct)).ShouldBe((null, $"The file {other} is not the assembly StackExchange.Redis."));
    }

    [Fact]
    public async Task A_version_that_cannot_be_built_is_refused_with_the_message_of_the_compiler()
    {
        var outcome = await Outcome.OfAsync("clients add 0.0.1", Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.Error.ShouldContain("The worker cannot be built with version 0.0.1:");
        outcome.Error.ShouldContain("StackExchange.Redis");
    }

    [Fact]
    public async Task A_version_is_built_into_a_worker_and_measured()
    {
        var added = await Outcome.OfAsync("clients add 3.4.31", Ct);
        try
        {
            (added.ExitCode, added.Output.TrimEnd()).ShouldBe((0, "Added client 3.4.31."), added.Error);
            added.Error.ShouldNotContain("Client 3.4.31 is therefore the worker of");

            var outcome = await Outcome.OfAsync($"{Small} --client 3.4.31", Ct);

            outcome.ExitCode.ShouldBe(0, outcome.Error);
            var document = JsonReport.Read(outcome.Output);
            document.Environment!.Client.ShouldBe("StackExchange.Redis 3.4.31");
            document.Cases.ShouldAllBe(@case => @case.Client == "3.4.31" && @case.Runs.Single().State == RunState.Ok);
        }
        finally
        {
            await Outcome.OfAsync("clients remove 3.4.31", Ct);
        }
    }

    [Fact]
    public async Task A_version_that_lacks_something_is_the_worker_of_another_version_with_its_library()
    {
        // The first version with Tunnel, which each connection uses, is 2.6.86.
        var added = await Outcome.OfAsync("clients add 2.5.61", Ct);
        try
        {
            added.ExitCode.ShouldBe(0, added.Error);
            added.Output.ShouldContain("Added client 2.5.61.");
            added.Error.ShouldContain("Client 2.5.61 is therefore the worker of client 2.13.17 with this version.");

            var outcome = await Outcome.OfAsync($"{Small} --client 2.5.61 --client 2.13.17", Ct);

            outcome.ExitCode.ShouldBe(0, outcome.Error);
            var document = JsonReport.Read(outcome.Output);
            document.Environment!.Client.ShouldBe("StackExchange.Redis 2.5.61, StackExchange.Redis 2.13.17");
            document.Cases.Where(@case => @case.Client == "2.5.61")
                .ShouldAllBe(@case => @case.Unsupported!.Code == ReasonCode.ClientLacks && @case.Runs.Count == 0);
            document.Cases.Where(@case => @case.Client == "2.13.17")
                .ShouldAllBe(@case => @case.Unsupported == null && @case.Runs.Single().State == RunState.Ok);
        }
        finally
        {
            await Outcome.OfAsync("clients remove 2.5.61", Ct);
        }
    }
}
