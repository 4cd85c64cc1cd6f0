using System.Runtime.CompilerServices;

namespace RedisPerf.Tests;

/// <summary>Every .NET process that the tests start, and every one that those start, inherits this setting.</summary>
internal static class QuickStart
{
    private const string Variable = "DOTNET_TC_CallCountingDelayMs";

    /// <summary>
    /// Delays the second compilation of the methods that are called often, in milliseconds as a hexadecimal number. Most
    /// processes of the tests end after some seconds: 40% of their CPU time would be this compilation.
    /// </summary>
    [ModuleInitializer]
    internal static void DelayTier1() => Environment.SetEnvironmentVariable(Variable, "4000");

    /// <summary>For measurements: later programs start as users start them.</summary>
    internal static void End() => Environment.SetEnvironmentVariable(Variable, null);
}
