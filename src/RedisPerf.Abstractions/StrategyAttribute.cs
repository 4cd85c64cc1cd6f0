namespace RedisPerf.Abstractions;

/// <summary>Declares a strategy. RedisPerf finds the public classes with this attribute in the assembly and names each one
/// <c>assembly/name</c>, in lower case. The first part is the title of the assembly, which is its name by default.</summary>
/// <param name="name">Lower-case letters, digits and hyphens: <c>writer</c>.</param>
/// <param name="summary">What the strategy does, in one sentence.</param>
[AttributeUsage(AttributeTargets.Class, Inherited = false)]
public sealed class StrategyAttribute(string name, string summary) : Attribute
{
    /// <summary>The name of the strategy without that of its assembly.</summary>
    public string Name { get; } = name;

    /// <summary>What the strategy does, in one sentence.</summary>
    public string Summary { get; } = summary;

    /// <summary>The title in headings; by default the full name.</summary>
    public string? Title { get; set; }

    /// <summary>What the server must support: the names of commands in lower case, and those of <see cref="Need"/>. On a server that lacks
    /// one of them the strategy is not supported and does not run.</summary>
    public string[] Needs { get; set; } = [];

    /// <summary>What a strategy of the benchmark <c>custom</c> does, as an infinitive: <c>read one value</c>. Only strategies with the same work are
    /// compared. Null, when all strategies of a job do the same work.</summary>
    public string? Work { get; set; }

    /// <summary>Whether the strategy is the floor of the benchmark <c>custom</c>: the same bytes in the cheapest way. It is a part of every job,
    /// and the other times are also shown as its multiples.</summary>
    public bool IsFloor { get; set; }
}
