using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Targets.Engines;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>An engine in its own container, started for the job and removed after it.</summary>
internal sealed class DockerTarget(DockerImage image, DockerEngine engine) : ITarget
{
    private const long Gigabyte = 1L << 30;
    private const long MinMemory = 4 * Gigabyte;

    private readonly ImagePull _pull = new(image.Image, image.TargetName, engine);

    // The current step of a job of this process, or the reason why the last start failed; else null.
    private volatile Reason? _state;
    private volatile TargetDescription? _running;

    public string Name => image.TargetName;

    public TargetSource Source => TargetSource.Docker;

    public IReadOnlyList<ServerSetting> Settings => image.Settings;

    /// <summary>All container targets, with one engine.</summary>
    /// <param name="images">As in <see cref="DockerImage.With"/>; null for the default ones.</param>
    /// <exception cref="TargetException">An image of the configuration is invalid.</exception>
    public static IReadOnlyList<DockerTarget> All(DockerApi docker, IEnumerable<KeyValuePair<string, string>>? images = null)
    {
        var engine = new DockerEngine(docker);
        return [.. DockerImage.With(images ?? []).Select(image => new DockerTarget(image, engine))];
    }

    public async Task<TargetDescription> DescribeAsync(CancellationToken ct)
    {
        if (_running is { } running)
        {
            return running;
        }

        var (images, reason) = await engine.StateAsync().WaitAsync(ct).ConfigureAwait(false);
        var isHere = ImageName.Find(images, image.Image) is not null;
        return reason is not null
            ? new(Name, null, null, Source, TargetStatus.Unavailable, reason)
            : new(Name, image.Engine, image.Version, Source, TargetStatus.Startable, _state ?? (_pull.Step is { } step
                ? Reason.Of(ReasonCode.ContainerStarting, ("step", step))
                : isHere ? null
                : Reason.Of(ReasonCode.ImageNotPulled, ("image", image.Image))))
            { IsDownloaded = isHere };
    }

    public Task<MemoryRoom> RoomAsync(CancellationToken ct) => Task.FromResult(new MemoryRoom(MachineMemory.Available(), SharedWithClient: true));

    public async Task<TargetServer> OpenAsync(ServerStart start, CancellationToken ct)
    {
        start = start with { Given = GivenSettings.Read(this, start.Settings) };
        try
        {
            var listed = ImageName.Find(await ImagesAsync(ct).ConfigureAwait(false), image.Image);
            if (listed is null)
            {
                _state = null;
                await _pull.WaitAsync(start.Report, start.Waits, ct).ConfigureAwait(false);
                listed = image.Image;
            }

            var starting = Reason.Of(ReasonCode.StartingContainer, (Reason.Target, null));
            _state = Reason.Of(ReasonCode.ContainerStarting, ("step", starting));
            start.Report(starting);
            var server = await StartAsync(listed, start, ct).ConfigureAwait(false);
            _state = null;
            return server;
        }
        catch (TargetException e) when (e.Reason.Code != ReasonCode.TargetPreparing)
        {
            _state = Reason.Of(ReasonCode.ContainerStartFailed, ("cause", e.Reason));
            throw e.Reason.Args.ContainsKey(Reason.Target) ? e : new TargetException(Reason.Of(
                ReasonCode.TargetNotStarted, (Reason.Target, Name), ("cause", e.Reason)), e);
        }
        catch (OperationCanceledException)
        {
            _state = null;
            throw;
        }
    }

    private async Task<IReadOnlySet<string>> ImagesAsync(CancellationToken ct)
    {
        try
        {
            return await engine.ImagesAsync(ct).ConfigureAwait(false);
        }
        catch (TargetException e)
        {
            throw new TargetException(Reason.Of(ReasonCode.TargetUnusable, (Reason.Target, Name), ("cause", e.Reason)), e);
        }
    }

    private async Task<TargetServer> StartAsync(string listed, ServerStart start, CancellationToken ct)
    {
        var limited = start with { MemoryBytes = MemoryLimit(start.MemoryBytes, Environment.ProcessorCount) };
        var container = await DockerContainer.StartAsync(engine.Docker, image with { Image = listed }, limited, ct).ConfigureAwait(false);
        var isSame = ImageName.Normalize(listed) == ImageName.Normalize(image.Image);
        var settings = new Dictionary<string, string>
        {
            ["reached"] = container.IsOwnAddress ? "the container's own address" : "a published port, through Docker's proxy",
            // The same image has the same name on every engine; one that was built on this machine has its own.
            ["image"] = isSame ? image.Image : listed,
            ["memory"] = container.MemoryLimit is { } bytes ? $"{(bytes / Gigabyte).ToString(CultureInfo.InvariantCulture)}g" : "not limited",
            ["persistence"] = start.Given.WritesToDisk ? "in the container" : "off",
        };
        if (container.DiscardsCores)
        {
            settings["cores"] = $"{limited.Cores}, discarded by the engine";
        }

        var server = await TargetServer.OpenAsync(Name, ServerAddress.Of(container.EndPoint), container, limited, settings, ct).ConfigureAwait(false);
        container.Ended = () => _running = null;
        _running = new(Name, server.Environment.Engine, server.Environment.Version, Source, TargetStatus.Ready, null);
        return server;
    }

    /// <summary>Engines evict or are killed at their limit, so it stays well above what the job stores; Dragonfly requires a quarter of a
    /// gigabyte for each core.</summary>
    internal static long MemoryLimit(long memoryBytes, int cores)
    {
        var limit = MinMemory;
        while (limit < 1.5 * memoryBytes || limit < cores * Gigabyte / 2)
        {
            limit *= 2;
        }

        return limit;
    }
}
