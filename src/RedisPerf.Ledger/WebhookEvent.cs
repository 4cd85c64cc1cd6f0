namespace RedisPerf.Ledger;

/// <summary>What the webhook is told of.</summary>
public enum WebhookEvent
{
    Opened,
    Resolved,
}
