using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;

namespace RedisPerf.Core.Model;

/// <summary>A job with its cases, as the API, the events, the reports and the command line give it: the only representation of a job.</summary>
public sealed record JobDocument : Job, IJsonOnDeserialized
{
    private IReadOnlyList<CaseResult> _cases = [];

    public JobDocument()
    {
    }

    [SetsRequiredMembers]
    private JobDocument(Job job)
        : base(job) => Cases = [];

    [JsonPropertyOrder(2), JsonRequired]
    public string Benchmark { get => Request.Benchmark; init => Request = (Request ?? JobRequest.None) with { Benchmark = value }; }

    /// <inheritdoc cref="JobRequest.Title"/>
    [JsonPropertyOrder(3)]
    public string? Title { get => Request.Title; init => Request = (Request ?? JobRequest.None) with { Title = value }; }

    /// <summary>1 is next; null unless queued.</summary>
    [JsonPropertyOrder(12)]
    public int? QueuePosition { get; init; }

    /// <summary>An estimate from the earlier jobs on this machine; null without an estimate, and unless queued.</summary>
    [JsonPropertyOrder(13)]
    public DateTimeOffset? ExpectedStart { get; init; }

    /// <summary>The range of <see cref="ExpectedStart"/>; null without it.</summary>
    [JsonPropertyOrder(13), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public StartRange? ExpectedStartRange { get; init; }

    /// <summary>Why no node can start the job now; null when one can, and unless queued.</summary>
    [JsonPropertyOrder(14)]
    public JobWait? Waiting { get; init; }

    /// <summary>In the order of the requested strategies, the floor last.</summary>
    [JsonPropertyOrder(22)]
    public required IReadOnlyList<CaseResult> Cases { get => _cases; init => _cases = value; }

    /// <summary>In a document of an earlier version, a case has a point of an option that its benchmark names. A file from a user can have
    /// a null, which its reader refuses.</summary>
    void IJsonOnDeserialized.OnDeserialized() =>
        _cases = _cases?.Select(@case => @case is null ? @case! : @case with { At = EarlierVersion.Resolve(@case.At, Benchmark) }).ToArray()!;

    /// <summary>Where strategies become faster than their baseline along the axes of numbers, or stop being faster.</summary>
    [JsonPropertyOrder(23)]
    public IReadOnlyList<CaseCrossover> Crossovers { get; init; } = [];

    /// <summary>The profiles of its cases; null where they were not requested, because they are large.</summary>
    [JsonPropertyOrder(24), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<CaseProfile>? Profiles { get; init; }

    /// <summary>The document of a job in a list, where its cases are not read.</summary>
    public static JobDocument WithoutCases(Job job) => new(job)
    {
        Progress = job is { HasEnded: true, Progress: { } last } ? last with { Current = null, SecondsLeft = null } : job.Progress,
    };
}

/// <summary>A queued job that no active node can start.</summary>
public sealed record JobWait
{
    /// <summary>The missing node or nodes.</summary>
    public required Reason Reason { get; init; }
}

/// <summary>When a queued job is expected to start.</summary>
/// <param name="Earliest">When all jobs before it are short.</param>
/// <param name="Latest">When all jobs before it are long.</param>
public sealed record StartRange(DateTimeOffset Earliest, DateTimeOffset Latest);
