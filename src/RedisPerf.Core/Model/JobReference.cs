namespace RedisPerf.Core.Model;

/// <summary>The fields of a job that identify it in a list of other jobs' cases.</summary>
public sealed record JobReference(
    Guid Id, long? Number, string? Title, string Benchmark, JobState State, string? Note, DateTimeOffset CreatedAt,
    DateTimeOffset? StartedAt, IReadOnlyList<string> Targets)
{
    public static JobReference Of(JobDocument document) =>
        new(document.Id, document.Number, document.Title, document.Benchmark, document.State, document.Note, document.CreatedAt,
            document.StartedAt, document.Request.Targets);
}
