using Hangfire;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Background;

/// <summary>The Hangfire server that executes the measuring jobs of this node.</summary>
public sealed class MeasuringServer(JobStorage storage, NodeIdentity node)
{
    /// <summary>Whether it runs: from shortly after the start of the program to its stop.</summary>
    public bool IsRunning => storage.GetMonitoringApi().Servers().Any(server => server.Queues.Contains(QueueNames.MeasurementQueue(node.Name)));
}
