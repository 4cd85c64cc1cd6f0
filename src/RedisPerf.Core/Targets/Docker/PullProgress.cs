using Docker.DotNet.Models;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>Counts the layers of an image while the engine pulls it.</summary>
internal sealed class PullProgress(string image)
{
    private readonly HashSet<string> _layers = new(StringComparer.Ordinal);
    private readonly HashSet<string> _done = new(StringComparer.Ordinal);

    /// <returns>The step to show after this message; null when the number of pulled layers has not changed.</returns>
    public string? After(JSONMessage message)
    {
        if (message is not { ID: { } layer, Status: { } state })
        {
            return null;
        }

        if (state is "Pulling fs layer" or "Already exists")
        {
            _layers.Add(layer);
        }

        return state is "Pull complete" or "Already exists" && _done.Add(layer) ? $"pulling {image}, {_done.Count} of {_layers.Count} layers" : null;
    }
}
