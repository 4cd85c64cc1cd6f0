using RedisPerf.Cli.Proofs.Packaging;
using RedisPerf.Cli.Tests;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Schedules;

namespace RedisPerf.Cli.Proofs;

/// <summary>Tests of <c>redisperf publish</c> with a real PostgreSQL server.</summary>
public sealed class PublishTests : IDisposable
{
    private const string Schedule = "every night";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_ledger_in_PostgreSQL_gives_the_same_site_as_in_SQLite()
    {
        Assert.SkipUnless(PostgreSqlServer.IsAvailable, PostgreSqlServer.Missing);
        await FillAsync();
        await using var server = await PostgreSqlServer.StartAsync(Ct);
        await server.CreateDatabaseAsync("ledger", null, Ct);
        var database = server.ConnectionString("ledger");
        var moved = await Outcome.OfAsync(["move-ledger", "--from", $"sqlite:{_folder.Path}", "--to", database], Ct);
        moved.ExitCode.ShouldBe(0, moved.Error);

        var first = await PublishAsync("first", "sqlite");
        var second = await PublishAsync("second", database);

        first.Output.ShouldStartWith("The site has 3 jobs, 1 trend and 1 comparison.");
        second.Output.ShouldBe(first.Output);
        Files("second").ShouldBe(Files("first"));
        (await PublishAsync("second", database)).Output.ShouldEndWith("0 files written.\n");
        (await PublishAsync("second", database, "--schedule", "nosuch")).Error.ShouldBe(
            $"--schedule: the ledger has no schedule \"nosuch\". Valid: {Schedule}.\n");
    }

    private async Task FillAsync()
    {
        await using var ledger = await JobLedger.OpenAsync(_folder.Path, Catalogue.Default, Ct);
        JobDocument[] jobs =
        [
            .. Enumerable.Range(1, 3).Select(day => SampleJob.Of($"day {day}", ("batch", 1.0 + (0.01 * day)), ("multi-exec", 1.3)) with
            {
                Id = Guid.CreateVersion7(At(day)),
                CreatedAt = At(day),
                StartedAt = At(day),
                EndedAt = At(day).AddSeconds(10),
                RequestedBy = RequestedBy.Schedule,
                Schedule = Schedule,
            }),
        ];
        foreach (var job in jobs)
        {
            (await JobImport.RunAsync(_folder.Path, job, Catalogue.Default, Ct)).ShouldBeTrue();
        }

        await new ScheduleLedger(ledger.Database).AddAsync(
            new()
            {
                Id = Guid.CreateVersion7(At(1)),
                Name = Schedule,
                Cron = "0 3 * * *",
                TimeZone = "Etc/UTC",
                Request = jobs[0].Request,
                CreatedAt = At(1),
            },
            nextAt: null, Ct);

        static DateTimeOffset At(int day) => new(2026, 11, day, 3, 0, 0, TimeSpan.Zero);
    }

    // The command reads its settings once.
    private Task<Outcome> PublishAsync(string site, string ledger, params string[] arguments) => ShellCommand.RunAsync(
        Path.Combine(AppContext.BaseDirectory, "redisperf"), ["publish", "--out", site, .. arguments], _folder.Path,
        new Dictionary<string, string?> { ["RedisPerf__Data"] = _folder.Path, ["RedisPerf__Ledger"] = ledger }, Ct);

    // The name and the content of each file.
    private (string Name, string Content)[] Files(string site)
    {
        var folder = Path.Combine(_folder.Path, site);
        return
        [
            .. Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)
                .Select(file => (Path.GetRelativePath(folder, file), Convert.ToHexString(File.ReadAllBytes(file)))),
        ];
    }
}
