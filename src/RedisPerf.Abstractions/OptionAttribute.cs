namespace RedisPerf.Abstractions;

/// <summary>Makes a public property of a strategy an option, which a job can vary as an axis. The property is an <see cref="int"/>,
/// <see cref="long"/>, <see cref="double"/>, <see cref="bool"/>, <see cref="string"/> or an enum, and its initial value is the default. RedisPerf
/// sets it before Setup. A property with the name of an option of the benchmark, as <c>BatchSize</c> for <c>batchSize</c>, receives the value of
/// that option. A strategy without such a property is measured once when a job varies the option.</summary>
/// <param name="label">A short description: <c>fields in a command</c>. Not needed for an option of the benchmark.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class OptionAttribute(string? label = null) : Attribute
{
    /// <summary>A short description; null for an option of the benchmark.</summary>
    public string? Label { get; } = label;

    /// <summary>The name in the API, with hyphens as a flag of the command line; by default the name of the property in camel case.</summary>
    public string? Name { get; set; }

    /// <summary>Inclusive; not a number when unbounded.</summary>
    public double Minimum { get; set; } = double.NaN;

    /// <summary>Inclusive; not a number when unbounded.</summary>
    public double Maximum { get; set; } = double.NaN;

    /// <summary>For example <c>bytes</c>; null for a plain count.</summary>
    public string? Unit { get; set; }
}
