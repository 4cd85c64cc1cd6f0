using Hangfire;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>Offers the queued jobs to the nodes that may measure them. Each of them gets a Hangfire job, and the first free one takes the
/// job in the ledger. A node that finds no job does nothing.</summary>
public sealed class JobOffers(IJobPlacement placement, NodeIdentity here, IBackgroundJobClientV2 hangfire)
{
    private int _answers;

    /// <summary>Whether this node looks for a job now, waits for its machine, or executes a job.</summary>
    public bool IsAnswering => Volatile.Read(ref _answers) > 0;

    /// <summary>Answers an offer until the result is disposed.</summary>
    public IDisposable Answer()
    {
        Interlocked.Increment(ref _answers);
        return new Answering(this);
    }

    /// <summary>Offers a job to each active node that may measure it.</summary>
    public async Task OfferAsync(Job job, CancellationToken ct)
    {
        foreach (var node in await placement.NodesForAsync(job, ct))
        {
            Offer(node, job);
        }
    }

    /// <summary>Offers a job to this node.</summary>
    public void OfferHere(Job job) => Offer(here.Name, job);

    /// <inheritdoc cref="IJobPlacement.FirstAsync"/>
    public Task<Job?> FirstAsync(Func<Job, bool>? isEligible, CancellationToken ct) => placement.FirstAsync(isEligible, ct);

    private void Offer(string node, Job job) => hangfire.Enqueue<MeasuringJob>(
        QueueNames.MeasurementQueue(node), measuring => measuring.RunAsync(job.Request.Benchmark, string.Join(", ", job.Request.Targets)));

    private sealed class Answering(JobOffers offers) : IDisposable
    {
        public void Dispose() => Interlocked.Decrement(ref offers._answers);
    }
}
