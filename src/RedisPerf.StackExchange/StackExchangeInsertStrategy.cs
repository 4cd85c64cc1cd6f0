using RedisPerf.Abstractions;
using StackExchange.Redis;

namespace RedisPerf.StackExchange;

/// <summary>A strategy of the benchmark <c>insert</c> that uses StackExchange.Redis. Its connection is open before the clock starts.</summary>
public abstract class StackExchangeInsertStrategy : InsertStrategy
{
    /// <summary>Opens the connection and prepares the run.</summary>
    /// <inheritdoc/>
    public sealed override async Task SetupAsync(InsertWork work, RunContext context, CancellationToken ct) =>
        await SetupAsync(await context.OpenDatabaseAsync().ConfigureAwait(false), work, context, ct).ConfigureAwait(false);

    /// <inheritdoc/>
    public sealed override async Task ExecuteAsync(InsertWork work, RunContext context, CancellationToken ct) =>
        await ExecuteAsync(await context.OpenDatabaseAsync().ConfigureAwait(false), work, context, ct).ConfigureAwait(false);

    /// <summary>Prepares the run before the clock starts: loads scripts.</summary>
    /// <param name="database">The database of the run.</param>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    protected virtual Task SetupAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct) => Task.CompletedTask;

    /// <summary>Writes the documents: the only part on the clock.</summary>
    /// <param name="database">The database of the run.</param>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    protected abstract Task ExecuteAsync(IDatabase database, InsertWork work, RunContext context, CancellationToken ct);
}
