using System.Text.Json.Nodes;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Ledger.Nodes;

namespace RedisPerf.Web.Tests;

/// <summary>Requests for jobs of a second or less.</summary>
internal static class SmallJob
{
    /// <summary>The redis-server of this machine, which starts in a fiftieth of the time of the embedded server; without
    /// one, the embedded server.</summary>
    public static string Target { get; } = LocalTarget.Find("")[0].IsInstalled ? LocalTarget.TargetName : EmbeddedTarget.TargetName;

    /// <summary>A node that is not of the program: a test can start jobs in its ledger as this node.</summary>
    public static NodeIdentity OtherNode { get; } = new("other", Guid.NewGuid(), "other machine");

    /// <summary>Nine runs: two strategies and the floor, a warm-up and two rounds.</summary>
    public static string Json { get; } = $$"""
        { "benchmark": "insert", "strategies": ["batch", "multi-exec"], "targets": ["{{Target}}"], "runs": 2, "seed": 7, "note": "small",
          "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
        """;

    /// <summary>Two runs, for a test that requires only a completed job.</summary>
    public static string ShortJson { get; } = $$"""
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["{{Target}}"], "runs": 1, "warmups": 0, "options": { "items": 60,
          "payloadBytes": 500, "keys": 3 } }
        """;

    /// <summary>Runs until it is cancelled or the program ends.</summary>
    public static string EndlessJson { get; } = $$"""
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["{{Target}}"], "runs": 100,
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;

    /// <summary>One of these requests with another field.</summary>
    public static string With(this string json, string field, string value) => $$"""{ "{{field}}": "{{value}}",{{json.TrimStart()[1..]}}""";

    /// <summary>A request for a node.</summary>
    public static string OnNode(this string json, string node)
    {
        var request = JsonNode.Parse(json)!;
        request["node"] = node;
        return request.ToJsonString();
    }

    /// <summary>One of these requests for another target.</summary>
    public static string On(this string json, string target) => json.Replace($"\"{Target}\"", $"\"{target}\"", StringComparison.Ordinal);
}
