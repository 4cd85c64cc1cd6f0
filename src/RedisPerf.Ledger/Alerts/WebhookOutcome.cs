using RedisPerf.Core.Model;
using RedisPerf.Ledger.Storage;

namespace RedisPerf.Ledger.Alerts;

/// <summary>The last attempt to send a message to the webhook.</summary>
/// <param name="At">Its end.</param>
/// <param name="Event">The event of the message.</param>
/// <param name="State">The result for the message.</param>
/// <param name="Reason">Null for an accepted message.</param>
public sealed record WebhookOutcome(DateTimeOffset At, WebhookEvent Event, WebhookState State, Reason? Reason);

/// <summary>The result of an attempt for its message.</summary>
public enum WebhookState
{
    /// <summary>The receiver has accepted it.</summary>
    Delivered,

    /// <summary>It is sent again.</summary>
    Waiting,

    /// <summary>The receiver has refused it for good, or the attempts took a day. It is not sent again.</summary>
    Dropped,
}

/// <summary>The row of the table <c>webhook_outcomes</c>.</summary>
internal sealed record WebhookOutcomeRow
{
    public const string Select = "SELECT at, event, state, reason FROM webhook_outcomes";

    public const string Save = """
        INSERT INTO webhook_outcomes (id, at, event, state, reason) VALUES ('last', @At, @Event, @State, @Reason)
        ON CONFLICT (id) DO UPDATE SET at = excluded.at, event = excluded.event, state = excluded.state, reason = excluded.reason
        """;

    public required DateTimeOffset At { get; init; }
    public required string Event { get; init; }
    public required string State { get; init; }
    public Reason? Reason { get; init; }

    public static WebhookOutcomeRow Of(WebhookOutcome outcome) => new()
    {
        At = outcome.At,
        Event = Column.Of(outcome.Event),
        State = Column.Of(outcome.State),
        Reason = outcome.Reason,
    };

    public WebhookOutcome ToOutcome() => new(At, Column.Read<WebhookEvent>(Event), Column.Read<WebhookState>(State), Reason);
}
