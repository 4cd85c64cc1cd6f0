using RedisPerf.Core.Model;
using StackExchange.Redis;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>One strategy with one value of each option. For each run, or each slice of it, the runner calls Setup, Execute, Count, Verify and
/// Teardown once, in this order; only <see cref="ExecuteAsync"/> is on the clock. One job runs a case on one target at a time.</summary>
public abstract class Case(StrategyInfo strategy)
{
    public StrategyInfo Strategy { get; } = strategy;

    /// <summary>Required capabilities of the target. The options can require more than the strategy.</summary>
    public virtual IReadOnlyList<string> Needs => Strategy.Needs;

    /// <summary>Required capabilities that only some values of the options need: other values of the same strategy can be measured without
    /// them.</summary>
    public virtual IReadOnlyList<string> NeedsOfValues => [];

    /// <summary>The values of the options that the job varies and that affect the strategy.</summary>
    public Coordinates At { get; set; } = Coordinates.None;

    /// <summary>The parts of a run, each of the same shape and with a part of the case's keys. The runner measures them one by one, in
    /// turns with those of the other cases; the time of the run is their sum. Empty when a run is measured as a whole.</summary>
    public IReadOnlyList<Case> Slices { get; set; } = [];

    /// <summary>The shares of the nodes that measure together: parts of about the same size, each writing its own keys. Empty when one node
    /// measures. A case with slices has none itself; each slice has them.</summary>
    public IReadOnlyList<Case> Shares { get; set; } = [];

    /// <summary>What the next run measures in a job with a <see cref="CaseSearch"/>, set before each run; null in other jobs.</summary>
    public int? Probe { get; set; }

    /// <summary>Data that the case reads and shares with other cases; null when a run reads only the data from its Setup.</summary>
    public virtual SharedData? Shared => null;

    /// <summary>The keys that a run writes. They get an expiry after the run; empty when a run writes none.</summary>
    public virtual IEnumerable<RedisKey> WrittenKeys => [];

    /// <summary>Whether the strategies set an expiry themselves, which the verification reads: the runner then sets none.</summary>
    public virtual bool HasOwnExpiry => false;

    /// <summary>Bytes of the values that the last execution read from the server, which must have sent at least as many.</summary>
    public virtual long ReadBytes => 0;

    /// <summary>Number of arguments of its longest command, including the command name; 0 when it is short for all options.</summary>
    public virtual long MaxCommandWords => 0;

    /// <summary>The options that make its commands and their replies smaller, for the reason of a run that reaches a limit of the
    /// server.</summary>
    public virtual IReadOnlyList<string> SizeOptions => ["payloadBytes"];

    /// <summary>Why the case cannot run with the payload of its job; null when it can.</summary>
    public virtual Reason? Unsupported => null;

    /// <summary>Number of connections of a run. The runner opens them before the clock starts; the verification and the teardown have one.</summary>
    public virtual int Connections => 1;

    /// <summary>Maximum time from queueing a command to its reply. Bytes in flight are bounded, so the default does not depend on the job's
    /// size. Only code that queues a whole job at once needs more.</summary>
    public virtual TimeSpan ResponseTimeout => TimeSpan.FromSeconds(30);

    /// <summary>The time-out of each call of the client, for a case that counts time-outs; null: <see cref="ResponseTimeout"/>.</summary>
    public virtual TimeSpan? CallTimeout => null;

    /// <summary>Whether the thread pool is a part of the measurement, so that its delays, and replies that wait for it, do not disturb a
    /// run.</summary>
    public virtual bool MeasuresThreadPool => false;

    /// <summary>Whether a run disturbs its server itself. Then a lost connection does not end it, and what the probes find on the server does
    /// not mark it.</summary>
    public virtual bool DisturbsServer => false;

    /// <summary>Whether a run of the job may start the server again, so that its run ID changes.</summary>
    public virtual bool AllowsRestart => false;

    /// <summary>Creates the case of a workload, with the shares of the nodes that measure it together.</summary>
    /// <param name="whole">The workload.</param>
    /// <param name="shares">The workload of each node; empty when one node measures.</param>
    public static Case Create<T>(Func<T, Case> create, T whole, IEnumerable<T> shares)
    {
        var item = create(whole);
        item.Shares = [.. shares.Select(create)];
        return item;
    }

    /// <summary>Empties the keys and loads the scripts. The payloads exist since the start of the job, and the connection is already open.</summary>
    public abstract Task SetupAsync(CaseContext context, CancellationToken ct);

    /// <summary>The measured work of the strategy, and nothing else.</summary>
    public abstract Task ExecuteAsync(CaseContext context, CancellationToken ct);

    /// <summary>Counts the written data right after the clock, over a connection of the run.</summary>
    /// <exception cref="VerificationException">A count differs.</exception>
    public virtual Task CountAsync(CaseContext context, CancellationToken ct) => Task.CompletedTask;

    /// <summary>Reads the data back over a new connection.</summary>
    /// <exception cref="VerificationException">A count or a sample differs.</exception>
    public abstract Task VerifyAsync(CaseContext context, CancellationToken ct);

    /// <summary>Removes the run's own keys, in any state.</summary>
    public abstract Task TeardownAsync(CaseContext context, CancellationToken ct);
}
