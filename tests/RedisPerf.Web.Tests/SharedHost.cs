namespace RedisPerf.Web.Tests;

/// <summary>One program for the tests of a class that do not depend on the state of the queue.</summary>
public sealed class SharedHost : IAsyncDisposable
{
    public WebHost Host { get; } = WebHost.Start();

    public ValueTask DisposeAsync() => Host.DisposeAsync();
}
