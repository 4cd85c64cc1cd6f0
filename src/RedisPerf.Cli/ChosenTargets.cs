using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;

namespace RedisPerf.Cli;

/// <summary>The targets of a command: named ones and connection strings.</summary>
internal sealed class ChosenTargets
{
    private readonly TargetCatalogue _known;
    private readonly IReadOnlyDictionary<string, ITarget> _given;

    /// <param name="known">The named targets.</param>
    /// <param name="given">Names or connection strings; empty: the default target.</param>
    /// <exception cref="TargetException">A connection string is invalid, or two of them differ only in their options.</exception>
    public ChosenTargets(TargetCatalogue known, IReadOnlyList<string> given)
    {
        var named = new Dictionary<string, ITarget>();
        (_known, _given) = (known, named);
        var chosen = new List<string>();
        foreach (var text in given)
        {
            var target = Find(known, text);
            if (target is not null && !named.TryAdd(target.Name, target) && !given.Take(chosen.Count).Contains(text))
            {
                throw new TargetException(Reason.Of(ReasonCode.TargetGivenTwice, ("name", target.Name)));
            }

            chosen.Add(target?.Name ?? text);
        }

        Chosen = chosen.Count > 0 ? chosen : null;
    }

    /// <param name="known">The named targets.</param>
    /// <param name="given">The targets of a job, with the names that they have in the job.</param>
    public ChosenTargets(TargetCatalogue known, IReadOnlyList<(string Name, ITarget Target)> given) =>
        (_known, _given, Chosen) = (known, given.ToDictionary(each => each.Name, each => each.Target), [.. given.Select(each => each.Name)]);

    /// <summary>Null: no target was specified.</summary>
    public IReadOnlyList<string>? Chosen { get; }

    /// <summary>All valid names, the default one first. Targets are probed only when none was specified.</summary>
    public async Task<IReadOnlyList<string>> NamesAsync(CancellationToken ct) => Chosen is null
        ? TargetCatalogue.DefaultFirst(await _known.DescribeAsync(ct))
        : [.. _known.Targets.Select(target => target.Name).Union(_given.Keys)];

    /// <summary>The only target of a command; default: the default target.</summary>
    /// <param name="command">The command's name, for the message.</param>
    /// <returns>The target's name, or a message.</returns>
    public async Task<(string? Name, string? Refusal)> OneAsync(string command, CancellationToken ct)
    {
        var names = await NamesAsync(ct);
        var chosen = Chosen ?? [.. names.Take(1)];
        return chosen is [var name] && Find(name) is not null
            ? (name, null)
            : (null, chosen.Count > 1
                ? $"{command} accepts only one target."
                : $"Unknown target \"{chosen[0]}\". Valid targets: {string.Join(", ", names)}.");
    }

    public ITarget? Find(string name) => _given.GetValueOrDefault(name) ?? _known.Find(name);

    /// <summary>The target of a name or a connection string; null for an unknown name.</summary>
    /// <exception cref="TargetException">The connection string is invalid.</exception>
    public static ITarget? Find(TargetCatalogue known, string text) =>
        known.Find(text) ?? (LooksLikeAnAddress(text) ? TargetCatalogue.FromConnectionString(text) : null);

    // An unknown name without a port is reported as such, not resolved as a host.
    // Any other text that cannot be a name may be an address with a password, and is not repeated.
    private static bool LooksLikeAnAddress(string text) => text.Contains('.', StringComparison.Ordinal) || !TargetCatalogue.IsName(text);
}
