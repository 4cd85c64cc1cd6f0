using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Started;

/// <summary>The settings of a job on the started servers with TLS and with several masters.</summary>
public sealed class StartedSettingsTests : IDisposable
{
    private readonly DataFolder _data = new();

    public void Dispose() => _data.Dispose();

    [Theory]
    [InlineData(LocalTarget.TlsName, 1)]
    [InlineData(LocalTarget.ClusterName, 3)]
    public async Task Each_server_of_the_target_starts_with_the_settings_and_reports_them(string name, int servers)
    {
        await using var server = await (await InstalledAsync(name)).OpenAsync(Start(("appendfsync", "always"), ("hz", "50")), Ct);

        var settings = server.Environment.Settings;
        (settings["appendfsync"], settings["appendonly"], settings["hz"]).ShouldBe(("always", "yes", "50"));
        server.Environment.Disk.ShouldNotBeNull().SyncSeconds.ShouldBeGreaterThan(0);
        var folders = Directory.GetDirectories(_data.Servers);
        folders.Length.ShouldBe(servers);
        folders.ShouldAllBe(folder => Directory.GetFileSystemEntries(folder, "*appendonly*").Length == 1);
        using var connection = await server.ConnectAsync(TimeSpan.FromSeconds(30), Ct);
        foreach (var key in new[] { "a", "b", "c", "d", "e", "f" })
        {
            (await connection.GetDatabase().StringSetAsync(key, "value")).ShouldBeTrue();
        }
    }

    [Theory]
    [InlineData(LocalTarget.TlsName)]
    [InlineData(LocalTarget.ClusterName)]
    public async Task A_setting_that_a_server_reports_otherwise_is_a_reason(string name)
    {
        var target = await InstalledAsync(name);

        // The same setting has two names in Redis 7, and the last one applies.
        var reason = (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(
            Start(("hash-max-listpack-entries", "5"), ("hash-max-ziplist-entries", "6")), Ct))).Reason;

        // In a cluster, the sentence names the node before.
        reason.ToText().ShouldEndWith($"The server of target '{name}' was started with the setting hash-max-listpack-entries 5, and reports 6.");
        Directory.GetDirectories(_data.Servers).ShouldBeEmpty();
    }

    private static ServerStart Start(params (string Name, string Value)[] settings) =>
        new(0) { Settings = settings.ToDictionary(setting => setting.Name, setting => setting.Value) };

    private async Task<LocalTarget> InstalledAsync(string name)
    {
        var target = LocalTarget.Find(_data.Path).Single(target => target.Name == name);
        var description = await target.DescribeAsync(Ct);
        Assert.SkipUnless(description.Status == TargetStatus.Startable, description.Reason.ToText() ?? "");
        return target;
    }
}
