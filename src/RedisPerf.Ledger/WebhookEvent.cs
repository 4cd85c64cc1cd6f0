namespace RedisPerf.Ledger;

/// <summary>The events that the webhook receives.</summary>
public enum WebhookEvent
{
    Opened,
    Resolved,
}
