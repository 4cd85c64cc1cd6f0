using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Running;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting;

namespace RedisPerf.Core.Tests.Running;

public sealed class JobTranscriptTests
{
    [Fact]
    public void The_events_of_a_job_create_its_document()
    {
        var kept = Samples.Completed;
        var transcript = new JobTranscript(
            new()
            {
                Id = kept.Id,
                Number = kept.Number,
                Request = kept.Request,
                RequestedBy = kept.RequestedBy,
                Note = kept.Note,
                CreatedAt = kept.CreatedAt,
            },
            Samples.Info);

        transcript.Add(new JobEvent.Started(kept.Environment!), kept.StartedAt!.Value);
        foreach (var ended in kept.Cases.Reverse().SelectMany(
            @case => @case.Runs.Select(run => new JobEvent.RunEnded(TestCases.Key(@case.Strategy, @case.Target, @case.Point), run))))
        {
            transcript.Add(ended, kept.StartedAt.Value);
        }

        transcript.Add(
            new JobEvent.Progressed(kept.Progress! with { Current = Reason.FromText("floor, run 3 of 3"), SecondsLeft = 0.5 }), kept.EndedAt!.Value);
        transcript.Add(new JobEvent.Ended(JobState.Completed, null), kept.EndedAt.Value);

        JsonReport.Write(transcript.ToDocument()).ShouldBe(JsonReport.Write(kept));
    }

    [Fact]
    public void A_document_that_lacks_the_newest_runs_replaces_the_others()
    {
        var kept = Samples.Completed;
        var transcript = new JobTranscript(kept.ToJob(), Samples.Info);
        foreach (var ended in kept.Cases.SelectMany(@case => @case.Runs.Select(run => new JobEvent.RunEnded(@case.Key, run))))
        {
            transcript.Add(ended, kept.StartedAt!.Value);
        }

        // The ledger has the first two runs of each case, one of them changed.
        transcript.Replace(kept with
        {
            Cases = [.. kept.Cases.Select(@case => @case with { Runs = [@case.Runs[0] with { ExcludedByUser = true }, @case.Runs[1]] })],
        });

        var document = transcript.ToDocument();
        document.Cases.Select(@case => @case.Runs.Count).ShouldBe(kept.Cases.Select(@case => @case.Runs.Count));
        document.Cases.SelectMany(@case => @case.Runs).Where(run => run.ExcludedByUser).Select(run => run.Round).Distinct().ShouldHaveSingleItem()
            .ShouldBe(kept.Cases[0].Runs[0].Round);
    }

    [Theory]
    [InlineData("insert", null)]
    [InlineData("mget", 3)]
    public void After_each_run_the_document_equals_one_that_is_computed_as_a_whole(string benchmark, int? points)
    {
        var info = Catalogue.Default.Find(benchmark)!.Info;
        var request = new JobDraft { Benchmark = benchmark, Targets = ["here", "there"] }.Validate(Catalogue.Default, ["here", "there"], out _)! with
        { Runs = 8 };
        var job = Job.Create(request, RequestedBy.Cli, DateTimeOffset.UnixEpoch);
        var random = new Random(1);
        var runs = (
            from round in Enumerable.Range(0, 9)
            from key in Keys(request, info, points)
            orderby round, random.Next()
            select new JobEvent.RunEnded(key, Ran(round, random))).ToList();
        var transcript = new JobTranscript(job, info);

        foreach (var (index, ended) in runs.Index())
        {
            transcript.Add(ended, DateTimeOffset.UnixEpoch);
            transcript.UpdateSummaries();
            if (index % 7 == 0 || index == runs.Count - 1)
            {
                JsonReport.Write(transcript.ToDocument()).ShouldBe(
                    JsonReport.Write(JobDocuments.Create(job, runs.Take(index + 1), info)), $"run {index}");
            }
        }
    }

    [Fact]
    public void A_run_changes_only_the_summaries_that_refer_to_its_case()
    {
        var info = Catalogue.Default.Find("mget")!.Info;
        var request = new JobDraft { Benchmark = "mget", Targets = ["here", "there"] }.Validate(Catalogue.Default, ["here", "there"], out _)!;
        var transcript = new JobTranscript(Job.Create(request, RequestedBy.Cli, DateTimeOffset.UnixEpoch), info);
        var random = new Random(1);
        var keys = Keys(request, info, 3).ToArray();
        foreach (var (round, key) in Enumerable.Range(1, 2).SelectMany(round => keys.Select(key => (round, key))))
        {
            transcript.Add(new JobEvent.RunEnded(key, Ran(round, random)), DateTimeOffset.UnixEpoch);
        }

        transcript.UpdateSummaries();
        var alone = keys.First(key => key.Strategy != info.Baseline && key.Strategy != info.Floor && key.Point == 2);
        transcript.Add(new JobEvent.RunEnded(alone, Ran(3, random)), DateTimeOffset.UnixEpoch);

        var changed = transcript.UpdateSummaries();

        changed.ShouldHaveSingleItem();
        (changed[0].Strategy, changed[0].Target, changed[0].Point).ShouldBe((alone.Strategy, alone.Target, alone.Point));
        transcript.UpdateSummaries().ShouldBeEmpty();
    }

    private static IEnumerable<CaseKey> Keys(JobRequest request, BenchmarkInfo info, int? points) =>
        from strategy in request.Strategies.Append(info.Floor).OfType<string>()
        from target in request.Targets
        from point in points is { } last ? Enumerable.Range(1, last).Select(point => (long?)point) : [null]
        select TestCases.Key(strategy, target, point);

    private static Run Ran(int round, Random random) => new()
    {
        Round = round,
        Warmup = round == 0,
        State = random.Next(20) == 0 ? RunState.Failed : RunState.Ok,
        Seconds = 0.5 + random.NextDouble(),
        Operations = 30_000 * (1 + random.Next(2)),
        PayloadBytes = 983_040_000,
        Verified = true,
        Client = new(0.3, 1_000_000, 96_000_000),
        Server = new(0.2, 1_230_000_000, 984_900_000, new Dictionary<string, long> { ["hset"] = 30_000 }),
    };
}
