using System.Text.Json;

namespace RedisPerf.Web.Api;

/// <summary>What <c>POST /api/jobs</c> takes, for the description of the API; the body itself is read field by field, so that each error names its field.</summary>
internal sealed record JobRequestBody(
    string Benchmark,
    IReadOnlyList<string>? Strategies,
    IReadOnlyDictionary<string, JsonElement>? Options,
    IReadOnlyList<string>? Targets,
    string? Baseline,
    int? Runs,
    int? Warmups,
    long? Seed,
    string? Note);
