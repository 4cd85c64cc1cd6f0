using RedisPerf.Core.Tests;
using RedisPerf.Core.Tests.Benchmarks;
using RedisPerf.Core.Tests.Benchmarks.Faults;
using RedisPerf.Core.Tests.Statistics;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(LongestFirst))]

namespace RedisPerf.Core.Tests;

/// <summary>Starts the test classes that take longest first, so that no long class runs alone at the end.</summary>
public sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly Type[] Longest =
    [
        typeof(StrategyContractTests), typeof(StrategyCancellationTests), typeof(KilledServerTests), typeof(HonestyTests), typeof(ClosedConnectionTests),
    ];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(collection => Longest.Any(type => collection.TestCollectionDisplayName.Contains(type.FullName!, StringComparison.Ordinal)))];
}
