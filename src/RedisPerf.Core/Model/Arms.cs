namespace RedisPerf.Core.Model;

/// <summary>The arms of a comparison of two builds, clients or servers: the values of one axis of its job, see <see cref="JobRequest.ArmAxis"/>.
/// The control is the base a second time.</summary>
public static class Arms
{
    public const string Base = "base", Head = "head", Control = "control";

    /// <summary>In the order of the job: the first one is that with which the others are compared.</summary>
    public static IReadOnlyList<string> All { get; } = [Base, Head, Control];
}
