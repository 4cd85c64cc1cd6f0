using System.Diagnostics;
using Docker.DotNet.Models;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Docker;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Core.Tests.Running;
using RedisPerf.Core.Tests.Targets.Started;

namespace RedisPerf.Core.Proofs.Targets.Docker;

public sealed class DockerTargetTests(StartedDocker docker) : IClassFixture<StartedDocker>
{
    [Fact]
    public async Task A_container_is_started_for_the_job_reached_at_its_own_address_and_gone_after_it()
    {
        var target = docker.Target("docker-redis");
        (await target.DescribeAsync(Ct))
            .ShouldBe(new TargetDescription("docker-redis", "Redis", "7.4", TargetSource.Docker, TargetStatus.Startable, null));

        var steps = new List<string>();
        await using (var server = await target.OpenAsync(new(0) { Report = step => steps.Add(step.ToText()) }, Ct))
        {
            steps.ShouldBe(["starting its container"]);
            server.IsOnThisMachine.ShouldBe(true);
            server.Environment.Engine.ShouldBe("Redis");
            server.Environment.MissingCapabilities.ShouldBeEmpty();
            server.Environment.Settings["reached"].ShouldBe("the container's own address");
            server.Environment.Settings["image"].ShouldBe("redis:7.4");
            server.Environment.Settings["persistence"].ShouldBe("off");
            server.Environment.Settings["memory"].ShouldBeOneOf("4g", "8g", "16g", "32g", "not limited");
            server.Environment.Settings["save"].ShouldBe("off");
            (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Ready);
            (await docker.OwnContainersAsync()).Length.ShouldBe(1);

            var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
            (await connection.GetDatabase().StringSetAsync("a", "b")).ShouldBeTrue();
            await ClientConnector.CloseAsync(connection);
        }

        (await docker.OwnContainersAsync()).ShouldBeEmpty();
        (await target.DescribeAsync(Ct)).Status.ShouldBe(TargetStatus.Startable);
    }

    [Theory]
    [InlineData("docker-redis")]
    [InlineData("docker-valkey")]
    public async Task A_job_runs_on_it_as_on_any_other(string name)
    {
        var job = TestJobs.Insert(["batch", "lua"], """{"items": 200, "keys": 5, "payloadBytes": 1000}""");

        var events = await TestJobs.RunAsync(job, docker.Target(name));

        events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null), string.Join(" ", events.Runs().Select(run => run.Error.ToText())));
        events.OfType<JobEvent.Started>().Single().Environment.Targets.Single().Engine.ShouldBe(name == "docker-redis" ? "Redis" : "Valkey");
        events.Progress()[0].ShouldBe(new Progress(0, 0, 0, null) { Current = Reason.Of(ReasonCode.StartingContainer, (Reason.Target, "mine")) });
        events.Runs().ShouldAllBe(run => run.State == RunState.Ok && run.Server!.NetInputBytes > 0 && run.Server.UsedMemoryDelta > 0);
        (await docker.OwnContainersAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_container_gets_its_limits_and_environment_and_a_port_on_the_loopback_address()
    {
        docker.SkipUnlessThere();
        const long Memory = 256L << 20;
        var image = DockerImage.All[0] with
        { Environment = new Dictionary<string, string> { ["DOTNET_gcServer"] = "0" }, MemoryArguments = bytes => ["--maxmemory", $"{bytes / 2}"] };

        await using var container = await DockerContainer.StartAsync(docker.Api, image, new(Memory) { Cores = "0" }, Ct);

        var name = (await docker.OwnContainersAsync()).Single();
        var details = await docker.CallAsync((client, ct) => client.Containers.InspectContainerAsync(name, ct));
        var host = details.HostConfig!;
        // A kernel that accounts for no memory, or for no swap, has the engine drop that limit.
        host.Memory.ShouldBeOneOf(Memory, 0);
        host.MemorySwap.ShouldBeOneOf(Memory, -1, 0);
        host.CpusetCpus.ShouldBe("0");
        host.Privileged.ShouldBeFalse();
        host.PortBindings!.Values.SelectMany(bindings => bindings!).ShouldAllBe(binding => binding.HostIP == "127.0.0.1");
        details.Config!.Env!.ShouldContain("DOTNET_gcServer=0");
        details.Config.Cmd!.ShouldBe([.. image.Command, "--maxmemory", $"{Memory / 2}"]);
        container.MemoryLimit.ShouldBe(host.Memory == 0 ? null : Memory);
        container.EndPoint.Port.ShouldBe(DockerImage.Port);
    }

    [Fact]
    public async Task A_container_starts_with_the_settings_of_the_job_and_reports_them()
    {
        docker.SkipUnlessThere();
        var settings = new Dictionary<string, string> { ["appendfsync"] = "always", ["maxmemory"] = "1gb" };

        await using var server = await docker.Target("docker-redis").OpenAsync(new(0) { Settings = settings }, Ct);

        server.Environment.Settings["appendfsync"].ShouldBe("always");
        server.Environment.Settings["appendonly"].ShouldBe("yes");
        server.Environment.Settings["maxmemory"].ShouldBe("1073741824");
        server.Environment.Settings["persistence"].ShouldBe("in the container");
        server.Environment.Disk.ShouldBeNull();
    }

    [Fact]
    public async Task A_setting_that_the_server_in_a_container_refuses_is_a_reason()
    {
        docker.SkipUnlessThere();
        var image = DockerImage.All[0];
        ServerSetting[] unknown = [new("no-such-setting", ServerSettingType.Flag, "A setting of another version")];
        var given = GivenSettings.Read("docker-redis", unknown, new Dictionary<string, string> { ["no-such-setting"] = "yes" });

        var failure = await Should.ThrowAsync<TargetException>(
            () => DockerContainer.StartAsync(docker.Api, image, new(256 << 20) { Given = given }, Ct));

        failure.Reason.Code.ShouldBe(ReasonCode.ServerSettingRefused);
        failure.Reason.Args["setting"].ShouldBe("no-such-setting");
        (await docker.OwnContainersAsync()).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("/containers/create?")]
    [InlineData("/start HTTP")]
    public async Task An_engine_that_hangs_while_it_starts_a_container_is_given_up_after_thirty_seconds(string call)
    {
        docker.SkipUnlessThere();
        using var engine = new EngineRelay(docker.Socket) { HangingCall = call };
        var begin = Stopwatch.GetTimestamp();

        var failure = await Should.ThrowAsync<TargetException>(() => DockerTarget.All(engine.Api)[0].OpenAsync(new(0), Ct));

        Stopwatch.GetElapsedTime(begin).ShouldBeInRange(TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(60));
        failure.Reason.ToText().ShouldBe("Target 'docker-redis' cannot be started. Docker did not reply within 30 seconds.");
        (await docker.OwnContainersAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_server_that_does_not_start_reports_its_last_lines()
    {
        docker.SkipUnlessThere();
        var image = DockerImage.All[0] with { Command = ["redis-server", "--no-such-setting", "1"] };

        var failure = await Should.ThrowAsync<TargetException>(() => new DockerTarget(image, new DockerEngine(docker.Api)).OpenAsync(new(0), Ct));

        failure.Reason.ToText().ShouldMatch(@"^The server of target 'docker-redis' did not start\. Its container ended with exit code 1");
        (await docker.OwnContainersAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_container_of_an_engine_with_another_kernel_is_not_pinned_and_has_no_cores_in_the_environment()
    {
        docker.SkipUnlessThere();
        var cores = CoreList.Groups().SelectMany(group => group).Take(2).ToArray();
        Assert.SkipUnless(cores.Length == 2, "Servers and workers have a core each.");
        using var engine = new EngineRelay(docker.Socket) { HasOtherKernel = true };
        var pinning = new List<Pinning?>();

        foreach (var api in new[] { engine.Api, docker.Api })
        {
            var target = DockerTarget.All(api).Single(target => target.Name == "docker-redis");
            var runner = new Runner(Catalogue.Default, _ => target)
            { WorkerProgram = ClientCatalogue.DefaultProgram, Cores = CoreChoice.Parse($"{cores[0]}/{cores[1]}", "--pin") };
            var events = await TestJobs.RunAsync(runner, TestJobs.Insert(["batch"], """{"items": 200, "keys": 5, "payloadBytes": 1000}"""), Read, Ct);
            events[^1].ShouldBe(new JobEvent.Ended(JobState.Completed, null));
            pinning.Add(events.OfType<JobEvent.Started>().Single().Environment.Pinning);
        }

        pinning.ShouldBe([new(null, $"{cores[1]}"), new($"{cores[0]}", $"{cores[1]}")]);

        async Task Read(JobEvent jobEvent)
        {
            if (jobEvent is JobEvent.RunEnded)
            {
                var name = (await docker.OwnContainersAsync()).Single();
                var details = await docker.CallAsync((client, ct) => client.Containers.InspectContainerAsync(name, ct));
                details.HostConfig!.CpusetCpus.ShouldBe(pinning.Count == 0 ? "" : $"{cores[0]}");
            }
        }
    }

    [Fact]
    public async Task A_container_that_is_killed_during_a_run_is_reported()
    {
        var target = docker.Target("docker-redis");
        await using var server = await target.OpenAsync(new(0), Ct);
        var connection = await server.ConnectAsync(TimeSpan.FromSeconds(10), Ct);
        var name = (await docker.OwnContainersAsync()).Single();
        await docker.CallAsync((client, ct) => client.Containers.KillContainerAsync(name, new(), ct));

        var exception = await Should.ThrowAsync<Exception>(async () =>
        {
            for (var i = 0; i < 10_000; i++)
            {
                await connection.GetDatabase().HashSetAsync("a", i, "b");
            }
        });

        (await server.DescribeAsync(exception, Ct)).ToText()
            .ShouldStartWith("The server of target 'docker-redis' ended. Its container ended with exit code 137");
        await ClientConnector.CloseAsync(connection);
    }

    [Fact]
    public async Task Giving_up_while_it_starts_leaves_no_container()
    {
        await GiveUpAsync(docker.Target("docker-redis"));

        await UntilNoContainerAsync();
    }

    [Fact]
    public async Task A_container_that_a_slow_engine_creates_after_the_start_was_given_up_is_removed()
    {
        docker.SkipUnlessThere();
        using var engine = new EngineRelay(docker.Socket) { LateCall = "/containers/create" };

        await GiveUpAsync(DockerTarget.All(engine.Api).Single(target => target.Name == "docker-redis"));
        engine.Release();

        await engine.Removal.WaitAsync(Ct);
        await UntilNoContainerAsync();
    }

    [Fact]
    public async Task Leftovers_of_an_owner_that_is_gone_are_removed_and_no_others()
    {
        docker.SkipUnlessThere();
        var own = ProcessIdentity.Of(Environment.ProcessId)!;
        var fields = own.Split(' ');
        await CreateAsync("crashed", $"{fields[0]} {fields[1]} 1");
        await CreateAsync("before-the-boot", "another-boot pid:[1] 1");
        await CreateAsync("alive", own);
        await CreateAsync("elsewhere", $"{fields[0]} pid:[1] 1");

        await DockerContainer.RemoveLeftoversAsync(docker.Api, Ct);

        var left = await docker.ContainersAsync();
        left.ShouldContain("alive");
        left.ShouldContain("elsewhere");
        left.ShouldNotContain("crashed");
        left.ShouldNotContain("before-the-boot");
        await RemoveAsync("alive");
        await RemoveAsync("elsewhere");

        Task<CreateContainerResponse> CreateAsync(string name, string started) =>
            docker.CallAsync((client, ct) => client.Containers.CreateContainerAsync(
                new()
                {
                    Name = name,
                    Image = "redis:7.4",
                    Cmd = ["redis-server"],
                    Labels = new Dictionary<string, string>
                    { ["redisperf.owner"] = $"{Environment.ProcessId}", ["redisperf.owner-started"] = started },
                },
                ct));

        Task RemoveAsync(string name) => docker.CallAsync((client, ct) => client.Containers.RemoveContainerAsync(name, new() { Force = true }, ct));
    }

    [Fact]
    public async Task Dockers_redis_is_the_usual_target_once_its_image_is_here()
    {
        docker.SkipUnlessThere();
        using var data = new DataFolder();

        var bare = await new TargetCatalogue(data.Path, [], docker.Api).DescribeAsync(Ct);
        var configured = await new TargetCatalogue(data.Path, [new() { Name = "mine", Connection = "127.0.0.1:1" }], docker.Api).DescribeAsync(Ct);

        TargetCatalogue.Default(bare)!.Name.ShouldBe("docker-redis");
        TargetCatalogue.Default(configured)!.Name.ShouldBe("docker-redis", "the configured one does not answer");
        TargetCatalogue.Default([configured[0] with { Status = TargetStatus.Ready }, .. bare])!.Name.ShouldBe("mine");
        TargetCatalogue.Default([.. bare.Select(target => target with { IsDownloaded = target.Source != TargetSource.Docker })])!.Source
            .ShouldNotBe(TargetSource.Docker);
    }

    private static async Task GiveUpAsync(DockerTarget target)
    {
        using var giveUp = new CancellationTokenSource();
        await Should.ThrowAsync<OperationCanceledException>(
            () => target.OpenAsync(new(0) { Report = _ => giveUp.CancelAfter(TimeSpan.FromMilliseconds(100)) }, giveUp.Token));
    }

    // On a slow engine, a removal ends after the start was given up.
    private async Task UntilNoContainerAsync()
    {
        await Poll.UntilAsync(async () => await docker.OwnContainersAsync() is []);
    }
}
