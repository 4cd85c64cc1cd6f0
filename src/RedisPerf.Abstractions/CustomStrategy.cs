namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>custom</c>: any work on its own keys, which it verifies itself. The strategies of a job must do the
/// same work in different ways, because RedisPerf compares their times.</summary>
public abstract class CustomStrategy : Strategy<CustomWork>
{
    /// <summary>The keys that exist after Setup or Execute. RedisPerf removes them before and after each run. On a server that RedisPerf started,
    /// other keys fail the run.</summary>
    /// <param name="work">The work of the run.</param>
    /// <returns>Keys that begin with <see cref="CustomWork.KeyPrefix"/>.</returns>
    public abstract IEnumerable<byte[]> KeysOf(CustomWork work);

    /// <summary>Reads the data back and compares it, after the clock has stopped.</summary>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">A context without the connections of the run: the data is read over new ones.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    /// <returns>What the run did.</returns>
    /// <exception cref="InvalidDataException">The data is wrong. The message is the reason of the failed run.</exception>
    public abstract Task<CustomResult> VerifyAsync(CustomWork work, RunContext context, CancellationToken ct);
}
