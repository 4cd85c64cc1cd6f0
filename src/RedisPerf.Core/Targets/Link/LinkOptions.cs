using System.ComponentModel.DataAnnotations;
using System.Globalization;
using System.Text.Json;
using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Link;

/// <summary>The options that every benchmark has in addition to its own: a simulated link between client and server that is slower than the
/// real one. With neither option set, there is no simulated link.</summary>
public sealed record LinkOptions : IValidatableObject
{
    /// <summary>Megabits per second. On a slower link the largest call that a benchmark can make would take more than minutes.</summary>
    private const double MinimumBandwidth = 10;

    /// <summary>The names of the options.</summary>
    internal static readonly string[] Names = ["linkRoundTrip", "linkBandwidth"];

    /// <summary>Half of it towards the server, half of it back.</summary>
    [Display(Name = "simulated link: added round trip", ShortName = "added round trip"), Advanced]
    [Range(0.0, 50.0)]
    [Unit("ms")]
    public double LinkRoundTrip { get; init; }

    /// <summary>In each direction; 0 for no limit.</summary>
    [Display(Name = "simulated link: bandwidth, 0 for no limit", ShortName = "link bandwidth"), Advanced, ZeroIsOff("unlimited")]
    [Range(0.0, 100_000.0)]
    [Unit("Mbit/s")]
    public double LinkBandwidth { get; init; }

    /// <summary>The simulated link of a job, the first one if it has several; null when it has none, and when its options are those of another
    /// version and have other types.</summary>
    public static LinkOptions? Of(JobRequest request) => AllOf(request) is [var first, ..] ? first : null;

    /// <summary>The simulated links of a job, in the order of its values; empty when it has none, and when its options are those of another
    /// version and have other types.</summary>
    public static IReadOnlyList<LinkOptions> AllOf(JobRequest request)
    {
        try
        {
            return [.. ((OptionSet)request.Options).Combinations.Select(request.OptionsAt<LinkOptions>).Where(link => link.IsSimulated).Distinct()];
        }
        catch (JsonException)
        {
            return [];
        }
    }

    /// <summary>Whether the job is measured over a simulated link.</summary>
    public bool IsSimulated => LinkRoundTrip > 0 || LinkBandwidth > 0;

    [InTitle]
    internal string Title => Text;

    /// <summary>The simulated part: <c>+5 ms, 100 Mbit/s</c>, or one of the two. Empty without a simulated link.</summary>
    public string Text => string.Join(", ",
    [
        .. LinkRoundTrip > 0 ? [string.Create(CultureInfo.InvariantCulture, $"+{LinkRoundTrip:0.###} ms")] : Array.Empty<string>(),
        .. LinkBandwidth > 0 ? [string.Create(CultureInfo.InvariantCulture, $"{LinkBandwidth:#,0.###} Mbit/s")] : Array.Empty<string>(),
    ]);

    /// <summary>Distinguishes the link from others of a job.</summary>
    internal Coordinates Coordinates => Coordinates.None.With(Names[0], Coordinates.TextOf(LinkRoundTrip))
        .With(Names[1], Coordinates.TextOf(LinkBandwidth));

    internal TimeSpan Delay => TimeSpan.FromMilliseconds(LinkRoundTrip / 2);

    /// <summary>Null for no limit.</summary>
    internal double? BytesPerSecond => LinkBandwidth > 0 ? LinkBandwidth * 1e6 / 8 : null;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext)
    {
        if (LinkBandwidth is > 0 and < MinimumBandwidth)
        {
            yield return new(
                string.Create(
                    CultureInfo.InvariantCulture, $"must be 0, for no limit, or at least {MinimumBandwidth} (Mbit/s); {LinkBandwidth} is not."),
                [nameof(LinkBandwidth)]);
        }
    }
}
