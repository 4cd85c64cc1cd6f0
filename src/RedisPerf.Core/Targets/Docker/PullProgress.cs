namespace RedisPerf.Core.Targets.Docker;

/// <summary>Reads how far a pull is from what <c>docker pull</c> writes where no terminal is.</summary>
internal sealed class PullProgress(string image)
{
    private readonly HashSet<string> _layers = new(StringComparer.Ordinal);
    private readonly HashSet<string> _done = new(StringComparer.Ordinal);

    /// <returns>What there is to tell after this line; null when it is nothing new.</returns>
    public string? After(string line)
    {
        // "a2abf6c4d29d: Pull complete"; what is no layer's has no such second part.
        if (line.Split(": ") is not [var layer, var state])
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
