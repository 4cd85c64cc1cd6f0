namespace RedisPerf.Browser.Proofs;

/// <summary>All tests of jobs share one stage and therefore one queue, so they run in sequence.</summary>
[CollectionDefinition(Name)]
public sealed class BrowserTests : ICollectionFixture<Stage>
{
    public const string Name = "browser";
}
