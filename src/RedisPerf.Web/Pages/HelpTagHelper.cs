using Microsoft.AspNetCore.Mvc.Rendering;
using Microsoft.AspNetCore.Mvc.ViewFeatures;
using Microsoft.AspNetCore.Razor.TagHelpers;
using RedisPerf.Core.Reporting.Formatting;

namespace RedisPerf.Web.Pages;

/// <summary><c>&lt;help term="Glossary.Floor" /&gt;</c> is a button that opens the explanation of a term. The layout writes the
/// explanations of a page once, at its end.</summary>
[HtmlTargetElement("help", TagStructure = TagStructure.WithoutEndTag)]
public sealed class HelpTagHelper : TagHelper
{
    private static readonly object Key = new();

    [ViewContext]
    [HtmlAttributeNotBound]
    public ViewContext View { get; set; } = null!;

    /// <summary>Null for no button.</summary>
    public Term? Term { get; set; }

    /// <summary>Whether the button is the name of the term instead of a question mark.</summary>
    public bool IsNamed { get; set; }

    /// <summary>The id of the explanation of a term.</summary>
    public static string IdOf(Term term) => $"term-{term.Name.Replace(' ', '-').ToLowerInvariant()}";

    /// <summary>The terms of the page that is being written.</summary>
    public static IReadOnlyCollection<Term> TermsOf(HttpContext http) => Terms(http);

    /// <summary>Adds the explanations of terms whose buttons appear later, when a part of the page is replaced.</summary>
    public static void Announce(HttpContext http, params IEnumerable<Term> terms) => Terms(http).UnionWith(terms);

    public override void Process(TagHelperContext context, TagHelperOutput output)
    {
        if (Term is null)
        {
            output.SuppressOutput();
            return;
        }

        Announce(View.HttpContext, Term);
        output.TagName = "button";
        output.TagMode = TagMode.StartTagAndEndTag;
        output.Attributes.SetAttribute("type", "button");
        output.Attributes.SetAttribute("class", IsNamed ? "term named" : "term");
        output.Attributes.SetAttribute("popovertarget", IdOf(Term));
        if (IsNamed)
        {
            output.Content.SetContent(Term.Name);
        }
        else
        {
            output.Attributes.SetAttribute("aria-label", $"Help: {Term.Name}");
        }
    }

    private static HashSet<Term> Terms(HttpContext http)
    {
        if (http.Items[Key] is not HashSet<Term> terms)
        {
            http.Items[Key] = terms = [];
        }

        return terms;
    }
}
