using RedisPerf.Core.Benchmarks;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Jobs;

/// <summary>Fills new columns of existing jobs after the migrations that added them.</summary>
internal static class Filling
{
    /// <param name="catalogue">Declares the titles of the jobs.</param>
    public static MigrationStep Of(Catalogue catalogue) => (version, connection, ct) => version switch
    {
        HistoryFilling.Version => HistoryFilling.RunAsync(connection, ct),
        SearchFilling.Version => SearchFilling.RunAsync(connection, catalogue, ct),
        SeriesFilling.Version => SeriesFilling.RunAsync(connection, ct),
        _ => Task.CompletedTask,
    };
}
