namespace RedisPerf.Core.Running.Profiles;

/// <summary>How much of a profile is kept, so that a job with many cases has a bounded size.</summary>
/// <param name="Stacks">The maximum number of different stacks.</param>
/// <param name="Characters">The maximum length of their text.</param>
internal readonly record struct StackLimit(int Stacks, int Characters)
{
    /// <summary>The limit of all profiles of a job. Compressed, their text has about a twentieth of its length.</summary>
    private static readonly StackLimit OfJob = new(20_000, 6_000_000);

    /// <summary>The part of one side of a case.</summary>
    public static StackLimit Of(int cases)
    {
        var sides = 2 * Math.Max(1, cases);
        return new(Math.Min(2_000, OfJob.Stacks / sides), Math.Min(600_000, OfJob.Characters / sides));
    }
}
