using System.Diagnostics;
using Docker.DotNet.Models;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>The state of Docker on this machine, shared by all container targets: the images that it has, or the reason why it cannot be
/// used. One query serves all of them for some seconds.</summary>
internal sealed class DockerEngine(DockerApi docker)
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(5);

    private readonly Lock _lock = new();
    private Task<(IReadOnlySet<string> Images, Reason? Reason)>? _state;
    private long _askedAt;

    /// <summary>The API that the containers are started with.</summary>
    public DockerApi Docker => docker;

    /// <summary>The images on this machine, by the names that the engine lists, and null; or no images and the reason why Docker cannot be
    /// used.</summary>
    public Task<(IReadOnlySet<string> Images, Reason? Reason)> StateAsync()
    {
        lock (_lock)
        {
            if (_state is null || Stopwatch.GetElapsedTime(_askedAt) > Fresh)
            {
                // All callers share it, so no caller's token cancels it; it has its own limit.
                _state = CallAsync();
                _askedAt = Stopwatch.GetTimestamp();
            }

            return _state;
        }
    }

    /// <summary>The images on this machine, by the names that the engine lists. A job can wait longer for them than a page.</summary>
    /// <exception cref="TargetException">Docker cannot be used.</exception>
    public Task<IReadOnlySet<string>> ImagesAsync(CancellationToken ct) => ImagesAsync(DockerApi.ActionLimit, ct);

    /// <summary>Pulls an image and reports the progress.</summary>
    /// <exception cref="TargetException">With Docker's own message.</exception>
    public async Task PullAsync(string image, Action<Reason> report, CancellationToken ct)
    {
        var progress = new PullProgress(image);
        report(progress.Step);
        await docker.PullAsync(
            image,
            message =>
            {
                if (progress.After(message) is { } step)
                {
                    report(step);
                }
            },
            ct).ConfigureAwait(false);
        lock (_lock)
        {
            // The list of images has changed.
            _state = null;
        }
    }

    private async Task<(IReadOnlySet<string> Images, Reason? Reason)> CallAsync()
    {
        try
        {
            return (await ImagesAsync(DockerApi.QueryLimit, CancellationToken.None).ConfigureAwait(false), null);
        }
        catch (TargetException e)
        {
            return (new HashSet<string>(), e.Reason);
        }
    }
    private async Task<IReadOnlySet<string>> ImagesAsync(TimeSpan limit, CancellationToken ct)
    {
        var images = await docker.CallAsync(
            limit, (client, token) => client.Images.ListImagesAsync(new ImagesListParameters(), token), ct).ConfigureAwait(false);
        // An image that has lost its tags has none, and one that was built here has no digest.
        return images.SelectMany(image => (image.RepoTags ?? []).Concat(image.RepoDigests ?? [])).ToHashSet();
    }
}
