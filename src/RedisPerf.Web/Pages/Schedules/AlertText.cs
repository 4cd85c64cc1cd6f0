using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>The texts for the states of alerts and scheduled runs.</summary>
public static class AlertText
{
    public static string Of(Resolution resolution) => resolution switch
    {
        Resolution.Returned => "the case returned to its earlier level",
        Resolution.NewBaseline => "its level is the new baseline",
        Resolution.Improved => "an improvement: no action is needed",
        Resolution.Forgotten => "the earlier runs were deleted, so the level restarted with the first slow run",
        _ => "environment, options or strategies changed, so the level restarted",
    };

    public static string Of(ScheduledRunState? state) => state switch
    {
        null => "not reviewed yet",
        ScheduledRunState.Early => "too few runs",
        ScheduledRunState.Usual => "as usual",
        ScheduledRunState.Suspicious => "looks slower, rerun queued",
        ScheduledRunState.Unconfirmed => "not confirmed",
        _ => "slower",
    };
}
