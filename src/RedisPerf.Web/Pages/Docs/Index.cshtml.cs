using Markdig;
using Markdig.Extensions.AutoIdentifiers;
using Markdig.Extensions.Tables;
using Markdig.Renderers;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace RedisPerf.Web.Pages.Docs;

/// <summary>A page of the documentation. It is a part of the program, so it needs no network and has the same version.</summary>
public sealed class IndexModel : PageModel
{
    // The anchors are the same as in the repository.
    private static readonly MarkdownPipeline Pipeline =
        new MarkdownPipelineBuilder().UsePipeTables().UseAutoIdentifiers(AutoIdentifierOptions.GitHub).Build();

    /// <summary>The first heading.</summary>
    public string Title { get; private set; } = "";

    /// <summary>HTML.</summary>
    public string Html { get; private set; } = "";

    /// <param name="file"><c>method.md</c> or <c>benchmarks/insert.md</c>.</param>
    public IActionResult OnGet(string file)
    {
        using var resource = typeof(IndexModel).Assembly.GetManifestResourceStream($"docs/{file}");
        if (resource is null)
        {
            return NotFound();
        }

        using var reader = new StreamReader(resource);
        var document = Markdown.Parse(reader.ReadToEnd(), Pipeline);
        Title = document.OfType<HeadingBlock>().First().Inline!.FirstChild!.ToString()!;
        Html = Write(document, file);
        return Page();
    }

    private static string Write(MarkdownDocument document, string file)
    {
        // Files outside the documentation are not part of the program.
        foreach (var link in document.Descendants<LinkInline>().Where(link => LeavesDocumentation(file, link.Url)).ToArray())
        {
            link.ReplaceBy(new LiteralInline(link.FirstChild?.ToString() ?? ""), copyChildren: false);
        }

        foreach (var table in document.Descendants<Table>())
        {
            Mark(table);
        }

        using var text = new StringWriter();
        var renderer = new HtmlRenderer(text);
        Pipeline.Setup(renderer);
        renderer.Render(document);

        // A wide table scrolls in its own region, also with the keyboard.
        return $"{text}"
            .Replace("<table", "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table", StringComparison.Ordinal)
            .Replace("</table>", "</table></div>", StringComparison.Ordinal);
    }

    private static bool LeavesDocumentation(string file, string? url) =>
        Uri.TryCreate(url, UriKind.Relative, out var link)
        && !new Uri(new Uri($"file:///docs/{file}"), link).AbsolutePath.StartsWith("/docs/", StringComparison.Ordinal);

    // Markdig writes the alignment as an inline style, which the content security policy of the pages forbids.
    private static void Mark(Table table)
    {
        table.GetAttributes().AddClass("figures");
        foreach (var cell in table.OfType<TableRow>().SelectMany(
            row => row.OfType<TableCell>().Where((_, index) => table.ColumnDefinitions[index].Alignment == TableColumnAlign.Right)))
        {
            cell.GetAttributes().AddClass("number");
        }

        foreach (var column in table.ColumnDefinitions)
        {
            column.Alignment = null;
        }
    }
}
