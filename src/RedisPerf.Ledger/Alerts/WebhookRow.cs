using System.Data;
using Dapper;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Trends;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>A row of the table <c>webhook_messages</c>.</summary>
internal sealed record WebhookRow
{
    public const string Columns = "id AS Id, alert_id AS AlertId, event AS Event, body AS Body, created_at AS CreatedAt, attempts AS Attempts, next_at AS NextAt";

    private const string Insert = """
        INSERT INTO webhook_messages (id, alert_id, event, body, created_at, attempts, next_at)
        VALUES (@Id, @AlertId, @Event, @Body, @CreatedAt, 0, @NextAt)
        """;

    public required string Id { get; init; }
    public required string AlertId { get; init; }
    public required string Event { get; init; }
    public required string Body { get; init; }
    public required string CreatedAt { get; init; }
    public int Attempts { get; init; }
    public required string NextAt { get; init; }

    public static Task<int> AddAsync(IDbConnection connection, WebhookEvent what, Alert alert, DateTimeOffset now) => connection.ExecuteAsync(Insert, new WebhookRow
    {
        Id = Column.Of(Guid.CreateVersion7(now)),
        AlertId = Column.Of(alert.Id),
        Event = Column.Of(what),
        Body = Column.Json(new AlertDocument(alert))!,
        CreatedAt = Column.Of(now),
        NextAt = Column.Of(now),
    });

    public WebhookMessage ToMessage() => new(Guid.Parse(Id), Enum.Parse<WebhookEvent>(Event, ignoreCase: true), Body, Column.Time(CreatedAt), Attempts);
}
