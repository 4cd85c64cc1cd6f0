using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>How the states of alerts and nights are said.</summary>
public static class AlertWords
{
    public static string Of(Resolution resolution) => resolution switch
    {
        Resolution.Returned => "it returned to the level before",
        Resolution.NewBaseline => "its level is the new baseline",
        Resolution.Forgotten => "the nights before it are kept no more, and the level started anew with it",
        _ => "environment, options or strategies changed, and the level started anew",
    };

    public static string Of(NightState? state) => state switch
    {
        null => "not judged yet",
        NightState.Early => "too early to say",
        NightState.Usual => "as usual",
        NightState.Suspicious => "looks slower, runs again",
        NightState.Unconfirmed => "not confirmed",
        _ => "slower",
    };
}
