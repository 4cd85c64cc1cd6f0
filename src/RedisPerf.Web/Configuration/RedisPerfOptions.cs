using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Targets;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Web.Configuration;

/// <summary>The section <c>RedisPerf</c> of the configuration.</summary>
public sealed class RedisPerfOptions
{
    public const string Section = "RedisPerf";

    internal const string QueueLimitSentence = "RedisPerf__QueueLimit must be a whole number from 1 to 10000.";
    internal const string LeaseWaitSentence = "RedisPerf__LeaseWait must be a whole number of seconds from 0 to 86400.";
    internal const string TrustNetworkSentence = "RedisPerf__TrustNetwork must be true or false.";
    internal const string AllowTargetEditingSentence = "RedisPerf__AllowTargetEditing must be true or false.";
    internal const string KeepJobsSentence = "RedisPerf__KeepJobs must be a whole number of days from 0 (keeps all jobs) to 36500.";

    /// <summary>The folder of the ledger and of the files of started servers.</summary>
    [Required(ErrorMessage = "RedisPerf__Data must name a folder.")]
    public string Data { get; set; } = Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "RedisPerf");

    /// <summary>The storage of the ledger: <c>sqlite</c> for a file in the data folder, or the connection string of a PostgreSQL database.
    /// It may contain a password and is never shown.</summary>
    [Required(ErrorMessage = "RedisPerf__Ledger must be sqlite or the connection string of a PostgreSQL database.")]
    public string Ledger { get; set; } = LedgerDatabase.Sqlite;

    /// <summary>The user of a PostgreSQL ledger. It replaces that of the connection string.</summary>
    public string? LedgerUser { get; set; }

    /// <summary>The password of a PostgreSQL ledger, with any characters. It replaces that of the connection string. Never shown.</summary>
    public string? LedgerPassword { get; set; }

    /// <summary>The path of a file with the password of a PostgreSQL ledger.</summary>
    public string? LedgerPasswordFile { get; set; }

    /// <summary>The name of this node; null for the name of the machine.</summary>
    [RegularExpression(
        @"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", ErrorMessage = "RedisPerf__Node must have letters, digits, dots, dashes and underscores, at most 100.")]
    public string? Node { get; set; }

    public IList<ConfiguredTargetOptions> Targets { get; } = [];

    /// <summary>Server programs that RedisPerf starts, each as a target.</summary>
    public IList<NamedServerOptions> Servers { get; } = [];

    /// <summary>The images of container targets, by their names; others have their default images.</summary>
    public IDictionary<string, string> Images { get; } = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    /// <summary>The paths of files with the strategies of users, which the workers load, and the names of those of other client libraries.</summary>
    public IList<string> Strategies { get; } = [];

    /// <summary>The address that receives alerts; null for none. It may contain a secret, so only
    /// <see cref="WebhookAddress.Shown"/> is shown.</summary>
    [WebhookAddress]
    public string? Webhook { get; set; }

    /// <summary>The secret that requests must have; null when everyone who reaches the address may use RedisPerf. Never shown.</summary>
    [StringLength(1_000, MinimumLength = 16,
        ErrorMessage = "RedisPerf__AccessToken must have at least 16 characters, for example the output of: openssl rand -hex 32")]
    [RegularExpression("[ -~]*", ErrorMessage = "RedisPerf__AccessToken must have printable ASCII characters only: a header carries no others.")]
    public string? AccessToken { get; set; }

    /// <summary>A file with the access token, as an orchestrator provides secrets; null for none.</summary>
    public string? AccessTokenFile { get; set; }

    /// <summary>Whether RedisPerf may listen on an address that other machines reach, without an access token.</summary>
    public bool TrustNetwork { get; set; }

    /// <summary>Addresses or networks (<c>10.0.0.0/8</c>) of the reverse proxies whose forwarded headers are used.</summary>
    public IList<string> TrustedProxies { get; } = [];

    /// <summary>The path of a reverse proxy below which users reach RedisPerf: <c>/redisperf</c>; null or empty for none.</summary>
    [RegularExpression(BasePath.Pattern, ErrorMessage = $"RedisPerf__PathBase {BasePath.Sentence}")]
    public string? PathBase { get; set; }

    /// <summary>Whether users may add, replace and delete targets. Off by default: it lets a user make the server connect to any address.</summary>
    public bool AllowTargetEditing { get; set; }

    /// <summary>Maximum number of queued jobs.</summary>
    [Range(1, 10_000, ErrorMessage = QueueLimitSentence)]
    public int QueueLimit { get; set; } = 100;

    /// <summary>Seconds that a job waits for an existing server that another RedisPerf uses; then the job fails.</summary>
    [Range(0, 86_400, ErrorMessage = LeaseWaitSentence)]
    public int LeaseWait { get; set; } = 600;

    /// <summary>The cores of started servers and of workers: <c>auto</c>, <c>off</c>, or both lists, as in <c>0-1/2-3</c>.</summary>
    public string Pin { get; set; } = "auto";

    /// <summary>Days that a job is kept after its end; 0 keeps all jobs. Starred jobs, baselines and recent scheduled runs are always kept.</summary>
    [Range(0, 36_500, ErrorMessage = KeepJobsSentence)]
    public int KeepJobs { get; set; }
}
