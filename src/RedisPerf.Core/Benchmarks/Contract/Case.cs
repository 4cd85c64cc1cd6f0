namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>
/// One strategy at one point of the sweep. The runner calls Setup, Execute, Verify and Teardown in turn, once for each
/// run; only <see cref="ExecuteAsync"/> is on the clock. A case is run by one job on one target at a time.
/// </summary>
public abstract class Case(StrategyInfo strategy)
{
    public StrategyInfo Strategy { get; } = strategy;

    /// <summary>Where on the sweep this case stands (a key count, a batch size); null where nothing is swept.</summary>
    public virtual long? Point => null;

    /// <summary>What it reads and shares with other cases; null where a run finds only what its own Setup wrote.</summary>
    public virtual SharedData? Shared => null;

    /// <summary>Words of the longest command that it sends, the name included; 0 where that is short whatever the options.</summary>
    public virtual long LongestCommand => 0;

    /// <summary>
    /// How long one reply may take from the moment of queueing. What is in flight is bounded in bytes, so this need not
    /// know the job's size; only code that queues a whole job at once asks for more.
    /// </summary>
    public virtual TimeSpan ResponseTimeout => TimeSpan.FromSeconds(30);

    /// <summary>Keys empty, scripts loaded; the payloads stand since the job began. The connection is already warm.</summary>
    public abstract Task SetupAsync(CaseContext context, CancellationToken ct);

    /// <summary>Nothing here but what the strategy is about.</summary>
    public abstract Task ExecuteAsync(CaseContext context, CancellationToken ct);

    /// <summary>Reads back over a fresh connection.</summary>
    /// <exception cref="VerificationException">A count or a sample differs.</exception>
    public abstract Task VerifyAsync(CaseContext context, CancellationToken ct);

    /// <summary>Removes the run's own keys, whatever state they are in.</summary>
    public abstract Task TeardownAsync(CaseContext context, CancellationToken ct);
}
