using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>A container that we started. Its labels name the process that did, so that anybody can tell what is left over.</summary>
internal sealed class DockerContainer : IStartedServer
{
    private const string OwnerLabel = "redisperf.owner";
    private const string StartLabel = "redisperf.owner-started";

    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Attempt = TimeSpan.FromMilliseconds(500);

    private readonly DockerCommand _docker;
    private readonly string _name;

    private DockerContainer(DockerCommand docker, string name, IPEndPoint endPoint, bool isOwnAddress, long? memoryLimit)
    {
        _docker = docker;
        _name = name;
        EndPoint = endPoint;
        IsOwnAddress = isOwnAddress;
        MemoryLimit = memoryLimit;
    }

    /// <summary>Where it answers.</summary>
    public IPEndPoint EndPoint { get; }

    /// <summary>False where it is reached through a published port, and with it through Docker's proxy.</summary>
    public bool IsOwnAddress { get; }

    /// <summary>Bytes, as the engine took note of it; null where it does not limit.</summary>
    public long? MemoryLimit { get; }

    /// <summary>Called when it is about to be removed.</summary>
    public Action Ended { get; set; } = () => { };

    public int? ProcessId => null;

    public TimeSpan? CpuTime => null;

    public long? ResidentMemory => null;

    public string? Epitaph { get; private set; }

    /// <summary>Starts a container of an image that is here and waits until its server answers.</summary>
    /// <param name="docker">The engine.</param>
    /// <param name="image">What to start.</param>
    /// <param name="memoryBytes">What the container may take.</param>
    /// <param name="ct">Gives up.</param>
    /// <exception cref="TargetException">With Docker's own sentence, or the server's last lines.</exception>
    public static async Task<DockerContainer> StartAsync(DockerCommand docker, DockerImage image, long memoryBytes, CancellationToken ct)
    {
        var name = $"redisperf-{image.TargetName}-{Guid.NewGuid().ToString("N")[..12]}";
        var limit = memoryBytes.ToString(CultureInfo.InvariantCulture);
        string[] arguments =
        [
            "run", "--detach", "--name", name, "--pull", "never", "--restart", "no",
            "--label", $"{OwnerLabel}={Environment.ProcessId}", "--label", $"{StartLabel}={ProcessIdentity.Of(Environment.ProcessId)}",
            // No swap beside it: a server that swaps is not measured.
            "--memory", limit, "--memory-swap", limit,
            "--publish", $"127.0.0.1::{DockerImage.Port}",
            .. image.Settings, image.Image, .. image.Command, .. image.MemoryArguments(memoryBytes),
        ];
        try
        {
            await docker.RunAsync(DockerCommand.Patience, ct, arguments).ConfigureAwait(false);
            return await ReadyAsync(docker, image, name, ct).ConfigureAwait(false);
        }
        catch
        {
            // Whether it came to be is not known: it goes by its name.
            await RemoveAsync(docker, name).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Removes the containers whose owner is gone. What a living owner holds, or one that cannot be judged from here, is left alone.</summary>
    /// <exception cref="TargetException">Docker does not answer.</exception>
    public static async Task RemoveLeftoversAsync(DockerCommand docker, CancellationToken ct)
    {
        var all = await docker.RunAsync(
            DockerCommand.Moment, ct, "ps", "--all", "--filter", $"label={OwnerLabel}", "--format", $"{{{{.Names}}}}\t{{{{.Label \"{OwnerLabel}\"}}}}\t{{{{.Label \"{StartLabel}\"}}}}").ConfigureAwait(false);
        foreach (var line in all.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Split('\t') is [var name, var owner, var started] && int.TryParse(owner, CultureInfo.InvariantCulture, out var processId) && ProcessIdentity.IsGone(processId, started))
            {
                await RemoveAsync(docker, name).ConfigureAwait(false);
            }
        }
    }

    public async Task WaitForExitAsync(TimeSpan limit, CancellationToken ct)
    {
        try
        {
            Epitaph = await EndOfAsync(_docker, _name, limit, ct).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // Docker does not tell in time; what the client saw has to do.
        }
    }

    public async ValueTask DisposeAsync()
    {
        Ended();
        await RemoveAsync(_docker, _name).ConfigureAwait(false);
    }

    private static async Task<DockerContainer> ReadyAsync(DockerCommand docker, DockerImage image, string name, CancellationToken ct)
    {
        // By its networks: the address beside them is gone since Docker 29. What an engine may leave empty comes last.
        var told = await docker.RunAsync(
            DockerCommand.Patience, ct, "inspect", "--format", "{{.HostConfig.Memory}} {{with index .NetworkSettings.Ports \"6379/tcp\"}}{{(index . 0).HostPort}}{{end}} {{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}", name).ConfigureAwait(false);
        var fields = told.TrimEnd().Split(' ');
        var own = OperatingSystem.IsLinux() && fields is [_, _, var host, ..] && IPAddress.TryParse(host, out var address) ? new IPEndPoint(address, DockerImage.Port) : null;
        var published = fields is [_, var digits, ..] && int.TryParse(digits, CultureInfo.InvariantCulture, out var port) ? new IPEndPoint(IPAddress.Loopback, port) : null;
        var memory = fields is [var bytes, ..] && long.TryParse(bytes, CultureInfo.InvariantCulture, out var limit) && limit > 0 ? limit : (long?)null;

        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(ct);
        giveUp.CancelAfter(StartLimit);
        try
        {
            while (true)
            {
                // Docker Desktop and rootless engines keep their containers' addresses to themselves. Once the published
                // port answers the server is up: then its own address has one more chance, and no longer.
                if (await AnswersAsync(own, giveUp.Token).ConfigureAwait(false))
                {
                    return new(docker, name, own!, isOwnAddress: true, memory);
                }

                if (await AnswersAsync(published, giveUp.Token).ConfigureAwait(false))
                {
                    return await AnswersAsync(own, giveUp.Token).ConfigureAwait(false) ? new(docker, name, own!, true, memory) : new(docker, name, published!, false, memory);
                }

                if (await EndOfAsync(docker, name, DockerCommand.Patience, giveUp.Token).ConfigureAwait(false) is { } end)
                {
                    throw new TargetException($"The server of target '{image.TargetName}' did not start: {end}");
                }

                await Task.Delay(50, giveUp.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            throw new TargetException($"The server of target '{image.TargetName}' did not answer within {StartLimit.TotalSeconds:0} seconds{await LastWordsAsync(docker, name).ConfigureAwait(false)}");
        }
    }

    private static async Task<bool> AnswersAsync(IPEndPoint? endPoint, CancellationToken ct)
    {
        if (endPoint is null)
        {
            return false;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Attempt);
        try
        {
            await using var connection = await RespConnection.OpenAsync(endPoint, null, null, limit.Token).ConfigureAwait(false);
            return !(await connection.AskAsync(limit.Token, "PING").ConfigureAwait(false)).IsError;
        }
        catch (Exception e) when (e is SocketException or IOException || (e is OperationCanceledException && !ct.IsCancellationRequested))
        {
            return false;
        }
    }

    // Null while it runs.
    private static async Task<string?> EndOfAsync(DockerCommand docker, string name, TimeSpan limit, CancellationToken ct)
    {
        var state = await docker.RunAsync(limit, ct, "inspect", "--format", "{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}}", name).ConfigureAwait(false);
        return state.Trim().Split(' ') is ["false", var code, var outOfMemory]
            ? $"its container ended with code {code}{(outOfMemory == "true" ? ", out of the memory that it was given" : "")}{await LastWordsAsync(docker, name).ConfigureAwait(false)}"
            : null;
    }

    private static async Task<string> LastWordsAsync(DockerCommand docker, string name)
    {
        try
        {
            var lines = await docker.RunAsync(DockerCommand.Moment, CancellationToken.None, "logs", "--tail", "5", name).ConfigureAwait(false);
            var words = string.Join(" | ", lines.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
            return words.Length == 0 ? "." : $"; its last lines: {words}";
        }
        catch (TargetException)
        {
            // They are only told along.
            return ".";
        }
    }

    private static async Task RemoveAsync(DockerCommand docker, string name)
    {
        try
        {
            await docker.RunAsync(DockerCommand.Patience, CancellationToken.None, "rm", "--force", "--volumes", name).ConfigureAwait(false);
        }
        catch (TargetException)
        {
            // Docker is gone, or the container is: the next start looks for what is left.
        }
    }
}
