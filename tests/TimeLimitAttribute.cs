using System.Collections.Concurrent;
using System.Reflection;
using Xunit.v3;

[assembly: RedisPerf.Tests.TimeLimit]

namespace RedisPerf.Tests;

/// <summary>
/// Fails a test that waits for what does not come: after a while the test's token is cancelled, which every wait of the
/// tests takes. It is far above what any test needs on a slow machine; one that is run by name alone takes what it takes.
/// </summary>
[AttributeUsage(AttributeTargets.Assembly)]
internal sealed class TimeLimitAttribute : Attribute, IBeforeAfterTestAttribute
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

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
}
