using RedisPerf.Core.Model;

namespace RedisPerf.Core.Benchmarks.Contract;

/// <summary>Data volume and memory of one run of the largest case of a request, in bytes.</summary>
/// <param name="PayloadBytes">Payload bytes before encoding.</param>
/// <param name="ServerMemoryBytes">Peak memory of the server.</param>
/// <param name="ClientMemoryBytes">Memory of this process in addition to its idle size.</param>
/// <param name="SizeOption">The option that reduces the size.</param>
public sealed record JobEstimate(long PayloadBytes, long ServerMemoryBytes, long ClientMemoryBytes, string SizeOption)
{
    /// <summary>Number of keys over which the memory of the server is about equally divided. A cluster distributes keys, so 1 means that a
    /// single shard may store all.</summary>
    public long Keys { get; init; } = 1;

    /// <summary>The part of the client memory that this process keeps for the whole job, such as generated documents.</summary>
    public long KeptBytes { get; init; }

    /// <summary>Equal for the combinations of a job that share the kept data; null when it has none.</summary>
    public object? Data { get; init; }

    /// <summary>Whether the server keeps the data for the whole job, because several runs read it.</summary>
    public bool IsKept { get; init; }

    /// <summary>The estimate of a job that varies options: that of the largest case, with the data that it keeps for the others.</summary>
    /// <param name="variants">The estimate of each combination; at least one.</param>
    public static JobEstimate Combine(IReadOnlyCollection<JobEstimate> variants)
    {
        var kept = variants.DistinctBy(each => (each.Data, each.KeptBytes)).Sum(each => each.KeptBytes);
        var max = variants.MaxBy(each => each.ServerMemoryBytes)!;
        return max with
        {
            PayloadBytes = variants.Max(each => each.PayloadBytes),
            ServerMemoryBytes = max.IsKept
                ? variants.DistinctBy(each => (each.Data, each.ServerMemoryBytes)).Sum(each => each.ServerMemoryBytes)
                : max.ServerMemoryBytes,
            ClientMemoryBytes = variants.Max(each => each.ClientMemoryBytes - each.KeptBytes) + kept,
            KeptBytes = kept,
        };
    }

    /// <summary>The estimate of a job with its clients, of which each has its own process, and the servers of a target that keep data at the
    /// same time.</summary>
    public JobEstimate ForRequest(JobRequest request) => this with
    {
        ClientMemoryBytes = ClientMemoryBytes * Math.Max(1, request.Clients.Count),
        ServerMemoryBytes = IsKept ? ServerMemoryBytes * (request.Servers.Count() / Math.Max(1, request.Targets.Count)) : ServerMemoryBytes,
    };
}
