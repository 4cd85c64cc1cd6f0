namespace RedisPerf.Ledger.Nodes;

/// <summary>One of the RedisPerf processes that share a ledger.</summary>
/// <param name="Name">The name that a job can request.</param>
/// <param name="Instance">A new one at each start of the process.</param>
/// <param name="MachineId">Equal for all processes on one machine, in containers too.</param>
public sealed record NodeIdentity(string Name, Guid Instance, string MachineId);
