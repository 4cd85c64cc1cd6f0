namespace RedisPerf.Ledger;

/// <summary>A message that the webhook has not accepted yet.</summary>
/// <param name="Id">The same for each attempt.</param>
/// <param name="Event">The event.</param>
/// <param name="Body">JSON: the alert at the time of the event.</param>
/// <param name="CreatedAt">The time of the event.</param>
/// <param name="Attempts">The number of failed attempts.</param>
public sealed record WebhookMessage(Guid Id, WebhookEvent Event, string Body, DateTimeOffset CreatedAt, int Attempts);
