using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Charts;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;
using SkiaSharp;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The first answer of a job as a PNG, for a link preview. It has the words and the scale of the page, in the light theme. The fonts are
/// part of the program, because a server may have none.</summary>
public static class CardPicture
{
    public const int Width = 1200;
    public const int Height = 630;

    private const float Margin = 60;
    private const float RowHeight = 48;

    /// <summary>Rows that fit below the longest sentence.</summary>
    private const int MaxRows = 5;

    private const int MaxSentenceLines = 3;

    private static readonly SKColor Ink = SKColor.Parse("#14181d");
    private static readonly SKColor Quiet = SKColor.Parse("#5b6570");
    private static readonly SKColor Zone = SKColor.Parse("#e9ecf0");
    private static readonly Lazy<SKTypeface> Regular = new(() => Load("DejaVuSans.ttf"));
    private static readonly Lazy<SKTypeface> Bold = new(() => Load("DejaVuSans-Bold.ttf"));

    /// <param name="job">The job, finished or not.</param>
    /// <param name="info">Its benchmark; null when the benchmark no longer exists.</param>
    public static byte[] Draw(JobDocument job, BenchmarkInfo? info)
    {
        using var surface = SKSurface.Create(new SKImageInfo(Width, Height));
        var canvas = surface.Canvas;
        canvas.Clear(SKColors.White);
        var card = JobVerdict.Of(job, info).Cards[0];
        var top = Margin + 10;
        Line(canvas, JobText.Heading(job, info), Margin, top, Width - (2 * Margin), Regular.Value, 26, Quiet);
        top = Lines(canvas, Headline.Plain(card.Heading), top + 66);
        if (card.Number is { } number)
        {
            Line(canvas, Headline.Plain(number), Margin, top, Width - (2 * Margin), Regular.Value, 30, Ink);
            top += 50;
        }

        if (card.Scale is { } scale)
        {
            DrawScale(canvas, card, scale, info, top);
        }

        Line(canvas, "RedisPerf", Width - Margin, Height - 26, 300, Bold.Value, 22, Quiet, SKTextAlign.Right);
        using var image = surface.Snapshot();
        using var png = image.Encode(SKEncodedImageFormat.Png, 100);
        return png.ToArray();
    }

    private static void DrawScale(SKCanvas canvas, AnswerCard card, AnswerScale scale, BenchmarkInfo? info, float top)
    {
        const float names = 300, words = 300;
        var (left, right) = (Margin + names, Width - Margin - words);
        var rows = AnswerChart.RowsOf(card, MaxRows);
        var bottom = top + (rows.Count * RowHeight);
        using var zone = new SKPaint { Color = Zone };
        canvas.DrawRect(new SKRect(X(Verdicts.SameLow), top, X(Verdicts.SameHigh), bottom), zone);
        foreach (var tick in scale.Ticks)
        {
            using var line = new SKPaint { Color = tick == 1 ? Quiet : Zone, StrokeWidth = 2 };
            canvas.DrawLine(X(tick), top, X(tick), bottom + 6, line);
            Line(canvas, $"{AnswerChart.TickOf(tick)}×", X(tick), bottom + 30, 80, Regular.Value, 20, Quiet, SKTextAlign.Center);
        }

        Line(canvas, $"{Glossary.Speed.Name} as {card.Reference}", Margin, bottom + 30, names - 20, Regular.Value, 20, Quiet);
        foreach (var (index, row) in rows.Index())
        {
            var middle = top + (index * RowHeight) + (RowHeight / 2);
            var look = StrategyLook.Of(row.Strategy, info);
            // An undecided strategy is pale.
            using var paint = new SKPaint
            {
                Color = SKColor.Parse(look.Color).WithAlpha(row.IsDecided ? byte.MaxValue : (byte)100),
                IsAntialias = true,
                StrokeWidth = 4,
            };
            Line(canvas, row.Strategy, Margin, middle + 8, names - 20, Bold.Value, 24, Ink);
            Line(canvas, row.Label, Width - Margin, middle + 8, words - 20, Regular.Value, 22, row.IsDecided ? Ink : Quiet, SKTextAlign.Right);
            if (row is { Low: { } low, High: { } high })
            {
                canvas.DrawLine(X(low), middle, X(high), middle, paint);
            }

            if (row.Speed is { } speed)
            {
                using var path = SKPath.ParseSvgPathData(look.Path);
                canvas.Save();
                canvas.Translate(X(speed), middle);
                canvas.Scale(2);
                canvas.DrawPath(path, paint);
                canvas.Restore();
            }
        }

        float X(double value) => left + ((right - left) * (float)scale.Of(value));
    }

    // The sentence in as many lines as it needs, each as large as the space allows.
    private static float Lines(SKCanvas canvas, string sentence, float top)
    {
        foreach (var size in new[] { 52f, 42f, 34f })
        {
            using var font = new SKFont(Bold.Value, size);
            var lines = Wrap(sentence, font).ToArray();
            if (lines.Length > MaxSentenceLines && size > 34)
            {
                continue;
            }

            foreach (var line in lines.Take(MaxSentenceLines))
            {
                Line(canvas, line, Margin, top, Width - (2 * Margin), Bold.Value, size, Ink);
                top += size * 1.25f;
            }

            break;
        }

        return top;
    }

    private static IEnumerable<string> Wrap(string text, SKFont font)
    {
        var line = "";
        foreach (var word in text.Split(' '))
        {
            if (line.Length > 0 && font.MeasureText($"{line} {word}") > Width - (2 * Margin))
            {
                yield return line;
                line = word;
            }
            else
            {
                line = line.Length == 0 ? word : $"{line} {word}";
            }
        }

        yield return line;
    }

    // A text that is too long ends with an ellipsis.
    private static void Line(SKCanvas canvas, string text, float x, float y, float width, SKTypeface typeface, float size, SKColor color,
        SKTextAlign align = SKTextAlign.Left)
    {
        using var font = new SKFont(typeface, size);
        using var paint = new SKPaint { Color = color, IsAntialias = true };
        var shown = text;
        for (var length = text.Length - 1; length > 0 && font.MeasureText(shown) > width; length--)
        {
            shown = $"{text[..length]}…";
        }

        canvas.DrawText(shown, x, y, align, font, paint);
    }

    private static SKTypeface Load(string name)
    {
        using var stream = typeof(CardPicture).Assembly.GetManifestResourceStream($"fonts/{name}")
            ?? throw new InvalidOperationException($"The program does not contain the font {name}.");
        return SKTypeface.FromStream(stream) ?? throw new InvalidOperationException($"The font {name} cannot be read.");
    }
}
