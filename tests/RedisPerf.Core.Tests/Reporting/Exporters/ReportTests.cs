using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Exporters;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Core.Statistics;
using RedisPerf.Core.Tests.Model;
using RedisPerf.Core.Tests.Reporting.Articles;

namespace RedisPerf.Core.Tests.Reporting.Exporters;

public sealed class ReportTests
{
    [Fact]
    public void Json_reads_back_as_the_same_document()
    {
        var json = JsonReport.Write(Samples.Completed);

        var document = JsonReport.Read(json);

        JsonReport.Write(document).ShouldBe(json);
        document.Request.Benchmark.ShouldBe("sample");
        document.Cases[0].Runs[1].ShouldBe(Samples.Completed.Cases[0].Runs[1]);
        Summary.AreEqual(document.Cases[0].Summary, Samples.Completed.Cases[0].Summary).ShouldBeTrue();
        document.Environment!.Targets[0].Settings.ShouldBe(Samples.Completed.Environment!.Targets[0].Settings);
    }

    [Theory]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("{\"id\":\"0198f000-0000-7000-8000-000000000000\",\"benchmark\":\"insert\",\"state\":\"completed\","
        + "\"requestedBy\":\"cli\",\"request\":null,\"createdAt\":\"2026-11-21T10:00:00Z\",\"cases\":[]}")]
    [InlineData("{\"id\":\"0198f000-0000-7000-8000-000000000000\",\"benchmark\":\"insert\",\"state\":\"completed\","
        + "\"requestedBy\":\"cli\",\"request\":{\"strategies\":[],\"options\":{},\"targets\":[],"
        + "\"runs\":1,\"warmups\":0,\"seed\":1},\"createdAt\":\"2026-11-21T10:00:00Z\",\"cases\":[null]}")]
    [InlineData("no json")]
    public void Rejects_JSON_that_is_not_a_job_document(string json) =>
        Should.Throw<FormatException>(() => JsonReport.Read(json)).Message.ShouldStartWith("The file is not a RedisPerf job document");

    [Fact]
    public void Cases_of_an_unknown_benchmark_are_not_compared()
    {
        Headline.Of(Samples.Completed, null)
            .ShouldStartWith("5 cases were measured, from `floor` with a median of 0.650 s to `lua-as-published` with 12.6 s.");
        SummaryTable.Of(Samples.Completed, null).Rows.ShouldAllBe(row => !row.IsFirst);
    }

    [Fact]
    public void Markdown_matches_the_golden_file() => GoldenFile.ShouldHold("completed.md", MarkdownReport.Write(Samples.Completed, Samples.Info));

    [Fact]
    public void Text_table_matches_the_golden_file() => GoldenFile.ShouldHold("completed.txt", TextReport.Write(Samples.Completed, Samples.Info));

    [Fact]
    public void Csv_matches_the_golden_file_and_has_standard_line_endings()
    {
        var csv = CsvReport.Write(Samples.Completed);

        GoldenFile.ShouldHold("completed.csv", csv);
        csv.Split('\n')[..^1].ShouldAllBe(line => line.EndsWith('\r'));
    }

    [Fact]
    public void Reports_show_the_label_and_the_unit_of_an_option_and_csv_its_name()
    {
        var info = Catalogue.Default.Find("insert")!.Info;
        var document = Samples.Completed with { Benchmark = info.Name };

        MarkdownReport.Write(document, info).ShouldContain("- hash fields in total: 30000\n");
        HtmlReport.Write(document, info).ShouldContain("<dt>gzip level</dt>");
        MarkdownReport.Write(document, null).ShouldContain("- items: 30000\n");
        CsvReport.Write(document).ShouldContain(",option.items,option.compressionLevel\r\n");
    }

    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@SUM(A1)", "'@SUM(A1)")]
    [InlineData("=\"a\",b", "\"'=\"\"a\"\",b\"")]
    [InlineData("two\nlines", "\"two\nlines\"")]
    [InlineData("plain; text", "plain; text")]
    public void Csv_cell_does_not_become_a_formula(string error, string cell)
    {
        var document = WithError(error);

        CsvReport.Write(document).ShouldContain($",{cell},,false,");
    }

    [Fact]
    public void Html_is_one_well_formed_file_without_external_resources()
    {
        var html = HtmlReport.Write(Samples.Completed, Samples.Info);

        var elements = XDocument.Parse(html).Descendants().ToArray();
        elements.Select(element => element.Name.LocalName).ShouldNotContain(name => name == "script" || name == "link" || name == "img");
        elements.Attributes().Select(attribute => attribute.Name.LocalName)
            .ShouldNotContain(name => name == "href" || name == "src" || name.StartsWith("on"));
        elements.Single(element => element.Name.LocalName == "style").Value.ShouldNotContain("url(");
    }

    [Fact]
    public void Html_starts_with_title_time_and_answer_and_shows_the_default_columns_first()
    {
        var body = XDocument.Parse(HtmlReport.Write(Samples.Completed, Samples.Info)).Root!.Element("body")!;

        body.Elements().Take(2).Select(element => element.Name.LocalName).ShouldBe(["h1", "p"]);
        body.Elements().ElementAt(1).Value.ShouldStartWith($"completed · {NumberFormat.Time(Samples.Completed.StartedAt)} · took ");
        body.Descendants("div").First().Attribute("class")!.Value.ShouldBe("verdict");
        var tables = body.Descendants("table").ToArray();
        Headers(tables[0]).ShouldBe(["strategy", "median s", "vs multi-exec (paired)", "min s", "mean s", "max s", "MB/s", "× floor",
            "verified", "× the writes"]);
        Headers(tables[1]).ShouldBe(SummaryTable.Of(Samples.Completed, Samples.Info).Columns.Select(column => column.Header));
    }

    [Fact]
    public void Html_states_a_value_of_all_runs_once_and_gives_each_reason_its_own_row()
    {
        var section = XDocument.Parse(HtmlReport.Write(Samples.Completed, Samples.Info)).Descendants("details")
            .Single(section => section.Element("summary")!.Value == "All runs");

        section.Element("p")!.Value.ShouldBe("In all runs: target embedded.");
        var table = section.Descendants("table").Single();
        Headers(table).Take(4).ShouldBe(["strategy", "run", "state", "time s"]);
        Headers(table).ShouldNotContain("target");
        var rows = table.Element("tbody")!.Elements("tr").ToArray();
        var reasons = rows.Where(row => (string?)row.Attribute("class") == "reason").ToArray();
        rows.Length.ShouldBe(20 + reasons.Length);
        reasons.Length.ShouldBe(
            Samples.Completed.Cases.SelectMany(@case => @case.Runs).Count(run => run.Error is not null || run.Disturbed.Count > 0));
        reasons.ShouldAllBe(row => row.Elements("td").Single().Attribute("colspan")!.Value == $"{Headers(table).Length}");
    }

    [Fact]
    public void Html_has_the_columns_of_the_page_for_runs_unless_all_runs_have_no_value()
    {
        var table = new RunTable(Samples.Completed.Request, Samples.Completed.Cases, isVerifiable: true);
        string[] columns = [.. table.Client.Select(Header),
            .. table.Server.Where(column => column.Name != "commands").Select(column => $"server {Header(column)}")];

        RunHeaders(Samples.Completed, Samples.Info).ShouldBe(["strategy", "run", .. columns]);
        RunHeaders(Samples.Completed, null).ShouldBe(["strategy", "run", .. columns.Where(column => column != "verified")]);

        static string Header(TableColumn<Run> column) => $"{column.Header} {column.Unit}".TrimEnd();

        static string[] RunHeaders(JobDocument document, BenchmarkInfo? info) =>
            Headers(XDocument.Parse(HtmlReport.Write(document, info)).Descendants("details")
                .Single(section => section.Element("summary")!.Value == "All runs").Descendants("table").Single());
    }

    [Fact]
    public void Html_ends_with_the_terms()
    {
        var last = XDocument.Parse(HtmlReport.Write(Samples.Completed, Samples.Info)).Descendants("details").Last();

        last.Element("summary")!.Value.ShouldBe("Terms");
        last.Descendants("dt").Select(term => term.Value).ShouldBe(Glossary.OfJob.Select(term => term.Name));
    }

    [Fact]
    public void Html_escapes_text_from_a_server()
    {
        var html = HtmlReport.Write(WithError("<script>alert(1)</script> & \0 \u001b[31m \ud800"), Samples.Info);

        html.ShouldNotContain("<script");
        html.ShouldContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; \uFFFD \uFFFD[31m \uFFFD");
    }

    // HTML has no <td/>: it opens a cell that is never closed.
    [Fact]
    public void Html_closes_every_non_void_element()
    {
        var html = HtmlReport.Write(Samples.Completed with { Environment = null }, Samples.Info);

        string[] empty = ["<td />", "<th />", "<dl />", "<p />", "<div />", "<tbody />", "<span />", "<dd />", "<title />", "<style />"];
        empty.ShouldAllBe(tag => !html.Contains(tag));
    }

    [Fact]
    public void Markdown_escapes_text_from_a_server()
    {
        var markdown = MarkdownReport.Write(WithError("a|b\n# heading <img src=x> @team `code` [link](x)"), Samples.Info);

        markdown.ShouldContain("a\\|b \\# heading &lt;img src=x&gt; &#64;team \\`code\\` \\[link\\](x)");
    }

    [Fact]
    public void Markdown_has_no_control_characters_and_no_override_of_the_direction() =>
        MarkdownReport.Write(WithError("red \u001b[31m\u0007 \u202eabc"), Samples.Info).ShouldContain("red \ufffd\\[31m\ufffd \ufffdabc");

    [Fact]
    public void Text_has_no_terminal_control_characters() =>
        TextReport.Write(WithError("red \u001b[31m"), Samples.Info).ShouldNotContain('\u001b');

    [Theory]
    [InlineData(JobState.Queued, null, "The job is queued.")]
    [InlineData(JobState.Failed, "The target refused.", "No run was measured: The target refused.")]
    [InlineData(JobState.Cancelled, null, "No run was measured.")]
    public void Job_without_results_has_all_reports(JobState state, string? error, string sentence)
    {
        var document = Samples.Completed with
        { State = state, Error = error is null ? null : Reason.FromText(error), Cases = [], Environment = null, StartedAt = null, EndedAt = null };

        Headline.Of(document, Samples.Info).ShouldBe(sentence);
        MarkdownReport.Write(document, null).ShouldContain(sentence);
        HtmlReport.Write(document, null).ShouldContain(sentence);
        TextReport.Write(document, null).ShouldStartWith(sentence);
        CsvReport.Write(document).Split("\r\n").Length.ShouldBe(2);
    }

    [Fact]
    public void Reports_have_the_interval_of_the_mean_from_five_runs_on()
    {
        var cases = Samples.Completed.Cases.Select(@case =>
            @case with { Runs = [.. @case.Runs, .. @case.Runs.Where(run => !run.Warmup).Select(run => run with { Round = run.Round + 3 })] });
        var document = Samples.Completed with { Cases = Summaries.Of([.. cases], "floor", "multi-exec") };
        var summary = document.Cases[0].Summary.ShouldNotBeNull();

        var interval = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{summary.MeanLow:0.000}–{summary.MeanHigh:0.000}");
        MarkdownReport.Write(document, Samples.Info).ShouldContain($"| {interval} |");
        TextReport.Write(document, Samples.Info, new(Columns: ["interval"])).ShouldContain(interval);
        CsvReport.Write(document).ShouldContain(
            string.Create(System.Globalization.CultureInfo.InvariantCulture, $",{summary.Mean},{summary.MeanLow},{summary.MeanHigh},"));
        var classes =
            XDocument.Parse(HtmlReport.Write(document, Samples.Info)).Descendants().Select(element => (string?)element.Attribute("class")).ToArray();
        classes.Count(name => name == "interval").ShouldBe(3 * 4, "a whisker and its two caps; gzip has only four runs");
        classes.Count(name => name == "floor-line").ShouldBe(5, "one in the row of each case");
    }

    [Fact]
    public void Html_has_the_published_results_for_a_job_of_the_same_sizes()
    {
        var html = HtmlReport.Write(PublishedJobs.Insert(30_000, ("multi-exec", 2, 30_000), ("lua", 3, 30_000)));

        html.ShouldContain("<summary>Published results</summary>");
        html.ShouldContain("""<td class="number">14.51</td>""");
        html.ShouldContain("not in this job");
        HtmlReport.Write(PublishedJobs.Insert(1_000, ("multi-exec", 2, 1_000))).ShouldNotContain("Published figures");
    }

    [Theory]
    [InlineData(12, false)]
    [InlineData(13, true)]
    public void Html_collapses_a_published_table_of_more_than_twelve_rows(int points, bool folded)
    {
        var cases = Enumerable.Range(1, points).Select(keys => new PublishedCase("mget", keys, 0.05, 1_000)).ToArray();

        var html = HtmlReport.Write(PublishedJobs.Of("mget", "keys", 500_000, cases));

        html.Contains($"<summary>Time and rate of one call by its number of keys ({points} rows)</summary>", StringComparison.Ordinal)
            .ShouldBe(folded);
        html.Contains("<h3>Time and rate of one call by its number of keys</h3>", StringComparison.Ordinal).ShouldBe(!folded);
    }

    private static string[] Headers(XElement table) => [.. table.Descendants("th").Select(header => header.Value)];

    private static JobDocument WithError(string error) => Samples.Completed with
    {
        Cases = [TestCases.Of(
            "hset", "embedded", null, [new() { Round = 0, Warmup = false, State = RunState.Failed, Error = Reason.FromText(error) }])],
    };
}
