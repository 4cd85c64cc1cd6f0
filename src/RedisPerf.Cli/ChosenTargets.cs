using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>The targets of a command: those with a name, and those given by a connection string.</summary>
internal sealed class ChosenTargets
{
    private readonly TargetCatalogue _known;
    private readonly Dictionary<string, ITarget> _given = [];

    /// <param name="known">The named ones.</param>
    /// <param name="given">Names or connection strings; none takes the usual one.</param>
    /// <exception cref="TargetException">A connection string cannot be read, or two of them differ in their options alone.</exception>
    public ChosenTargets(TargetCatalogue known, IReadOnlyList<string> given)
    {
        _known = known;
        var chosen = new List<string>();
        foreach (var text in given)
        {
            var target = known.Find(text) ?? (LooksLikeAnAddress(text) ? TargetCatalogue.FromConnectionString(text) : null);
            if (target is not null && !_given.TryAdd(target.Name, target) && !given.Take(chosen.Count).Contains(text))
            {
                throw new TargetException(Reason.Of(ReasonCode.TargetGivenTwice, ("name", target.Name)));
            }

            chosen.Add(target?.Name ?? text);
        }

        Chosen = chosen.Count > 0 ? chosen : null;
    }

    /// <summary>Null when none was given.</summary>
    public IReadOnlyList<string>? Chosen { get; }

    /// <summary>All that may be named, the usual one first; no target is asked how it is where one was chosen.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync(CancellationToken ct) => Chosen is null
        ? TargetCatalogue.UsualFirst(await _known.DescribeAsync(ct))
        : [.. _known.Targets.Select(target => target.Name).Union(_given.Keys)];

    public ITarget? Find(string name) => _given.GetValueOrDefault(name) ?? _known.Find(name);

    // A mistyped name is a mistyped name, not a host to look for.
    private static bool LooksLikeAnAddress(string text) => text.AsSpan().IndexOfAny(":,.=") >= 0;
}
