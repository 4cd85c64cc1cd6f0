using System.Text.Encodings.Web;
using Microsoft.AspNetCore.Html;
using Microsoft.AspNetCore.Mvc.Rendering;
using Microsoft.AspNetCore.Mvc.ViewFeatures;
using Microsoft.AspNetCore.Razor.TagHelpers;

namespace RedisPerf.Web.Pages;

/// <summary>Adds the base path to every address of a page that starts with <c>/</c>. The pages, and the sources of their addresses, are
/// independent of it.</summary>
[HtmlTargetElement("a", Attributes = "href")]
[HtmlTargetElement("form", Attributes = "action")]
[HtmlTargetElement("button", Attributes = "formaction")]
public sealed class LinkTagHelper(HtmlEncoder encoder) : TagHelper
{
    private static readonly string[] Addresses = ["href", "action", "formaction"];

    [ViewContext]
    [HtmlAttributeNotBound]
    public ViewContext View { get; set; } = null!;

    /// <summary>Before the helpers of the framework, whose addresses have the base path.</summary>
    public override int Order => -3_000;

    public override void Process(TagHelperContext context, TagHelperOutput output)
    {
        var basePath = View.HttpContext.Request.PathBase;
        if (!basePath.HasValue)
        {
            return;
        }

        foreach (var name in Addresses)
        {
            if (output.Attributes.TryGetAttribute(name, out var attribute) && TextOf(attribute.Value) is ['/', not '/', ..] or "/")
            {
                output.Attributes.SetAttribute(
                    new(name, new HtmlString(basePath.ToUriComponent() + TextOf(attribute.Value)), attribute.ValueStyle));
            }
        }
    }

    private string TextOf(object value)
    {
        if (value is not IHtmlContent content)
        {
            return encoder.Encode(value.ToString() ?? "");
        }

        using var text = new StringWriter();
        content.WriteTo(text, encoder);
        return text.ToString();
    }
}
