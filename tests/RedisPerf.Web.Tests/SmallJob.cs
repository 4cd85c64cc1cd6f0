namespace RedisPerf.Web.Tests;

/// <summary>Requests for the embedded target, which is on every machine.</summary>
internal static class SmallJob
{
    /// <summary>Nine runs: two strategies and the floor, a warm-up and two rounds.</summary>
    public const string Json = """
        { "benchmark": "insert", "strategies": ["batch", "multi-exec"], "targets": ["embedded"], "runs": 2, "seed": 7, "note": "small",
          "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
        """;

    /// <summary>Two runs, for a test that requires only a completed job.</summary>
    public const string ShortJson = """
        { "benchmark": "insert", "strategies": ["batch"], "targets": ["embedded"], "runs": 1, "warmups": 0, "options": { "items": 60, "payloadBytes": 500, "keys": 3 } }
        """;

    /// <summary>Runs until it is cancelled or the program ends.</summary>
    public const string EndlessJson = """
        { "benchmark": "insert", "strategies": ["multi-exec"], "targets": ["embedded"], "runs": 100,
          "options": { "items": 20000, "payloadBytes": 1000, "batchSize": 1 } }
        """;
}
