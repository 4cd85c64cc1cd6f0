using RedisPerf.Core.Model;

namespace RedisPerf.Core.Tests.Benchmarks.ListPush;

/// <summary><c>list-push</c> under the contract test.</summary>
public sealed class ListPushSample : ContractSample
{
    public override string Benchmark => "list-push";

    public override string SmallJob => """{"items": 1234, "bulkSizes": "10, 617, 1000", "firstCalls": 5}""";

    public override string LongJob(string strategy) => """{"items": 200000, "bulkSizes": "2"}""";

    public override void Check(string strategy, Run run)
    {
        run.Operations.ShouldBe(1234);
        // 10 of one digit, 90 of two, 900 of three, 234 of four.
        run.PayloadBytes.ShouldBe(10 + (90 * 2) + (900 * 3) + (234 * 4));
        if (strategy == "rpush-pipelined")
        {
            run.Figures.ShouldBeNull("no push waits for its reply, so none has a time of its own");
            return;
        }

        run.Figures!["push1"].ShouldBeGreaterThan(0);
        run.Figures["firstLongest"].ShouldBeGreaterThanOrEqualTo(run.Figures["firstMedian"]);
    }
}
