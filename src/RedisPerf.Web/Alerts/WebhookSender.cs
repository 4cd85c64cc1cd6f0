using System.Net.Http.Headers;
using System.Net.Mime;
using System.Text;
using Microsoft.Extensions.Options;
using RedisPerf.Ledger;
using RedisPerf.Web.Background;

namespace RedisPerf.Web.Alerts;

/// <summary>
/// Tells the configured webhook of alerts. What is to be told stands in the ledger until the other side has taken it, so it
/// may be told twice, each time under the same key; after a day it is given up with a line in the log. Redirects are not
/// followed: nobody but whom the owner named is called.
/// </summary>
public sealed class WebhookSender(WebhookOutbox outbox, Housekeeping housekeeping, TimeProvider time, IOptions<RedisPerfOptions> options, ILogger<WebhookSender> logger) : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LongestPause = TimeSpan.FromHours(1);

    private static readonly TimeSpan GiveUp = TimeSpan.FromDays(1);

    private readonly WebhookAddress? _webhook = WebhookAddress.Parse(options.Value.Webhook);
    private readonly HttpClient _client = new(new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, PooledConnectionLifetime = TimeSpan.FromMinutes(5) }) { Timeout = Patience };

    // Two deliveries at once would send each message twice.
    private readonly NonOverlappingRun _run = new();
    private string? _nextDelivery;

    /// <summary>Whether there is somebody to tell.</summary>
    public bool IsConfigured => _webhook is not null;

    /// <summary>To be called when the outbox may have gained a message.</summary>
    public void RequestDelivery()
    {
        if (IsConfigured)
        {
            housekeeping.RequestDelivery();
        }
    }

    /// <summary>
    /// Sends the messages that are due, and schedules the next delivery where some are left. Returns at once while another
    /// call is at work; that one looks again when it has finished.
    /// </summary>
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
            await TellAsync(webhook, message, ct);
        }

        if (await outbox.DueAsync(ct) is { } due)
        {
            _nextDelivery = housekeeping.ScheduleDelivery(due - time.GetUtcNow(), replaced: _nextDelivery);
        }
    }

    private async Task TellAsync(WebhookAddress webhook, WebhookMessage message, CancellationToken ct)
    {
        if (await SendAsync(webhook, message, ct) is not { } trouble)
        {
            await outbox.RemoveAsync(message.Id, CancellationToken.None);
            return;
        }

        var now = time.GetUtcNow();
        if (now - message.CreatedAt > GiveUp)
        {
            logger.LogError("The webhook at {Webhook} was not told that an alert was {Event} ({Message}), after {Attempts} attempts in a day: {Trouble}", webhook.Shown, Word(message), message.Id, message.Attempts + 1, trouble);
            await outbox.RemoveAsync(message.Id, CancellationToken.None);
            return;
        }

        var pause = TimeSpan.FromTicks((long)Math.Min(LongestPause.Ticks, FirstPause.Ticks * Math.Pow(2, message.Attempts)));
        logger.LogWarning("The webhook at {Webhook} did not take message {Message} ({Trouble}); it is told again in {Seconds:0} s", webhook.Shown, message.Id, trouble, pause.TotalSeconds);
        await outbox.PostponeAsync(message.Id, now + pause, CancellationToken.None);
    }

    /// <returns>What went wrong; null when the message was taken.</returns>
    private async Task<string?> SendAsync(WebhookAddress webhook, WebhookMessage message, CancellationToken ct)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, webhook.Address)
        {
            Content = new StringContent(message.Body, Encoding.UTF8, MediaTypeNames.Application.Json),
        };
        request.Headers.Add("Idempotency-Key", message.Id.ToString());
        request.Headers.Add("RedisPerf-Event", Word(message));
        request.Headers.Authorization = webhook.Credentials is { } credentials ? new AuthenticationHeaderValue("Basic", credentials) : null;
        try
        {
            using var response = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, ct);
            return response.IsSuccessStatusCode ? null : $"it answered {(int)response.StatusCode}";
        }
        catch (HttpRequestException exception)
        {
            return $"it could not be reached: {exception.HttpRequestError}";
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return $"it did not answer within {Patience.TotalSeconds:0} s";
        }
    }

    private static string Word(WebhookMessage message) => message.Event.ToString().ToLowerInvariant();
}
