using RedisPerf.Core.Trends;

namespace RedisPerf.Web.Pages.Schedules;

/// <summary>One night of a trend, at one target and point.</summary>
/// <param name="Job">The night's job.</param>
/// <param name="At">When it started.</param>
/// <param name="State">What was said of it; null until it is judged.</param>
/// <param name="Note">A sentence; null when there is nothing to tell.</param>
/// <param name="Levels">By strategy.</param>
/// <param name="Band">What the nights before let one expect of the chosen strategy; null where too little is known.</param>
/// <param name="Changes">What became another one since the night before: environment and options, in words.</param>
public sealed record TrendNight(
    Guid Job, DateTimeOffset At, NightState? State, string? Note, IReadOnlyDictionary<string, NightLevel> Levels, Band? Band, IReadOnlyList<string> Changes);
