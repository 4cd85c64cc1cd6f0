namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One declared parameter of a benchmark, as a form, a schema or a flag needs it.</summary>
/// <param name="Name">camelCase: <c>payloadBytes</c>.</param>
/// <param name="Label">What it is, in a few words.</param>
/// <param name="Type"><c>integer</c>, <c>number</c>, <c>boolean</c>, <c>choice</c> or <c>text</c>.</param>
/// <param name="Default">A long, double, bool or string, by type.</param>
/// <param name="Minimum">Inclusive; null where there is none.</param>
/// <param name="Maximum">Inclusive; null where there is none.</param>
/// <param name="Unit">For example <c>bytes</c>; null for a plain count.</param>
/// <param name="Choices">Only for a choice.</param>
/// <param name="IsAdvanced">Folded away in a form until asked for.</param>
public sealed record OptionInfo(
    string Name, string Label, string Type, object Default, double? Minimum, double? Maximum, string? Unit, IReadOnlyList<string>? Choices, bool IsAdvanced);
