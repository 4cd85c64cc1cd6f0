namespace RedisPerf.Core.Reports;

/// <summary>One thing in which two jobs differ beside their figures, in words fit to be shown.</summary>
/// <param name="What">For example <c>engine of embedded</c>.</param>
/// <param name="Base">What it was in the base job.</param>
/// <param name="With">What it was in the other.</param>
public sealed record Difference(string What, string Base, string With);
