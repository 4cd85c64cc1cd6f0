using System.Runtime.CompilerServices;

namespace RedisPerf.Tests;

/// <summary>Waits for what another thread, program or server does, until the time limit of the test.</summary>
internal static class Poll
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    public static Task UntilAsync(Func<bool> isSo, [CallerArgumentExpression(nameof(isSo))] string condition = "") =>
        UntilAsync(() => Task.FromResult(isSo()), so => so, condition);

    public static Task UntilAsync(Func<Task<bool>> isSo, [CallerArgumentExpression(nameof(isSo))] string condition = "") =>
        UntilAsync(isSo, so => so, condition);

    /// <summary>Reads a value until it satisfies the condition, and returns it.</summary>
    public static async Task<T> UntilAsync<T>(Func<Task<T>> read, Func<T, bool> isSo, [CallerArgumentExpression(nameof(isSo))] string condition = "")
    {
        while (true)
        {
            var value = await read();
            if (isSo(value))
            {
                return value;
            }

            await Task.Delay(Interval, Ct).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            Assert.False(Ct.IsCancellationRequested, $"The time limit is over before {condition}. The last value: {value}");
        }
    }
}
