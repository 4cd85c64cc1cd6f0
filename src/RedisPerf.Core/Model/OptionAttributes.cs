namespace RedisPerf.Core.Model;

/// <summary>The unit of an option's value: <c>[Unit("bytes")]</c>.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class UnitAttribute(string unit) : Attribute
{
    public string Unit { get; } = unit;
}

/// <summary>Forms collapse the option by default.</summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class AdvancedAttribute : Attribute;
