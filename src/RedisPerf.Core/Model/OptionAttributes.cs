namespace RedisPerf.Core.Model;

/// <summary>The unit of an option's value: <c>[Unit("bytes")]</c>.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class UnitAttribute(string unit) : Attribute
{
    public string Unit { get; } = unit;
}

/// <summary>The value of the property is a part of the title of a job: <c>30 000 × 32 KB</c>. A property without a label, which combines
/// several options, can be marked too. A null is omitted.</summary>
/// <param name="noun">Follows the value: <c>keys</c>.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class InTitleAttribute(string noun = "") : Attribute
{
    public string Noun { get; } = noun;

    /// <summary>Whether × and not · separates it from the value before it.</summary>
    public bool Multiplies { get; init; }

    /// <summary>Whether it is the size of a generated document: the name of a payload replaces it.</summary>
    public bool IsDocumentSize { get; init; }
}

/// <summary>Forms collapse the option by default.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class AdvancedAttribute : Attribute;

/// <summary>The option concerns generated documents only. In a job with a payload it has its default, so that two such jobs
/// do not differ in it.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class GeneratedOnlyAttribute : Attribute;

/// <summary>The option affects only some strategies. A job that varies the option measures each other strategy once.</summary>
/// <param name="strategies">Their names.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class AffectsAttribute(params string[] strategies) : Attribute
{
    public IReadOnlyList<string> Strategies { get; } = strategies;
}

/// <summary>The value 0 of the option is not its smallest one: it means no limit, or that something is off. Results are no curve over values
/// with such a 0.</summary>
/// <param name="word">Replaces 0 in texts about a case: <c>unlimited</c>; null for the number.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class ZeroIsOffAttribute(string? word = null) : Attribute
{
    public string? Word { get; } = word;
}

/// <summary>A job whose other option has a text searches the value of this one. The option then has one value, with which the search
/// starts.</summary>
/// <param name="option">The name of the other option.</param>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SearchedByAttribute(string option) : Attribute
{
    public string Option { get; } = option;
}

/// <summary>The values of an option that a job varies by default.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class DefaultValuesAttribute(params int[] values) : Attribute
{
    public IReadOnlyList<int> Values { get; } = values;
}
