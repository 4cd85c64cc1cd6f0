using System.Data;
using Dapper;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>webhook_messages</c>.</summary>
internal sealed record WebhookRow
{
    public const string Columns = "id, alert_id, event, body, created_at, attempts, next_at";

    private const string Insert = """
        INSERT INTO webhook_messages (id, alert_id, event, body, created_at, attempts, next_at)
        VALUES (@Id, @AlertId, @Event, @Body, @CreatedAt, 0, @NextAt)
        """;

    public required Guid Id { get; init; }
    public required Guid AlertId { get; init; }
    public required string Event { get; init; }
    public required string Body { get; init; }
    public required DateTimeOffset CreatedAt { get; init; }
    public int Attempts { get; init; }
    public required DateTimeOffset NextAt { get; init; }

    public static Task<int> AddAsync(IDbConnection connection, WebhookEvent what, Alert alert, DateTimeOffset now) =>
        connection.ExecuteAsync(Insert, new WebhookRow
        {
            Id = Guid.CreateVersion7(now),
            AlertId = alert.Id,
            Event = Column.Of(what),
            Body = ChatMessage.OfAlert(alert, isResolved: what == WebhookEvent.Resolved),
            CreatedAt = now,
            NextAt = now,
        });

    public WebhookMessage ToMessage() => new(Id, Enum.Parse<WebhookEvent>(Event, ignoreCase: true), Body, CreatedAt, Attempts);
}
