using Dapper;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The messages that the webhook has not accepted yet, in the database of a <see cref="JobLedger"/>, so they are
/// kept after a restart.</summary>
public sealed class WebhookOutbox(LedgerDatabase database)
{
    /// <summary>The oldest message that is due; the messages of an alert are sent in order. Null when no message is due.</summary>
    public Task<WebhookMessage?> NextAsync(DateTimeOffset now, CancellationToken ct = default) => database.ReadAsync(
        async connection => (await connection.QueryFirstOrDefaultAsync<WebhookRow>(
            $"""
            SELECT {WebhookRow.Columns} FROM webhook_messages AS message
            WHERE next_at <= @Now AND NOT EXISTS (SELECT 1 FROM webhook_messages AS earlier WHERE earlier.alert_id = message.alert_id
              AND earlier.id < message.id)
            ORDER BY id
            """,
            new { Now = now }))?.ToMessage(),
        ct);

    /// <summary>When the next message is due; null without messages.</summary>
    public Task<DateTimeOffset?> DueAsync(CancellationToken ct = default) => database.ReadAsync(
        connection => connection.ExecuteScalarAsync<DateTimeOffset?>(
            """
            SELECT MIN(next_at) FROM webhook_messages AS message
            WHERE NOT EXISTS (SELECT 1 FROM webhook_messages AS earlier WHERE earlier.alert_id = message.alert_id AND earlier.id < message.id)
            """),
        ct);

    /// <summary>Stores the outcome of an attempt, in place of the one before.</summary>
    public Task RecordAsync(WebhookOutcome outcome, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync(WebhookOutcomeRow.Save, WebhookOutcomeRow.Of(outcome)), ct);

    /// <summary>The outcome of the last attempt, from any node; null before the first one.</summary>
    public Task<WebhookOutcome?> LastAsync(CancellationToken ct = default) => database.ReadAsync(
        async connection => (await connection.QueryFirstOrDefaultAsync<WebhookOutcomeRow>(WebhookOutcomeRow.Select))?.ToOutcome(), ct);

    /// <summary>Removes a message that was accepted or is no longer retried.</summary>
    public Task RemoveAsync(Guid id, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync("DELETE FROM webhook_messages WHERE id = @Id", new { Id = id }), ct);

    /// <summary>Records a failed attempt and when the next one is due.</summary>
    public Task PostponeAsync(Guid id, DateTimeOffset nextAt, CancellationToken ct = default) => database.WriteAsync(
        connection => connection.ExecuteAsync(
            "UPDATE webhook_messages SET attempts = attempts + 1, next_at = @NextAt WHERE id = @Id", new { Id = id, NextAt = nextAt }),
        ct);
}

/// <summary>A message that the webhook has not accepted yet.</summary>
/// <param name="Id">The same for each attempt.</param>
/// <param name="Body">JSON: the alert at the time of the event, with a text for chat systems.</param>
/// <param name="CreatedAt">The time of the event.</param>
/// <param name="Attempts">The number of failed attempts.</param>
public sealed record WebhookMessage(Guid Id, WebhookEvent Event, string Body, DateTimeOffset CreatedAt, int Attempts);

/// <summary>The events that the webhook receives.</summary>
public enum WebhookEvent
{
    Opened,
    Resolved,

    /// <summary>A case became faster.</summary>
    Improved,

    /// <summary>A user has requested it.</summary>
    Test,
}
