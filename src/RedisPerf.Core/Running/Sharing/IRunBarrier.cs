namespace RedisPerf.Core.Running.Sharing;

/// <summary>Where a slice waits for the other nodes that measure it at the same time.</summary>
internal interface IRunBarrier
{
    /// <summary>Announces that the slice has reached a stage, and waits until all nodes have.</summary>
    /// <returns>For <see cref="RunStage.Ready"/> the timestamp of this machine at which the clock starts; null for the other stages.</returns>
    Task<long?> SignalAndWaitAsync(RunStage stage, CancellationToken ct);
}

/// <summary>The stages of a slice at which the nodes wait for each other. So no node's other commands are between the
/// samples of another one.</summary>
internal enum RunStage
{
    /// <summary>The keys are empty.</summary>
    Prepared,

    /// <summary>The server was sampled before the clock.</summary>
    Ready,

    /// <summary>The clock has stopped.</summary>
    Executed,

    /// <summary>The server was sampled after the clock.</summary>
    Sampled,
}
