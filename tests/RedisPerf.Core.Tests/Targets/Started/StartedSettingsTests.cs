using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Started;

namespace RedisPerf.Core.Tests.Targets.Started;

public sealed class StartedSettingsTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Fact]
    public async Task A_server_starts_with_the_settings_and_reports_them()
    {
        await using (var server = await OpenAsync(("appendfsync", "Always"), ("io-threads", "2"), ("maxmemory", "1gb"), ("save", "3600 1")))
        {
            var settings = server.Environment.Settings;
            settings["appendfsync"].ShouldBe("always");
            settings["appendonly"].ShouldBe("yes", "appendfsync implies it");
            settings["io-threads"].ShouldBe("2");
            settings["maxmemory"].ShouldBe("1073741824");
            settings["save"].ShouldBe("3600 1");
            var folder = Directory.GetDirectories(_data.Servers).ShouldHaveSingleItem();
            Directory.GetFileSystemEntries(folder, "*appendonly*").ShouldNotBeEmpty("its files are in its own folder");
            Directory.GetFiles(folder, "probe*").ShouldBeEmpty();
        }

        Directory.GetDirectories(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_disk_of_a_server_that_writes_to_it_is_measured()
    {
        await using var server = await OpenAsync(("appendonly", "yes"));

        var disk = server.Environment.Disk.ShouldNotBeNull();
        disk.SyncSeconds.ShouldBeGreaterThan(0);
        disk.FileSystem.ShouldNotBeNullOrEmpty();
        disk.Device.ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public async Task The_disk_of_a_server_that_only_uses_memory_is_not_measured()
    {
        await using var server = await OpenAsync(("io-threads", "2"), ("appendonly", "no"), ("save", "off"));

        server.Environment.Disk.ShouldBeNull();
    }

    [Theory]
    [InlineData("dir", "/tmp", "Target 'local' has no setting \"dir\" that a job may set; valid: appendonly, appendfsync, ")]
    [InlineData("io-threads", "0", "The setting io-threads of target 'local' must be a whole number from 1 to 128, not \"0\".")]
    [InlineData("appendfsync", "always --dir", "The setting appendfsync of target 'local' must be one of always, everysec, no, not \"alw")]
    public async Task An_invalid_setting_starts_nothing(string name, string value, string part)
    {
        (await FailAsync(Installed(), (name, value))).ToText().ShouldStartWith(part);

        Directory.Exists(_data.Servers).ShouldBeFalse();
    }

    [Fact]
    public async Task A_setting_that_the_server_reports_otherwise_is_a_reason()
    {
        // The same setting has two names in Redis 7, and the last one applies.
        var reason = await FailAsync(Installed(), ("hash-max-listpack-entries", "5"), ("hash-max-ziplist-entries", "6"));

        reason.Code.ShouldBe(ReasonCode.ServerSettingDiffers);
        reason.ToText().ShouldBe(
            "The server of target 'local' was started with the setting hash-max-listpack-entries 5, and reports 6.");
        Directory.GetDirectories(_data.Servers).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_setting_that_the_version_does_not_have_is_a_reason_with_the_version()
    {
        var target = Installed();
        var version = (await target.DescribeAsync(Ct)).ToEngineText().ShouldNotBeNull();
        Assert.SkipUnless(version.StartsWith("Redis 7.0", StringComparison.Ordinal), "This version has the setting.");

        var reason = await FailAsync(target, ("set-max-listpack-entries", "5"));

        reason.Code.ShouldBe(ReasonCode.ServerSettingRefused);
        reason.ToText().ShouldStartWith(
            $"The server of target 'local', {version}, does not accept the setting set-max-listpack-entries with the value 5; its last lines: ");
    }

    [Fact]
    public async Task A_setting_that_the_server_accepts_and_does_not_have_is_a_reason_with_the_version()
    {
        var valkey = LocalTarget.Find(_data.Path).FirstOrDefault(target => target.Name == LocalTarget.ValkeyName);
        Assert.SkipUnless(valkey is not null, "No second engine is installed here.");
        var version = (await valkey.DescribeAsync(Ct)).ToEngineText().ShouldNotBeNull();
        Assert.SkipUnless(version.StartsWith("Valkey 8", StringComparison.Ordinal), "This version has the setting.");

        var reason = await FailAsync(valkey, ("dynamic-hz", "no"));

        reason.ToText().ShouldBe($"The server of target 'local-valkey', {version}, does not have the setting dynamic-hz.");
    }

    [Fact]
    public async Task The_embedded_server_starts_with_its_own_settings()
    {
        var target = new EmbeddedTarget(_data.Path);
        await using var server = await target.OpenAsync(
            new(0) { Settings = new Dictionary<string, string> { ["aof-commit-wait"] = "yes", ["aof-memory"] = "64m", ["mutable-percent"] = "80" } },
            Ct);

        server.Environment.Settings["aof"].ShouldBe("yes");
        server.Environment.Settings["aof-commit-wait"].ShouldBe("yes");
        server.Environment.Settings["aof-memory"].ShouldBe("67108864");
        server.Environment.Settings["mutable-percent"].ShouldBe("80");
        server.Environment.Disk.ShouldNotBeNull();
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(30), Ct);
        (await connection.GetDatabase().StringSetAsync("key", "value")).ShouldBeTrue();
        ((string?)await connection.GetDatabase().StringGetAsync("key")).ShouldBe("value");
    }

    [Fact]
    public async Task The_embedded_server_has_no_setting_of_Redis() =>
        (await FailAsync(new EmbeddedTarget(_data.Path), ("appendonly", "yes"))).ToText().ShouldStartWith(
            "Target 'embedded' has no setting \"appendonly\" that a job may set; valid: aof, ");

    [Fact]
    public async Task An_existing_server_keeps_its_settings()
    {
        ITarget target = new ConfiguredTarget("mine", "127.0.0.1:1");
        ServerSettings.Of(target).ShouldBeEmpty();

        (await FailAsync(target, ("appendfsync", "always"))).ToText().ShouldBe("Target 'mine' is an existing server, and RedisPerf "
            + "changes no settings of one (appendfsync). Use a target that RedisPerf starts.");
    }

    private Task<TargetServer> OpenAsync(params (string Name, string Value)[] settings) => Installed().OpenAsync(Start(settings), Ct);

    private static async Task<Reason> FailAsync(ITarget target, params (string Name, string Value)[] settings) =>
        (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(Start(settings), Ct))).Reason;

    private static ServerStart Start((string Name, string Value)[] settings) =>
        new(0) { Settings = settings.ToDictionary(setting => setting.Name, setting => setting.Value) };

    private LocalTarget Installed()
    {
        var target = LocalTarget.Find(_data.Path)[0];
        Assert.SkipUnless(target.IsInstalled, "Neither redis-server nor valkey-server is installed here.");
        return target;
    }
}
