using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

/// <summary>The engine API of Podman: it lists images with their registry, and a rootless one discards limits.</summary>
public sealed class PodmanTests
{
    private const string Id = "8f3c2b1a7d6e5f4c3b2a19087f6e5d4c3b2a19087f6e5d4c3b2a19087f6e5d4c";

    [Theory]
    [InlineData("redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("redis", "docker.io/library/redis:latest")]
    [InlineData("library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("docker.io/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("index.docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("redis:7.4@sha256:2efb8f4a", "docker.io/library/redis:7.4")]
    [InlineData("valkey/valkey:8", "docker.io/valkey/valkey:8")]
    [InlineData("localhost/redis:7.4", "localhost/redis:7.4")]
    [InlineData("localhost:5000/redis", "localhost:5000/redis:latest")]
    [InlineData("ghcr.io/microsoft/garnet:2.1.8", "ghcr.io/microsoft/garnet:2.1.8")]
    [InlineData("docker.dragonflydb.io/dragonflydb/dragonfly:v1.31.0", "docker.dragonflydb.io/dragonflydb/dragonfly:v1.31.0")]
    public void A_name_has_one_long_form(string name, string expected) => ImageName.Normalize(name).ShouldBe(expected);

    [Theory]
    [InlineData("redis:7.4", "redis:7.4")]
    [InlineData("docker.io/library/redis:7.4", "docker.io/library/redis:7.4")]
    [InlineData("localhost/redis:7.4", "localhost/redis:7.4")]
    [InlineData("redis:7.2", null)]
    [InlineData("quay.io/library/redis:7.4", null)]
    [InlineData("localhost:5000/redis:7.4", null)]
    [InlineData("someone/redis:7.4", null)]
    public void An_image_is_found_by_any_form_of_its_name(string listed, string? expected) =>
        ImageName.Find(["<none>:<none>", listed], "redis:7.4").ShouldBe(expected);

    [Fact]
    public async Task An_image_that_is_listed_with_its_registry_is_here()
    {
        await using var podman = new RecordedEngine(Answer);

        var targets = await Task.WhenAll(DockerTarget.All(podman.Api).Select(target => target.DescribeAsync(Ct)));

        targets.Where(target => target.IsDownloaded).Select(target => target.Name).ShouldBe(["docker-redis", "docker-garnet"]);
        targets[0].ShouldBe(new TargetDescription("docker-redis", "Redis", "7.4", TargetSource.Docker, TargetStatus.Startable, null));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("0", false)]
    public async Task Cores_that_a_rootless_engine_discards_are_not_recorded_as_pinned(string applied, bool isDiscarded)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The engine is on this kernel.");
        await using var redis = await RedisServer.StartAsync();
        await using var podman = new RecordedEngine(request => request switch
        {
            "GET /info" => $$"""{"KernelVersion":"{{File.ReadAllText("/proc/sys/kernel/osrelease").Trim()}}","OSType":"linux"}""",
            "POST /containers/create" => $$"""
                {"Id":"{{Id}}","Warnings":["Resource limits are not supported and ignored on cgroups V1 rootless systems"]}
                """,
            $"GET /containers/{Id}/json" => Details(redis.Port, applied),
            _ => Answer(request),
        });
        var target = DockerTarget.All(podman.Api)[0];

        await using var server = await target.OpenAsync(new(0) { Cores = "0" }, Ct);

        server.IgnoresCores.ShouldBe(isDiscarded);
        server.Environment.Settings.GetValueOrDefault("cores").ShouldBe(isDiscarded ? "0, discarded by the engine" : null);
        server.Environment.Settings["memory"].ShouldBe("not limited");
        server.Environment.Settings["image"].ShouldBe("redis:7.4");
        podman.Requests.Single(request => request.StartsWith("POST", StringComparison.Ordinal)
            && request.Contains("/containers/create", StringComparison.Ordinal)).ShouldContain("\"Image\":\"docker.io/library/redis:7.4\"");
    }

    // Podman 4.3.1, without the fields that are not read.
    private static string Answer(string request) => request switch
    {
        "GET /version" => """{"Version":"4.3.1","ApiVersion":"1.41","MinAPIVersion":"1.24","Os":"linux","Arch":"amd64"}""",
        "GET /images/json" => """
            [{"Id":"sha256:2efb","RepoTags":["docker.io/library/redis:7.4"],"RepoDigests":["docker.io/library/redis@sha256:2efb"],"Containers":0},
            {"Id":"sha256:11aa","RepoTags":["ghcr.io/microsoft/garnet:2.1.8"],"Containers":0},
            {"Id":"sha256:77bb","RepoTags":null,"Containers":0}]
            """,
        _ when request.StartsWith("GET /images/", StringComparison.Ordinal) =>
            """{"Id":"sha256:2efb","RepoTags":["docker.io/library/redis:7.4"],"Os":"linux","Architecture":"amd64","Created":"2026-01-01T00:00:00Z"}""",
        "GET /networks" or "GET /containers/json" => "[]",
        _ => "",
    };

    private static string Details(int port, string cores) => $$$"""
        {"Id":"{{{Id}}}","Name":"/redisperf","Created":"2026-01-01T00:00:00Z","Config":{"Image":"docker.io/library/redis:7.4"},
        "State":{"Status":"running","Running":true,"ExitCode":0,"StartedAt":"2026-01-01T00:00:01Z","FinishedAt":"0001-01-01T00:00:00Z"},
        "HostConfig":{"CpusetCpus":"{{{cores}}}","Memory":0,"NetworkMode":"slirp4netns"},
        "NetworkSettings":{"IPAddress":"","Networks":{},"Ports":{"6379/tcp":[{"HostIp":"127.0.0.1","HostPort":"{{{port}}}"}]} } }
        """;
}
