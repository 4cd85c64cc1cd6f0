using System.Globalization;
using System.Net;
using Docker.DotNet;
using Docker.DotNet.Models;
using DotNet.Testcontainers.Builders;
using DotNet.Testcontainers.Configurations;
using DotNet.Testcontainers.Containers;
using DotNet.Testcontainers.Images;
using Microsoft.Extensions.Logging.Abstractions;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;
using RedisPerf.Core.Targets.Started;
using Testcontainers.Redis;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>A container of any engine, started by Testcontainers. Its labels name the process that started it, so that a later process can
/// recognize a leftover.</summary>
internal sealed class DockerContainer : IStartedServer
{
    private const string OwnerLabel = "redisperf.owner";
    private const string StartLabel = "redisperf.owner-started";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    // The first use of Testcontainers' settings pings the engines that it finds, for up to 100 seconds for each that hangs.
    // It runs once, on the thread pool, so that waiting for it has the limit of any other call.
    private static readonly Lazy<Task<bool>> Settings = new(() => Task.Run(() =>
    {
        // The reaper is a separate, privileged container; leftovers are removed by their labels instead.
        TestcontainersSettings.ResourceReaperEnabled = false;
        // The container must run the image that was pulled and that the environment records.
        TestcontainersSettings.HubImageNamePrefix = null;
        return true;
    }));

    private readonly DockerApi _docker;
    private readonly RedisContainer _container;
    private readonly string _id;

    private DockerContainer(DockerApi docker, RedisContainer container, string id, PingWait ready)
    {
        _docker = docker;
        _container = container;
        _id = id;
        EndPoint = ready.EndPoint!;
        IsOwnAddress = ready.IsOwnAddress;
    }

    /// <summary>The address at which its server replies.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>False when it is reached through a published port and Docker's proxy.</summary>
    public bool IsOwnAddress { get; }

    /// <summary>The limit in bytes that the engine enforces; null without a limit.</summary>
    public long? MemoryLimit { get; private init; }

    /// <summary>Called before it is removed.</summary>
    public Action Ended { get; set; } = () => { };

    public int? ProcessId => null;

    public TimeSpan? CpuTime => null;

    public long? ResidentMemory => null;

    public Reason? EndReason { get; private set; }

    public bool IgnoresCores { get; private init; }

    /// <summary>Whether the engine has discarded the cores, as a rootless one without the right to set them. Its reply to the creation has
    /// only a warning.</summary>
    public bool DiscardsCores { get; private init; }

    /// <summary>Starts a container of an image that is on this machine and waits until its server answers.</summary>
    /// <param name="docker">The engine's API.</param>
    /// <param name="start">The container's memory limit and its cores.</param>
    /// <exception cref="TargetException">With Docker's own message, or the server's last lines.</exception>
    public static async Task<DockerContainer> StartAsync(DockerApi docker, DockerImage image, ServerStart start, CancellationToken ct)
    {
        await docker.LimitAsync(DockerApi.ActionLimit, _ => Settings.Value, ct).ConfigureAwait(false);
        var ready = new PingWait();
        var ignoresCores = start.Cores is not null && !await IsOnThisKernelAsync(docker, ct).ConfigureAwait(false);
        var container = Build(image, ignoresCores ? start with { Cores = null } : start, await docker.EndpointAsync(ct).ConfigureAwait(false), ready);
        var starting = new ContainerStart(container);
        try
        {
            var id = await WaitAsync(docker, starting, image, start.Given, ct).ConfigureAwait(false);
            var details = await docker.CallAsync(
                DockerApi.ActionLimit, (client, token) => client.Containers.InspectContainerAsync(id, token), ct).ConfigureAwait(false);
            starting.Dispose();
            var discardsCores = start.Cores is not null && !ignoresCores && string.IsNullOrEmpty(details.HostConfig?.CpusetCpus);
            return new(docker, container, id, ready)
            {
                MemoryLimit = details.HostConfig?.Memory is > 0 and var limit ? limit : null,
                IgnoresCores = ignoresCores || discardsCores,
                DiscardsCores = discardsCores,
            };
        }
        catch
        {
            // A user who cancels does not wait for a slow engine: the removal continues.
            await RemoveAsync(
                docker, ct.IsCancellationRequested ? DockerApi.QueryLimit : DockerApi.ActionLimit, starting.RemoveAsync).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Removes the containers whose owner process has ended. A container is kept while its owner runs, or when its
    /// owner cannot be checked.</summary>
    /// <exception cref="TargetException">Docker does not answer.</exception>
    public static async Task RemoveLeftoversAsync(DockerApi docker, CancellationToken ct)
    {
        var labelled = new ContainersListParameters
        {
            All = true,
            Filters = new Dictionary<string, IDictionary<string, bool>> { ["label"] = new Dictionary<string, bool> { [OwnerLabel] = true } },
        };
        foreach (var container in await docker.CallAsync(
            DockerApi.QueryLimit, (client, token) => client.Containers.ListContainersAsync(labelled, token), ct).ConfigureAwait(false))
        {
            if (int.TryParse(container.Labels[OwnerLabel], CultureInfo.InvariantCulture, out var processId)
                && container.Labels.TryGetValue(StartLabel, out var identity)
                && ProcessIdentity.HasExited(processId, identity))
            {
                try
                {
                    await docker.CallAsync(
                        DockerApi.ActionLimit,
                        (client, token) => client.Containers.RemoveContainerAsync(container.ID, new() { Force = true, RemoveVolumes = true }, token),
                        ct).ConfigureAwait(false);
                }
                catch (TargetException e) when (e.InnerException is DockerApiException)
                {
                    // Another process that started at the same time removes it already.
                }
            }
        }
    }

    public async Task WaitForExitAsync(TimeSpan limit, CancellationToken ct)
    {
        try
        {
            EndReason = await EndOfAsync(_docker, _id, limit, ct).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // Docker does not answer in time: the run keeps the error of the client.
        }
    }

    public async ValueTask DisposeAsync()
    {
        Ended();
        await RemoveAsync(_docker, DockerApi.ActionLimit, async () => await _container.DisposeAsync().ConfigureAwait(false)).ConfigureAwait(false);
    }

    private static RedisContainer Build(DockerImage image, ServerStart start, IDockerEndpointAuthenticationConfiguration endpoint, PingWait ready) =>
        new RedisBuilder(image.Image)
            .WithDockerEndpoint(endpoint)
            // The default logger writes to standard output, which belongs to the results of the command line.
            .WithLogger(NullLogger.Instance)
            .WithImagePullPolicy(PullPolicy.Never)
            .WithName($"redisperf-{image.TargetName}-{Guid.NewGuid().ToString("N")[..12]}")
            .WithLabel(OwnerLabel, Environment.ProcessId.ToString(CultureInfo.InvariantCulture))
            .WithLabel(StartLabel, ProcessIdentity.Of(Environment.ProcessId))
            .WithEnvironment(image.Environment)
            .WithCommand([.. image.Command, .. image.MemoryArguments(start.MemoryBytes), .. start.Given.Words])
            .WithWaitStrategy(
                Wait.ForUnixContainer().AddCustomWaitStrategy(ready, wait => wait.WithInterval(PollInterval).WithRetries(0).WithTimeout(StartLimit)))
            .WithCreateParameterModifier(container => Limit(container.HostConfig!, image, start))
            .Build();

    private static void Limit(HostConfig host, DockerImage image, ServerStart start)
    {
        // The same limit with and without swap: a server that swaps is not measured.
        host.Memory = host.MemorySwap = start.MemoryBytes;
        host.CpusetCpus = start.Cores ?? "";
        host.Ulimits = image.LocksMemory ? [new() { Name = "memlock", Soft = -1, Hard = -1 }] : [];
        foreach (var binding in host.PortBindings!.Values.SelectMany(bindings => bindings!))
        {
            binding.HostIP = IPAddress.Loopback.ToString();
        }
    }

    // An engine in a virtual machine or on another machine has other cores.
    private static async Task<bool> IsOnThisKernelAsync(DockerApi docker, CancellationToken ct)
    {
        const string release = "/proc/sys/kernel/osrelease";
        var info =
            await docker.CallAsync(DockerApi.ActionLimit, (client, token) => client.System.GetSystemInfoAsync(token), ct).ConfigureAwait(false);
        return File.Exists(release) && info.KernelVersion == (await File.ReadAllTextAsync(release, ct).ConfigureAwait(false)).Trim();
    }

    // Returns the container's id.
    private static async Task<string> WaitAsync(
        DockerApi docker, ContainerStart start, DockerImage image, GivenSettings given, CancellationToken ct)
    {
        // Testcontainers waits 15 seconds for the port of a container that has ended, and then reports no reason.
        while (await Task.WhenAny(start.Ready, Task.Delay(PollInterval, ct)).ConfigureAwait(false) != start.Ready)
        {
            ct.ThrowIfCancellationRequested();
            if (start.Created.IsCompleted)
            {
                await ThrowIfEndedAsync(docker, await start.Created.ConfigureAwait(false), image, given, ct).ConfigureAwait(false);
            }
        }

        if (start.Created.IsCompleted && start.Ready.Exception?.InnerException is (ContainerNotRunningException or TimeoutException))
        {
            var id = await start.Created.ConfigureAwait(false);
            await ThrowIfEndedAsync(docker, id, image, given, ct).ConfigureAwait(false);
            throw new TargetException(Reason.Of(
                ReasonCode.ServerNotReady, (Reason.Target, image.TargetName), ("seconds", StartLimit.TotalSeconds),
                ("lines", await LastLinesAsync(docker, id).ConfigureAwait(false))));
        }

        return await docker.LimitAsync(
            DockerApi.ActionLimit,
            async _ =>
            {
                await start.Ready.ConfigureAwait(false);
                return await start.Created.ConfigureAwait(false);
            },
            ct).ConfigureAwait(false);
    }

    private static async Task ThrowIfEndedAsync(
        DockerApi docker, string id, DockerImage image, GivenSettings given, CancellationToken ct)
    {
        if (await EndOfAsync(docker, id, DockerApi.ActionLimit, ct).ConfigureAwait(false) is { } end)
        {
            var engine = image.Version is { } version ? $"{image.Engine} {version}" : image.Engine;
            throw new TargetException(given.FindRefusal(engine, end.Args.GetValueOrDefault("lines") as string)
                ?? Reason.Of(ReasonCode.ServerNotStarted, (Reason.Target, image.TargetName), ("cause", end)));
        }
    }

    // Null while it runs, and before it runs.
    private static async Task<Reason?> EndOfAsync(DockerApi docker, string id, TimeSpan limit, CancellationToken ct)
    {
        var state =
            (await docker.CallAsync(limit, (client, token) => client.Containers.InspectContainerAsync(id, token), ct).ConfigureAwait(false)).State;
        return state is { Status: "exited" or "dead" }
            ? Reason.Of(
                state.OOMKilled ? ReasonCode.ServerContainerOutOfMemory : ReasonCode.ServerContainerEnded,
                ("exitCode", state.ExitCode),
                ("lines", await LastLinesAsync(docker, id).ConfigureAwait(false)))
            : null;
    }

    private static async Task<string?> LastLinesAsync(DockerApi docker, string id)
    {
        try
        {
            return await docker.CallAsync(
                DockerApi.QueryLimit,
                async (client, token) =>
                {
                    using var log = await client.Containers.GetContainerLogsAsync(
                        id, new() { ShowStdout = true, ShowStderr = true, Tail = "5" }, token).ConfigureAwait(false);
                    return await DockerLog.ReadAsync(log, token).ConfigureAwait(false);
                },
                CancellationToken.None).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // They only add to a message that is complete without them.
            return null;
        }
    }

    private static async Task RemoveAsync(DockerApi docker, TimeSpan limit, Func<Task> remove)
    {
        try
        {
            await docker.LimitAsync(
                limit,
                async _ =>
                {
                    await remove().ConfigureAwait(false);
                    return true;
                },
                CancellationToken.None).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // Docker does not reply in time. If the removal fails, the next process removes the container.
        }
    }
}
