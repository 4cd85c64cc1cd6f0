using RedisPerf.Core.Model;
using RedisPerf.Core.Targets;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Tests.Background;

public sealed class ResumptionTests
{
    [Fact]
    public void The_cores_of_a_pinned_job_are_compared_when_its_servers_and_workers_start()
    {
        var before = ThisMachine.CreateEnvironment([]) with { Pinning = new("0-1", "2-3") };
        var job = JobDocument.WithoutCases(Job.Create(Request(), RequestedBy.Api, DateTimeOffset.UnixEpoch)) with { Environment = before };

        Resumption.FindDifference(job, Resumption.Expected(job, before)).ShouldBeNull();
        Resumption.FindDifference(job, before with { Pinning = new("0", "1") })!.Args["what"].ShouldBe("cores of the servers");
        Resumption.FindDifference(job, before with { Pinning = null })!.Args["after"].ShouldBe("all");
    }

    [Fact]
    public void A_job_does_not_continue_on_another_machine_or_version()
    {
        var before = ThisMachine.CreateEnvironment([]) with { Machine = "first", Version = "1.0.0" };
        var job = JobDocument.WithoutCases(Job.Create(Request(), RequestedBy.Api, DateTimeOffset.UnixEpoch)) with { Environment = before };

        Resumption.FindDifference(job, before with { Machine = "second" }).ShouldBe(Changed("machine", "first", "second"));
        Resumption.FindDifference(job, before with { Version = "1.0.1" }).ShouldBe(Changed("RedisPerf", "1.0.0", "1.0.1"));
        Resumption.FindDifference(job, before with { Cores = before.Cores + 1 })!.Args["what"].ShouldBe("cores");
        Resumption.FindDifference(job with { Environment = null }, before with { Machine = "second" })
            .ShouldBeNull("a job without a run continues on each machine");

        static Reason Changed(string what, string before, string after) =>
            Reason.Of(ReasonCode.EnvironmentChanged, ("what", what), ("before", before), ("after", after));
    }

    private static JobRequest Request() => new()
    {
        Benchmark = "insert",
        Strategies = ["batch"],
        Targets = ["local"],
        Options = new Dictionary<string, System.Text.Json.JsonElement>(),
        Runs = 1,
        Warmups = 0,
        Seed = 1
    };
}
