namespace RedisPerf.Core.Running;

/// <summary>The garbage of the previous run, which must not be collected while the clock runs.</summary>
internal static class Garbage
{
    /// <summary>The switch of a process whose figures are not read, such as that of the tests: with the data of many other tests on its
    /// heap, a collection takes 40 ms, and those before the runs took a third of its CPU time.</summary>
    private static readonly bool IsKept = AppContext.TryGetSwitch("RedisPerf.KeepGarbage", out var isKept) && isKept;

    public static void Collect()
    {
        if (IsKept)
        {
            return;
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
    }
}
