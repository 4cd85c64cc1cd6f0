namespace RedisPerf.Abstractions;

/// <summary>A strategy of the benchmark <c>cache</c>: one instance of an application with its caches, in front of a slow source. RedisPerf creates
/// an object for each instance, and one more that only makes the changes. Several callers call <see cref="Strategy{TWork}.ExecuteAsync"/> at the
/// same time, each with its own <see cref="CacheWork"/>; it reads a value, from the source where no cache has it.</summary>
public abstract class CacheStrategy : Strategy<CacheWork>
{
    /// <summary>Removes or replaces the value of a key in the caches, after the source changed it. Reads that start after the end of this call and
    /// return an earlier value are stale.</summary>
    /// <param name="work">The key, and the new value or null.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    public abstract Task ChangeAsync(CacheWork work, RunContext context, CancellationToken ct);

    /// <summary>The name under which the server stores a key of the work. RedisPerf removes it. Other keys fail the run on a server that RedisPerf
    /// started.</summary>
    /// <param name="key">A key of the work.</param>
    /// <returns>A name that begins with <see cref="CacheWork.KeyPrefix"/>.</returns>
    public virtual string StoredNameOf(string key) => key;
}
