using System.Runtime.Versioning;
using System.Text.Json.Nodes;

namespace RedisPerf.Web.Tests.Targets;

/// <summary>The server programs of the configuration.</summary>
public sealed class NamedServerTests
{
    [Fact]
    [UnsupportedOSPlatform("windows")]
    public async Task A_named_server_is_a_target_and_is_unavailable_when_its_program_is_removed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The script is for a shell.");
        using var folder = new DataFolder();
        var program = Path.Combine(Directory.CreateDirectory(folder.Path).FullName, "redis-old");
        await File.WriteAllTextAsync(program, "#!/bin/sh\necho 'Redis server v=6.2.1 sha=0'\n", Ct);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await using var host = WebHost.Start(("RedisPerf:Servers:0:Name", "redis-old"), ("RedisPerf:Servers:0:Path", program));

        var target = await TargetAsync(host);
        target.Text("source").ShouldBe("local");
        target.Text("status").ShouldBe("startable");
        target.Text("engine").ShouldBe("Redis");
        target.Text("version").ShouldBe("6.2.1");

        File.Delete(program);

        // The description is cached for a few seconds.
        target = await Poll.UntilAsync(() => TargetAsync(host), now => now.Text("status") == "unavailable");
        target.Text("reason").ShouldBe($"{program} does not exist.");
        (await host.PageAsync("/targets")).Body!.TextContent.ShouldContain($"{program} does not exist.");
    }

    private static async Task<JsonObject> TargetAsync(WebHost host) =>
        (await host.Client.GetArrayAsync("/api/targets")).Select(target => target!.AsObject()).Single(target => target.Text("name") == "redis-old");
}
