using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Measuring;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger;
using RedisPerf.Web.Live;

namespace RedisPerf.Web;

/// <summary>What the program is put together from, and what may go wrong while it is.</summary>
internal static class Startup
{
    public static void AddRedisPerf(this IServiceCollection services)
    {
        services.AddOptions<RedisPerfOptions>().BindConfiguration(RedisPerfOptions.Section).ValidateDataAnnotations();
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton(Catalogue.Default);
        services.AddSingleton(provider => TargetCatalogue(provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value));
        services.AddSingleton(provider => new Runner(provider.GetRequiredService<Catalogue>(), provider.GetRequiredService<TargetCatalogue>().Find));
        services.AddSingleton(provider => JobLedger.Open(provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value.Data, provider.GetRequiredService<Catalogue>()));
        services.AddSingleton<LiveFeed>();
        services.AddDataProtection();
        services.AddOptions<Microsoft.AspNetCore.DataProtection.KeyManagement.KeyManagementOptions>();
    }

    /// <returns>The one line for trouble that the user can mend; null for what is a fault of ours.</returns>
    public static string? Trouble(Exception exception) => exception switch
    {
        LedgerException or TargetException => exception.Message,
        OptionsValidationException options => string.Join(" ", options.Failures),
        IOException { InnerException: AddressInUseException } => $"{exception.Message} Another program listens there; give another address with --urls http://localhost:5081.",
        SocketException => $"The address could not be listened on: {exception.Message}. Give another one with --urls.",
        _ => null,
    };

    private static TargetCatalogue TargetCatalogue(RedisPerfOptions options) => throw new NotSupportedException();
}
