using System.Xml.Linq;
using RedisPerf.Core.Reporting.Exporters;

namespace RedisPerf.Core.Reporting.Site;

/// <summary>What a page of a site has around its content.</summary>
/// <param name="Links">The links above the content, by their texts.</param>
internal sealed record PageFrame(params IReadOnlyList<(string Text, string Address)> Links)
{
    /// <summary>The link of a page in a folder of the site to its index.</summary>
    public static readonly (string, string) ToIndex = ("All jobs", "../index.html");

    /// <summary>Links below the content, with their heading; null without one.</summary>
    public (string Heading, IReadOnlyList<(string Text, string Address)> Links)? Below { get; init; }

    /// <summary>More elements of the head.</summary>
    public IReadOnlyList<XElement> Head { get; init; } = [];

    /// <summary>A script of the page, without the characters that XML escapes; null without one.</summary>
    public string? Script { get; init; }

    /// <summary>The content of the body.</summary>
    public IEnumerable<XElement> Around(IEnumerable<object?> content) =>
    [
        List("Site", Links),
        new("main", content),
        .. Below is var (heading, links) ? [List(heading, links)] : Array.Empty<XElement>(),
        .. Script is null ? Array.Empty<XElement>() : [new("script", Script)],
    ];

    private static XElement List(string name, IEnumerable<(string Text, string Address)> links) => new(
        "nav", new XAttribute("aria-label", name), new XAttribute("class", "site"),
        links.Select(link => HtmlReport.Link(link.Text, link.Address)));
}
