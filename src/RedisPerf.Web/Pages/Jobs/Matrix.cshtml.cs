using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The targets of one job side by side. A separate page, because its address contains the shown point and can be shared.</summary>
public sealed class MatrixModel(Catalogue catalogue, LiveJobs jobs) : PageModel
{
    public JobDocument Job { get; private set; } = null!;

    public PlaceMatrix Matrix { get; private set; } = null!;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>The point of the sweep to show.</summary>
    [BindProperty(SupportsGet = true)]
    public long? Point { get; set; }

    private IReadOnlyList<StrategyStyle> Looks { get; set; } = [];

    public StrategyStyle Look(string strategy) => Looks.FirstOrDefault(look => look.Name == strategy) ?? StrategyStyle.Unknown(strategy);

    public async Task<IActionResult> OnGetAsync(Guid id, CancellationToken ct)
    {
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            return NotFound();
        }

        Job = job;
        Benchmark = catalogue.Find(job.Benchmark)?.Info;
        Looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        Matrix = PlaceMatrix.Of(job, Benchmark, Point);
        return Page();
    }
}
