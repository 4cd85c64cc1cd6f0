using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Running;

/// <summary>RedisPerf's own probes on a server that it started are never those of other clients, however long or frequent they are.</summary>
public sealed class OwnProbesTests
{
    private static readonly Dictionary<string, long> Own = new() { ["hset"] = 300 };

    [Theory]
    [InlineData("info", 2, 0.5)]
    [InlineData("info", 5_000, 0.5)]
    [InlineData("client|setname", 900, 0.1)]
    [InlineData("memory|usage", 1, 0.3)]
    public void Long_or_many_probes_disturb_only_an_existing_server(string probe, long calls, double seconds)
    {
        Disturbances(probe, calls, seconds, isStarted: true).ShouldBeEmpty();
        Disturbances(probe, calls, seconds, isStarted: false).ShouldNotBeEmpty();
    }

    [Fact]
    public void Other_commands_on_a_started_server_are_those_of_other_clients() =>
        Disturbances("get", 5_000, 0.5, isStarted: true).ShouldBe([ReasonCode.OtherClientsTime]);

    [Fact]
    public void The_slices_of_a_run_are_on_the_same_server()
    {
        var slice = UseOf("info", 5_000, 0.5, isStarted: true);

        Disturbance.Of(slice + slice, Own.ToDictionary(call => call.Key, call => 2 * call.Value), new ClientFigures(1, 0, 0), 2).ShouldBeEmpty();
    }

    private static IEnumerable<ReasonCode> Disturbances(string command, long calls, double seconds, bool isStarted) =>
        Disturbance.Of(UseOf(command, calls, seconds, isStarted), Own, new ClientFigures(1, 0, 0), 1).Select(reason => reason.Code);

    private static ServerUse UseOf(string command, long calls, double seconds, bool isStarted)
    {
        var before = new ServerSample { Target = "mine", IsStarted = isStarted };
        return ServerUse.Between(before, before with
        {
            Calls = new Dictionary<string, long> { ["hset"] = 300, [command] = calls },
            CommandSeconds = new Dictionary<string, double> { ["hset"] = 0.5, [command] = seconds },
        });
    }
}
