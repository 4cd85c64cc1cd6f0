using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>Where the time of a case went: one additional run, profiled and not measured. It is in no summary.</summary>
/// <param name="Case">The case.</param>
/// <param name="Client">The process of its worker.</param>
/// <param name="Server">The processes of its server.</param>
public sealed record CaseProfile(CaseKey Case, ProcessProfile Client, ProcessProfile Server)
{
    /// <summary>A case without a profile.</summary>
    public static CaseProfile Without(CaseKey key, Reason reason) => new(key, ProcessProfile.Without(reason), ProcessProfile.Without(reason));
}

/// <summary>The stacks of one side of a profiled run.</summary>
public sealed record ProcessProfile
{
    /// <summary>Why there are no stacks; null when there are.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Reason? Missing { get; init; }

    /// <summary>The program that took the samples: <c>EventPipe</c> or <c>perf</c>; null without stacks.</summary>
    public string? Sampler { get; init; }

    /// <summary>Seconds of the run that were sampled.</summary>
    public double Seconds { get; init; }

    /// <summary>Number of samples, without those of waiting threads.</summary>
    public long Samples { get; init; }

    /// <summary>Folded stacks: for each stack a line with its frames from the outermost one on, separated by semicolons, a space, and its time
    /// in microseconds of a thread. It is the format of flame graphs.</summary>
    public string Stacks { get; init; } = "";

    /// <summary>The types with the most allocated bytes, the largest first; empty for a server.</summary>
    public IReadOnlyList<AllocatedType> Allocations { get; init; } = [];

    /// <summary>A side without stacks.</summary>
    public static ProcessProfile Without(Reason reason) => new() { Missing = reason };
}

/// <summary>The allocations of a type during a profiled run.</summary>
/// <param name="Type">Its name.</param>
/// <param name="Bytes">An estimate from samples: the runtime reports one allocation in about 100 KB.</param>
public sealed record AllocatedType(string Type, long Bytes);
