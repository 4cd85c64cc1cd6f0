using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;

namespace RedisPerf.Core.Proofs.Targets.Docker;

/// <summary>Pulls of images from a registry on this machine.</summary>
public sealed class ImagePullTests(StartedDocker docker) : IClassFixture<StartedDocker>
{
    [Fact]
    public async Task A_missing_image_is_announced_as_a_pull_and_a_failed_pull_has_the_message_of_Docker()
    {
        var target = docker.Target("docker-keydb");
        var image = DockerImage.All.Single(image => image.TargetName == "docker-keydb").Image;
        var before = await target.DescribeAsync(Ct);
        before.Status.ShouldBe(TargetStatus.Startable);
        before.IsDownloaded.ShouldBeFalse();
        before.Reason.ToText().ShouldBe($"The first job on it pulls its image, {image}.");

        var steps = new List<string>();
        var failure = await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0) { Report = step => steps.Add(step.ToText()) }, Ct));

        steps.ShouldBe([$"pulling {image}"]);
        failure.Reason.ToText().ShouldStartWith("Target 'docker-keydb' cannot be started. Docker reported an error: ");
        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldNotBeNull()
            .ShouldStartWith("The last attempt to start it failed. Docker reported an error: ");
    }

    [Fact]
    public async Task A_pull_reports_its_layers_and_the_image_is_here_afterwards()
    {
        docker.SkipUnlessThere();
        using var registry = new ImageRegistry();
        var engine = new DockerEngine(docker.Api);
        (await engine.StateAsync()).Images.ShouldNotContain(registry.Image);

        var steps = new List<string>();
        await engine.PullAsync(registry.Image, step => steps.Add(step.ToText()), Ct);

        steps.ShouldBe([$"pulling {registry.Image}", $"pulling {registry.Image}, 1 of 2 layers", $"pulling {registry.Image}, 2 of 2 layers"]);
        (await engine.StateAsync()).Images.ShouldContain(registry.Image);
    }

    [Fact]
    public async Task A_pull_continues_when_its_job_gives_its_place_and_the_next_attempt_joins_it()
    {
        docker.SkipUnlessThere();
        using var registry = new ImageRegistry();
        var hold = registry.HoldLastLayer();
        var target = new DockerTarget(DockerImage.All[0] with { Image = registry.Image }, new DockerEngine(docker.Api));

        var failure = await Should.ThrowAsync<TargetException>(() => target.OpenAsync(new(0) { Waits = (_, _) => false }, Ct));

        failure.Reason.Code.ShouldBe(ReasonCode.TargetPreparing);
        failure.Reason.ToText().ShouldStartWith($"Target 'docker-redis' is not ready yet: pulling {registry.Image}");
        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldStartWith($"A job prepares it: pulling {registry.Image}");

        var steps = new List<string>();
        var waits = 0;
        // The image has no program, so its container does not start.
        var ended = await Should.ThrowAsync<TargetException>(
            () => target.OpenAsync(new(0) { Report = step => steps.Add(step.ToText()), Waits = Release }, Ct));

        waits.ShouldBePositive();
        steps[0].ShouldStartWith($"pulling {registry.Image}");
        steps[^1].ShouldBe("starting its container");
        ended.Reason.Code.ShouldBe(ReasonCode.TargetNotStarted);
        (await new DockerEngine(docker.Api).StateAsync()).Images.ShouldContain(registry.Image);

        bool Release(Reason preparing, TimeSpan waited)
        {
            preparing.Code.ShouldBe(ReasonCode.TargetPreparing);
            waits++;
            hold.TrySetResult();
            return true;
        }
    }

    [Fact]
    public async Task A_cancelled_job_ends_its_pull()
    {
        docker.SkipUnlessThere();
        using var registry = new ImageRegistry();
        var hold = registry.HoldLastLayer();
        var target = new DockerTarget(DockerImage.All[0] with { Image = registry.Image }, new DockerEngine(docker.Api));
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(Ct);

        await Should.ThrowAsync<OperationCanceledException>(() => target.OpenAsync(new(0) { Waits = Cancel }, cancel.Token));

        (await target.DescribeAsync(Ct)).Reason.ToText().ShouldBe($"The first job on it pulls its image, {registry.Image}.");
        hold.SetResult();

        bool Cancel(Reason preparing, TimeSpan waited)
        {
            cancel.Cancel();
            return true;
        }
    }

    [Fact]
    public async Task A_pull_that_fails_after_its_start_has_a_reason()
    {
        docker.SkipUnlessThere();
        using var registry = new ImageRegistry();
        registry.Remove(registry.LastLayer);

        var failure = await Should.ThrowAsync<TargetException>(() => new DockerEngine(docker.Api).PullAsync(registry.Image, _ => { }, Ct));

        failure.Reason.ToText().ShouldStartWith("Docker reported an error: ");
        (await new DockerEngine(docker.Api).StateAsync()).Images.ShouldNotContain(registry.Image);
    }
}
