using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Sharing;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Tests.Running.Sharing;
using RedisPerf.Core.Tests.Targets;

namespace RedisPerf.Core.Tests.Running.Workers;

/// <summary>The messages between a node and a worker, over a connection within this process.</summary>
public sealed class WorkerServerTests
{
    private static readonly Job Job = TestJobs.Insert(["batch"], """{ "items": 100 }""");

    [Fact]
    public async Task A_slice_continues_when_its_stage_is_passed_and_not_by_a_late_message_of_an_earlier_one()
    {
        var (node, worker) = ChannelLink.Connect("second");
        var serving = ServeAsync(worker, new WaitingWorker());
        await OpenAsync(node);

        await SendAsync(node, new WorkerMessage.Run(2, default, 0, false, HasBarrier: true));
        (await ReadAsync(node)).ShouldBe(new WorkerMessage.Arrived(2, RunStage.Ready));
        await SendAsync(node, new WorkerMessage.Pass(1, RunStage.Ready, 5));
        await SendAsync(node, new WorkerMessage.Cancel(1));
        await SendAsync(node, new WorkerMessage.Ping());
        (await ReadAsync(node)).ShouldBe(new WorkerMessage.Pong(), "the slice still waits");
        await SendAsync(node, new WorkerMessage.Pass(2, RunStage.Ready, 7));

        var measured = (await ReadAsync(node)).ShouldBeOfType<WorkerMessage.Measured>();
        (measured.Number, measured.StartedAt, measured.Result.Run.State).ShouldBe((2, 7, RunState.Ok));
        await SendAsync(node, new WorkerMessage.End());
        await serving;
    }

    [Fact]
    public async Task A_cancelled_slice_has_its_reply()
    {
        var (node, worker) = ChannelLink.Connect("second");
        var serving = ServeAsync(worker, new WaitingWorker());
        var client = new WorkerClient(node) { CancelLimit = TimeSpan.FromSeconds(30), Silence = _ => Reason.Of(ReasonCode.WorkerHung) };
        await client.ExchangeAsync(Open, null, Ct);
        using var cancel = new CancellationTokenSource();

        var measuring = client.ExchangeAsync(number => new WorkerMessage.Run(number, default, 0, false, HasBarrier: true), WaitAsync, cancel.Token);
        await cancel.CancelAsync();

        (await measuring).ShouldBeOfType<WorkerMessage.Measured>().Result.Run.State.ShouldBe(RunState.Cancelled);
        await SendAsync(node, new WorkerMessage.End());
        await serving;

        static async Task<long?> WaitAsync(RunStage stage, CancellationToken ct)
        {
            await Task.Delay(Timeout.Infinite, ct);
            return null;
        }
    }

    [Fact]
    public async Task A_worker_that_does_not_reply_is_given_up()
    {
        var (node, _) = ChannelLink.Connect("second");
        var client = new WorkerClient(node)
        {
            CancelLimit = TimeSpan.FromSeconds(30),
            PingInterval = TimeSpan.FromSeconds(0.1),
            Silence = limit => Reason.Of(ReasonCode.WorkerHung, ("seconds", limit.TotalSeconds)),
        };

        var exception = await Should.ThrowAsync<TargetException>(client.ExchangeAsync(Open, null, Ct));

        exception.Reason.ShouldBe(Reason.Of(ReasonCode.WorkerHung, ("seconds", 0.1)));
    }

    [Fact]
    public async Task The_command_to_another_node_has_no_address()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();
        var address = server.Attachment.Connection;

        new WorkerMessage.Open(1, "insert", Job.Request, null, "", [ServerToOpen.Here(server)], null, []).ToText().ShouldContain(address);
        new WorkerMessage.Open(1, "insert", Job.Request, null, "", [ServerToOpen.OnOtherNode(server)], 1, []).ToText().ShouldNotContain(address);
    }

    [Fact]
    public void A_message_has_a_maximum_length()
    {
        var reason = Reason.Of(ReasonCode.WorkerEnded, ("lines", new string('x', WorkerMessage.MaximumLength)));

        Should.Throw<InvalidDataException>(() => new WorkerMessage.Refused(1, reason).ToText());
        Should.Throw<InvalidDataException>(() => WorkerMessage.Parse(new string(' ', WorkerMessage.MaximumLength + 1)));
    }

    private static WorkerMessage Open(int number) => new WorkerMessage.Open(number, "insert", Job.Request, null, Job.KeyPrefix, [], null, []);

    private static async Task OpenAsync(ChannelLink node)
    {
        await SendAsync(node, Open(1));
        (await ReadAsync(node)).ShouldBeOfType<WorkerMessage.Opened>().Number.ShouldBe(1);
    }

    private static Task ServeAsync(ChannelLink link, ISynchronizedWorker worker) =>
        new WorkerServer(link, MachineClock.Instance, async (open, ct) => (worker, await worker.OpenAsync(open.Request, open.KeyPrefix, [], ct)))
            .RunAsync(Ct);

    private static Task SendAsync(ChannelLink link, WorkerMessage message) => link.SendAsync(message.ToText(), Ct);

    private static async Task<WorkerMessage> ReadAsync(ChannelLink link) => WorkerMessage.Parse((await link.ReadAsync(Ct))!);

    /// <summary>Measures a slice when it may start.</summary>
    private sealed class WaitingWorker : ISynchronizedWorker
    {
        public Task<OpenedWorker> OpenAsync(JobRequest request, string keyPrefix, IReadOnlyList<TargetServer> servers, CancellationToken ct) =>
            Task.FromResult(new OpenedWorker("client", "runtime", [], []) { Machine = WorkerMachine.Here });

        public async Task<SliceResult> RunAsync(SliceKey slice, int round, bool warmup, IRunBarrier? barrier, CancellationToken ct)
        {
            var run = new Run { Round = round, Warmup = warmup, State = RunState.Cancelled };
            try
            {
                return new(run with { State = RunState.Ok }) { StartedAt = (await barrier!.SignalAndWaitAsync(RunStage.Ready, ct))!.Value };
            }
            catch (OperationCanceledException) when (ct.IsCancellationRequested)
            {
                return new(run);
            }
        }

        public Task<Reason?> CleanAsync(SliceKey slice) => Task.FromResult<Reason?>(null);

        public Task<Reason?> RemoveSharedAsync(SliceKey slice, bool isCancelled) => Task.FromResult<Reason?>(null);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
