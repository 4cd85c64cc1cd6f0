using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;
using RedisPerf.Core.Model;
using RedisPerf.Core.Reporting.Findings;
using RedisPerf.Core.Statistics;
using RedisPerf.Ledger.Jobs;
using RedisPerf.Web.Live;

namespace RedisPerf.Web.Pages.Jobs;

/// <summary>Where the time of a profiled case went, and the difference from another one. A separate page, because its address contains both
/// cases and can be shared.</summary>
public sealed class ProfileModel(LiveJobs jobs, JobLedger ledger) : PageModel
{
    /// <summary>Number of methods of a table.</summary>
    public const int Methods = 25;

    public JobDocument Job { get; private set; } = null!;

    /// <summary>The profiles in the order of the cases of the job; empty without any.</summary>
    public IReadOnlyList<CaseProfile> Profiles { get; private set; } = [];

    /// <summary>The shown profile; null without any.</summary>
    public CaseProfile? Shown { get; private set; }

    /// <summary>The profile that it is compared with; null for none.</summary>
    public CaseProfile? Other { get; private set; }

    /// <summary>The <see cref="CaseKey.Id"/> of the shown case; default: the first one.</summary>
    [BindProperty(SupportsGet = true)]
    public string? Case { get; set; }

    /// <summary>The <see cref="CaseKey.Id"/> of the other case.</summary>
    [BindProperty(SupportsGet = true)]
    public string? With { get; set; }

    /// <summary>The sides of the shown case, with those of the other one.</summary>
    public IEnumerable<(string Name, ProcessProfile Shown, ProcessProfile? Other)> Sides =>
        from side in ProfileText.SidesOf(Shown!)
        select (side.Name, side.Profile, Other is null ? null : ProfileText.SidesOf(Other).Single(other => other.Name == side.Name).Profile);

    /// <summary>The sides of the shown case and of the other one that have stacks.</summary>
    public IEnumerable<(CaseProfile Case, string Side, ProcessProfile Profile)> Graphs =>
        from profile in new[] { Shown, Other }.OfType<CaseProfile>()
        from side in ProfileText.SidesOf(profile)
        where side.Profile.Missing is null
        select (profile, side.Name, side.Profile);

    /// <summary>The methods with the longest own time, or whose own time differs most from the other case.</summary>
    public static IEnumerable<MethodDifference> RowsOf(ProcessProfile shown, ProcessProfile? other) =>
        StackProfile.Of(other?.Stacks ?? "").DifferenceTo(StackProfile.Of(shown.Stacks))
            // A method without own time only calls others.
            .Where(row => row.First.Own > 0 || row.Second.Own > 0).Take(Methods);

    public string NameOf(CaseProfile profile) => ProfileText.NameOf(profile.Case, Job.Request);

    /// <summary>The stacks of a side for another program.</summary>
    public string FileOf(CaseProfile profile, string side, string format) =>
        $"/api/jobs/{Job.Id}/profile?case={profile.Case.Id}&side={side}&format={format}";

    public async Task<IActionResult> OnGetAsync(Guid id, CancellationToken ct)
    {
        if (await jobs.FindAsync(id, ct) is not { } job)
        {
            return NotFound();
        }

        var profiles = (await ledger.ProfilesAsync(id, ct)).ToDictionary(profile => profile.Case);
        (Job, Profiles) = (job, [.. job.Cases.Select(@case => profiles.GetValueOrDefault(@case.Key)).OfType<CaseProfile>()]);
        Shown = Profiles.FirstOrDefault(profile => profile.Case.Id == Case) ?? (Profiles is [var first, ..] ? first : null);
        Other = Profiles.FirstOrDefault(profile => profile.Case.Id == With && profile != Shown);
        return Page();
    }
}
