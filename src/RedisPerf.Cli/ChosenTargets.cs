using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>The targets of a command: those with a name, and those given by a connection string.</summary>
internal sealed class ChosenTargets
{
    private readonly Dictionary<string, ITarget> _targets;

    /// <param name="known">The named ones, the default first.</param>
    /// <param name="given">Names or connection strings; none takes the default.</param>
    /// <exception cref="TargetException">A connection string cannot be read.</exception>
    public ChosenTargets(TargetCatalogue known, IReadOnlyList<string> given)
    {
        _targets = known.Targets.ToDictionary(target => target.Name);
        var chosen = new List<string>();
        foreach (var text in given)
        {
            var target = _targets.GetValueOrDefault(text) ?? (LooksLikeAnAddress(text) ? TargetCatalogue.FromConnectionString(text) : null);
            if (target is not null)
            {
                _targets.TryAdd(target.Name, target);
            }

            chosen.Add(target?.Name ?? text);
        }

        Chosen = chosen.Count > 0 ? chosen : null;
    }

    /// <summary>Null when none was given.</summary>
    public IReadOnlyList<string>? Chosen { get; }

    public IReadOnlyList<string> Names => [.. _targets.Keys];

    public ITarget? Find(string name) => _targets.GetValueOrDefault(name);

    // A mistyped name is a mistyped name, not a host to look for.
    private static bool LooksLikeAnAddress(string text) => text.AsSpan().IndexOfAny(":,.=") >= 0;
}
