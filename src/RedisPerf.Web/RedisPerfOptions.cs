using System.ComponentModel.DataAnnotations;
using RedisPerf.Core.Targets;

namespace RedisPerf.Web;

/// <summary>The section <c>RedisPerf</c> of the configuration.</summary>
public sealed class RedisPerfOptions
{
    public const string Section = "RedisPerf";

    internal const string QueueLimitSentence = "RedisPerf__QueueLimit must be a whole number from 1 to 10000.";
    internal const string KeepJobsSentence = "RedisPerf__KeepJobs must be a whole number of days from 0 (all jobs are kept) to 36500.";

    /// <summary>The folder of the ledger and of the started servers' files.</summary>
    [Required(ErrorMessage = "RedisPerf__Data must name a folder.")]
    public string Data { get; set; } = Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "RedisPerf");

    /// <summary>Where the ledger is kept; <c>sqlite</c> is a file in the data folder.</summary>
    [RegularExpression("sqlite", ErrorMessage = "RedisPerf__Ledger must be sqlite; a shared PostgreSQL ledger is not in this version.")]
    public string Ledger { get; set; } = "sqlite";

    public IList<ConfiguredTargetOptions> Targets { get; } = [];

    /// <summary>Who is told of alerts; null for nobody. It may hold a secret: only <see cref="Alerts.WebhookAddress.Shown"/> of it is ever shown.</summary>
    [Alerts.WebhookAddress]
    public string? Webhook { get; set; }

    /// <summary>Jobs waiting at most.</summary>
    [Range(1, 10_000, ErrorMessage = QueueLimitSentence)]
    public int QueueLimit { get; set; } = 100;

    /// <summary>Days that a job is kept after its end, unless somebody wants it longer; 0 keeps all.</summary>
    [Range(0, 36_500, ErrorMessage = KeepJobsSentence)]
    public int KeepJobs { get; set; }
}
