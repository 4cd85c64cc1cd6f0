using RedisPerf.Core.Benchmarks.Connections;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.Connections;

/// <summary>The contract test's sample of <c>connections</c>.</summary>
public sealed class ConnectionsSample : ContractSample
{
    public override string Benchmark => "connections";

    public override (string Option, string[] Values) Axis => ("keys", ["20", "60"]);

    public override string SmallJob =>
        """{"connections": "1, 3", "commandsInFlight": 7, "payloadBytes": 77, "items": 1234, "keys": 37, "readShare": 60}""";

    public override string LongJob(string strategy) => """{"connections": "3", "commandsInFlight": 16, "items": 100000, "keys": 500}""";

    public override string SizesJob =>
        """{"connections": "1, 3", "commandsInFlight": 7, "sizes": "20 50%, 1 KB 40%, 20 KB 10%", "items": 1234, "keys": 137, "readShare": 60}""";

    public override void CheckSizes(string strategy, Run run, JobRequest request) =>
        CheckBytes(strategy, run, new(request.OptionsAt<ConnectionsOptions>(Coordinates.None), "test:"));

    public override void CheckPayload(string strategy, Run run, IReadOnlyList<byte[]> values) =>
        CheckBytes(strategy, run, new(OptionsOf<ConnectionsOptions>(SmallJob), "test:", values));

    // A write of the mix may or may not precede a read.
    private static void CheckBytes(string strategy, Run run, ConnectionsWorkload workload)
    {
        var operations = Enumerable.Range(0, 1234).Select(workload.Operation).ToArray();
        run.PayloadBytes!.Value.ShouldBeInRange(
            operations.Sum(operation => Bytes(operation, Math.Min)), operations.Sum(operation => Bytes(operation, Math.Max)));

        long Bytes(PlannedOperation operation, Func<int, int, int> ofBoth)
        {
            var (loaded, written) = (workload.Values.Loaded(operation.Key).Length, workload.Values.Written(operation.Key).Length);
            return strategy == "set" || (strategy == "mixed" && !operation.IsRead) ? written : strategy == "get" ? loaded : ofBoth(loaded, written);
        }
    }

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(1234);
        run.PayloadBytes.ShouldBe(1234 * 77);
        run.Figures!["p50"].ShouldBeInRange(1e-6, run.Seconds!.Value);
        run.Figures["p99"].ShouldBeInRange(run.Figures["p50"], run.Seconds!.Value);
        run.Figures.ContainsKey("p999").ShouldBeFalse("1,234 operations do not support it");
    }
}
