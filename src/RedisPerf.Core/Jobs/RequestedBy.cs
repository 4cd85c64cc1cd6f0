namespace RedisPerf.Core.Jobs;

/// <summary>Where a job came from.</summary>
public enum RequestedBy
{
    Page,
    Api,
    Cli,
    Schedule,
}
