using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.OnlineUsers;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Proofs.Benchmarks.OnlineUsers;

public class OnlineUsersJobTests(RunningServer server) : IClassFixture<RunningServer>
{
    public static TheoryData<string> Strategies =>
        [.. new OnlineUsersBenchmark().Info.Strategies.Where(strategy => !strategy.IsFloor).Select(strategy => strategy.Name)];

    [Theory]
    [MemberData(nameof(Strategies))]
    public async Task Sequence_sends_one_command_per_user_with_the_computed_bytes(string strategy)
    {
        RunningServer.SkipWithoutRedis();
        var job = JobOf([strategy], """{"mode": "sequence", "users": "2000"}""");

        var run = (await TestJobs.RunAsync(job, server.Target)).Ended().Single(ended => ended.Case.Strategy == strategy).Run;

        run.State.ShouldBe(RunState.Ok, run.Error.ToText());
        run.Operations.ShouldBe(2_000);
        run.Server!.Commands!.Values.Max().ShouldBe(strategy == "set" ? 4_000 : 2_000);
        ((double)run.Server.NetInputBytes!.Value).ShouldBe(run.WireBytes!.Value, 0.01 * run.WireBytes.Value);
    }

    [Fact]
    public async Task Each_number_of_users_has_its_own_cases_and_memory()
    {
        RunningServer.SkipWithoutRedis();
        var job = JobOf(["hash", "sorted-set"], """{"users": "50000, 20000"}""");

        var ended = (await TestJobs.RunAsync(job, server.Target)).Ended();

        ended.Select(run => (run.Case.Strategy, run.Case.Point)).ShouldBe(
            [("hash", 20_000), ("sorted-set", 20_000), ("dictionary", 20_000), ("hash", 50_000), ("sorted-set", 50_000), ("dictionary", 50_000)],
            ignoreOrder: true);
        var bytesPerUser = new OnlineUsersBenchmark().Info.Columns.Single(figure => figure.Name == "bytesPerUser");

        // The dictionary is in the heap of this process. Other tests share that heap, and it may even shrink during the run.
        foreach (var run in ended.Where(run => run.Case.Strategy != "dictionary"))
        {
            bytesPerUser.Of(CaseResult.Of(run.Case, [run.Run]), new([], job.Request))
                .ShouldNotBeNull().ShouldBeInRange(15, 200);
        }
    }

    [Fact]
    public async Task Stress_run_has_one_size_and_counts_its_users()
    {
        RunningServer.SkipWithoutRedis();
        var job = JobOf(["set"], """{"mode": "stress", "batches": 30, "batchSize": 5000}""");

        var runs = (await TestJobs.RunAsync(job, server.Target)).Ended();

        runs.ShouldAllBe(ended => ended.Case.Point == 150_000 && ended.Run.State == RunState.Ok && ended.Run.Operations == 150_000);
    }

    [Fact]
    public async Task Rejects_a_job_that_exceeds_maxmemory_before_it_starts()
    {
        await using var small = await RedisServer.StartAsync("--maxmemory", "100mb");
        var job = JobOf(["sorted-set"], """{"users": "1000000"}""");

        var events = await TestJobs.RunAsync(job, new ConfiguredTarget("mine", small.Connection));

        var ended = events.ShouldHaveSingleItem().ShouldBeOfType<JobEvent.Ended>();
        ended.State.ShouldBe(JobState.Failed);
        ended.Error.ToText().ShouldNotBeNull()
            .ShouldMatch(@"^A run writes 16 MB and needs about [\d.]+ MB of memory; mine has [\d.]+ MB free\. Lower users\.$");
    }

    [Theory]
    [InlineData("""{"users": "10, many"}""", "options.users", "users must be a whole number from 1 to 100,000,000, not \"many\".")]
    [InlineData("""{"mode": "stress", "batches": 10000, "batchSize": 16000}""", "options.batches",
        "batches × batchSize must be at most 100,000,000 users. With 16,000 users each, the maximum is 6,250 batches.")]
    public void Reports_invalid_sizes(string options, string field, string message)
    {
        Draft(["hash"], options).Validate(Catalogue.Default, ["mine"], out var errors).ShouldBeNull();

        errors.ShouldHaveSingleItem().ShouldBe(new FieldError(field, message));
    }

    [Fact]
    public async Task Published_batch_with_swapped_field_and_value_counts_correctly_but_fails_verification()
    {
        var exception = await Should.ThrowAsync<VerificationException>(() => VerifyAsync(store => new Swapped(store)));

        exception.Reason.ToText().ShouldMatch(@"^User \d+ in Hash is missing\.$");
    }

    [Fact]
    public async Task Verification_fails_when_a_user_is_missing()
    {
        var exception = await Should.ThrowAsync<VerificationException>(() => VerifyAsync(store => new Forgetful(store)));

        exception.Reason.ToText().ShouldBe("Users that Hash counts: 999 instead of 1,000.");
    }

    private async Task VerifyAsync(Func<HashStore, IOnlineStore> wrong)
    {
        var strategy = new OnlineStrategy(HashStore.Info, (database, key) => wrong(new HashStore(database, key)), OnlineTraffic.OfHash, 0);
        var @case = new OnlineUsersCase(strategy, new OnlineUsersWorkload(new(), 1_000), $"test:{Guid.NewGuid():N}");
        await server.RunAsync(@case, _ => Task.CompletedTask);
    }

    private static JobDraft Draft(string[] strategies, string options) => TestJobs.Draft("online-users", strategies, options);

    private static Job JobOf(string[] strategies, string options) => TestJobs.Of(Draft(strategies, options));

    private sealed class Swapped(HashStore store) : Other(store)
    {
        public override Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) =>
            base.BatchStoreAsync([.. users.Select(user => new OnlineUser(user.SeenAt, user.Id))]);
    }

    private sealed class Forgetful(HashStore store) : Other(store)
    {
        public override Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) => base.BatchStoreAsync([.. users.Skip(1)]);
    }

    private abstract class Other(HashStore store) : IOnlineStore
    {
        public Task StoreAsync(OnlineUser user) => store.StoreAsync(user);

        public virtual Task BatchStoreAsync(IReadOnlyList<OnlineUser> users) => store.BatchStoreAsync(users);

        public Task<long> CountAsync() => store.CountAsync();

        public Task<IReadOnlyList<OnlineUser>> GetAndClearAsync(string takenAs) => store.GetAndClearAsync(takenAs);
    }
}
