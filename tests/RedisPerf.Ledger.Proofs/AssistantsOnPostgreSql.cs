using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Tests;

namespace RedisPerf.Ledger.Proofs;

/// <summary>A ledger for one process has one node, so that SQLite does not have most of these tests.</summary>
public sealed class AssistantsOnPostgreSql() : AssistantTests(new PostgreSqlStorage())
{
    private static readonly NodeIdentity Neighbour = new("neighbour", Guid.NewGuid(), "machine");
    private static readonly NodeIdentity Distant = new("distant", Guid.NewGuid(), "other machine");

    private NodeLedger Nodes => new(Ledger.Database);

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
        (await Nodes.ListAsync(Ct)).Select(node => (node.Identity.Name, node.Job, node.IsAssisting))
            .ShouldBe([("distant", job.Id, true), ("here", job.Id, false), ("neighbour", null, false)]);
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
        AssistantLedger.Choose(nodes, Node, waiting, includeBusy: true).ShouldNotBeNull().Single().Identity.ShouldBe(Neighbour);
        await Nodes.LeaveAsync(Neighbour, Now, Ct);
        nodes = await Nodes.ListAsync(Ct);
        AssistantLedger.Choose(nodes, Node, waiting).ShouldBeNull();
        AssistantLedger.Choose(nodes, Node, waiting, includeBusy: true).ShouldNotBeNull().Single().Identity.ShouldBe(Distant);
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
        await Poll.UntilAsync(() => Volatile.Read(ref changes) != 0);

        await stop.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(listening);
        await RecordAsync(started, new JobEvent.Ended(JobState.Completed, null));
        (await Assistants.IsHeldAsync(assistant, Ct)).ShouldBeFalse();
    }

    private static NodeDescription Description(params IReadOnlyList<string> targets) =>
        new() { Machine = "machine", Cores = 2, Version = "1.0", Targets = targets };

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
