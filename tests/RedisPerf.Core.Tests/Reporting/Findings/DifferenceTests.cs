using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;

namespace RedisPerf.Core.Tests.Reporting.Findings;

public sealed class DifferenceTests
{
    private static readonly JobDocument Base = Samples.Completed;

    [Fact]
    public void Same_job_has_no_differences() => Difference.Between(Base, Base, null).ShouldBeEmpty();

    [Fact]
    public void Lists_all_differences_of_the_machine()
    {
        var with = Base with
        {
            Environment = Base.Environment! with
            {
                Machine = "bench-2",
                Cores = 8,
                Memory = 68_000_000_000,
                Os = "Linux 6.12",
                Runtime = ".NET 10.0.2",
                Client = "StackExchange.Redis 3.4.35",
                Version = "0.2.0",
            },
        };

        Difference.Between(Base, with, null).ShouldBe(
            [
                new("machine", "bench-1", "bench-2"),
                new("cores", "2", "8"),
                new("memory", "25.3 GB", "68.0 GB"),
                new("system", "Linux 6.1", "Linux 6.12"),
                new("runtime", ".NET 10.0.1", ".NET 10.0.2"),
                new("client", "StackExchange.Redis 2.13.17", "StackExchange.Redis 3.4.35"),
                new("RedisPerf", "0.1.0", "0.2.0"),
            ]);
    }

    [Fact]
    public void Lists_all_differences_of_the_engine()
    {
        var with = On(new("embedded", "Valkey", "8.1.0", 0.0009, new Dictionary<string, string> { ["appendonly"] = "yes", ["io-threads"] = "4" }));

        Difference.Between(Base, with, null).ShouldBe(
            [
                new("engine of embedded", "Garnet 2.2.5", "Valkey 8.1.0"),
                new("round trip of embedded", "0.0600 ms", "0.900 ms"),
                new("appendonly of embedded", "no", "yes"),
                new("save of embedded", "none", "not reported"),
                new("io-threads of embedded", "not reported", "4"),
            ]);
    }

    [Fact]
    public void Ignores_a_small_difference_of_the_round_trip()
    {
        var target = Base.Environment!.Targets[0];

        Difference.Between(Base, On(target with { RoundTrip = 0.00015 }), null).ShouldBeEmpty();
        Difference.Between(Base, On(target with { RoundTrip = 0.0004 }), null).ShouldBeEmpty();
        Difference.Between(Base, On(target with { RoundTrip = null }), null).ShouldBeEmpty();
    }

    [Fact]
    public void Lists_another_disk_and_ignores_its_time()
    {
        var target = Base.Environment!.Targets[0] with { Disk = new("/dev/sda1", "ext4", 0.0004) };
        var @base = On(target);

        Difference.Between(@base, On(target with { Disk = target.Disk with { SyncSeconds = 0.004 } }), null).ShouldBeEmpty();
        Difference.Between(@base, On(target with { Disk = new("/dev/sdb1", "xfs", 0.0004) }), null).ShouldBe(
            [new("disk of embedded", "ext4 on /dev/sda1", "xfs on /dev/sdb1")]);
        Difference.Between(Base, @base, null).ShouldBe([new("disk of embedded", "not reported", "ext4 on /dev/sda1")]);
    }

    [Fact]
    public void Lists_another_target_and_its_differences()
    {
        var with = On(Base.Environment!.Targets[0] with { Name = "local", Engine = "Redis", Version = "7.0.15" });

        Difference.Between(Base, with with { Request = with.Request with { Targets = ["local"] } }, null).ShouldBe(
            [new("targets", "embedded", "local"), new("engine", "Garnet 2.2.5", "Redis 7.0.15")]);
    }

    [Fact]
    public void Compares_options_of_both_jobs()
    {
        var with = Base with
        {
            Request = Base.Request with
            {
                Options = new Dictionary<string, JsonElement>
                { ["items"] = JsonSerializer.SerializeToElement(1_000), ["keys"] = JsonSerializer.SerializeToElement(3) }
            },
        };

        Difference.Between(Base, with, null).ShouldBe(
            [new("items", "30000", "1000"), new("compressionLevel", "optimal", "–"), new("keys", "–", "3")]);
        Difference.Between(Base, with, Catalogue.Default.Find("insert")!.Info).Select(difference => difference.Label)
            .ShouldBe(["hash fields in total", "gzip level", "hashes"]);
    }

    [Fact]
    public void Job_that_did_not_start_has_no_environment() =>
        Difference.Between(Base, Base with { Environment = null }, null).ShouldBe([new("environment", "known", "unknown")]);

    private static JobDocument On(TargetEnvironment target) => Base with { Environment = Base.Environment! with { Targets = [target] } };
}
