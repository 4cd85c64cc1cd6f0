using RedisPerf.Ledger.Alerts;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Alerts;

/// <summary>The actions on an alert, for the pages and the API.</summary>
public sealed class AlertActions(AlertLedger alerts, WebhookSender webhook, LiveLists lists, TimeProvider time)
{
    /// <summary>Days.</summary>
    public const int DefaultSilence = 7;

    /// <summary>Days.</summary>
    public const int MaxSilence = 365;

    /// <inheritdoc cref="AlertLedger.AcknowledgeAsync"/>
    public Task<ChangeOutcome> AcknowledgeAsync(Guid id, CancellationToken ct) => PublishAsync(alerts.AcknowledgeAsync(id, time.GetUtcNow(), ct));

    /// <param name="id">The alert.</param>
    /// <param name="days">From 1 to <see cref="MaxSilence"/>.</param>
    /// <inheritdoc cref="AlertLedger.SilenceAsync"/>
    public Task<ChangeOutcome> SilenceAsync(Guid id, int days, CancellationToken ct) =>
        PublishAsync(alerts.SilenceAsync(id, time.GetUtcNow().AddDays(days), time.GetUtcNow(), ct));

    /// <param name="id">The alert.</param>
    /// <inheritdoc cref="AlertLedger.AcceptAsBaselineAsync"/>
    public async Task<ChangeOutcome> AcceptAsBaselineAsync(Guid id, CancellationToken ct)
    {
        var outcome = await PublishAsync(alerts.AcceptAsBaselineAsync(id, webhook.IsConfigured, time.GetUtcNow(), ct));
        webhook.RequestDelivery();
        return outcome;
    }

    // Every open page shows the number of open alerts.
    private async Task<ChangeOutcome> PublishAsync(Task<ChangeOutcome> change)
    {
        var outcome = await change;
        lists.Change();
        return outcome;
    }
}
