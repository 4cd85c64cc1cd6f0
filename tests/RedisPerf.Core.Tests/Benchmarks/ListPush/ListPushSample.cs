using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.ListPush;

/// <summary>The contract test's sample of <c>list-push</c>.</summary>
public sealed class ListPushSample : ContractSample
{
    public override string Benchmark => "list-push";

    public override (string Option, string[] Values) Axis => ("items", ["617", "1100"]);

    public override string SmallJob => """{"items": 1234, "bulkSizes": "10, 617, 1000", "firstCalls": 5}""";

    public override string LongJob(string strategy) => """{"items": 200000, "bulkSizes": "2"}""";

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(1234);
        // 10 numbers with one digit, 90 with two, 900 with three, 234 with four.
        run.PayloadBytes.ShouldBe(10 + (90 * 2) + (900 * 3) + (234 * 4));
        if (strategy == "rpush-pipelined")
        {
            run.Figures.ShouldBeNull("no push waits for its reply, so single pushes have no time");
            return;
        }

        run.Figures!["push1"].ShouldBeGreaterThan(0);
        run.Figures["firstLongest"].ShouldBeGreaterThanOrEqualTo(run.Figures["firstMedian"]);
    }
}
