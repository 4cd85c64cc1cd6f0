using RedisPerf.Ledger.Jobs;

namespace RedisPerf.Web.Background;

/// <summary>Chooses the implementation of a service by the ledger: of one process, or shared by several nodes.</summary>
public static class LedgerMode
{
    public static IServiceCollection AddByLedger<TService, TSingle, TShared>(this IServiceCollection services)
        where TService : class
        where TSingle : TService
        where TShared : TService =>
        services.AddSingleton(provider => provider.ByLedger<TService>(
            () => ActivatorUtilities.CreateInstance<TSingle>(provider), () => ActivatorUtilities.CreateInstance<TShared>(provider)));

    /// <param name="single">The implementation for a ledger of one process.</param>
    /// <param name="shared">The implementation for a ledger that several processes share.</param>
    public static T ByLedger<T>(this IServiceProvider provider, Func<T> single, Func<T> shared) =>
        provider.GetRequiredService<JobLedger>().Database.IsShared ? shared() : single();
}
