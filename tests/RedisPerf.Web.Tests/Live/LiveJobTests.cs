using System.Text.Json;
using System.Text.Json.Nodes;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Requests;
using RedisPerf.Core.Model;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Tests.Live;

public sealed class LiveJobTests : IDisposable
{
    private readonly LiveFeed _feed = new();
    private readonly StoppedTime _time = new();
    private readonly LiveJob _live;
    private readonly Guid _id;

    public LiveJobTests()
    {
        var request = new JobDraft { Benchmark = "insert", Strategies = ["batch"], Targets = ["local"] }.Validate(
            Catalogue.Default, ["local"], out _)!;
        var job = Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch);
        (_id, _live) = (job.Id, new(job, [], Catalogue.Default.Find("insert")!.Info, _feed, _time, _ => { }, _ => { }));
    }

    [Fact]
    public async Task Rows_keep_the_units_of_the_page_until_the_units_are_chosen_again_for_all_rows()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Ran(1, 1.2));
        RowsOf(page)[^1].Unit.ShouldBe("s");

        await RecordAsync(Ran(2, 0.0012));
        RowsOf(page).ShouldHaveSingleItem().ShouldBe(("s", 1, 1));

        _time.Timestamp += 2 * _time.TimestampFrequency;
        await RecordAsync(Ran(3, 0.0012));

        // First the new run in the unit of the page, then all rows in the new unit.
        RowsOf(page).ShouldBe([("s", 1, 1), ("ms", 1, 3)]);
    }

    [Fact]
    public async Task A_page_that_connects_and_the_pages_before_it_have_the_same_units()
    {
        using var first = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Ran(1, 1.2));
        await RecordAsync(Ran(2, 0.0012));
        RowsOf(first);

        using var second = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Ran(3, 0.0012));
        var caughtUp = _live.CatchUp(knownRuns: null).Where(sent => sent.Type == "rows").Select(RowOf).ToArray();

        caughtUp.ShouldBe([("ms", 1, 3)]);
        RowsOf(first).ShouldBe([("s", 1, 1), ("ms", 1, 3)]);
        RowsOf(second)[^1].ShouldBe(("ms", 1, 3));
    }

    [Fact]
    public async Task The_end_of_a_job_chooses_the_units_for_all_its_runs()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Ran(1, 1.2));
        await RecordAsync(Ran(2, 0.0012));
        await RecordAsync(new JobEvent.Ended(JobState.Completed, null));

        RowsOf(page)[^1].ShouldBe(("ms", 1, 2));
    }

    [Fact]
    public async Task Slices_are_sent_with_the_progress_at_most_four_times_per_second()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        using var other = _feed.Subscribe(_id, isPage: false);
        for (var turn = 0; turn < 50; turn++)
        {
            await RecordAsync(new JobEvent.Progressed(new(0, 1, 0.1, null) { Case = Batch.Id }));
            await RecordAsync(Slice(turn, 60));
            _time.Timestamp += _time.TimestampFrequency / 50;
        }

        var sent = EventsOf(page);
        sent.Count(each => each.Type == "lanes").ShouldBeInRange(5, 8);
        sent.Count(each => each.Type == "progress").ShouldBeInRange(6, 8);
        var slices = EventsOf(other).Where(each => each.Type != "progress").ToArray();
        slices.Length.ShouldBeInRange(5, 8);
        slices.ShouldAllBe(each => each.Type == "slice");
        var slice = JsonSerializer.SerializeToNode(slices[0].Data, ModelJson.Options)!;
        (slice["key"]!.GetValue<string>(), slice["index"]!.GetValue<int>(), slice["count"]!.GetValue<int>(), slice["seconds"]!.GetValue<double>())
            .ShouldBe((Batch.Id, 0, 60, 0.5));

        await RecordAsync(new JobEvent.Ended(JobState.Completed, null));
        var last = EventsOf(page).First(each => each.Type == "lanes");
        LaneOf(last)["times"]!.AsArray().Count.ShouldBe(50, "the rest is sent at the end");
    }

    [Fact]
    public async Task A_lane_has_the_estimates_of_its_slices()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Slice(0, 2));
        await RecordAsync(new JobEvent.Progressed(new(0, 1, 0.1, null)));
        var lane = LaneOf(EventsOf(page).Single(each => each.Type == "lanes"));

        (lane["key"]!.GetValue<string>(), lane["count"]!.GetValue<int>()).ShouldBe((Batch.Id, 2));
        lane["times"]!.AsArray().Select(time => time!.GetValue<double>()).ShouldBe([1.0], "half a run took half a second");
        lane["use"]!.GetValue<string>().ShouldBe("2.00 MB/s · client 150%");
        LaneOf(_live.CatchUp(null).Single(each => each.Type == "lanes"))["times"]!.AsArray().Count.ShouldBe(1, "a page that connects later");

        await RecordAsync(Slice(1, 2));
        await RecordAsync(Ran(1, 1.1));
        await RecordAsync(new JobEvent.Progressed(new(1, 1, 1, 0)));
        lane = LaneOf(EventsOf(page).Single(each => each.Type == "lanes"));
        lane["times"]!.AsArray().Count.ShouldBe(2);

        await RecordAsync(Slice(0, 2));
        await RecordAsync(new JobEvent.Progressed(new(1, 2, 0.5, 1)));
        LaneOf(EventsOf(page).Single(each => each.Type == "lanes"))["times"]!.AsArray().Count.ShouldBe(1, "the next run begins");
    }

    [Fact]
    public async Task Each_run_is_a_mark_of_the_charts_also_when_the_next_runs_follow_at_once()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        for (var round = 1; round <= 10; round++)
        {
            await RecordAsync(Slice(0, 1));
            await RecordAsync(Ran(round, round));
        }

        // A job of another node has runs without slices.
        await RecordAsync(Ran(11, 11));

        EventsOf(page).Where(each => each.Type == "mark").Select(each => JsonSerializer.SerializeToNode(each.Data, ModelJson.Options)!)
            .Select(mark => (mark["key"]!.GetValue<string>(), mark["run"]!["time"]!.GetValue<double>()))
            .ShouldBe(Enumerable.Range(1, 11).Select(round => (Batch.Id, (double)round)));
    }

    [Fact]
    public async Task The_document_of_a_job_that_has_ended_is_the_stored_one()
    {
        await RecordAsync(Ran(1, 1.2));
        var restored = _live.Document with { State = JobState.Completed, Request = _live.Document.Request with { Runs = 7 } };

        await RecordAsync(new JobEvent.Ended(JobState.Interrupted, null), restored);

        var document = _live.Document;
        (document.State, document.Request.Runs).ShouldBe((JobState.Completed, 7));
        document.Cases.Sum(each => each.Runs.Count).ShouldBe(1);
    }

    [Fact]
    public async Task A_change_of_the_included_runs_replaces_the_chart_of_the_page()
    {
        await RecordAsync(Ran(1, 1.2));
        using var page = _feed.Subscribe(_id, isPage: true);
        using var other = _feed.Subscribe(_id, isPage: false);
        var run = _live.Document.Cases.Single(each => each.Runs.Count > 0).Runs[0];
        var changed = _live.Document with
        {
            Cases = [new CaseResult(
            "batch", Coordinates.Of("local"), [run with { Disturbed = [Reason.Of(ReasonCode.NoReplyInTime)], ExcludedByUser = true }], null)]
        };

        await _live.ChangeAsync(() => Task.FromResult(ChangeOutcome.Changed), () => Task.FromResult<JobDocument?>(changed));

        EventsOf(page).ShouldContain(sent => sent.Type == "snapshot");
        EventsOf(other).ShouldNotContain(sent => sent.Type == "snapshot");
    }

    [Fact]
    public async Task Findings_that_take_long_are_published_less_often()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        _time.Step = _time.TimestampFrequency;
        await RecordAsync(Ran(1, 1));
        _time.Step = 0;
        FindingsOf(page).ShouldBe(1);

        _time.Timestamp += 2 * _time.TimestampFrequency;
        await RecordAsync(Ran(2, 1));
        FindingsOf(page).ShouldBe(0, "they took a second, which is a tenth of ten seconds");

        _time.Timestamp += 10 * _time.TimestampFrequency;
        await RecordAsync(Ran(3, 1));
        FindingsOf(page).ShouldBe(1);

        static int FindingsOf(LiveSubscription page)
        {
            var count = 0;
            while (page.Events.TryRead(out var sent))
            {
                count += sent.Type == "findings" ? 1 : 0;
            }

            return count;
        }
    }

    [Fact]
    public async Task The_findings_have_the_sentences_of_each_axis_that_a_page_can_choose()
    {
        var request = new JobDraft
        {
            Benchmark = "insert",
            Strategies = ["batch"],
            Targets = ["local"],
            Options = new Dictionary<string, JsonElement>
            {
                ["payloadBytes"] = JsonSerializer.SerializeToElement(new[] { 64, 1_024 }),
                ["linkRoundTrip"] = JsonSerializer.SerializeToElement(new[] { 1, 2 }),
                ["compressionLevel"] = JsonSerializer.SerializeToElement(new[] { "fastest", "optimal" }),
            },
        }.Validate(Catalogue.Default, ["local"], out _)!;
        var job = Job.Create(request, RequestedBy.Page, DateTimeOffset.UnixEpoch);
        using var live = new LiveJob(job, [], Catalogue.Default.Find("insert")!.Info, _feed, _time, _ => { }, _ => { });
        using var page = _feed.Subscribe(job.Id, isPage: true);

        await live.RecordAsync(
            new JobEvent.RunEnded(new("batch", Coordinates.Of("local").With("payloadBytes", "64").With("linkRoundTrip", "1")), Ran(1, 1).Run),
            DateTimeOffset.UnixEpoch, () => Task.FromResult<Job?>(null));

        var findings = new List<LiveEvent>();
        while (page.Events.TryRead(out var sent))
        {
            if (sent.Type == "findings")
            {
                findings.Add(sent);
            }
        }

        var along = JsonSerializer.SerializeToNode(findings.ShouldHaveSingleItem().Data, ModelJson.Options)!["along"]!.AsObject();
        along.Select(axis => axis.Key).ShouldBe(["linkRoundTrip"]);
        along["linkRoundTrip"]!["sentences"]!.AsArray().ShouldNotBeEmpty();
    }

    [Fact]
    public async Task A_floor_that_is_not_usable_loses_its_column_and_its_line_while_the_job_runs()
    {
        using var page = _feed.Subscribe(_id, isPage: true);
        await RecordAsync(Ran(1, 0.4));
        await RecordAsync(new JobEvent.RunEnded(new("floor", Coordinates.Of("local")), Ran(1, 1).Run));
        FloorsOf(page)[^1].ShouldBe(([], []), "the rule is applied with the findings, at most once a second");

        _time.Timestamp += 2 * _time.TimestampFrequency;
        await RecordAsync(Ran(2, 0.4));

        var (omitted, without) = FloorsOf(page)[^1];
        omitted.ShouldBe(["floor"]);
        without.ShouldBe([Batch.Id, new CaseKey("floor", Coordinates.Of("local")).Id], ignoreOrder: true);
        var caughtUp = JsonSerializer.SerializeToNode(_live.CatchUp(null).First(sent => sent.Type == "rows").Data, ModelJson.Options)!;
        TextsOf(caughtUp["omitted"]).ShouldBe(["floor"]);
        caughtUp["cases"]!.AsArray().ShouldAllBe(row => row!["cells"]!["floor"]!["text"]!.GetValue<string>() == "–");

        static List<(string[] Omitted, string[] Without)> FloorsOf(LiveSubscription page) => [.. EventsOf(page).Where(sent => sent.Type == "rows")
            .Select(sent => JsonSerializer.SerializeToNode(sent.Data, ModelJson.Options)!)
            .Select(data => (TextsOf(data["omitted"]), TextsOf(data["withoutFloor"])))];

        static string[] TextsOf(JsonNode? list) => [.. list!.AsArray().Select(text => text!.GetValue<string>())];
    }

    public void Dispose() => _live.Dispose();

    private Task RecordAsync(JobEvent next, Job? ended = null) => _live.RecordAsync(next, DateTimeOffset.UnixEpoch, () => Task.FromResult(ended));

    private static CaseKey Batch { get; } = new("batch", Coordinates.Of("local"));

    private static JobEvent.SliceEnded Slice(int turn, int count) => new(Batch, new(1, false, turn, count, 0.5, 10, 1_000_000, 0.75, null));

    private static List<LiveEvent> EventsOf(LiveSubscription subscription)
    {
        var events = new List<LiveEvent>();
        while (subscription.Events.TryRead(out var sent))
        {
            events.Add(sent);
        }

        return events;
    }

    private static JsonNode LaneOf(LiveEvent sent) =>
        JsonSerializer.SerializeToNode(sent.Data, ModelJson.Options)!["lanes"]!.AsArray().ShouldHaveSingleItem()!;

    private static JobEvent.RunEnded Ran(int round, double seconds) =>
        new(new("batch", Coordinates.Of("local")), new() { Round = round, Warmup = false, State = RunState.Ok, Seconds = seconds, Verified = true });

    private static List<(string? Unit, int Cases, int Runs)> RowsOf(LiveSubscription page)
    {
        var rows = new List<(string?, int, int)>();
        while (page.Events.TryRead(out var sent))
        {
            if (sent.Type == "rows")
            {
                rows.Add(RowOf(sent));
            }
        }

        return rows;
    }

    /// <summary>The unit of the client's time column, and the numbers of rows.</summary>
    private static (string? Unit, int Cases, int Runs) RowOf(LiveEvent sent)
    {
        var data = JsonSerializer.SerializeToNode(sent.Data, ModelJson.Options)!;
        return (data["units"]!["client"]![1]?.GetValue<string>(), data["cases"]!.AsArray().Count, data["runs"]!.AsArray().Count);
    }

    private sealed class StoppedTime : TimeProvider
    {
        public long Timestamp { get; set; }

        /// <summary>Added by each reading.</summary>
        public long Step { get; set; }

        public override long GetTimestamp() => Timestamp += Step;
    }
}
