using System.Text.Json;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Ledger.Tests;

/// <summary>The best medians of earlier jobs, for the spark line.</summary>
public abstract class TrendTests(LedgerStorage storage) : LedgerTest(storage)
{
    public sealed class OnSqlite() : TrendTests(new SqliteStorage());

    [Fact]
    public async Task A_trend_has_the_last_twenty_comparable_jobs_up_to_the_job_itself()
    {
        for (var number = 1; number <= 25; number++)
        {
            await EndAsync(number, number + 0.25);
        }

        var trends = (await Ledger.ListAsync(new(), Ct)).Jobs.Select(job => job.Trend).ToArray();

        trends[0].ShouldBe(Enumerable.Range(6, 20).Select(number => number + 0.25));
        trends[10].ShouldBe(Enumerable.Range(1, 15).Select(number => number + 0.25));
        trends[24].ShouldBe([1.25]);
    }

    [Fact]
    public async Task Only_jobs_with_the_same_request_and_best_case_are_comparable()
    {
        await EndAsync(1, 1);
        await EndAsync(2, 2, options: """{ "items": 5 }""");
        await EndAsync(3, 3, targets: ["here"]);
        await EndAsync(4, 4, winner: "slow");
        await EndAsync(5, 5, point: 10);
        await EndAsync(6, 6, targets: ["there", "here"]);
        await EndAsync(7, 7, runs: 9);

        var trends = (await Ledger.ListAsync(new(), Ct)).Jobs.Select(job => job.Trend).Reverse().ToArray();

        trends.Select(trend => trend.Count).ShouldBe([1, 1, 1, 1, 1, 2, 3]);
        trends[^1].ShouldBe([1, 6, 7], "neither the order of the targets nor the number of runs makes jobs different");
    }

    [Fact]
    public async Task Jobs_of_different_machines_or_nodes_are_in_no_common_trend()
    {
        var (here, there) = (SampleBenchmark.Environment, SampleBenchmark.Environment with { Machine = "another" });
        LoadNode[] nodes = [new("a", here.Machine, 2), new("b", there.Machine, 2)];
        await EndAsync(1, 1, environment: here);
        await EndAsync(2, 2, environment: there);
        await EndAsync(3, 3, environment: here with { LoadNodes = nodes });
        await EndAsync(4, 4, environment: here);
        await EndAsync(5, 5, environment: there);
        await EndAsync(6, 6, environment: there with { LoadNodes = [.. nodes.Reverse()] });

        var trends = (await Ledger.ListAsync(new(), Ct)).Jobs.Select(job => job.Trend).Reverse().ToArray();

        trends.ShouldBe([[1], [2], [3], [1, 4], [2, 5], [3, 6]]);
    }

    [Fact]
    public async Task A_job_with_another_payload_is_in_no_common_trend()
    {
        PayloadDescription one = Payload("one", 'a'), renamed = Payload("renamed", 'a'), other = Payload("one", 'b');
        await EndAsync(1, 1, payload: one);
        await EndAsync(2, 2, payload: other);
        await EndAsync(3, 3);
        await EndAsync(4, 4, payload: renamed);
        await EndAsync(5, 5, payload: other);

        var trends = (await Ledger.ListAsync(new(), Ct)).Jobs.Select(job => job.Trend).Reverse().ToArray();

        trends.ShouldBe([[1], [2], [3], [1, 4], [2, 5]]);
    }

    [Fact]
    public async Task A_job_without_a_best_case_is_in_no_trend()
    {
        await EndAsync(1, 1);
        var failed = await RunningAsync(2);
        await RecordAsync(failed, new JobEvent.Ended(JobState.Failed, Reason.FromText("It broke.")));
        await QueuedAsync(3);
        await EndAsync(4, 4);

        (await Ledger.ListAsync(new(), Ct)).Jobs.Select(job => job.Trend.Count).ShouldBe([2, 0, 0, 1]);
    }

    [Fact]
    public async Task A_trend_reflects_excluded_runs_and_imported_jobs()
    {
        var job = await RunningAsync();
        var disturbed = SampleBenchmark.Ran("quick", 2, 9);
        await RecordAsync(job, SampleBenchmark.Ran("quick", 1, 1),
            disturbed with { Run = disturbed.Run with { Disturbed = [Reason.FromText("Others were served.")] } },
            new JobEvent.Ended(JobState.Completed, null));
        var imported = SampleBenchmark.Job(Now.AddSeconds(5)) with { State = JobState.Completed };
        await JobImport.RunAsync(
            Setting, Folder, JobDocuments.Create(imported, [SampleBenchmark.Ran("quick", 1, 3)], null), SampleBenchmark.Catalogue, Ct);
        (await Ledger.ListAsync(new(), Ct)).Jobs[0].Trend.ShouldBe([5, 3]);

        await Ledger.ExcludeDisturbedRunsAsync(job.Id, exclude: true, Ct);

        (await Ledger.ListAsync(new(), Ct)).Jobs[0].Trend.ShouldBe([1, 3]);
    }

    private static PayloadDescription Payload(string name, char hash) => new()
    {
        Source = PayloadSource.File,
        Hash = new(hash, 64),
        Name = name,
        Values = 1,
        TotalBytes = 10,
        MinimumBytes = 10,
        MedianBytes = 10,
        P90Bytes = 10,
        MaximumBytes = 10,
        GzipRatio = 1,
    };

    private async Task EndAsync(int second, double seconds, string winner = "quick", string? options = null, string[]? targets = null,
        long? point = null, int runs = 2, JobEnvironment? environment = null, PayloadDescription? payload = null)
    {
        var request = SampleBenchmark.Request with
        {
            Options = JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(options ?? "{}")!,
            Targets = targets ?? SampleBenchmark.Request.Targets,
            Runs = runs,
            Payload = payload,
        };
        var job = SampleBenchmark.Job(Now.AddSeconds(second)) with { Request = request };
        await Ledger.EnqueueAsync(job, int.MaxValue, Ct);
        await Ledger.StartAsync(job.Id, Node, () => Now, [], Ct);
        await RecordAsync(job, environment is null ? [] : [new JobEvent.Started(environment)]);
        await RecordAsync(job, [.. Enumerable.Range(1, runs).Select(round => SampleBenchmark.Ran(winner, round, seconds, point: point)),
            new JobEvent.Ended(JobState.Completed, null)]);
    }
}
