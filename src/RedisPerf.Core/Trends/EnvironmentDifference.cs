using RedisPerf.Core.Model;

namespace RedisPerf.Core.Trends;

/// <summary>One difference between two jobs, apart from their figures.</summary>
/// <param name="Aspect">The aspect that differs.</param>
/// <param name="Name">The name of the setting, option or property of the platform; null for the other aspects.</param>
/// <param name="Base">The value in the base job: seconds for a round trip, bytes for memory, a count for cores, else text; null when unknown.</param>
/// <param name="With">The value in the other job.</param>
public sealed record EnvironmentDifference(EnvironmentAspect Aspect, string? Name, object? Base, object? With)
{
    /// <summary>The target's name in both jobs; null when the aspect does not belong to a target, or when the only targets of the two jobs
    /// have different names.</summary>
    public string? Target { get; init; }
}

/// <summary>The aspects in which two jobs can differ.</summary>
public enum EnvironmentAspect
{
    Benchmark,
    Targets,

    /// <summary>One of the jobs has no environment: it failed before it had a target.</summary>
    Environment,

    /// <summary>One of the jobs has no environment of the target.</summary>
    TargetEnvironment,
    Engine,
    RoundTrip,

    /// <summary>The device and the file system of a started server that writes to disk.</summary>
    Disk,
    Setting,
    Machine,
    Cores,
    Memory,
    System,

    /// <summary>A property of <see cref="JobEnvironment.Platform"/> that both jobs have.</summary>
    Platform,
    Runtime,
    Client,

    /// <summary>The plug-ins that contain strategies of the jobs, with the start of their hashes.</summary>
    Plugins,

    /// <summary>The version of RedisPerf.</summary>
    Version,
    ServerCores,
    WorkerCores,

    /// <summary>The nodes that measured each run together.</summary>
    LoadNodes,
    Option,

    /// <summary>The values of a user, as a <see cref="PayloadDescription"/>; null for generated documents.</summary>
    Payload,
}
