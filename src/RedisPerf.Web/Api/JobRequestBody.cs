using System.Text.Json;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;

namespace RedisPerf.Web.Api;

/// <summary>The body of <c>POST /api/jobs</c>, for the description of the API; the body itself is read field by field, so that each
/// error names its field.</summary>
internal sealed record JobRequestBody(
    string Benchmark,
    IReadOnlyList<string>? Strategies,
    IReadOnlyDictionary<string, JsonElement>? Options,
    IReadOnlyList<string>? Targets,
    IReadOnlyList<string>? Clients,
    string? Baseline,
    int? Runs,
    RunUntil? Until,
    double? BudgetSeconds,
    int? Warmups,
    int? Slices,
    Verification? Verify,
    long? Seed,
    string? Payload,
    string? Node,
    NodeLoss? OnNodeLoss,
    int? LoadFrom,
    bool? Profile,
    string? Note)
{
    /// <summary>The body that creates the same request again.</summary>
    public static JobRequestBody Of(JobRequest request, string? note) =>
        RequestFields.BodyOf(request, note).Deserialize<JobRequestBody>(ModelJson.Options)!;
}
