using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Benchmarks.Published;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Articles;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Reporting.Site;
using RedisPerf.Core.Reporting.Tables;

namespace RedisPerf.Core.Reporting.Exporters;

/// <summary>A job as one HTML file for offline use and printing: no scripts, no external resources. It is built from XML elements, so that
/// text is always escaped.</summary>
public static class HtmlReport
{
    /// <summary>Open answers. Further ones are folded, so that the open part fits on two pages.</summary>
    private const int MaxCards = 4;

    /// <summary>Rows of the charts of the answers together. Further answers are text.</summary>
    private const int MaxChartRows = 16;

    /// <summary>Rows of the open table and of the open chart of the lanes.</summary>
    private const int MaxRows = 10;

    /// <summary>Uses the benchmark of the default catalogue.</summary>
    public static string Write(JobDocument document) => Write(document, Catalogue.Default.Find(document.Benchmark)?.Info);

    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    /// <param name="cost">The cost of storage, for a column; null for no such column.</param>
    public static string Write(JobDocument document, BenchmarkInfo? info, StorageCost? cost = null) => Write(document, info, cost, null);

    /// <param name="frame">What a page of a site has around the report; null for a single file.</param>
    internal static string Write(JobDocument document, BenchmarkInfo? info, StorageCost? cost, PageFrame? frame)
    {
        var title = JobText.Heading(document, info);
        var summary = SummaryTable.Of(document, info, cost);
        var differences = TargetDifferences.Of(document);
        var failed = JobText.OfFailedRuns(document).ToArray();
        var unsupported = JobText.OfUnsupportedCases(document).ToArray();
        var lanes = document.Request.Curve is null ? Lanes(document, info, MaxRows) : null;
        var bars = BarChart.Draw(document, info);
        return Page(title,
            [
                Element("h1", title),
                new XElement("p", Class("quiet"), XmlText.Of(string.Join(" · ", Conditions(document)))),
                info is null ? null : Element("p", info.Question),
                VerdictCard(JobVerdict.Of(document, info), [.. JobFindings.Details(document, info)], info),
                differences.Count == 0 ? null : Folded("Differences between targets", Lines(differences)),
                WinnerMapChart.Draw(WinnerMap.Of(document, info), info),
                TradeOffChart.Draw(document, info) is { } tradeOff ? new XElement("div", Class("maps"), tradeOff) : null,
                info is null ? null : CurveChart.Draw(document, info) ?? (lanes is null ? bars : null),
                TimelineChart.Draw(document, info),
                lanes,
                Disturbances(document),
                Summary(summary, column => column.Priority != ColumnPriority.Extra, MaxRows, row => row < MaxRows),
                summary.Rows.Count <= MaxRows ? null
                    : Element("p", string.Create(
                        CultureInfo.InvariantCulture, $"{summary.Rows.Count - MaxRows} more rows are under “All rows and columns”.")),
                document.Cases.Any(@case => @case.Summary?.Ratio is not null)
                    ? new XElement("p", Class("quiet"), XmlText.Of(JobVerdict.PairedNote(document.Request)))
                    : null,
                AxisPivot.Of(document, info) is { Count: > 0 } pivots
                    ? Folded("Medians along the axis", pivots.SelectMany(pivot => Pivot(pivot, document, info)))
                    : null,
                unsupported.Length == 0 ? null : Folded("Not supported", Lines(unsupported)),
                info is not null && lanes is not null && bars is not null ? Folded($"Chart by {document.Request.ChartAxis!.Label}", bars) : null,
                document.Request.Curve is null && document.Cases.Count > MaxRows
                    ? Folded("All lanes", Lanes(document, info, int.MaxValue)) : null,
                failed.Length == 0 ? null : Folded("Failed runs", Lines(failed)),
                Published(document, info?.Article),
                Folded("Environment", List(JobText.OfEnvironment(document))),
                Folded("Request", List(JobText.OfRequest(document, info))),
                Folded("All rows and columns", Summary(summary, _ => true, int.MaxValue, row => row >= MaxRows)),
                Folded("All runs", HtmlRuns.Write(document, info)),
                Folded("Terms", List(Glossary.OfJob.Select(term => (term.Name, term.Text)))),
            ],
            frame);
    }

    /// <summary>A page without external resources. Its only script is that of its frame.</summary>
    internal static string Page(string title, IEnumerable<object?> content, PageFrame? frame = null)
    {
        var script = frame?.Script is { } text
            ? $"; script-src 'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}'"
            : "";
        var html = new XElement(
            "html",
            new XAttribute("lang", "en"),
            new XElement(
                "head",
                Meta(("charset", "utf-8")),
                Meta(("http-equiv", "Content-Security-Policy"), ("content", $"default-src 'none'; style-src 'unsafe-inline'{script}")),
                Meta(("name", "viewport"), ("content", "width=device-width, initial-scale=1")),
                Element("title", $"{title} · RedisPerf"),
                frame?.Head,
                new XElement("style", HtmlStyle.Css)),
            new XElement("body", frame is null ? content : frame.Around(content)));
        foreach (var wide in html.Descendants().Where(CanScroll))
        {
            wide.SetAttributeValue("tabindex", 0);
        }

        return "<!DOCTYPE html>\n" + html.ToString(SaveOptions.None) + "\n";
    }

    // Wide tables and charts scroll, with the keyboard too.
    private static bool CanScroll(XElement element) =>
        element.Name == "figure" || (element.Name == "div" && element.Attribute("class")?.Value is "table" or "maps");

    private static XElement VerdictCard(JobVerdict verdict, string[] details, BenchmarkInfo? info) => new(
        "div",
        Class("verdict"),
        Open(verdict.Cards, info).Select(open => new XElement(
            "div",
            Class("answer-card"),
            new XElement(
                "div",
                new XElement("p", Class("answer"), XmlText.Sentence(open.Card.Heading)),
                open.Card.Number is null ? null : new XElement("p", XmlText.Sentence(open.Card.Number)),
                open.Card.Notes.Select(note => new XElement("p", XmlText.Sentence(note)))),
            open.Chart is { } chart
                ? new XElement(
                    "figure", chart, new XElement("figcaption", XmlText.Sentence($"{Glossary.Speed.Name} {AnswerChart.AxisOf(open.Card)}")))
                : null)),
        verdict.NextSentence is { } next ? new XElement("p", XmlText.Sentence(next)) : null,
        Folded("Why",
            verdict.Cards.Skip(MaxCards).Select(card => card.Text).Concat(verdict.Sentences.Skip(verdict.Answers.Count)).Concat(details)
                .Select(sentence => new XElement("p", XmlText.Sentence(sentence)))));

    private static IEnumerable<(AnswerCard Card, XElement? Chart)> Open(IReadOnlyList<AnswerCard> cards, BenchmarkInfo? info)
    {
        var rows = 0;
        foreach (var card in cards.Take(MaxCards))
        {
            var isFirst = rows == 0;
            rows += Math.Min(card.Rows.Count, AnswerChart.MaxRows);
            yield return (card, isFirst || rows <= MaxChartRows ? AnswerChart.Draw(card, info) : null);
        }
    }

    private static XElement? Lanes(JobDocument document, BenchmarkInfo? info, int maxRows)
    {
        if (LanesChart.Draw(document, info, maxRows) is not { } chart)
        {
            return null;
        }

        var omitted = document.Cases.Count - maxRows;
        var more = omitted > 0 ? $". {NumberFormat.Count(omitted, "more case")} under “All lanes”" : "";
        return new("figure", chart, new XElement("figcaption", $"{LanesChart.TitleOf(info)}: {LanesChart.LegendOf(document, info!)}{more}."));
    }

    // Next to each other: what disturbed the job, and when.
    private static XElement? Disturbances(JobDocument document) => CaseText.Disturbances(document.Cases) is not { } sentence ? null : new(
        "div",
        Class("conditions"),
        new XElement("details", new XElement("summary", Class("disturbed"), XmlText.Of($"⚠ {sentence}")), Lines(JobText.OfDisturbedRuns(document))),
        new XElement("ol", Class("rounds"), new XAttribute("aria-label", "Rounds"), RoundState.Of(document).Select(round =>
            new XElement("li", Class(round.Style), new XAttribute("title", XmlText.Of(round.Title)), round.Text))));

    // A closed part prints only its summary.
    private static XElement Folded(string heading, params object?[] content) => new("details", Element("summary", heading), content);

    private static IEnumerable<string> Conditions(JobDocument document)
    {
        yield return document.State.ToWord();
        yield return NumberFormat.Time(document.StartedAt ?? document.CreatedAt);
        if (JobText.DurationOf(document) is { } duration)
        {
            yield return $"took {duration}";
        }

        yield return $"{JobText.RoundsOf(document.Request)} timed rounds{JobText.MethodOf(document)}";
    }

    // A case is the target of links in one of the tables.
    private static XElement Summary(SummaryTable table, Func<SummaryColumn, bool> isShown, int maxRows, Func<int, bool> isLinked)
    {
        var columns = table.Columns.Index().Where(column => isShown(column.Item)).ToArray();
        return Table(
            columns.Select(column => (column.Item.Header, column.Item.IsNumber)),
            table.Rows.Take(maxRows).Select(row => (row.IsFirst ? "fastest" : row.IsFloor ? "floor-row" : "",
                (IReadOnlyList<string>)[.. columns.Select(column => row.Cells[column.Index].Text)])),
            idOf: row => isLinked(row) ? CaseAnchor.Of(table.Rows[row].Case.Key) : null);
    }

    private static XElement[] Pivot(AxisPivot pivot, JobDocument document, BenchmarkInfo? info) =>
    [
        Element("h2",
            $"Median {(info?.ComparedFigure is { } figure ? $"{figure.Label}, " : "")}{pivot.Unit}"
                + CoordinatesText.After(pivot.At, document.Request, document.Request.ChartAxis?.Name)),
        Table(
            pivot.Strategies.Select(strategy => (strategy, true)).Prepend((pivot.Header, true)),
            pivot.Rows.Select(row => ("", (IReadOnlyList<string>)[row.Text, .. row.Cells.Select(cell => cell.Text)])),
            (row, column) => column > 0 && pivot.Rows[row].Cells[column - 1].Mark == "first"),
    ];

    // Only when the job has the article's sizes.
    private static XElement? Published(JobDocument document, PublishedArticle? article)
    {
        var tables = (article?.Tables ?? []).Select(table => ComparedTable.Of(table, document)).OfType<ComparedTable>().ToArray();
        if (tables.Length == 0)
        {
            return null;
        }

        var section = Folded("Published results", Element("p", $"{article!.Title}, {article.Source}. {article.Address} The article and this job ran "
            + "on different machines: compare the order and the ratios (×) instead of the times."));
        foreach (var compared in tables)
        {
            var table = Table(Columns(compared), compared.Rows.Select(row => ("", Cells(row, compared))));
            if (compared.IsLong)
            {
                section.Add(new XElement("details", Element("summary", $"{compared.Table.Title} ({compared.Rows.Count} rows)"), table));
            }
            else
            {
                section.Add(Element("h3", compared.Table.Title), table);
            }
        }

        return section;
    }

    private static IEnumerable<(string Header, bool IsNumber)> Columns(ComparedTable compared) =>
    [
        ("article", false), ("strategy", false), ("target", false),
        .. compared.Columns.Select(column => ($"published {column.Column.Label} {column.Column.Unit}".TrimEnd(), true)),
        ($"published × {compared.Table.ComparedWith}", true),
        .. compared.Columns.Select(column => ($"here {column.Column.Label} {column.Column.Unit}".TrimEnd(), true)),
        ($"here × {compared.Table.ComparedWith}", true),
    ];

    private static IReadOnlyList<string> Cells(ComparedRow row, ComparedTable compared)
    {
        var point = row.Published.Point is null ? "" : $" at {NumberFormat.Whole(row.Published.Point)}";
        return
        [
            $"{row.Published.Label}{point}{(row.Published.Engine is null ? "" : $" on {row.Published.Engine}")}",
            row.Case?.Strategy ?? "not in this job", row.Case is { } own ? CoordinatesText.Place(own.At) : NumberFormat.None,
            .. compared.Columns.Select(column => NumberFormat.Published(row.Published.Values[column.Index])), Number(row.PublishedShare),
            .. row.Ours.Select(Number), Number(row.OurShare),
        ];

        static string Number(double? value) => value is null ? NumberFormat.None : NumberFormat.Significant(value);
    }

    /// <summary>A table. A row with one cell spans all columns.</summary>
    /// <param name="isFirst">Whether a cell is the winner, by the places of its row and its column; null for no winner.</param>
    /// <param name="idOf">The name of a row for links, by its place; null for rows without a name.</param>
    internal static XElement Table(
        IEnumerable<(string Header, bool IsNumber)> columns, IEnumerable<(string Class, IReadOnlyList<string> Cells)> rows,
        Func<int, int, bool>? isFirst = null, Func<int, string?>? idOf = null, Func<int, string?>? linkOf = null)
    {
        var all = columns.ToArray();
        // Wide tables scroll in their own container, not the page.
        return new XElement(
            "div",
            Class("table"),
            new XElement(
                "table",
                new XElement("thead", new XElement("tr",
                    all.Select(column => new XElement("th", new XAttribute("scope", "col"), Number(column.IsNumber), XmlText.Of(column.Header))))),
                new XElement("tbody", rows.Select((row, place) => new XElement(
                    "tr", Class(row.Class), Id(idOf?.Invoke(place)), row.Cells is [var only] && all.Length > 1
                    ? [new XElement("td", new XAttribute("colspan", all.Length), Element("span", only))]
                    : row.Cells.Select((cell, index) => new XElement(
                        "td", Class(CellClass(all[index].IsNumber, isFirst?.Invoke(place, index) == true)),
                        index == 0 && linkOf?.Invoke(place) is { } address ? Link(cell, address) : XmlText.Of(cell))))))));
    }

    private static string CellClass(bool isNumber, bool isFirst) => (isNumber, isFirst) switch
    {
        (true, true) => "number best",
        (true, false) => "number",
        (false, true) => "best",
        _ => "",
    };

    private static XElement List(IEnumerable<(string Name, string Value)> facts) =>
        new("dl", facts.SelectMany(fact => new[] { Element("dt", fact.Name), Element("dd", fact.Value) }), "");

    private static XElement Lines(IEnumerable<string> lines) => new("ul", lines.Select(line => Element("li", line)));

    private static XElement Meta(params (string Name, string Value)[] attributes) =>
        new("meta", attributes.Select(attribute => new XAttribute(attribute.Name, attribute.Value)));

    internal static XElement Element(string name, string text) => new(name, XmlText.Of(text));

    internal static XElement Link(string text, string address) => new("a", new XAttribute("href", address), XmlText.Of(text));

    private static XAttribute? Class(string name) => name.Length == 0 ? null : new("class", name);

    private static XAttribute? Id(string? name) => name is null ? null : new("id", name);

    private static XAttribute? Number(bool isNumber) => isNumber ? Class("number") : null;
}
