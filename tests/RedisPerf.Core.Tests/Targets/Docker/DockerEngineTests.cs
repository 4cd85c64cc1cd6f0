using System.Net.Sockets;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Tests.Targets.Docker;

/// <summary>What is said where no engine can be used.</summary>
public sealed class DockerEngineTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("redisperf-docker-").FullName;

    private static CancellationToken Ct => TestContext.Current.CancellationToken;

    private string Socket => Path.Combine(_folder, "docker.sock");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Without_an_engine_every_target_is_unavailable_with_Dockers_own_sentence()
    {
        SkipWithoutDocker();

        foreach (var target in DockerTarget.All(new DockerCommand($"unix://{Socket}")))
        {
            var description = await target.DescribeAsync(Ct);
            description.Status.ShouldBe(TargetStatus.Unavailable);
            description.Reason.ShouldNotBeNull().ShouldStartWith("Docker says: ");
            (await Should.ThrowAsync<TargetException>(() => target.OpenAsync(0, Ct))).Message.ShouldStartWith($"Target '{target.Name}' cannot be used. Docker says: ");
        }
    }

    [Fact]
    public async Task An_engine_that_hangs_is_given_up_soon()
    {
        SkipWithoutDocker();
        using var silent = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        silent.Bind(new UnixDomainSocketEndPoint(Socket));
        silent.Listen();

        var described = await Task.WhenAll(DockerTarget.All(new DockerCommand($"unix://{Socket}")).Select(target => target.DescribeAsync(Ct)));

        described.ShouldAllBe(target => target.Reason == "Docker did not answer within 1.5 seconds.");
    }

    [Theory]
    [InlineData("docker-redis", "7.4")]
    [InlineData("docker-valkey", "8")]
    [InlineData("docker-keydb", "6.3.4")]
    [InlineData("docker-dragonfly", "1.31.0")]
    [InlineData("docker-garnet", "2.1.8")]
    public void Each_image_is_pinned_and_its_tag_tells_the_version(string target, string version) =>
        DockerImage.All.Single(image => image.TargetName == target).Version.ShouldBe(version);

    [Theory]
    [InlineData(0L, 2, 4)]
    [InlineData(2L << 30, 2, 4)]
    [InlineData(3L << 30, 2, 8)]
    [InlineData(0L, 32, 16)]
    public void The_memory_limit_stays_above_what_the_job_stores_and_what_the_cores_want(long bytes, int cores, long gigabytes) =>
        DockerTarget.MemoryLimit(bytes, cores).ShouldBe(gigabytes << 30);

    [Theory]
    [InlineData("Unable to find image\ndocker: Error response from daemon: no such image.\nSee 'docker run --help'.\n", "Docker says: docker: Error response from daemon: no such image.")]
    [InlineData("", "Docker failed and did not say why.")]
    [InlineData("permission denied", "Docker says: permission denied.")]
    public void Dockers_last_line_is_a_sentence(string trouble, string sentence) => DockerCommand.Sentence(trouble).ShouldBe(sentence);

    [Fact]
    public void A_pull_tells_how_many_of_its_layers_are_here()
    {
        var progress = new PullProgress("redis:7.4");
        string[] lines =
        [
            "7.4: Pulling from library/redis", "a1: Already exists", "b2: Pulling fs layer", "c3: Pulling fs layer", "b2: Verifying Checksum", "b2: Download complete",
            "b2: Pull complete", "c3: Download complete", "c3: Pull complete", "Digest: sha256:2efb", "Status: Downloaded newer image for redis:7.4", "docker.io/library/redis:7.4",
        ];

        lines.Select(progress.After).OfType<string>().ShouldBe(["pulling redis:7.4, 1 of 1 layers", "pulling redis:7.4, 2 of 3 layers", "pulling redis:7.4, 3 of 3 layers"]);
    }

    private static void SkipWithoutDocker() => Assert.SkipUnless(SearchPath.Find("docker") is not null, DockerCommand.NotInstalled);
}
