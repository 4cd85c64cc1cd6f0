using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(RedisPerf.Tests.LongestFirst))]

namespace RedisPerf.Tests;

/// <summary>Marks a class of tests that takes long. It starts first, so that it does not run alone at the end.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class LongAttribute : Attribute;

/// <summary>Starts the classes with <see cref="LongAttribute"/> first.</summary>
internal sealed class LongestFirst : ITestCollectionOrderer
{
    private static readonly string[] Max =
        [.. typeof(LongestFirst).Assembly.GetTypes().Where(type => type.GetCustomAttribute<LongAttribute>() is not null)
            .Select(type => type.FullName!)];

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        [.. testCollections.OrderByDescending(
            collection => Max.Any(name => collection.TestCollectionDisplayName.Contains(name, StringComparison.Ordinal)))];
}
