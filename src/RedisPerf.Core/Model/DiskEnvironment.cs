namespace RedisPerf.Core.Model;

/// <summary>The disk to which a started server writes.</summary>
/// <param name="Device">For example <c>/dev/sda1</c>; null when the system does not report it.</param>
/// <param name="FileSystem">For example <c>ext4</c>; null when the system does not report it.</param>
/// <param name="SyncSeconds">Median time of an append of 4 KB and its flush to the disk: the floor of a durable write.</param>
public sealed record DiskEnvironment(string? Device, string? FileSystem, double SyncSeconds);
