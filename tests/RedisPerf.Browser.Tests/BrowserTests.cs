namespace RedisPerf.Browser.Tests;

/// <summary>All tests that look at jobs share one stage, and so one queue: they take turns.</summary>
[CollectionDefinition(Name)]
public sealed class BrowserTests : ICollectionFixture<Stage>
{
    public const string Name = "browser";
}
