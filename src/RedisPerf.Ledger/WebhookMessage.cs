namespace RedisPerf.Ledger;

/// <summary>Something that the webhook is still to be told.</summary>
/// <param name="Id">The same at each attempt.</param>
/// <param name="Event">What happened.</param>
/// <param name="Body">JSON: the alert as it was then.</param>
/// <param name="CreatedAt">When it happened.</param>
/// <param name="Attempts">Those that failed.</param>
public sealed record WebhookMessage(Guid Id, WebhookEvent Event, string Body, DateTimeOffset CreatedAt, int Attempts);
