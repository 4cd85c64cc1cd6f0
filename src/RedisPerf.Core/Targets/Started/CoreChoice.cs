using RedisPerf.Core.Model;

namespace RedisPerf.Core.Targets.Started;

/// <summary>Which cores of this machine the servers that RedisPerf starts and the workers use.</summary>
public sealed class CoreChoice
{
    /// <summary>With fewer cores, a server or a worker would have a single one.</summary>
    private const int MinCores = 4;

    private const string AutoWord = "auto";
    private const string OffWord = "off";

    private static readonly string? Program = OperatingSystem.IsLinux() ? SearchPath.Find("taskset") : null;

    private readonly Pinning? _fixed;

    private CoreChoice(Pinning? pinning) => _fixed = pinning;

    /// <summary>A quarter of the cores for the servers, at least two, and the others for the workers. Nothing is pinned on a machine with
    /// fewer than four cores.</summary>
    public static CoreChoice Auto { get; } = new(null);

    /// <summary>Nothing is pinned.</summary>
    public static CoreChoice Off { get; } = new(Pinning.None(Reason.Of(ReasonCode.PinningOff)));

    /// <param name="text"><c>auto</c>, <c>off</c>, or the cores of the servers and of the workers, as in <c>0-1/2-3</c>.</param>
    /// <param name="setting">The origin of the text, for the reason of the exception.</param>
    /// <exception cref="TargetException">The text is something else, or names cores that do not exist, or one core twice.</exception>
    public static CoreChoice Parse(string text, string setting) => text switch
    {
        AutoWord => Auto,
        OffWord => Off,
        _ => new(Lists(text, setting)),
    };

    /// <summary>The cores of a job.</summary>
    /// <param name="startsServer">Whether RedisPerf starts a server of the job.</param>
    /// <param name="hasWorkers">Whether the job is measured in worker processes.</param>
    public Pinning Plan(bool startsServer, bool hasWorkers) =>
        _fixed is { NotPinned: not null } off ? off
        : !hasWorkers ? Pinning.None(Reason.Of(ReasonCode.PinningNeedsWorker))
        : !startsServer ? Pinning.None(Reason.Of(ReasonCode.PinningNeedsServer))
        : Program is null ? Pinning.None(Reason.Of(ReasonCode.PinningUnsupported))
        : _fixed ?? Divide(CoreList.Groups());

    internal static Pinning Divide(IReadOnlyList<IReadOnlyList<int>> groups)
    {
        var count = groups.Sum(group => group.Count);
        if (count < MinCores)
        {
            return Pinning.None(Reason.Of(ReasonCode.PinningTooFewCores, ("cores", count), ("least", MinCores)));
        }

        // A single physical core with four threads is divided.
        groups = groups.Count > 1 ? groups : [.. groups[0].Select(core => new[] { core })];
        var servers = new List<int>();
        foreach (var group in groups.TakeWhile(_ => servers.Count < Math.Max(2, count / 4)))
        {
            servers.AddRange(group);
        }

        return new(CoreList.Format(servers), CoreList.Format(groups.SelectMany(group => group).Except(servers)));
    }

    /// <summary>The words that start a program on these cores, before its own path. Its runtime then counts only them.</summary>
    internal static string[] Prefix(string? cores) => cores is null ? [] : [Program!, "-c", cores];

    private static Pinning Lists(string text, string setting)
    {
        if (text.Split('/') is not [var first, var second] || CoreList.Parse(first) is not { } servers
            || CoreList.Parse(second) is not { } workers || servers.Intersect(workers).Any())
        {
            throw new TargetException(Reason.Of(ReasonCode.PinningInvalid, ("setting", setting), ("value", text)));
        }

        var available = CoreList.Groups().SelectMany(group => group).ToList();
        return servers.Concat(workers).Except(available).Any()
            ? throw new TargetException(
                Reason.Of(ReasonCode.PinningUnknownCores, ("setting", setting), ("value", text), ("cores", CoreList.Format(available))))
            : new(CoreList.Format(servers), CoreList.Format(workers));
    }
}
