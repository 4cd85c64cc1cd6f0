using RedisPerf.Core.Benchmarks;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Cli.Tests;

/// <summary>Tests of <c>redisperf move-ledger</c> without a PostgreSQL server.</summary>
public sealed class MoveLedgerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_ledger_that_cannot_be_opened_is_one_line_without_the_password()
    {
        await (await JobLedger.OpenAsync(_folder.Path, Catalogue.Default, Ct)).DisposeAsync();

        var outcome = await Outcome.OfAsync(
            ["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", "Host=127.0.0.1;Port=1;Database=ledger;Password=secret"], Ct);

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

        var outcome = await Outcome.OfAsync(
            ["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", "Host=127.0.0.1;Port=1;Database=ledger"], stopped.Token);

        outcome.ExitCode.ShouldBe(130);
    }
}
