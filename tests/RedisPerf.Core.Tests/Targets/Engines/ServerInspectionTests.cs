using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Engines;

public sealed class ServerInspectionTests
{
    private const string One = ":1";

    [Fact]
    public async Task Redis_has_all_capabilities()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();

        await server.TestCapabilitiesAsync(["lua", "bitcount", "pfadd"], Ct);

        server.Environment.MissingCapabilities.ShouldBeEmpty();
    }

    [Fact]
    public async Task Missing_Lua_has_the_servers_error()
    {
        await using var redis = await RedisServer.StartAsync("--rename-command", "EVAL", "");
        await using var server = await redis.OpenAsync();

        server.Environment.MissingCapabilities.Keys.ShouldBe(["lua"]);
        server.Environment.MissingCapabilities["lua"].ToText()
            .ShouldMatch(@"^The server of target 'mine' does not run Lua scripts \(ERR unknown command .*\)\.$");
    }

    [Fact]
    public async Task A_missing_command_is_detected()
    {
        await using var redis = await RedisServer.StartAsync("--rename-command", "BITCOUNT", "");
        await using var server = await redis.OpenAsync();

        await server.TestCapabilitiesAsync(["bitcount", "setbit", "no-such-command"], Ct);

        server.Environment.MissingCapabilities.ToDictionary(each => each.Key, each => each.Value.ToText()).ShouldBe(new Dictionary<string, string>
        {
            ["bitcount"] = "The server of target 'mine' (Redis) does not support the command BITCOUNT.",
            ["no-such-command"] = "The server of target 'mine' (Redis) does not support the command NO-SUCH-COMMAND.",
        });
    }

    [Fact]
    public async Task An_option_of_a_command_is_found_in_its_documentation()
    {
        await using var redis = await RedisServer.StartAsync();
        await using var server = await redis.OpenAsync();

        await server.TestCapabilitiesAsync(["set keepttl", "set no-such-option"], Ct);

        server.Environment.MissingCapabilities.ToDictionary(each => each.Key, each => each.Value.ToText()).ShouldBe(new Dictionary<string, string>
        {
            ["set no-such-option"] = "The server of target 'mine' (Redis) does not support the command SET NO-SUCH-OPTION.",
        });
    }

    // As Redis 8.6.3 answers, without the arguments that do not matter.
    private const string MsetexInfo = "*1\r\n*10\r\n+msetex\r\n:-4\r\n*2\r\n+write\r\n+denyoom\r\n:0\r\n:0\r\n:0\r\n*0\r\n*0\r\n*0\r\n*0";
    private const string SetInfo = "*1\r\n*10\r\n+set\r\n:-3\r\n*2\r\n+write\r\n+denyoom\r\n:1\r\n:1\r\n:1\r\n*0\r\n*0\r\n*0\r\n*0";
    private const string SetDocs = "*2\r\n$3\r\nset\r\n*4\r\n+summary\r\n+Sets\r\n+arguments\r\n*1\r\n"
        + "*4\r\n+name\r\n+condition\r\n+arguments\r\n*1\r\n"
        + "*10\r\n+name\r\n+ifeq-value\r\n+type\r\n+string\r\n+display_text\r\n+ifeq-value\r\n+token\r\n+IFEQ\r\n+since\r\n+8.4.0";

    [Theory]
    [InlineData(MsetexInfo, SetDocs, new string[0])]
    [InlineData("*1\r\n*-1", "*0", new[] { "msetex", "set ifeq" })]
    // Older than COMMAND DOCS.
    [InlineData(MsetexInfo, "-ERR Unknown subcommand or wrong number of arguments for 'DOCS'. Try COMMAND HELP.", new[] { "set ifeq" })]
    // The user may not call it: then the run decides.
    [InlineData(MsetexInfo, "-NOPERM User redisperf has no permissions to run the 'command|docs' command", new string[0])]
    public async Task Commands_and_options_of_newer_servers_are_tested_and_not_their_versions(string msetex, string docs, string[] missing)
    {
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText("valkey-8.0"), command => command switch
        {
            ["EVAL", ..] => One,
            ["COMMAND", "INFO", "msetex"] => msetex,
            ["COMMAND", "INFO", "set"] => SetInfo,
            ["COMMAND", "DOCS", "set"] => docs,
            _ => null,
        });
        await using var server = await recorded.OpenAsync();

        await server.TestCapabilitiesAsync(["msetex", "set ifeq"], Ct);

        server.Environment.MissingCapabilities.Keys.Intersect(["msetex", "set ifeq"]).ShouldBe(missing, ignoreOrder: true);
    }

    [Fact]
    public async Task A_server_that_refuses_COMMAND_has_no_missing_command()
    {
        await using var redis = await RedisServer.StartAsync("--rename-command", "COMMAND", "");
        await using var server = await redis.OpenAsync();

        await server.TestCapabilitiesAsync(["bitcount", "set ifeq"], Ct);

        server.Environment.MissingCapabilities.ShouldBeEmpty();
    }

    [Fact]
    public async Task Embedded_garnet_supports_its_commands_and_lacks_net_input()
    {
        using var data = new DataFolder();
        await using var server = await new EmbeddedTarget(data.Path).OpenAsync(new(0), Ct);

        await server.TestCapabilitiesAsync(["lua", "bitcount", "pfadd", "no-such-command"], Ct);

        server.Environment.MissingCapabilities.Keys.ShouldBe(["net-input", "no-such-command"], ignoreOrder: true);
    }

    // The version that the servers report is the same.
    [Theory]
    [InlineData("redis-7.0", "hsetex", "hgetex", "hpttl", "himport")]
    [InlineData("redis-8.6", "himport")]
    [InlineData("valkey-9.1", "himport")]
    [InlineData("garnet-2.2", "hsetex", "hgetex", "himport")]
    public async Task A_strategy_whose_command_the_server_lacks_is_not_supported_independent_of_its_version(string recording, params string[] missing)
    {
        var commands = ServerInfoTests.RecordedCommands(recording);
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText("redis-7.0"), command => command switch
        {
            ["EVAL", ..] => One,
            ["COMMAND", "INFO", var name] => commands[name],
            _ => null,
        });
        await using var server = await recorded.OpenAsync();
        var strategies = Catalogue.Default.Benchmarks.SelectMany(benchmark => benchmark.Info.Strategies)
            .Where(strategy => strategy.Name is "hset" or "hsetex" or "himport" or "lease" or "hgetex").ToArray();

        await server.TestCapabilitiesAsync([.. strategies.SelectMany(strategy => strategy.Needs), "bitcount"], Ct);

        server.Environment.MissingCapabilities.Values.Where(reason => reason.Code == ReasonCode.NoCommand).Select(reason => reason.ToText()).ShouldBe(
            missing.Select(name => $"The server of target 'mine' (Redis) does not support the command {name.ToUpperInvariant()}."),
            ignoreOrder: true);
        foreach (var strategy in strategies)
        {
            var opened = OpenedCase.Of(new ProbeCase(strategy.Name, [.. strategy.Needs]), null, null);
            CapabilityCheck.FindMissingCapability(opened, TestCases.Key(strategy.Name, "mine"), server)?.Reason.Args["command"]
                .ShouldBe(strategy.Needs.FirstOrDefault(missing.Contains)?.ToUpperInvariant());
        }
    }

    [Theory]
    [InlineData("dragonfly-1.12")]
    [InlineData("dragonfly-1.31")]
    [InlineData("keydb-5.3")]
    [InlineData("keydb-6.3")]
    [InlineData("valkey-8.0")]
    public async Task An_engine_that_answers_as_recorded_opens_and_its_figures_are_its_own(string recording)
    {
        var info = ServerInfoTests.Recorded(recording);
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText(recording), command => command[0] == "EVAL" ? One : null);
        await using var server = await recorded.OpenAsync();

        server.Environment.Engine.ShouldBe(info.Engine!.Name);
        server.Environment.Version.ShouldBe(info.Version);
        server.Environment.MissingCapabilities.Keys.ShouldNotContain("lua");
        (await server.SampleAsync(Ct)).UsedMemory.ShouldBe(info.UsedMemory);
        server.Environment.MissingCapabilities.ContainsKey("cpu-time").ShouldBe(info.CpuSeconds is null);
        server.Environment.MissingCapabilities.ContainsKey("net-input").ShouldBe(info.NetInputBytes is null);
        server.Environment.MissingCapabilities.ContainsKey("command-counts").ShouldBe(info.Calls() is null);
        server.MaxCommandWords.ShouldBe(info.Engine.Name == "Dragonfly" ? 65_536 : null);
    }

    [Fact]
    public async Task A_command_that_is_too_long_for_the_engine_makes_its_case_unsupported_at_that_point()
    {
        await using var recorded = new RecordedServer(ServerInfoTests.RecordedText("dragonfly-1.31"), command => command[0] == "EVAL" ? One : null);
        await using var server = await recorded.OpenAsync();
        var key = TestCases.Key("a", "mine");

        CapabilityCheck.FindMissingCapability(OpenedCase.Of(new ProbeCase("a") { Words = 65_536 }, null, null), key, server).ShouldBeNull();
        CapabilityCheck.FindMissingCapability(OpenedCase.Of(new ProbeCase("a") { Words = 100_002 }, null, null), key, server).ShouldBe(
            new UnsupportedCase("a", Coordinates.Of("mine"))
            {
                Reason = Reason.Of(
                ReasonCode.CommandTooLong, ("target", "mine"), ("engine", "Dragonfly"), ("limit", 65_536), ("words", 100_002))
            });
    }
}
