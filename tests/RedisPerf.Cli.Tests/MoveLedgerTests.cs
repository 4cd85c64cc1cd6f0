using RedisPerf.Core.Benchmarks;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Tests;

/// <summary>Tests of <c>redisperf move-ledger</c> with a real PostgreSQL server.</summary>
public sealed class MoveLedgerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Moves_a_ledger_and_reports_each_table()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        await (await JobLedger.OpenAsync(_folder.Path, Catalogue.Default, Ct)).DisposeAsync();
        await using var server = await PostgreSqlServer.StartAsync(Ct);
        await server.CreateDatabaseAsync("ledger", null, Ct);

        var outcome = await Outcome.OfAsync(["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", server.ConnectionString("ledger")], Ct);

        outcome.ExitCode.ShouldBe(0, outcome.Error);
        outcome.Output.ShouldContain("\nruns: 0 rows, checksum 00000000000000000000000000000000\n");
        outcome.Output.ShouldContain("The number and the checksum of the rows are equal in both ledgers.");
        outcome.Output.ShouldContain("copy the folder keys");
    }

    [Fact]
    public async Task A_ledger_that_cannot_be_opened_is_one_line_without_the_password()
    {
        await (await JobLedger.OpenAsync(_folder.Path, Catalogue.Default, Ct)).DisposeAsync();

        var outcome = await Outcome.OfAsync(["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", "Host=127.0.0.1;Port=1;Database=ledger;Password=secret"], Ct);

        outcome.ExitCode.ShouldBe(2);
        outcome.ErrorLines.ShouldHaveSingleItem().ShouldStartWith("The ledger \"ledger\" on 127.0.0.1:1 cannot be reached (");
        outcome.Error.ShouldNotContain("secret");
    }

    [Fact]
    public async Task An_interrupted_move_ends_with_130()
    {
        await (await JobLedger.OpenAsync(_folder.Path, Catalogue.Default, Ct)).DisposeAsync();
        using var stopped = new CancellationTokenSource();
        await stopped.CancelAsync();

        var outcome = await Outcome.OfAsync(["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", "Host=127.0.0.1;Port=1;Database=ledger"], stopped.Token);

        outcome.ExitCode.ShouldBe(130);
    }
}
