using System.ComponentModel.DataAnnotations;
using System.Globalization;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Benchmarks;
using RedisPerf.Core.Benchmarks.Plugins;
using RedisPerf.Core.Model;
using RedisPerf.Core.Payloads;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Running;
using RedisPerf.Core.Running.Workers;
using RedisPerf.Core.Running.Workers.Plugins;
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

/// <summary>Registers the services of the program and reads its options.</summary>
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
        // Read once, before the first request, so blocking is safe here.
        services.AddSingleton(provider =>
            new PluginReader(ClientCatalogue.DefaultProgram).ReadAllAsync(Options(provider).Strategies, default).GetAwaiter().GetResult());
        services.AddSingleton(provider => Catalogue.Default.With(provider.GetRequiredService<IReadOnlyList<Plugin>>()));
        services.AddSingleton(provider => new TargetCatalogue(
            Options(provider).Data, Options(provider).Targets, Options(provider).Servers, Options(provider).Images));
        services.AddSingleton(provider => ClientCatalogue.Of(Options(provider).Data));
        services.AddSingleton(provider => new PayloadStore(Options(provider).Data));
        services.AddSingleton<PayloadBoard>();
        services.AddSingleton(provider => new Runner(provider.GetRequiredService<Catalogue>(), provider.GetRequiredService<TargetCatalogue>().Find)
        {
            WorkerProgram = ClientCatalogue.DefaultProgram,
            Cores = CoreChoice.Parse(Options(provider).Pin, $"{RedisPerfOptions.Section}__{nameof(RedisPerfOptions.Pin)}"),
            FindClient = provider.GetRequiredService<ClientCatalogue>().Find,
            PluginsOf = _ => provider.GetRequiredService<IReadOnlyList<Plugin>>(),
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
            JobLedger.OpenAsync(LedgerOf(Options(provider)), Options(provider).Data, provider.GetRequiredService<Catalogue>())
                .GetAwaiter().GetResult());
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

    private static void Read(RedisPerfOptions options, IConfiguration configuration)
    {
        var section = Trimmed(configuration.GetSection(RedisPerfOptions.Section));
        var properties = typeof(RedisPerfOptions).GetProperties();
        var names = properties.Select(property => property.Name).ToList();
        if (section.GetChildren().FirstOrDefault(setting => !names.Contains(setting.Key, StringComparer.OrdinalIgnoreCase)) is { Key: var unknown })
        {
            throw new StartupException(
                $"Unknown setting {NameOf(unknown)}. Valid settings: {string.Join(", ", names.Select(NameOf))}.");
        }

        // The binder ignores a value where the setting is a list.
        var lists = properties.Where(property => !property.CanWrite && section[property.Name] is { Length: > 0 }).Select(property => property.Name);
        if (lists.FirstOrDefault() is { } list)
        {
            throw new StartupException(list == nameof(RedisPerfOptions.Images)
                ? $"{NameOf(list)} has one image for each container target, as in {NameOf(list)}__docker-redis."
                : $"{NameOf(list)} is a list. Number its entries, from {NameOf(list)}__0.");
        }

        ConfiguredSettings.CheckTargets(EntriesOf(nameof(RedisPerfOptions.Targets)));
        ConfiguredSettings.CheckServers(EntriesOf(nameof(RedisPerfOptions.Servers)));
        try
        {
            section.Bind(options);
        }
        catch (InvalidOperationException)
        {
            throw new StartupException(string.Join(
                " ", Typed.Where(setting => section[setting.Name] is { } text && !setting.IsValid(text)).Select(setting => setting.Sentence)));
        }

        if (options.AccessTokenFile is { } file)
        {
            options.AccessToken = ReadToken(file, options.AccessToken);
        }

        var wrong = new List<ValidationResult>();
        if (!Validator.TryValidateObject(options, new(options), wrong, validateAllProperties: true))
        {
            throw new StartupException(string.Join(" ", wrong.Select(result => result.ErrorMessage)));
        }

        IEnumerable<(string, string)> EntriesOf(string list) =>
            section.GetSection(list).GetChildren().SelectMany(entry => entry.GetChildren().Select(setting => (entry.Key, setting.Key)));
    }

    /// <summary>Writes one line when the embedded server is missing on this platform. The other targets still work.</summary>
    public static async Task ReportMissingAsync(TargetCatalogue targets)
    {
        var embedded = await targets.Find(EmbeddedTarget.TargetName)!.DescribeAsync(CancellationToken.None);
        if (embedded.Reason is { } reason)
        {
            await Console.Error.WriteLineAsync(reason.ToText());
        }
    }

    private static string LedgerOf(RedisPerfOptions options) =>
        new LedgerCredentials(options.LedgerUser, options.LedgerPassword, options.LedgerPasswordFile).AddTo(options.Ledger);

    // A pasted value or a file that was made with echo ends with a blank or a line break. A password can begin or end with a blank.
    private static IConfigurationRoot Trimmed(IConfigurationSection section) => new ConfigurationBuilder()
        .AddInMemoryCollection(section.AsEnumerable(makePathsRelative: true)
            .Select(setting => KeyValuePair.Create(
                setting.Key, setting.Key.EndsWith("Password", StringComparison.OrdinalIgnoreCase) ? setting.Value : setting.Value?.Trim())))
        .Build();

    // A password that was written into the wrong setting is not shown either.
    private static string ReadToken(string file, string? given) => given is null
        ? PasswordFile.Read(file, NameOf(nameof(RedisPerfOptions.AccessTokenFile))).Trim()
        : throw new StartupException(
            $"Set {NameOf(nameof(RedisPerfOptions.AccessToken))} or {NameOf(nameof(RedisPerfOptions.AccessTokenFile))}, not both.");

    private static string NameOf(string setting) => $"{RedisPerfOptions.Section}__{setting}";

    private static bool IsWhole(string text) => int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out _);

    internal static RedisPerfOptions Options(IServiceProvider provider) => provider.GetRequiredService<IOptions<RedisPerfOptions>>().Value;
}

/// <summary>The configuration cannot be used. The message is shown as one line. It does not contain values that may include a password.</summary>
internal sealed class StartupException(string message) : Exception(message);
