using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Logging.Abstractions;
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
        services.AddSingleton(provider => new TargetCatalogue(Options(provider).Data, Options(provider).Targets));
        services.AddSingleton(provider => new Runner(provider.GetRequiredService<Catalogue>(), provider.GetRequiredService<TargetCatalogue>().Find));
        services.AddSingleton<LiveFeed>();

        // Opened once, before the first request: nothing else waits for it, so it may be waited for here.
        services.AddSingleton(provider => JobLedger.OpenAsync(Options(provider).Data, provider.GetRequiredService<Catalogue>()).GetAwaiter().GetResult());

        // In the data folder, so that a form that was open over a restart can still be sent.
        services.AddDataProtection();
        services.AddOptions<KeyManagementOptions>().Configure<IServiceProvider>((keys, provider) =>
            keys.XmlRepository = new FileSystemXmlRepository(Directory.CreateDirectory(Path.Combine(Options(provider).Data, "keys")), NullLoggerFactory.Instance));
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

    private static RedisPerfOptions Options(IServiceProvider provider) => provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value;
}
