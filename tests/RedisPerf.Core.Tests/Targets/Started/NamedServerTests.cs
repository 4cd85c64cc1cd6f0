using System.Runtime.Versioning;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class NamedServerTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task A_named_program_is_a_started_target_with_its_own_settings()
    {
        var target = Find("redis-old", Redis());
        target.Source.ShouldBe(TargetSource.Local);
        var description = await target.DescribeAsync(Ct);
        description.Status.ShouldBe(TargetStatus.Startable);
        description.Engine.ShouldBeOneOf("Redis", "Valkey");

        await using var server = await target.OpenAsync(Start(("appendonly", "yes")), Ct);

        server.Name.ShouldBe("redis-old");
        server.Environment.Version.ShouldBe(description.Version);
        server.Environment.Settings["appendonly"].ShouldBe("yes");
        server.Environment.Settings["save"].ShouldBe("off");
        server.Environment.Settings["program"].ShouldBe(Redis());
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_script_of_any_name_that_starts_a_server_is_one()
    {
        var target = Find("loader", Script("anything-8.6", $"exec {Redis()} \"$@\""));
        ServerSettings.Of(target).ShouldBe(ServerSettings.Redis, "it is read from the version of the program");

        await using var server = await target.OpenAsync(Start(("io-threads", "2")), Ct);

        server.Environment.Settings["io-threads"].ShouldBe("2");
        server.ProcessId.ShouldNotBeNull();
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_script_that_starts_Garnet_has_the_settings_of_Garnet()
    {
        var garnet = Path.Combine(AppContext.BaseDirectory, "garnet", "GarnetServer");
        await using (await new EmbeddedTarget(_data.Path).OpenAsync(new(0), Ct))
        {
            // The first start makes the program executable.
        }

        var target = Find("garnet", Script("server", $"exec {garnet} \"$@\""));
        ServerSettings.Of(target).ShouldBe(ServerSettings.Garnet);

        await using var server = await target.OpenAsync(Start(("sg-get", "no")), Ct);

        server.Environment.Engine.ShouldBe("Garnet");
        server.Environment.Settings["sg-get"].ShouldBe("no");
    }

    [Theory]
    [InlineData("Redis server v=8.6.3 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=b52b", "Redis", "8.6.3")]
    [InlineData("Valkey server v=8.1.1 sha=00000000:0", "Valkey", "8.1.1")]
    [InlineData("KeyDB server v=6.3.4 sha=0:0", "KeyDB", "6.3.4")]
    [InlineData("dragonfly v1.31.0-7c6d2bb5ba47ad8d56a7ebc2c4ac2c5d4a6e4a3f\nbuild time: 2025-06-04", "Dragonfly", "1.31.0")]
    [InlineData("GarnetServer 2.2.5+8d007138208ce030eb10a50c80e636b1678b83e4", "Garnet", "2.2.5")]
    [InlineData("warning: a line of a loader\nRedis server v=7.0.0 sha=0", "Redis", "7.0.0")]
    [InlineData("Redict server v=7.3.1 sha=0", "Redict", "7.3.1")]
    [InlineData("postgres (PostgreSQL) 15.8", null, null)]
    [InlineData("", null, null)]
    public void The_engine_follows_from_the_version_of_the_program(string output, string? engine, string? version)
    {
        var found = ProgramVersion.Parse(output);

        found?.Engine.ShouldBe(engine);
        found?.Version.ShouldBe(version);
        (found is null).ShouldBe(engine is null);
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_program_that_is_no_server_is_unavailable()
    {
        var target = Find("other", Script("redis-server", "echo no server"));
        ServerSettings.Of(target).ShouldBeEmpty();

        var description = await target.DescribeAsync(Ct);

        description.Status.ShouldBe(TargetStatus.Unavailable);
        description.Reason.ShouldNotBeNull().Code.ShouldBe(ReasonCode.ProgramVersionUnknown);
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText().ShouldStartWith(
            "Target 'other' cannot be used. ");
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_program_that_is_removed_later_makes_the_target_unavailable()
    {
        var program = Script("redis-server", $"exec {Redis()} \"$@\"");
        var target = Find("removed", program);
        (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Startable);

        File.Delete(program);

        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldBe($"{program} does not exist.");
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0), Ct))).Reason.ToText().ShouldBe(
            $"Target 'removed' cannot be used. {program} does not exist.");
    }

    [Theory]
    [InlineData("", "/bin/sh", "The configured server number 1 has no name; set RedisPerf:Servers:0:Name.")]
    [InlineData("local", "/bin/sh", "The configured target name 'local' is reserved by RedisPerf; choose another name.")]
    [InlineData("embedded", "/bin/sh", "The configured target name 'embedded' is reserved by RedisPerf; choose another name.")]
    [InlineData("MINE", "/bin/sh", "Another target is named 'MINE'; give each target its own name.")]
    [InlineData("a", "", "The configured server 'a' cannot be used. It has no path of a program. Correct RedisPerf:Servers:0:Path.")]
    [InlineData("a", "/nowhere/redis-server",
        "The configured server 'a' cannot be used. /nowhere/redis-server does not exist. Correct RedisPerf:Servers:0:Path.")]
    public void A_wrong_configuration_is_a_sentence_at_the_start(string name, string path, string sentence)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The paths are those of Linux.");

        Should.Throw<TargetException>(() => Catalogue([new() { Name = name, Path = path }])).Reason.ToText().ShouldBe(sentence);
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_program_that_is_not_executable_is_a_sentence_at_the_start()
    {
        var program = Script("redis-server", "exit 0");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite);

        Should.Throw<TargetException>(() => Catalogue([new() { Name = "a", Path = program }])).Reason.ToText().ShouldBe(
            $"The configured server 'a' cannot be used. {program} is not executable. Correct RedisPerf:Servers:0:Path.");
    }

    [Fact]
    public void Two_servers_need_two_names() =>
        Should.Throw<TargetException>(() => Catalogue([new() { Name = "a", Path = Redis() }, new() { Name = "A", Path = Redis() }]))
            .Reason.Code.ShouldBe(ReasonCode.TargetNameDuplicate);

    private static ServerStart Start(params (string Name, string Value)[] settings) =>
        new(0) { Settings = settings.ToDictionary(setting => setting.Name, setting => setting.Value) };

    private ITarget Find(string name, string path) => Catalogue([new() { Name = name, Path = path }]).Find(name).ShouldNotBeNull();

    private TargetCatalogue Catalogue(IEnumerable<NamedServerOptions> servers) => new(
        _data.Path, [new ConfiguredTargetOptions { Name = "mine", Connection = "127.0.0.1:1" }],
        new DockerApi(new Uri($"unix://{_data.Path}/docker.sock")), servers);

    [UnsupportedOSPlatform("windows")]
    private string Script(string name, string body)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The script is for a shell.");
        var path = Path.Combine(Directory.CreateDirectory(_data.Path).FullName, name);
        File.WriteAllText(path, $"#!/bin/sh\n{body}\n");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }

    private static string Redis()
    {
        var program = SearchPath.Find("redis-server") ?? SearchPath.Find("valkey-server");
        Assert.SkipUnless(program is not null, "Neither redis-server nor valkey-server is installed here.");
        return program;
    }
}
