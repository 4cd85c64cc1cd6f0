using System.Text.Json;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;

namespace RedisPerf.Core.Tests.Reporting.Articles;

public sealed class ComparedTableTests
{
    private static readonly PublishedArticle Insert = Catalogue.Default.Find("insert")!.Info.Article!;

    [Fact]
    public void Strategy_and_port_are_both_compared_with_the_published_row()
    {
        var job = PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000), ("lua", 3, 30_000), ("lua-as-published", 12, 495_000));

        var compared = ComparedTable.Of(Insert.Tables[0], job).ShouldNotBeNull();

        compared.Rows.Where(row => row.Published.Label.StartsWith("Lua", StringComparison.Ordinal)).Select(row => (row.Case!.Strategy, row.Ours[0]))
            .ShouldBe([("lua", 3), ("lua-as-published", 12)]);
        compared.Rows.Single(row => row.Published.Label == "gzip").Case.ShouldBeNull("the job did not run it");
    }

    [Fact]
    public void Each_side_has_shares_relative_to_its_own_first_row()
    {
        var job = PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000), ("lua", 3, 30_000));

        var lua = ComparedTable.Of(Insert.Tables[0], job)!.Rows.Single(row => row.Case?.Strategy == "lua");

        lua.OurShare.ShouldBe(1.5);
        lua.PublishedShare!.Value.ShouldBe(22.87 / 14.51, 0.0001);
    }

    [Fact]
    public void Job_of_other_sizes_is_not_compared_and_has_a_reason()
    {
        var job = PublishedJobs.Insert(1_000, ("multi-exec", 2, 1_000));

        ComparedTable.Of(Insert.Tables[0], job).ShouldBeNull();
        Insert.Tables[0].Difference(job)
            .ShouldBe("The article's results are for items 30,000; this job has items 1,000, so its results are not compared with them.");
    }

    [Fact]
    public void Job_over_a_simulated_link_is_not_compared()
    {
        var job = PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000));
        job = job with
        {
            Request = job.Request with
            { Options = new Dictionary<string, JsonElement>(job.Request.Options) { ["linkRoundTrip"] = JsonSerializer.SerializeToElement(10) } }
        };

        ComparedTable.Of(Insert.Tables[0], job).ShouldBeNull();
        Insert.Tables[0].Difference(job).ShouldBe("This job ran over a simulated link, so its results are not compared with those of the article.");
    }

    [Fact]
    public void Each_target_has_its_own_first_row()
    {
        var job = PublishedJobs.Insert(30_000, ["embedded", "local"], ("multi-exec", 2, 30_000), ("batch", 1, 30_000));

        var batch = ComparedTable.Of(Insert.Tables[0], job)!.Rows.Where(row => row.Case?.Strategy == "batch").ToArray();

        batch.Select(row => row.Case!.Target).ShouldBe(["embedded", "local"]);
        batch.ShouldAllBe(row => row.OurShare == 0.5);
    }

    [Fact]
    public void Job_with_the_port_proves_the_amplification_of_the_script()
    {
        Func<JobDocument, string?> proof = Insert.Corrections[0].ProofBy;

        proof(PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000), ("lua-as-published", 12, 495_000)))
            .ShouldBe("Measured: the port of its code wrote 16.5× the expected number of fields.");
        proof(PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000))).ShouldBeNull();
    }

    [Fact]
    public void Compares_only_the_points_of_the_job()
    {
        var table = new PublishedTable(
            "seconds",
            [new("time", "s") { Ours = summary => summary.Mean }],
            [
                new("batch", 3m) { Strategies = ["batch"] },
                new("batch", 4m) { Strategies = ["batch"], Point = 1_000 },
            ]);

        ComparedTable.Of(table, PublishedJobs.Insert(60, ("batch", 1, 60)))!.Rows.ShouldHaveSingleItem().Published.Point.ShouldBeNull();
    }

    [Fact]
    public void Rows_with_points_become_a_line_per_label()
    {
        var table = new PublishedTable(
            "ms per call",
            [new("rate", "calls/s"), new("time", "ms") { SecondsPerUnit = 0.001 }],
            [
                new("MGET", 10m, 40m) { Strategies = ["batch"], Point = 100 },
                new("MGET", 50m, 20m) { Strategies = ["batch"], Point = 1 },
                new("GET", 50m, 20m) { Strategies = ["single"], Point = 1 },
            ]);

        var line = table.Lines(PublishedJobs.Insert(60, ("batch", 1, 60)).Request).ShouldHaveSingleItem("the job has no other strategy of the table");

        line.Label.ShouldBe("published: MGET");
        line.Strategy.ShouldBe("batch");
        line.Points.Select(point => (point.Point, point.Seconds)).ShouldBe([(1, 0.02), (100, 0.04)]);
    }
}
