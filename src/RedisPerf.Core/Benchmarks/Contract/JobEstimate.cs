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

    /// <summary>Number of sweep points: the maximum number of cases of a strategy on a target.</summary>
    public int Points { get; init; } = 1;

    /// <summary>The estimate of a job that names this number of clients: each client has its own process. 0 when it names none.</summary>
    public JobEstimate ForClients(int clients) => this with { ClientMemoryBytes = ClientMemoryBytes * Math.Max(1, clients) };
}
