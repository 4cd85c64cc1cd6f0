using System.Collections.Concurrent;
using System.Reflection;
using Xunit.v3;

[assembly: RedisPerf.Tests.TimeLimit]

namespace RedisPerf.Tests;

/// <summary>
/// Fails a test that waits for what does not come: after a while the test's token is cancelled, which every wait of the
/// tests takes. It is far above what any test needs on a slow machine; one that is run by name alone takes what it takes.
/// A test that ignores its token ends the process with its name, so that a hanging test ends the run.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class TimeLimitAttribute : Attribute, IBeforeAfterTestAttribute
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);
    private static readonly TimeSpan Grace = TimeSpan.FromMinutes(4);

    private readonly ConcurrentDictionary<string, CancellationTokenSource> _running = [];

    public void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (test.Explicit)
        {
            return;
        }

        var context = TestContext.Current;
        var over = _running[test.UniqueID] = new(Limit);
        over.Token.Register(context.CancelCurrentTest);
        over.Token.Register(() => _ = EndProcessAsync(test));
    }

    public void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        if (_running.TryRemove(test.UniqueID, out var over))
        {
            using (over)
            {
                Assert.False(over.IsCancellationRequested, $"It had not ended after {Limit.TotalMinutes:0} minutes, and was cancelled.");
            }
        }
    }

    private async Task EndProcessAsync(IXunitTest test)
    {
        await Task.Delay(Grace, CancellationToken.None);
        if (_running.ContainsKey(test.UniqueID))
        {
            Environment.FailFast($"{test.TestDisplayName} was cancelled after {Limit.TotalMinutes:0} minutes and still runs {Grace.TotalMinutes:0} minutes later.");
        }
    }
}
