using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;

namespace RedisPerf.Core.Tests.Targets;

public sealed class ServerInfoTests
{
    [Theory]
    [InlineData("redis-7.0", "Redis", "7.0.15")]
    [InlineData("valkey-8.0", "Valkey", "8.0.2")]
    [InlineData("keydb-5.3", "KeyDB", "5.3.2")]
    [InlineData("keydb-6.3", "KeyDB", "6.3.4")]
    [InlineData("dragonfly-1.12", "Dragonfly", "1.12.0")]
    [InlineData("dragonfly-1.31", "Dragonfly", "1.31.0")]
    [InlineData("garnet-2.2", "Garnet", "2.2.5")]
    public void Detects_the_engine_and_its_own_version(string recording, string engine, string version)
    {
        var info = Recorded(recording);

        info.Engine.ShouldNotBeNull().Name.ShouldBe(engine);
        info.Version.ShouldBe(version);
    }

    [Fact]
    public void Redis_reports_every_figure()
    {
        var info = Recorded("redis-7.0");

        info.RunId.ShouldBe("ece4894955757cd5dfa2a7a3f06ceee00f782fec");
        info.UptimeSeconds.ShouldBe(1);
        info.CpuSeconds.ShouldNotBeNull().ShouldBe(0.011794, 1e-9);
        info.UsedMemory.ShouldBe(941096);
        info.ResidentMemory.ShouldBe(12296192);
        info.MaxMemory.ShouldBeNull("0 is no limit");
        info.TotalSystemMemory.ShouldBe(25276510208);
        info.NetInputBytes.ShouldBe(58);
        info.EvictedKeys.ShouldBe(0);
        info.LazyFreePending.ShouldBe(0);
        info.IsReplica.ShouldBeFalse();
        info.Calls().ShouldNotBeNull()["hset"].ShouldBe(1);
    }

    [Fact]
    public void Missing_figures_of_Garnet_are_null()
    {
        var info = Recorded("garnet-2.2");

        info.CpuSeconds.ShouldBeNull();
        info.UsedMemory.ShouldBe(33554432 + 208, "its pages and the objects beyond them");
        info.NetInputBytes.ShouldBeNull();
        info.EvictedKeys.ShouldBeNull();
        info.LazyFreePending.ShouldBeNull();
        info.ResidentMemory.ShouldBe(81334272);
        info.Calls().ShouldBe(new Dictionary<string, long> { ["hset"] = 1, ["ping"] = 1, ["info"] = 1 }, ignoreOrder: true);
    }

    [Fact]
    public void Dragonfly_has_its_own_limit_and_no_run_id()
    {
        var info = Recorded("dragonfly-1.31");

        info.RunId.ShouldBeNull();
        info.UptimeSeconds.ShouldBe(10275);
        info.MaxMemory.ShouldBe(419430400);
        ConfiguredTarget.RoomOf(info, machine: null).ShouldBe(419430400 - 16511056);
    }

    [Fact]
    public void The_room_is_the_tighter_of_limit_and_machine_and_never_negative()
    {
        ConfiguredTarget.RoomOf(ServerInfo.Parse("maxmemory:1000\nused_memory:400"), machine: 500).ShouldBe(500);
        ConfiguredTarget.RoomOf(ServerInfo.Parse("maxmemory:1000\nused_memory:400"), machine: null).ShouldBe(600);
        ConfiguredTarget.RoomOf(ServerInfo.Parse("maxmemory:0\nused_memory:400\ntotal_system_memory:1000"), machine: null).ShouldBe(600);
        ConfiguredTarget.RoomOf(ServerInfo.Parse("maxmemory:1000\nused_memory:1400"), machine: null).ShouldBe(0);
        ConfiguredTarget.RoomOf(ServerInfo.Parse("redis_version:7.0.0"), machine: null).ShouldBeNull();
    }

    [Fact]
    public void Other_text_has_no_engine() => ServerInfo.Parse("<html>\r\n:\r\n#\r\n").Engine.ShouldBeNull();

    [Fact]
    public void A_run_is_what_happened_between_two_samples_without_the_probes()
    {
        var before = Sample(new() { ["hset"] = 10, ["config|get"] = 3, ["get"] = 2 });
        var after = Sample(new() { ["hset"] = 40, ["config|get"] = 9, ["get"] = 2, ["eval"] = 5, ["info"] = 2, ["client|setname"] = 1 }) with
        { CpuSeconds = 2.5, UsedMemory = 1500, NetInputBytes = null };

        var figures = ServerSample.Between(before, after);

        figures.Commands.ShouldNotBeNull().ShouldBe(new Dictionary<string, long> { ["hset"] = 30, ["eval"] = 5 }, ignoreOrder: true);
        figures.CpuSeconds.ShouldBe(1.5);
        figures.UsedMemoryDelta.ShouldBe(500);
        figures.NetInputBytes.ShouldBeNull();
    }

    [Fact]
    public void A_server_without_a_run_id_was_restarted_when_its_uptime_fell()
    {
        var before = Sample([]) with { RunId = null, UptimeSeconds = 100 };

        ServerSample.FindIncident(before, before with { UptimeSeconds = 101 }).ToText().ShouldBeNull();
        ServerSample.FindIncident(before, before with { UptimeSeconds = 2 }).ToText()
            .ShouldBe("The server of target 'mine' was restarted or replaced during the run.");
    }

    internal static ServerInfo Recorded(string name) => ServerInfo.Parse(RecordedText(name));

    internal static string RecordedText(string name) => Resource($"info/{name}.txt");

    /// <summary>The recorded raw replies to COMMAND INFO, by the name of the command.</summary>
    internal static Dictionary<string, string> RecordedCommands(string name) =>
        Resource($"command-info/{name}.txt").Split("# ", StringSplitOptions.RemoveEmptyEntries).Select(part => part.Split('\n', 2))
            .ToDictionary(part => part[0], part => part[1].TrimEnd('\n').ReplaceLineEndings("\r\n"));

    private static string Resource(string name)
    {
        using var stream = typeof(ServerInfoTests).Assembly.GetManifestResourceStream(name).ShouldNotBeNull();
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    private static ServerSample Sample(Dictionary<string, long> calls) => new()
    {
        Target = "mine",
        RunId = "one",
        CpuSeconds = 1,
        UsedMemory = 1000,
        NetInputBytes = 1,
        Calls = calls,
    };
}
