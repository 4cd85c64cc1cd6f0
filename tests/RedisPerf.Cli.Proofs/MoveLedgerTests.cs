using RedisPerf.Cli.Tests;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Proofs;

/// <summary>Tests of <c>redisperf move-ledger</c> with a real PostgreSQL server.</summary>
public sealed class MoveLedgerTests : IDisposable
{
    private readonly TestFolder _folder = new();

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
}
