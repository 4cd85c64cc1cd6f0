using System.Data;
using Dapper;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Contract;
using RedisPerf.Core.Model;
using RedisPerf.Core.Running;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Ledger.Jobs;

/// <summary>The document of a stored job, with its runs and their summaries, and its best case, which is stored with it.</summary>
/// <param name="catalogue">Declares the floor and the baseline of each benchmark.</param>
internal sealed class StoredDocuments(Catalogue catalogue)
{
    public async Task<JobDocument> ReadAsync(IDbConnection connection, JobRow row)
    {
        var runs = await RunRow.OfJobAsync(connection, row.Id);
        return Create(row.ToJob(), runs.Select(run => run.ToEvent()));
    }

    public JobDocument Create(Job job, IEnumerable<JobEvent.RunEnded> runs) =>
        JobDocuments.Create(
            job, runs.Select(run => run with { Case = run.Case.ResolveFor(job.Request.Benchmark) }), catalogue.Find(job.Request.Benchmark)?.Info);

    /// <summary>Stores the best case of the current runs. A job whose cases are no alternatives has none, and neither has one of an unknown
    /// benchmark, nor one with fewer counted rounds than a comparison and its request need.</summary>
    public async Task KeepBestAsync(IDbConnection connection, JobRow row)
    {
        if (catalogue.Find(row.Benchmark)?.Info is not { } info)
        {
            return;
        }

        var document = await ReadAsync(connection, row);
        // The first kind of work answers the question of the benchmark.
        var comparable = info.Compares(document.Request) ? info.ByWork(document.Cases).FirstOrDefault() ?? [] : [];
        var ranking = RankAtBestPanel(Ranking.AtLargestPoint(comparable, document.Request), info, document.Request);
        IReadOnlyList<CaseResult> candidates =
            ranking.First.Count > 0 ? ranking.First : document.Request.Runs < Ranking.MinRounds ? ranking.Unranked : [];
        var best = candidates is [var first, ..] ? first : null;
        // Among the cases that can be as fast may be one behind a slower one: without it, the leader would look decided.
        var possible = ranking.First.Count > 1 || ranking.Lead != Lead.Undecided ? ranking.First.Skip(1) : ranking.Others;
        var ties = ranking.Emphasized.Count == 0 ? null
            : new StoredTies([.. possible.Select(@case => @case.Strategy).Distinct()], ranking.Lead == Lead.Shared);
        await connection.ExecuteAsync(
            JobRow.KeepBest,
            row with
            {
                BestStrategy = best?.Strategy,
                BestAt = best?.At,
                BestMedian = best?.Summary?.Median,
                TiedStrategies = ties?.ToJson(),
            });
    }

    // As on the page of the job, strategies are ranked against those of the same panel; the panels, only when each has one strategy.
    private static Ranking RankAtBestPanel(IReadOnlyList<CaseResult> cases, BenchmarkInfo info, JobRequest request)
    {
        var (floor, rule) = (info.Floor, BenchmarkInfo.RuleOf(request, info));
        var panels = Panel.Of(cases.Where(@case => @case.Strategy != floor), request);
        return panels.All(panel => panel.Cases.Count == 1)
            ? Ranking.Of(cases, floor, rule)
            : panels.Select(panel => Ranking.Of(panel.Cases, floor, rule)).MinBy(
                ranking => ranking.First.Concat(ranking.Unranked).FirstOrDefault()?.Summary!.Median ?? double.PositiveInfinity)!;
    }
}
