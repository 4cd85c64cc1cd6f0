using System.Collections.Concurrent;
using System.Reflection;
using Xunit.v3;

[assembly: RedisPerf.Tests.TimeLimit]

namespace RedisPerf.Tests;

/// <summary>Fails a test that exceeds its time limit: cancels the test's token, which every wait of the tests observes. The limit is far
/// above the time of any test on a slow machine. Explicit tests have no limit. When a test ignores its token, the process reports the name
/// of the test and ends, so that a hanging test ends the run.</summary>
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
                Assert.False(over.IsCancellationRequested, $"The test did not end within {Limit.TotalMinutes:0} minutes and was cancelled.");
            }
        }
    }

    private async Task EndProcessAsync(IXunitTest test)
    {
        await Task.Delay(Grace, CancellationToken.None);
        if (_running.ContainsKey(test.UniqueID))
        {
            Environment.FailFast(
                $"{test.TestDisplayName} was cancelled after {Limit.TotalMinutes:0} minutes and still runs {Grace.TotalMinutes:0} minutes later.");
        }
    }
}
