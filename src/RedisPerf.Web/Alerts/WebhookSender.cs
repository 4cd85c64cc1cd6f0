using System.Net;
using System.Net.Http.Headers;
using System.Net.Mime;
using System.Text;
using Microsoft.Extensions.Options;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Nodes;
using RedisPerf.Web.Background;
using RedisPerf.Web.Configuration;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Alerts;

/// <summary>Sends alerts to the configured webhook. A message remains in the ledger until the receiver has accepted it, so
/// it may be sent twice, with the same key. After a day, or when the receiver refuses it for good, it is dropped with a log entry. Redirects
/// are not followed: only the configured address is called.</summary>
public sealed class WebhookSender(
    WebhookOutbox outbox, Housekeeping housekeeping, LiveLists lists, NodeIdentity node, TimeProvider time, IOptions<RedisPerfOptions> options,
    ILogger<WebhookSender> logger)
    : IDisposable
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MaxPause = TimeSpan.FromHours(1);

    private static readonly TimeSpan GiveUp = TimeSpan.FromDays(1);

    private readonly WebhookAddress? _webhook = WebhookAddress.Parse(options.Value.Webhook);
    private readonly HttpClient _client = new(
        new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, PooledConnectionLifetime = TimeSpan.FromMinutes(5) })
    { Timeout = RequestTimeout };

    // Two deliveries at once would send each message twice.
    private readonly NonOverlappingRun _run = new();
    private string? _nextDelivery;

    /// <summary>Whether a webhook is configured.</summary>
    public bool IsConfigured => _webhook is not null;

    /// <summary>Scheme, host and port of the webhook; null without one.</summary>
    public string? Address => _webhook?.Shown;

    /// <summary>Sends a test message once, now.</summary>
    /// <returns>Null without a webhook.</returns>
    public async Task<WebhookOutcome?> TestAsync(CancellationToken ct)
    {
        if (_webhook is not { } webhook)
        {
            return null;
        }

        var now = time.GetUtcNow();
        var message = new WebhookMessage(Guid.CreateVersion7(now), WebhookEvent.Test, ChatMessage.OfTest(node.Name), now, 0);
        var (error, _) = await SendAsync(webhook, message, ct);
        return await RecordAsync(message, error is null ? WebhookState.Delivered : WebhookState.Dropped, error);
    }

    /// <summary>Requests a delivery. Call it when the outbox may have a new message.</summary>
    public void RequestDelivery()
    {
        if (IsConfigured)
        {
            housekeeping.RequestDelivery();
        }
    }

    /// <summary>Sends the messages that are due, and schedules the next delivery if messages remain. Returns at once while another call
    /// runs; that call then checks again.</summary>
    public async Task DeliverAsync(CancellationToken ct)
    {
        if (_webhook is { } webhook)
        {
            await _run.RunAsync(() => DeliverAsync(webhook, ct));
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task DeliverAsync(WebhookAddress webhook, CancellationToken ct)
    {
        while (await outbox.NextAsync(time.GetUtcNow(), ct) is { } message)
        {
            await DeliverAsync(webhook, message, ct);
        }

        if (await outbox.DueAsync(ct) is { } due)
        {
            _nextDelivery = housekeeping.ScheduleDelivery(due - time.GetUtcNow(), replaced: _nextDelivery);
        }
    }

    private async Task DeliverAsync(WebhookAddress webhook, WebhookMessage message, CancellationToken ct)
    {
        var (error, isFinal) = await SendAsync(webhook, message, ct);
        if (error is null)
        {
            await outbox.RemoveAsync(message.Id, CancellationToken.None);
            await RecordAsync(message, WebhookState.Delivered, null);
            return;
        }

        var now = time.GetUtcNow();
        if (isFinal || now - message.CreatedAt > GiveUp)
        {
            logger.LogError("Message {Message} (alert {Event}) to the webhook at {Webhook} was dropped after {Attempts} attempts{When}: {Error}",
                message.Id, EventName(message), webhook.Shown, message.Attempts + 1, isFinal ? "" : " in a day", error.ToText());
            await outbox.RemoveAsync(message.Id, CancellationToken.None);
            await RecordAsync(message, WebhookState.Dropped, error);
            return;
        }

        var pause = TimeSpan.FromTicks((long)Math.Min(MaxPause.Ticks, FirstPause.Ticks * Math.Pow(2, message.Attempts)));
        logger.LogWarning("The webhook at {Webhook} did not accept message {Message}. {Error} The next attempt is in {Seconds:0} s",
            webhook.Shown, message.Id, error.ToText(), pause.TotalSeconds);
        await outbox.PostponeAsync(message.Id, now + pause, CancellationToken.None);
        await RecordAsync(message, WebhookState.Waiting, error);
    }

    // The page of the alerts shows it.
    private async Task<WebhookOutcome> RecordAsync(WebhookMessage message, WebhookState state, Reason? error)
    {
        var outcome = new WebhookOutcome(time.GetUtcNow(), message.Event, state, error);
        await outbox.RecordAsync(outcome, CancellationToken.None);
        lists.Change();
        return outcome;
    }

    /// <returns>The error, null when the message was accepted, and whether another attempt would have the same result.</returns>
    private async Task<(Reason? Error, bool IsFinal)> SendAsync(WebhookAddress webhook, WebhookMessage message, CancellationToken ct)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, webhook.Address)
        {
            Content = new StringContent(message.Body, Encoding.UTF8, MediaTypeNames.Application.Json),
        };
        request.Headers.Add("Idempotency-Key", message.Id.ToString());
        request.Headers.Add("RedisPerf-Event", EventName(message));
        request.Headers.Authorization = webhook.Credentials is { } credentials ? new AuthenticationHeaderValue("Basic", credentials) : null;
        try
        {
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, ct);
            return response.IsSuccessStatusCode
                ? (null, true)
                : (Reason.Of(ReasonCode.WebhookStatus, ("status", (long)response.StatusCode)), IsFinal(response.StatusCode));
        }
        catch (HttpRequestException exception)
        {
            return (Reason.Of(ReasonCode.WebhookUnreachable, ("error", exception.HttpRequestError.ToString())), false);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return (Reason.Of(ReasonCode.WebhookSilent, ("limit", RequestTimeout.TotalSeconds)), false);
        }
    }

    // A redirect, or an error of the request: the address, its secret or the message is wrong.
    private static bool IsFinal(HttpStatusCode status) => (int)status is >= 300 and < 500
        && status is not (HttpStatusCode.RequestTimeout or (HttpStatusCode)425 or HttpStatusCode.TooManyRequests);

    private static string EventName(WebhookMessage message) => message.Event.ToWord();
}
