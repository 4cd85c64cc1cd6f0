using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

public sealed class NodeWatchTests
{
    private static readonly NodeIdentity Here = new("here", Guid.NewGuid(), "first machine");
    private static readonly NodeIdentity There = new("there", Guid.NewGuid(), "second machine");

    private readonly Stopwatch _time = new();
    private readonly NodeWatch _watch;

    public NodeWatchTests() => _watch = new(_time);

    [Fact]
    public void A_node_whose_beat_stays_the_same_for_twelve_seconds_is_lost()
    {
        Look(12, _ => 7).ShouldBeEmpty();

        Look(1, _ => 7).ShouldBe([There]);
    }

    [Fact]
    public void A_node_whose_beat_increases_is_not_lost() => Look(60, second => second / 3).ShouldBeEmpty();

    [Fact]
    public void This_node_and_nodes_that_are_not_active_are_not_lost()
    {
        for (var second = 0; second < 30; second++)
        {
            _watch.FindLost([Node(Here, 1), Node(There, 1, NodeState.Stopped)], Here).ShouldBeEmpty();
            _time.Advance(1);
        }
    }

    [Fact]
    public void After_a_time_without_the_ledger_the_watch_begins_again()
    {
        Look(11, _ => 7).ShouldBeEmpty();
        _watch.Clear();

        Look(11, _ => 7).ShouldBeEmpty();
        Look(2, _ => 7).ShouldBe([There]);
    }

    [Fact]
    public void After_this_process_was_stopped_the_watch_begins_again()
    {
        Look(6, _ => 7).ShouldBeEmpty();
        _time.Advance(60);

        Look(11, _ => 7).ShouldBeEmpty();
        Look(2, _ => 7).ShouldBe([There]);
    }

    [Fact]
    public void A_new_process_of_a_node_begins_again()
    {
        Look(11, _ => 7).ShouldBeEmpty();

        _watch.FindLost([Node(Here, 1), Node(There with { Instance = Guid.NewGuid() }, 7)], Here).ShouldBeEmpty();
    }

    private static NodeRecord Node(NodeIdentity identity, long beat, NodeState state = NodeState.Active) => new(
        identity, new NodeDescription { Machine = identity.MachineId, Cores = 2, Version = "1", Targets = [] }, state, beat,
        DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch, null, false);

    // One look per second. The nodes of the last one are returned.
    private IReadOnlyList<NodeIdentity> Look(int seconds, Func<int, long> beat)
    {
        IReadOnlyList<NodeRecord> lost = [];
        for (var second = 0; second < seconds; second++)
        {
            lost = _watch.FindLost([Node(Here, 1), Node(There, beat(second))], Here);
            _time.Advance(1);
        }

        return [.. lost.Select(node => node.Identity)];
    }

    // The clock of the machine jumps by an hour with each second that passes: it has no effect.
    private sealed class Stopwatch : TimeProvider
    {
        private long _seconds;

        public override long TimestampFrequency => 1;

        public void Advance(int seconds) => _seconds += seconds;

        public override long GetTimestamp() => _seconds;

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddHours(_seconds);
    }
}
