using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Ledger;
using RedisPerf.Web.Live;

namespace RedisPerf.Web;

/// <summary>What the program is put together from, and what may go wrong while it is.</summary>
internal static class Startup
{
    private static readonly (string Name, string Sentence)[] Numbers =
    [
        (nameof(RedisPerfOptions.QueueLimit), RedisPerfOptions.QueueLimitSentence),
        (nameof(RedisPerfOptions.KeepJobs), RedisPerfOptions.KeepJobsSentence),
    ];

    public static void AddRedisPerf(this IServiceCollection services)
    {
        services.AddOptions<RedisPerfOptions>().Configure<IConfiguration>(Read);
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton(Catalogue.Default);
        services.AddSingleton(provider => new TargetCatalogue(Options(provider).Data, Options(provider).Targets));
        services.AddSingleton(provider => new Runner(provider.GetRequiredService<Catalogue>(), provider.GetRequiredService<TargetCatalogue>().Find));
        services.AddSingleton<TargetBoard>();
        services.AddSingleton<ConnectionTests>();
        services.AddSingleton<LiveFeed>();

        // Opened once, before the first request: nothing else waits for it, so it may be waited for here.
        services.AddSingleton(provider => JobLedger.OpenAsync(Options(provider).Data, provider.GetRequiredService<Catalogue>()).GetAwaiter().GetResult());
        services.AddSingleton(provider => new BaselineLedger(provider.GetRequiredService<JobLedger>().File));
        services.AddSingleton<JobPairs>();

        services.AddSingleton(provider => new JobHistory(provider.GetRequiredService<JobLedger>().File));
        services.AddSingleton<Retention>();
        services.AddSingleton(provider => new ScheduleLedger(provider.GetRequiredService<JobLedger>().File));
        services.AddSingleton(provider => new NightLedger(provider.GetRequiredService<JobLedger>().File, provider.GetRequiredService<Catalogue>()));
        services.AddSingleton(provider => new AlertLedger(provider.GetRequiredService<JobLedger>().File));
        services.AddSingleton(provider => new WebhookOutbox(provider.GetRequiredService<JobLedger>().File));

        // In the data folder, so that a form that was open over a restart can still be sent.
        services.AddDataProtection();
        services.AddOptions<KeyManagementOptions>().Configure<IServiceProvider>((keys, provider) =>
            keys.XmlRepository = new FileSystemXmlRepository(Directory.CreateDirectory(Path.Combine(Options(provider).Data, "keys")), NullLoggerFactory.Instance));
    }

    /// <returns>The one line for trouble that the user can mend; null for what is a fault of ours.</returns>
    public static string? Trouble(Exception exception) => exception switch
    {
        TargetException target => target.Reason.ToText(),
        LedgerException or StartupException => exception.Message,
        IOException { InnerException: AddressInUseException } => $"{exception.Message} Another program listens there; give another address with --urls http://localhost:5081.",
        SocketException => $"The address could not be listened on: {exception.Message}. Give another one with --urls.",
        _ => null,
    };

    /// <exception cref="StartupException">An address is none, or cannot be listened on.</exception>
    public static void CheckAddresses(string addresses)
    {
        foreach (var address in addresses.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            BindingAddress parsed;
            try
            {
                parsed = BindingAddress.Parse(address);
            }
            catch (FormatException)
            {
                throw new StartupException($"\"{address}\" is no address to listen on; give one such as --urls http://localhost:5081.");
            }

            if (parsed is { Host: "localhost", Port: 0 })
            {
                throw new StartupException("A free port is found for an IP address only: --urls http://127.0.0.1:0.");
            }
        }
    }

    private static void Read(RedisPerfOptions options, IConfiguration configuration)
    {
        var section = configuration.GetSection(RedisPerfOptions.Section);
        try
        {
            section.Bind(options);
        }
        catch (InvalidOperationException)
        {
            // The numbers are the settings that are not a text.
            throw new StartupException(string.Join(" ", Numbers.Where(number => !IsWhole(section[number.Name])).Select(number => number.Sentence)));
        }

        var wrong = new List<ValidationResult>();
        if (!Validator.TryValidateObject(options, new(options), wrong, validateAllProperties: true))
        {
            throw new StartupException(string.Join(" ", wrong.Select(result => result.ErrorMessage)));
        }
    }

    /// <summary>
    /// Where appsettings.json is looked for, and with it the hosts that are answered: beside the program, when it is started
    /// from a folder that has none. Null leaves the framework's own choice.
    /// </summary>
    public static string? ContentRoot(string[] args) =>
        File.Exists("appsettings.json") || Array.Exists(args, word => word.StartsWith("--contentRoot", StringComparison.OrdinalIgnoreCase))
            ? null
            : AppContext.BaseDirectory;

    /// <summary>One line where the embedded server is not there for this platform: the other targets work all the same.</summary>
    public static async Task TellMissingAsync(TargetCatalogue targets)
    {
        var embedded = await targets.Find(EmbeddedTarget.TargetName)!.DescribeAsync(CancellationToken.None);
        if (embedded.Reason is { } reason)
        {
            await Console.Error.WriteLineAsync(reason.ToText());
        }
    }

    private static bool IsWhole(string? text) => text is null || int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out _);

    private static RedisPerfOptions Options(IServiceProvider provider) => provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value;
}
