namespace RedisPerf.Web.Background;

/// <summary>Work that must not overlap itself. A request that comes while the work runs does not wait, which would hold a worker: it makes
/// the running one repeat the work.</summary>
internal sealed class NonOverlappingRun
{
    private int _requests;

    public async Task RunAsync(Func<Task> work)
    {
        if (Interlocked.Increment(ref _requests) > 1)
        {
            return;
        }

        int seen;
        do
        {
            seen = Volatile.Read(ref _requests);
            try
            {
                await work();
            }
            catch
            {
                Volatile.Write(ref _requests, 0);
                throw;
            }
        }
        while (Interlocked.CompareExchange(ref _requests, 0, seen) != seen);
    }
}
