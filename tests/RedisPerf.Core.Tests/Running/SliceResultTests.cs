using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>The figures of a run of several slices, and which slices of a disturbed run can be excluded.</summary>
public sealed class SliceResultTests
{
    private static readonly Reason Evicted = Reason.Of(ReasonCode.KeysEvicted, (Reason.Target, "mine"), ("keys", 3));

    // 80% of the ticks are those of other programs.
    private static readonly MachineCpu Busy = new(20, 0, 0);

    [Fact]
    public void Disturbed_slices_are_named_and_the_time_of_the_others_replaces_that_of_the_run()
    {
        var run = RunOf([Slice(1), Slice(9) with { Server = Server(Evicted) }, Slice(1), Slice(1)]);

        run.DisturbedSlices.ShouldBe([1]);
        run.ScaledSeconds.ShouldBe(4);
    }

    [Fact]
    public void An_undisturbed_run_names_none() => RunOf([Slice(1), Slice(9)]).DisturbedSlices.ShouldBeNull();

    [Fact]
    public void Slices_with_different_work_cannot_replace_each_other() =>
        RunOf([Slice(1), Slice(2, payload: 200) with { Server = Server(Evicted) }]).DisturbedSlices.ShouldBeNull();

    [Fact]
    public void Slices_that_are_disturbed_together_cannot_replace_the_run()
    {
        var run = RunOf([Slice(1, Busy), Slice(1, Busy) with { Server = Server(Evicted) }, Slice(1, Busy), Slice(1, Busy)]);

        run.Disturbed.Select(reason => reason.Code).ShouldBe([ReasonCode.KeysEvicted, ReasonCode.OtherPrograms]);
        run.DisturbedSlices.ShouldBeNull("each slice is too short for a share of the CPU, but the three others are long enough");
    }

    [Fact]
    public void A_long_slice_is_not_excluded_by_its_time()
    {
        var busy = new MachineCpu(3_000, 0, 0);
        var (free, shortTime) = (new MachineCpu(4, 96, 0), new MachineCpu(4, 6, 0));

        RunOf([Slice(1, free), Slice(3, busy), Slice(1, free)]).DisturbedSlices.ShouldBe([1], "all are long enough for a share of the CPU");
        RunOf([Slice(1, shortTime), Slice(3, busy), Slice(1, shortTime)]).DisturbedSlices.ShouldBeNull("only one is long enough");
    }

    [Fact]
    public void The_delay_of_the_thread_pool_is_the_mean_over_all_slices()
    {
        var late = new ClientUse(0, 0, 0, 0, 0, null, 0, new PoolDelays(0.2, 1));
        var others = late with { PoolDelay = new(0, 9) };

        (late + others + (late with { PoolDelay = null })).ToFigures().PoolDelay.ShouldBe(0.02);
    }

    [Fact]
    public void The_use_of_the_client_includes_the_other_machines()
    {
        var use = new ClientUse(0.5, 1_000, 20, 10, 3, Busy, 0, null);

        var client = RunOf([Slice(1) with { ClientsElsewhere = [use] }, Slice(1) with { ClientsElsewhere = [use] }]).Client.ShouldNotBeNull();

        client.CpuSeconds!.Value.ShouldBe(1.04, 1e-9);
        (client.AllocatedBytes, client.Collections).ShouldBe((2_000, 6));
    }

    [Fact]
    public void A_rate_is_the_work_of_all_slices_by_their_time_and_another_figure_is_their_mean()
    {
        SliceResult[] slices = [WithFigure(100), WithFigure(300)];

        SliceResult.ToRun(slices, new HashSet<string> { "figure" }).Figures.ShouldNotBeNull()["figure"].ShouldBe(150);
        SliceResult.ToRun(slices, new HashSet<string>()).Figures.ShouldNotBeNull()["figure"].ShouldBe(200);

        static SliceResult WithFigure(double value)
        {
            var slice = Slice(1);
            return slice with { Run = slice.Run with { Figures = new Dictionary<string, double> { ["figure"] = value } } };
        }
    }

    [Fact]
    public void The_throughput_of_several_nodes_is_not_compared_when_the_first_slice_is_disturbed()
    {
        RunOf([Joint(1), Joint(1)]).SharedLoad!.Speedup.ShouldBe(1.9);
        RunOf([Joint(1), Joint(1) with { Server = Server(Evicted) }]).SharedLoad!.Speedup.ShouldBe(1.9);
        RunOf([Joint(1) with { Server = Server(Evicted) }, Joint(1)]).SharedLoad!.Speedup.ShouldBeNull();
        RunOf([Joint(1) with { Skew = 0.2 }]).SharedLoad!.Speedup.ShouldBeNull();

        static SliceResult Joint(double seconds)
        {
            var slice = Slice(seconds);
            return slice with
            { Run = slice.Run with { SharedLoad = new([new("first", seconds, 0.1), new("second", seconds, 0.1)], 0.001, 0.0001, 1.9) } };
        }
    }

    private static Run RunOf(IReadOnlyList<SliceResult> slices) => SliceResult.ToRun(slices, new HashSet<string>());

    private static SliceResult Slice(double seconds, MachineCpu? machine = null, long payload = 100) => new(
        new Run { Round = 1, Warmup = false, State = RunState.Ok, Verified = true, Seconds = seconds, PayloadBytes = payload },
        new ClientUse(0.02, 0, 0, 0, 0, machine, 0.02, null),
        Server(null));

    private static ServerUse Server(Reason? incident) => new("mine", 1, false, 0.02, null, null, null, incident);
}
