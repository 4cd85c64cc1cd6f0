namespace RedisPerf.Abstractions;

/// <summary>One way to do the work of a benchmark. RedisPerf creates an object for each part of a run that it measures, and calls its methods
/// in each run one after another: <see cref="SetupAsync"/>, <see cref="ExecuteAsync"/> and <see cref="TeardownAsync"/>. It reads the data back
/// over its own connection between the last two and removes the keys of the work.</summary>
/// <typeparam name="TWork">The work of the benchmark, as <see cref="InsertWork"/>: a run, or one of its calls.</typeparam>
public abstract class Strategy<TWork>
{
    /// <summary>Prepares the run before the clock starts: opens connections, loads scripts. The keys of the work do not exist.</summary>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    public virtual Task SetupAsync(TWork work, RunContext context, CancellationToken ct) => Task.CompletedTask;

    /// <summary>Does the work: the only method on the clock. It must not return before the server has replied to all commands.</summary>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled when the run is stopped.</param>
    public abstract Task ExecuteAsync(TWork work, RunContext context, CancellationToken ct);

    /// <summary>Closes what <see cref="SetupAsync"/> opened, also after a failure. Objects that were added to the context are disposed after
    /// it.</summary>
    /// <param name="work">The work of the run.</param>
    /// <param name="context">The server, and what the run reports.</param>
    /// <param name="ct">Cancelled after some seconds.</param>
    public virtual Task TeardownAsync(TWork work, RunContext context, CancellationToken ct) => Task.CompletedTask;
}
