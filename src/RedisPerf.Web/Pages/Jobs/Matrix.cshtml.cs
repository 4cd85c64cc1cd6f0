using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Tables;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>The targets of one job, or what else it varies, side by side. A separate page,
/// because its address contains the shown point and can be shared.</summary>
public sealed class MatrixModel(Catalogue catalogue, LiveJobs jobs) : PageModel
{
    public JobDocument Job { get; private set; } = null!;

    public SiteMatrix Matrix { get; private set; } = null!;

    public BenchmarkInfo? Benchmark { get; private set; }

    /// <summary>The position on the curve to show.</summary>
    [BindProperty(SupportsGet = true)]
    public double? Point { get; set; }

    /// <summary>The axis of the curve; null for that of the job.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Along { get; set; }

    private IReadOnlyList<StrategyStyle> Looks { get; set; } = [];

    public StrategyStyle Look(string strategy) => Looks.FirstOrDefault(look => look.Name == strategy) ?? StrategyStyle.Unknown(strategy);

    /// <summary>What the columns are: <c>target</c>, <c>client</c>, or a combination.</summary>
    public static string WhatOf(JobRequest request) => ColumnAxes(request) switch
    {
        [] => Axis.Target,
        [{ Kind: AxisKind.Target or AxisKind.Client } only] => only.Name,
        [var only] => only.Label,
        _ => "combination",
    };

    /// <summary>The same as the start of a title: <c>Targets</c>.</summary>
    public static string TitleOf(JobRequest request) => ColumnAxes(request) switch
    {
        [] or [{ Kind: AxisKind.Target }] => "Targets",
        [{ Kind: AxisKind.Client }] => "Clients",
        [var only] => $"Values of {only.Label}",
        _ => "Combinations",
    };

    /// <summary>This page at another position on the curve.</summary>
    public string AddressOf(double point)
    {
        var query = new QueryBuilder { { "point", Coordinates.TextOf(point) } };
        if (Along is { } along)
        {
            query.Add("along", along);
        }

        return $"/jobs/{Job.Id}/matrix{query}";
    }

    private static Axis[] ColumnAxes(JobRequest request) =>
        [.. request.Axes.Where(axis => axis.Values.Count > 1 && axis.Name != request.Curve?.Name)];

    public async Task<IActionResult> OnGetAsync(Guid id, CancellationToken ct)
    {
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            return NotFound();
        }

        Job = job with { Request = job.Request with { Along = Along } };
        Benchmark = catalogue.Find(job.Benchmark)?.Info;
        Looks = Benchmark is null ? [] : StrategyStyle.For(Benchmark);
        Matrix = SiteMatrix.Of(Job, Benchmark, Point);
        return Page();
    }
}
