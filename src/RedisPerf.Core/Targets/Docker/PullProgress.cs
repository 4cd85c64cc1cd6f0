using Docker.DotNet.Models;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Docker;

/// <summary>Counts the layers of an image while the engine pulls it.</summary>
internal sealed class PullProgress(string image)
{
    private readonly HashSet<string> _layers = new(StringComparer.Ordinal);
    private readonly HashSet<string> _done = new(StringComparer.Ordinal);

    /// <summary>The step so far.</summary>
    public Reason Step => Reason.Of(
        ReasonCode.PullingImage, ("image", image), ("done", _layers.Count == 0 ? null : _done.Count),
        ("layers", _layers.Count == 0 ? null : _layers.Count), (Reason.Target, null));

    /// <returns>The step to show after this message; null when the number of pulled layers has not changed.</returns>
    public Reason? After(JSONMessage message)
    {
        if (message is not { ID: { } layer, Status: { } state })
        {
            return null;
        }

        if (state is "Pulling fs layer" or "Already exists")
        {
            _layers.Add(layer);
        }

        return state is "Pull complete" or "Already exists" && _done.Add(layer) ? Step : null;
    }
}
