namespace RedisPerf.Core.Model;

/// <summary>Where a job came from.</summary>
public enum RequestedBy
{
    Page,
    Api,
    Cli,
    Schedule,
}
