using System.Globalization;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Formatting;
using RedisPerf.Core.Statistics;

namespace RedisPerf.Core.Reporting.Findings;

/// <summary>The profiles of a job as lines of text: the methods with the longest own time.</summary>
public static class ProfileText
{
    /// <summary>Number of methods of each side.</summary>
    private const int Methods = 5;

    /// <summary>The word that marks a profiled run everywhere.</summary>
    public const string Mark = "profiled, not measured";

    /// <summary>The name of a case: its strategy, and its coordinates if the job varies any.</summary>
    public static string NameOf(CaseKey key, JobRequest request) => $"{key.Strategy}{CoordinatesText.After(key.At, request, axis: null)}";

    /// <summary>The sides of a profile with their names.</summary>
    public static IEnumerable<(string Name, ProcessProfile Profile)> SidesOf(CaseProfile profile) =>
        [("client", profile.Client), ("server", profile.Server)];

    /// <param name="profiles">All profiles of the job.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<CaseProfile> profiles, JobRequest request) =>
        from profile in profiles
        from side in SidesOf(profile)
        from line in Lines($"{NameOf(profile.Case, request)}, {side.Name}", side.Profile)
        select line;

    /// <summary>The sampled time: <c>1.24 s of the run, 2,310 samples of EventPipe</c>.</summary>
    public static string Describe(ProcessProfile profile) => string.Create(
        CultureInfo.InvariantCulture, $"{profile.Seconds:0.00} s of the run, {profile.Samples:N0} samples of {profile.Sampler}");

    private static IEnumerable<string> Lines(string name, ProcessProfile profile)
    {
        if (profile.Missing is { } missing)
        {
            return [$"{name} ({Mark}): {missing.ToText()}"];
        }

        var stacks = StackProfile.Of(profile.Stacks);
        var all = stacks.Seconds;
        return stacks.Methods().Take(Methods)
            .Select(method => string.Create(CultureInfo.InvariantCulture, $"  {method.Own,8:0.000} s {method.Own / all,6:0%}  {method.Name}"))
            .Prepend($"{name} ({Mark}; {Describe(profile)}), own time of the first {Methods} methods:");
    }
}
