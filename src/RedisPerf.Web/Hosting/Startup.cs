using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Net.Sockets;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Targets;
using RedisPerf.Core.Targets.Started;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Ledger.Schedules;
using RedisPerf.Ledger.Storage;
using RedisPerf.Ledger.Targets;
using RedisPerf.Web.Access;
using RedisPerf.Web.Alerts;
using RedisPerf.Web.Api;
using RedisPerf.Web.Background;
using RedisPerf.Web.Comparisons;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;
using RedisPerf.Web.Nodes;
using RedisPerf.Web.Schedules;
using RedisPerf.Web.Targets;

namespace RedisPerf.Web.Hosting;

/// <summary>Registers the services of the program and explains errors of its start.</summary>
internal static class Startup
{
    // The settings that are not strings.
    private static readonly (string Name, string Sentence, Func<string, bool> IsValid)[] Typed =
    [
        (nameof(RedisPerfOptions.QueueLimit), RedisPerfOptions.QueueLimitSentence, IsWhole),
        (nameof(RedisPerfOptions.KeepJobs), RedisPerfOptions.KeepJobsSentence, IsWhole),
        (nameof(RedisPerfOptions.AllowTargetEditing), RedisPerfOptions.AllowTargetEditingSentence, text => bool.TryParse(text, out _)),
        (nameof(RedisPerfOptions.LeaseWait), RedisPerfOptions.LeaseWaitSentence, IsWhole),
        (nameof(RedisPerfOptions.TrustNetwork), RedisPerfOptions.TrustNetworkSentence, text => bool.TryParse(text, out _)),
    ];

    public static void AddRedisPerf(this IServiceCollection services)
    {
        services.AddOptions<RedisPerfOptions>().Configure<IConfiguration>(Read);
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton(Catalogue.Default);
        services.AddSingleton(provider => new TargetCatalogue(Options(provider).Data, Options(provider).Targets));
        services.AddSingleton(provider => ClientCatalogue.Of(Options(provider).Data));
        services.AddSingleton(provider => new PayloadStore(Options(provider).Data));
        services.AddSingleton<PayloadBoard>();
        services.AddSingleton(provider => new Runner(provider.GetRequiredService<Catalogue>(), provider.GetRequiredService<TargetCatalogue>().Find)
        {
            WorkerProgram = ClientCatalogue.DefaultProgram,
            Cores = CoreChoice.Parse(Options(provider).Pin, $"{RedisPerfOptions.Section}__{nameof(RedisPerfOptions.Pin)}"),
            FindClient = provider.GetRequiredService<ClientCatalogue>().Find,
            FindNodesAsync = provider.GetRequiredService<NodeLinks>().FindAsync,
            FindPayload = provider.GetRequiredService<PayloadStore>().FindFile,
            ServerWait = Timeout.InfiniteTimeSpan,
            FindDifference = (job, environment) => Resumption.FindDifference(JobDocument.WithoutCases(job), environment),
        });
        services.AddSingleton<AccessControl>();
        services.AddSingleton<TargetBoard>();
        services.AddSingleton<ConnectionTests>();
        services.AddSingleton(provider => new TargetLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton<AddedTargets>();
        services.AddSingleton<LiveFeed>();
        services.AddSingleton<LiveLists>();
        services.AddSingleton<LiveJobs>();
        services.AddSingleton<JobsElsewhere>();
        services.AddSingleton<JobEvents>();

        // Opened once, before the first request, so blocking is safe here.
        services.AddSingleton(provider =>
            JobLedger.OpenAsync(Options(provider).Ledger, Options(provider).Data, provider.GetRequiredService<Catalogue>()).GetAwaiter().GetResult());
        services.AddSingleton(provider => new BaselineLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton<JobPairs>();

        services.AddSingleton(provider => new NodeLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton(provider => new NodeIdentity(Options(provider).Node ?? Environment.MachineName, Guid.NewGuid(), ThisMachine.Id));
        services.AddSingleton(provider => new AssistantLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton<NodeBoard>();
        services.AddSingleton<RecoveryLedger>();
        services.AddSingleton(provider => new RequeueLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton(provider => new LeftKeyLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton(provider => new JobHistory(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton<Retention>();
        services.AddSingleton(provider => new HousekeepingWork(
            provider.GetRequiredService<ScheduleFiring>().FireDueAsync,
            provider.GetRequiredService<PendingReviews>().RunAsync,
            provider.GetRequiredService<WebhookSender>().DeliverAsync));
        services.AddSingleton(provider => new ScheduleLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton(
            provider => new ScheduledRunLedger(provider.GetRequiredService<JobLedger>().Database, provider.GetRequiredService<Catalogue>()));
        services.AddSingleton(provider => new AlertLedger(provider.GetRequiredService<JobLedger>().Database));
        services.AddSingleton<LiveMetrics>();
        services.AddSingleton(provider => new WebhookOutbox(provider.GetRequiredService<JobLedger>().Database));

        // In the data folder, so a form that was open during a restart can still be sent.
        services.AddDataProtection();
        services.AddSingleton(
            provider => KeyFiles.Open(Path.Combine(Options(provider).Data, "keys"), provider.GetRequiredService<ILogger<KeyFiles>>()));
        services.AddOptions<KeyManagementOptions>().Configure<KeyFiles, JobLedger>((keys, files, ledger) =>
            keys.XmlRepository = ledger.Database.IsShared ? new SharedKeys(new(ledger.Database)) : files);

        // By default the keys are bound to the folder of the program, which nodes have at different places.
        services.Configure<DataProtectionOptions>(protection => protection.ApplicationDiscriminator = "");
    }

    /// <returns>The message for an error that the user can fix; null for any other exception.</returns>
    public static string? ErrorText(Exception exception) => exception switch
    {
        TargetException target => target.Reason.ToText(),
        LedgerException or StartupException => exception.Message,
        IOException { InnerException: AddressInUseException } =>
            $"{exception.Message} Another program uses this address. Choose another one, for example --urls http://localhost:5081.",
        SocketException => $"RedisPerf cannot listen on the address: {exception.Message}. Choose another one with --urls.",
        _ => null,
    };

    /// <exception cref="StartupException">An address is invalid, or RedisPerf cannot listen on it.</exception>
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
                throw new StartupException($"\"{address}\" is not a valid address. An example: --urls http://localhost:5081.");
            }

            if (parsed is { Host: "localhost", Port: 0 })
            {
                throw new StartupException("Port 0 (any free port) requires an IP address: --urls http://127.0.0.1:0.");
            }
        }
    }

    private static void Read(RedisPerfOptions options, IConfiguration configuration)
    {
        var section = configuration.GetSection(RedisPerfOptions.Section);
        var names = typeof(RedisPerfOptions).GetProperties().Select(property => property.Name).ToList();
        if (section.GetChildren().FirstOrDefault(setting => !names.Contains(setting.Key, StringComparer.OrdinalIgnoreCase)) is { Key: var unknown })
        {
            throw new StartupException(
                $"Unknown setting RedisPerf__{unknown}. Valid settings: {string.Join(", ", names.Select(name => $"RedisPerf__{name}"))}.");
        }

        try
        {
            section.Bind(options);
        }
        catch (InvalidOperationException)
        {
            throw new StartupException(string.Join(
                " ", Typed.Where(setting => section[setting.Name] is { } text && !setting.IsValid(text)).Select(setting => setting.Sentence)));
        }

        var wrong = new List<ValidationResult>();
        if (!Validator.TryValidateObject(options, new(options), wrong, validateAllProperties: true))
        {
            throw new StartupException(string.Join(" ", wrong.Select(result => result.ErrorMessage)));
        }
    }

    /// <summary>The folder of appsettings.json, which has the allowed hosts: the folder of the program when the current folder has no such
    /// file. Null keeps the default of the framework.</summary>
    public static string? ContentRoot(string[] args) =>
        File.Exists("appsettings.json") || Array.Exists(args, word => word.StartsWith("--contentRoot", StringComparison.OrdinalIgnoreCase))
            ? null
            : AppContext.BaseDirectory;

    /// <summary>Writes one line when the embedded server is missing on this platform. The other targets still work.</summary>
    public static async Task ReportMissingAsync(TargetCatalogue targets)
    {
        var embedded = await targets.Find(EmbeddedTarget.TargetName)!.DescribeAsync(CancellationToken.None);
        if (embedded.Reason is { } reason)
        {
            await Console.Error.WriteLineAsync(reason.ToText());
        }
    }

    private static bool IsWhole(string text) => int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out _);

    internal static RedisPerfOptions Options(IServiceProvider provider) => provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value;
}

/// <summary>The configuration cannot be used. The message is shown as one line. It does not contain values that may include a password.</summary>
internal sealed class StartupException(string message) : Exception(message);
