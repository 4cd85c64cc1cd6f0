namespace RedisPerf.Tests;

/// <summary>The token of the current test, which its time limit cancels.</summary>
internal static class TestToken
{
    public static CancellationToken Ct => TestContext.Current.CancellationToken;
}
