namespace RedisPerf.Core.Targets;

/// <summary>Memory that a job may fill.</summary>
/// <param name="Bytes">Null when it is not known.</param>
/// <param name="SharedWithClient">True where the server runs on this machine, so that the client's own need counts against it too.</param>
public readonly record struct MemoryRoom(long? Bytes, bool SharedWithClient);
