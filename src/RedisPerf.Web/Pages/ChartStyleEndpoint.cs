using System.Security.Cryptography;
using System.Text;
using Microsoft.Net.Http.Headers;
using RedisPerf.Core.Reporting.Charts;

namespace RedisPerf.Web.Pages;

/// <summary>The style sheet of what pages and reports share. The colors of the strategies are stated in <see cref="StrategyLook"/> only.</summary>
internal static class ChartStyleEndpoint
{
    private static readonly byte[] Css = Encoding.UTF8.GetBytes($$"""
        :root, [data-bs-theme="light"] { {{StrategyLook.LightVariables}} }
        /* Paper is white in every theme. */
        @media screen { [data-bs-theme="dark"] { {{StrategyLook.DarkVariables}} } }
        {{ChartStyle.Css}}
        """);

    private static readonly EntityTagHeaderValue Tag = new($"\"{Convert.ToHexStringLower(SHA256.HashData(Css).AsSpan(0, 16))}\"");

    public static void MapChartStyle(this IEndpointRouteBuilder app) => app.MapMethods(
        "/css/charts.css", [HttpMethods.Get, HttpMethods.Head],
        (HttpContext http) =>
        {
            http.Response.Headers.CacheControl = "no-cache";
            return TypedResults.Bytes(Css, "text/css; charset=utf-8", entityTag: Tag);
        }).ExcludeFromDescription();
}
