using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Ledger.Tests;

public abstract class AssistantTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : AssistantTests(new SqliteStorage());

    // A ledger for one process has one node, so these tests are not for SQLite.
    public sealed class OnPostgreSql() : AssistantTests(new PostgreSqlStorage())
    {
        [Fact]
        public async Task A_job_starts_with_other_machines_first_and_they_are_busy_until_it_ends()
        {
            await JoinAsync(Node, Neighbour, Distant);
            var job = await EnqueueAsync(loadFrom: 2);
            var next = await EnqueueAsync(loadFrom: 1);

            var started = (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldNotBeNull();

            (await Assistants.ListAsync(job.Id, started.Lease, Ct)).ShouldHaveSingleItem().ShouldSatisfyAllConditions(
                assistant => (assistant.Node, assistant.Instance, assistant.Share, assistant.Job).ShouldBe((Distant.Name, Distant.Instance, 1L, job.Id)));
            (await Assistants.FindAsync(Distant, Ct)).ShouldNotBeNull().Job.ShouldBe(job.Id);
            (await Assistants.FindAsync(Neighbour, Ct)).ShouldBeNull();
            (await Nodes.ListAsync(Ct)).Select(node => (node.Identity.Name, node.Job, node.IsAssisting)).ShouldBe([("distant", job.Id, true), ("here", job.Id, false), ("neighbour", null, false)]);
            (await Ledger.StartAsync(next.Id, Distant, () => Now, [], Ct)).ShouldBeNull("its machine measures");
            (await Ledger.StartAsync(job.Id, new("fourth", Guid.NewGuid(), "third machine"), () => Now, [], Ct)).ShouldBeNull();
            (await Assistants.FindAsync(Distant, Ct)).ShouldNotBeNull("the job is executed already");

            await RecordAsync(started, new JobEvent.Ended(JobState.Completed, null));

            (await Assistants.FindAsync(Distant, Ct)).ShouldBeNull();
            (await Ledger.StartAsync(next.Id, Distant, () => Now, [], Ct)).ShouldNotBeNull();
        }

        [Fact]
        public async Task A_job_waits_until_enough_nodes_with_its_targets_are_free()
        {
            await JoinAsync(Node, Distant);
            var job = await EnqueueAsync(loadFrom: 3);

            (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldBeNull();
            await Nodes.JoinAsync(Neighbour, Description("another target"), Now, Ct);
            (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldBeNull();
            await Nodes.JoinAsync(Neighbour, Description(SampleBenchmark.Request.Targets), Now, Ct);
            (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldNotBeNull();
        }

        [Fact]
        public async Task A_job_that_waits_for_busy_nodes_chooses_the_free_ones_first()
        {
            await JoinAsync(Node, Neighbour, Distant);
            var running = await EnqueueAsync(loadFrom: 1);
            var waiting = await EnqueueAsync(loadFrom: 2);
            await Ledger.StartAsync(running.Id, Distant, () => Now, [], Ct);

            var nodes = await Nodes.ListAsync(Ct);
            AssistantLedger.Choose(nodes, Node, waiting).ShouldNotBeNull().Single().Identity.ShouldBe(Neighbour);
            AssistantLedger.Choose(nodes, Node, waiting, evenBusy: true).ShouldNotBeNull().Single().Identity.ShouldBe(Neighbour);
            await Nodes.LeaveAsync(Neighbour, Now, Ct);
            nodes = await Nodes.ListAsync(Ct);
            AssistantLedger.Choose(nodes, Node, waiting).ShouldBeNull();
            AssistantLedger.Choose(nodes, Node, waiting, evenBusy: true).ShouldNotBeNull().Single().Identity.ShouldBe(Distant);
        }

        [Fact]
        public async Task Messages_arrive_once_and_in_order_until_the_job_ends()
        {
            await JoinAsync(Node, Distant);
            var job = await EnqueueAsync(loadFrom: 2);
            var started = (await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct)).ShouldNotBeNull();
            var assistant = (await Assistants.FindAsync(Distant, Ct)).ShouldNotBeNull();
            var changes = 0;
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(Ct);
            var listening = Assistants.ListenAsync(() => Interlocked.Increment(ref changes), stop.Token);
            foreach (var number in Enumerable.Range(1, 20))
            {
                await Assistants.SendAsync(assistant, isToAssistant: true, $"{number}", 0, Ct);
            }

            await Assistants.SendAsync(assistant, isToAssistant: false, "back", 0, Ct);
            var first = await Assistants.ReadAsync(assistant, isToAssistant: true, 0, Ct);
            var rest = await Assistants.ReadAsync(assistant, isToAssistant: true, first[9].Number, Ct);

            first.Select(message => message.Message).ShouldBe(Enumerable.Range(1, 20).Select(number => $"{number}"));
            rest.Select(message => message.Message).ShouldBe(Enumerable.Range(11, 10).Select(number => $"{number}"));
            (await Assistants.ReadAsync(assistant, isToAssistant: false, 0, Ct)).ShouldHaveSingleItem().Message.ShouldBe("back");
            (await Assistants.IsHeldAsync(assistant, Ct)).ShouldBeTrue();
            while (Volatile.Read(ref changes) == 0)
            {
                await Task.Delay(20, Ct);
            }

            await stop.CancelAsync();
            await Should.ThrowAsync<OperationCanceledException>(listening);
            await RecordAsync(started, new JobEvent.Ended(JobState.Completed, null));
            (await Assistants.IsHeldAsync(assistant, Ct)).ShouldBeFalse();
        }
    }

    private static readonly NodeIdentity Neighbour = new("neighbour", Guid.NewGuid(), "machine");
    private static readonly NodeIdentity Distant = new("distant", Guid.NewGuid(), "other machine");

    private AssistantLedger Assistants => new(Ledger.Database);

    private NodeLedger Nodes => new(Ledger.Database);

    [Fact]
    public async Task The_clock_of_the_database_is_compared_with_that_of_this_machine()
    {
        var before = DateTimeOffset.UtcNow;

        var reading = await Assistants.ReadClockAsync(Ct);
        var now = DateTimeOffset.UnixEpoch.AddMicroseconds(reading.ToShared(System.Diagnostics.Stopwatch.GetTimestamp()));

        reading.Error.ShouldBeInRange(0, 1);
        now.ShouldBeInRange(before.AddSeconds(-1), DateTimeOffset.UtcNow.AddSeconds(1));
        reading.ToTimestamp(reading.ToShared(reading.Timestamp + 1_000_000)).ShouldBeInRange(reading.Timestamp + 998_000, reading.Timestamp + 1_002_000);
    }

    [Fact]
    public async Task The_load_of_a_run_is_read_unchanged()
    {
        var job = await RunningAsync();
        var load = new SharedLoad([new("here", 1.25, 0.5), new("distant", 1.5, null)], 0.0012, 0.0001, 1.9);
        var ended = SampleBenchmark.Ran("quick", 1, 1.5);

        await RecordAsync(job, ended with { Run = ended.Run with { SharedLoad = load } });

        Json((await Ledger.RunsAsync(job.Id, Ct)).ShouldHaveSingleItem().Run.SharedLoad).ShouldBe(Json(load));
    }

    private static NodeDescription Description(params IReadOnlyList<string> targets) => new() { Machine = "machine", Cores = 2, Version = "1.0", Targets = targets };

    private async Task JoinAsync(params NodeIdentity[] nodes)
    {
        foreach (var node in nodes)
        {
            await Nodes.JoinAsync(node, Description(SampleBenchmark.Request.Targets), Now, Ct);
        }
    }

    private async Task<Job> EnqueueAsync(int loadFrom)
    {
        var job = SampleBenchmark.Job(Now);
        job = job with { Request = job.Request with { LoadFrom = loadFrom } };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        return job;
    }
}
