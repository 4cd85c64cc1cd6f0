using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;

namespace RedisPerf.Web.Pages.Source;

/// <summary>A strategy's own source, ready to copy.</summary>
public sealed class IndexModel(Catalogue catalogue) : PageModel
{
    public StrategyInfo Strategy { get; private set; } = null!;

    public IActionResult OnGet(string benchmark, string strategy)
    {
        if (catalogue.Find(benchmark)?.Info.FindStrategy(strategy) is not { } found)
        {
            return NotFound();
        }

        Strategy = found;
        return Page();
    }
}
