using System.Text.RegularExpressions;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>The part of a report that an address with <c>#</c> names: the row of a case.</summary>
public static partial class CaseAnchor
{
    /// <summary>For example <c>case-hset-target-local</c>: the same in each job with the case.</summary>
    public static string Of(CaseKey @case) => $"case-{Others().Replace($"{@case.Strategy}-{@case.At}", "-")}";

    [GeneratedRegex("[^A-Za-z0-9._]+")]
    private static partial Regex Others();
}
