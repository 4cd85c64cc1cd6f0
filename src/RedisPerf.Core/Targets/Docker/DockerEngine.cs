using System.Diagnostics;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>
/// Docker on this machine as all its targets see it: whether it answers, and which images it has. One look serves all of
/// them for some seconds.
/// </summary>
internal sealed class DockerEngine(DockerCommand docker)
{
    private static readonly TimeSpan LookAgain = TimeSpan.FromSeconds(5);

    private readonly Lock _lookLock = new();
    private Task<(IReadOnlySet<string> Images, string? Trouble)>? _look;
    private long _lookedAt;

    /// <summary>The images that are here, by name and tag, and null; or none and the sentence that says why Docker cannot be used.</summary>
    public Task<(IReadOnlySet<string> Images, string? Trouble)> LookAsync()
    {
        lock (_lookLock)
        {
            if (_look is null || Stopwatch.GetElapsedTime(_lookedAt) > LookAgain)
            {
                // Shared by all who ask meanwhile; it has its own limit.
                _look = AskAsync();
                _lookedAt = Stopwatch.GetTimestamp();
            }

            return _look;
        }
    }

    /// <summary>What is known is asked for again: an image was pulled.</summary>
    public void Forget()
    {
        lock (_lookLock)
        {
            _look = null;
        }
    }

    /// <summary>Fetches an image and tells how far it is.</summary>
    /// <exception cref="TargetException">With Docker's own sentence.</exception>
    public async Task PullAsync(string image, Action<string> tell, CancellationToken ct)
    {
        var progress = new PullProgress(image);
        tell($"pulling {image}");
        await foreach (var line in docker.FollowAsync(["pull", image], ct).ConfigureAwait(false))
        {
            if (progress.After(line) is { } step)
            {
                tell(step);
            }
        }

        Forget();
    }

    private async Task<(IReadOnlySet<string> Images, string? Trouble)> AskAsync()
    {
        if (SearchPath.Find("docker") is null)
        {
            return (new HashSet<string>(), DockerCommand.NotInstalled);
        }

        if (Environment.GetEnvironmentVariable("DOCKER_HOST") is { Length: > 0 } host && !host.StartsWith("unix:", StringComparison.Ordinal) && !host.StartsWith("npipe:", StringComparison.Ordinal))
        {
            return (new HashSet<string>(), "DOCKER_HOST leads to an engine on another machine, whose containers are not reached from here; configure the server as a target instead.");
        }

        try
        {
            var images = await docker.RunAsync(DockerCommand.Moment, CancellationToken.None, "image", "ls", "--format", "{{.Repository}}:{{.Tag}}").ConfigureAwait(false);
            return (images.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).ToHashSet(), null);
        }
        catch (TargetException e)
        {
            return (new HashSet<string>(), e.Message);
        }
    }
}
